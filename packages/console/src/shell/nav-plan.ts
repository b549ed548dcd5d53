import { type AccessKey, type Role, routeAccess, subjectAccess } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { type Icon, IconSettings, IconTable, IconUser } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type Face, type NavGroup, navGroups, type Screen, useFaces } from '../resource/face.ts'
import type { SettingIcon } from '../resource/icon-of.ts'
import { listedResources } from '../resource/listed-resources.ts'
import { useRole } from '../session/session-store.ts'
import { type SearchParams, stringifySearch } from '../ui/search-params.ts'

/** A link to a page, by its translation key or, for a resource, by its label. */
export interface NavLink {
  route: string
  icon: Icon | SettingIcon
  titleKey?: string
  resource?: Resource
  search?: SearchParams
  hash?: string
}

/** A navigation entry: a page the role may open. */
export interface NavEntry extends NavLink {
  group: NavGroup
  accessKey: AccessKey | ''
  badge?: ComponentType
  isForWriters?: boolean
  /** What its page shows, if the role may be denied that although it may open the page. */
  subject?: string
}

interface NavSection {
  group: NavGroup
  entries: readonly NavEntry[]
}

/** The page with every entry that isn't daily work. */
export const settingsLink = { route: '/settings', icon: IconSettings, titleKey: 'nav.settings' } satisfies NavLink
export const profileLink = { route: '/profile', icon: IconUser, titleKey: 'nav.profile' } satisfies NavLink
export const exportsLink: NavLink = { route: '/exports', icon: 'IconDownload', titleKey: 'exports.route' }

/** Returns a role's navigation: only what it may open, without empty groups. */
export function navigationOf(faces: readonly Face[], role: Role): NavSection[] {
  const entries = [...faces.flatMap(entriesOf), ...facelessEntries(faces)].filter(
    ({ accessKey, subject, isForWriters }) =>
      mayOpen(accessKey, role, isForWriters) && !(subject && subjectAccess(subject, role) === 'DENY'),
  )
  return navGroups
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((section) => section.entries.length > 0)
}

export function useNavigation(): NavSection[] {
  return navigationOf(useFaces(), useRole())
}

/** Returns the role's pages of daily work, which the navigation lists. */
export function useDailyEntries(): (NavEntry & { icon: Icon })[] {
  return useNavEntries().filter(isDaily)
}

function isDaily(entry: NavEntry): entry is NavEntry & { icon: Icon } {
  return entry.group === 'work'
}

/** Returns the navigation without its groups. */
export function useNavEntries(): NavEntry[] {
  return useNavigation().flatMap(({ entries }) => entries)
}

/** Returns an entry's address, which identifies it. */
export function hrefOf({ route, search = {}, hash }: NavLink): string {
  return route + stringifySearch(search) + (hash ? `#${hash}` : '')
}

/** Returns whether a page is listed on the Settings page, or belongs to one that is: a record, a form, an import. */
export function isUnderSettings(faces: readonly Face[], path: string): boolean {
  const entries = faces.flatMap(entriesOf)
  const lists = listedResources(faces).map(({ route }) => route)
  const daily = entries.filter(({ group }) => group === 'work').map(({ route }) => route)
  const others = [...entries.map(({ route }) => route), ...lists, exportsLink.route]
  const isWithin = (route: string) => path === route || path.startsWith(`${route}/`)
  return others.some(isWithin) && !daily.some(isWithin)
}

/** Returns whether the page on screen is under Settings; one that is still loading doesn't count yet. */
export function useIsUnderSettings(): boolean {
  const faces = useFaces()
  return useMatches({ select: (matches) => isUnderSettings(faces, matches.at(-1)?.pathname ?? '') })
}

function mayOpen(accessKey: AccessKey | '', role: Role, isForWriters = false): boolean {
  if (accessKey === '') return true
  const access = routeAccess(accessKey, role)
  return isForWriters ? access === 'FULL' : access !== 'DENY'
}

function entriesOf({ resource: name, nav, screen, entries = [] }: Face): NavEntry[] {
  if (!nav) return []
  const subject = name === undefined ? undefined : findResource(name)?.subject
  const main = screen ? { ...screenPage(screen), ...nav, subject } : resourcePage(name, nav)
  if (!main) return []
  const { group, route, accessKey } = main
  return [main, ...entries.map((entry) => ({ group, route, accessKey, subject, ...entry }))]
}

function screenPage({ route, accessKey, titleKey }: Screen) {
  return { route, accessKey, titleKey }
}

function resourcePage(name: string | undefined, nav: NonNullable<Face['nav']>): NavEntry | undefined {
  const resource = name === undefined ? undefined : findResource(name)
  return resource && { ...nav, route: resource.route, accessKey: resource.access, subject: resource.subject, resource }
}

/** Returns entries of resources without a face, which are listed under the data tables. */
function facelessEntries(faces: readonly Face[]): NavEntry[] {
  return listedResources(faces)
    .filter(({ name }) => !faces.some(({ resource }) => resource === name))
    .map((resource) => ({
      group: 'data',
      icon: IconTable,
      route: resource.route,
      accessKey: resource.access,
      subject: resource.subject,
      resource,
    }))
}
