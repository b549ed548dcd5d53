import { IconFilePencil } from '@tabler/icons-react'
import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const manualFace: Face = {
  nav: { group: 'work', icon: IconFilePencil, badge: lazy(() => import('./ManualWaiting.tsx')), isForWriters: true },
  screen: {
    route: '/manual-processing',
    accessKey: 'inboxItemAccess',
    titleKey: 'nav.manual',
    load: () => import('./ManualScreen.tsx'),
  },
}
