import { type AccessKey, type Role, routeAccess } from '@courtcrier/contract/access.ts'
import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import {
  type Icon,
  IconAdjustments,
  IconBell,
  IconBooks,
  IconBriefcase,
  IconBuilding,
  IconBuildingBank,
  IconBuildingCommunity,
  IconCopy,
  IconEyeOff,
  IconFileSettings,
  IconFiles,
  IconFileText,
  IconFolders,
  IconGavel,
  IconHistory,
  IconKey,
  IconLetterCase,
  IconListNumbers,
  IconMailForward,
  IconMap,
  IconMapPin,
  IconScale,
  IconSend,
  IconShield,
  IconSitemap,
  IconTable,
  IconTableImport,
  IconTemplate,
  IconUsers,
  IconUsersGroup,
  IconWall,
  IconWand,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { listedResources } from '../resource/listed-resources.ts'
import { screens } from '../screens/registry.ts'
import { type NavGroup, navGroups } from './nav-group.ts'

/** An entry of the navigation: a bespoke screen by its key, or a resource by its label. */
export interface NavEntry {
  route: string
  accessKey: AccessKey | ''
  icon: Icon
  titleKey?: string
  resource?: Resource
  badge?: ComponentType
}

export interface NavSection {
  group: NavGroup
  entries: readonly NavEntry[]
}

/** Where a resource's list stands and its icon. One that is not named here stands under the data tables. */
const places: Readonly<Record<string, { group: NavGroup; icon: Icon }>> = {
  envelope: { group: 'work', icon: IconBell },
  delivery: { group: 'work', icon: IconSend },
  case: { group: 'data', icon: IconGavel },
  matter: { group: 'data', icon: IconBriefcase },
  client: { group: 'data', icon: IconBuilding },
  timekeeper: { group: 'data', icon: IconUsersGroup },
  judge: { group: 'data', icon: IconScale },
  jurisdiction: { group: 'data', icon: IconMapPin },
  ecfx_jurisdiction: { group: 'data', icon: IconBuildingBank },
  jurisdiction_group: { group: 'data', icon: IconMap },
  department: { group: 'data', icon: IconSitemap },
  location: { group: 'data', icon: IconBuildingCommunity },
  practice_group: { group: 'data', icon: IconUsersGroup },
  area_of_law: { group: 'data', icon: IconBooks },
  timekeeper_group: { group: 'data', icon: IconAdjustments },
  jurisdiction_preference: { group: 'special', icon: IconListNumbers },
  auto_case_creation: { group: 'special', icon: IconWand },
  ignored_case: { group: 'special', icon: IconEyeOff },
  notification_rule: { group: 'special', icon: IconMailForward },
  notice_format: { group: 'special', icon: IconFileText },
  document_processing: { group: 'special', icon: IconFileSettings },
  ethical_wall: { group: 'special', icon: IconWall },
  storage_policy: { group: 'storage', icon: IconFolders },
  document: { group: 'storage', icon: IconFiles },
  document_copy: { group: 'storage', icon: IconCopy },
  abbreviation: { group: 'storage', icon: IconLetterCase },
  ...Object.fromEntries(credentialKinds.map((kind) => [kind, { group: 'storage', icon: IconKey }])),
  email_template: { group: 'settings', icon: IconTemplate },
  webhook: { group: 'settings', icon: IconWebhook },
  import_run: { group: 'settings', icon: IconTableImport },
  user: { group: 'settings', icon: IconUsers },
  user_security_role: { group: 'settings', icon: IconShield },
  system_event: { group: 'settings', icon: IconHistory },
}
const elsewhere = { group: 'data', icon: IconTable } as const

/** Kinds of credentials have no entry: they are reached from the list of all. */
const openedElsewhere: ReadonlySet<string> = new Set(credentialKinds)
/** Where the resource of this name stands in the navigation: its group, and its place among the others. */
export function placeOf(name: string): { group: NavGroup; rank: number } {
  const screen = screens.find(({ resource, nav }) => resource === name && nav)
  const order = Object.keys(places)
  if (screen?.nav) return { group: screen.nav.group, rank: screens.indexOf(screen) - screens.length }
  return {
    group: (places[name] ?? elsewhere).group,
    rank: order.includes(name) ? order.indexOf(name) : order.length,
  }
}

/** The navigation of a role: only what it may open, groups without entries left out. */
export function navigationOf(role: Role): NavSection[] {
  const entries = [...screenEntries(), ...resourceEntries()].filter(({ accessKey }) => mayOpen(accessKey, role))
  return navGroups
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((section) => section.entries.length > 0)
}

function mayOpen(accessKey: AccessKey | '', role: Role): boolean {
  return accessKey === '' || routeAccess(accessKey, role) !== 'DENY'
}

type PlacedEntry = NavEntry & { group: NavGroup }

function screenEntries(): PlacedEntry[] {
  return screens.flatMap(({ route, accessKey, titleKey, nav }) => (nav ? [{ route, accessKey, titleKey, ...nav }] : []))
}

function resourceEntries(): PlacedEntry[] {
  return listedResources()
    .filter(({ name }) => !openedElsewhere.has(name))
    .toSorted((a, b) => placeOf(a.name).rank - placeOf(b.name).rank)
    .map((resource) => ({
      route: resource.route,
      accessKey: resource.access,
      resource,
      ...(places[resource.name] ?? elsewhere),
    }))
}
