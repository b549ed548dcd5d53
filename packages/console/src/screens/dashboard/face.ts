import { IconLayoutDashboard } from '@tabler/icons-react'
import type { Face } from '../../resource/face.ts'

export const dashboardFace: Face = {
  nav: { group: 'work', icon: IconLayoutDashboard },
  screen: {
    route: '/dashboard',
    accessKey: 'dashboardAccess',
    titleKey: 'nav.dashboard',
    load: () => import('./DashboardScreen.tsx'),
  },
}
