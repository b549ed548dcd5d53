import { IconBell } from '@tabler/icons-react'
import type { Face } from '../../resource/face.ts'

export const filingFace: Face = {
  resource: 'envelope',
  nav: { group: 'work', icon: IconBell },
  screen: {
    route: '/ecfx-notification',
    accessKey: 'envelopeAccess',
    titleKey: 'nav.notifications',
    load: () => import('./NotificationsScreen.tsx'),
  },
}
