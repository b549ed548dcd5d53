import type { AccessKey } from '@courtcrier/contract/access.ts'
import {
  type Icon,
  IconBuildingBank,
  IconInbox,
  IconKey,
  IconLanguage,
  IconPlugConnected,
  IconRoute,
  IconStack2,
} from '@tabler/icons-react'
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
  {
    route: '/dictionary',
    accessKey: 'firmAccess',
    titleKey: 'nav.dictionary',
    nav: { group: 'settings', icon: IconLanguage },
    component: lazyRouteComponent(() => import('./dictionary/DictionaryScreen.tsx')),
  },
  {
    route: '/special-handling',
    accessKey: 'firmAccess',
    titleKey: 'nav.specialHandling',
    nav: { group: 'special', icon: IconRoute },
    component: lazyRouteComponent(() => import('./special-handling/SpecialHandlingScreen.tsx')),
  },
  {
    route: '/hierarchy',
    accessKey: 'firmAccess',
    titleKey: 'nav.hierarchy',
    nav: { group: 'storage', icon: IconStack2 },
    component: lazyRouteComponent(() => import('./hierarchy/HierarchyScreen.tsx')),
  },
  {
    route: '/dms',
    accessKey: 'firmAccess',
    titleKey: 'nav.dms',
    resource: 'credential',
    nav: { group: 'storage', icon: IconPlugConnected },
    component: lazyRouteComponent(() => import('./dms/DmsScreen.tsx')),
  },
  {
    route: '/provider-credentials',
    accessKey: 'firmAccess',
    titleKey: 'nav.providerCredentials',
    nav: { group: 'storage', icon: IconKey },
    component: lazyRouteComponent(() => import('./provider-credentials/ProviderCredentialsScreen.tsx')),
  },
]
