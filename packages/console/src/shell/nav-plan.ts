import { type AccessKey, type Role, routeAccess } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import {
  type Icon,
  IconBell,
  IconBriefcase,
  IconBuilding,
  IconBuildingBank,
  IconCopy,
  IconFiles,
  IconFolders,
  IconGavel,
  IconHistory,
  IconMapPin,
  IconScale,
  IconSend,
  IconShield,
  IconTable,
  IconUsers,
  IconUsersGroup,
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
  storage_policy: { group: 'storage', icon: IconFolders },
  document: { group: 'storage', icon: IconFiles },
  document_copy: { group: 'storage', icon: IconCopy },
  user: { group: 'settings', icon: IconUsers },
  user_security_role: { group: 'settings', icon: IconShield },
  system_event: { group: 'settings', icon: IconHistory },
}
const elsewhere = { group: 'data', icon: IconTable } as const

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
  const order = Object.keys(places)
  const rank = (resource: Resource) => (order.includes(resource.name) ? order.indexOf(resource.name) : order.length)
  return listedResources()
    .toSorted((a, b) => rank(a) - rank(b))
    .map((resource) => ({
      route: resource.route,
      accessKey: resource.access,
      resource,
      ...(places[resource.name] ?? elsewhere),
    }))
}
