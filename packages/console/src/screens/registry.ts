import type { AccessKey } from '@courtcrier/contract/access.ts'
import {
  type Icon,
  IconBell,
  IconBuildingBank,
  IconFilePencil,
  IconInbox,
  IconKey,
  IconLanguage,
  IconLayoutDashboard,
  IconPlugConnected,
  IconRoute,
  IconStack2,
} from '@tabler/icons-react'
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
  load: () => Promise<{ default: ComponentType }>
}

export const screens: readonly Screen[] = [
  {
    route: '/dashboard',
    accessKey: 'dashboardAccess',
    titleKey: 'nav.dashboard',
    nav: { group: 'work', icon: IconLayoutDashboard },
    load: () => import('./dashboard/DashboardScreen.tsx'),
  },
  {
    route: '/inbox-items',
    children: ['id/$id'],
    accessKey: 'inboxItemAccess',
    titleKey: 'nav.inbox',
    resource: 'inbox_item',
    nav: { group: 'work', icon: IconInbox, badge: lazy(() => import('./InboxWaiting.tsx')) },
    load: () => import('./inbox/InboxScreen.tsx'),
  },
  {
    route: '/ecfx-notification',
    accessKey: 'envelopeAccess',
    titleKey: 'nav.notifications',
    resource: 'envelope',
    nav: { group: 'work', icon: IconBell },
    load: () => import('./notifications/NotificationsScreen.tsx'),
  },
  {
    route: '/manual-processing',
    accessKey: 'inboxItemAccess',
    titleKey: 'nav.manual',
    nav: { group: 'work', icon: IconFilePencil, badge: lazy(() => import('./manual/ManualWaiting.tsx')) },
    load: () => import('./manual/ManualScreen.tsx'),
  },
  {
    route: '/firm-information',
    accessKey: 'firmAccess',
    titleKey: 'nav.firm',
    resource: 'firm',
    nav: { group: 'settings', icon: IconBuildingBank },
    load: () => import('./firm/FirmScreen.tsx'),
  },
  {
    route: '/dictionary',
    accessKey: 'firmAccess',
    titleKey: 'nav.dictionary',
    nav: { group: 'settings', icon: IconLanguage },
    load: () => import('./dictionary/DictionaryScreen.tsx'),
  },
  {
    route: '/special-handling',
    accessKey: 'firmAccess',
    titleKey: 'nav.specialHandling',
    nav: { group: 'special', icon: IconRoute },
    load: () => import('./special-handling/SpecialHandlingScreen.tsx'),
  },
  {
    route: '/hierarchy',
    accessKey: 'firmAccess',
    titleKey: 'nav.hierarchy',
    nav: { group: 'storage', icon: IconStack2 },
    load: () => import('./hierarchy/HierarchyScreen.tsx'),
  },
  {
    route: '/dms',
    accessKey: 'firmAccess',
    titleKey: 'nav.dms',
    resource: 'credential',
    nav: { group: 'storage', icon: IconPlugConnected },
    load: () => import('./dms/DmsScreen.tsx'),
  },
  {
    route: '/provider-credentials',
    accessKey: 'firmAccess',
    titleKey: 'nav.providerCredentials',
    nav: { group: 'storage', icon: IconKey },
    load: () => import('./provider-credentials/ProviderCredentialsScreen.tsx'),
  },
  {
    route: '/totest',
    accessKey: 'firmAccess',
    titleKey: 'nav.releaseNotes',
    load: () => import('./releases/ReleaseNotesScreen.tsx'),
  },
  { route: '/dev', accessKey: 'firmAccess', titleKey: 'nav.dev', load: () => import('./dev/DevScreen.tsx') },
  { route: '/slow', accessKey: 'firmAccess', titleKey: 'nav.slow', load: () => import('./slow/SlowScreen.tsx') },
  { route: '/demo', accessKey: 'firmAccess', titleKey: 'nav.demo', load: () => import('./demo/DemoScreen.tsx') },
  {
    route: '/notice-trail',
    children: ['$entity/$id'],
    accessKey: 'inboxItemAccess',
    titleKey: 'trail.route',
    load: () => import('./trail/TrailScreen.tsx'),
  },
  {
    route: '/templates/edit/$id',
    accessKey: 'emailTemplateAccess',
    titleKey: 'nav.editTemplate',
    load: () => import('./templates/TemplateScreen.tsx'),
  },
]
