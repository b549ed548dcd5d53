import { IconInbox } from '@tabler/icons-react'
import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const inboxFace: Face = {
  resource: 'inbox_item',
  nav: { group: 'work', icon: IconInbox, badge: lazy(() => import('./InboxWaiting.tsx')) },
  screen: {
    route: '/inbox-items',
    children: ['id/$id'],
    accessKey: 'inboxItemAccess',
    titleKey: 'nav.inbox',
    load: () => import('./InboxScreen.tsx'),
  },
}
