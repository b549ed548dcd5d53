import type { AccessKey } from '@courtcrier/contract/access.ts'
import { type Icon, IconBuildingBank, IconInbox } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import type { NavGroup } from '../shell/nav-group.ts'

/** A screen of its own making, where the generic list and form do not do. */
export interface Screen {
  route: string
  /** Routes below it that the same component shows, such as `id/$id`. */
  children?: readonly string[]
  accessKey: AccessKey | ''
  /** Key of the translations: its title and its entry in the navigation. */
  titleKey: string
  /** The resource that it shows instead of the generic list. */
  resource?: string
  /** Where the navigation lists it, with a few words beside it; absent when it does not. */
  nav?: { group: NavGroup; icon: Icon; badge?: ComponentType }
  component: ReturnType<typeof lazyRouteComponent>
}

export const screens: readonly Screen[] = [
  {
    route: '/inbox-items',
    children: ['id/$id'],
    accessKey: 'inboxItemAccess',
    titleKey: 'nav.inbox',
    resource: 'inbox_item',
    nav: { group: 'work', icon: IconInbox, badge: lazy(() => import('./InboxWaiting.tsx')) },
    component: lazyRouteComponent(() => import('./inbox/InboxScreen.tsx')),
  },
  {
    route: '/firm-information',
    accessKey: 'firmAccess',
    titleKey: 'nav.firm',
    resource: 'firm',
    nav: { group: 'settings', icon: IconBuildingBank },
    component: lazyRouteComponent(() => import('./firm/FirmScreen.tsx')),
  },
]
