import type { AccessType, Role } from '@courtcrier/contract/access.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { describe, expect, test } from 'vitest'
import '../i18n/main-texts.ts'
import { pageLabel } from '../i18n/labels.ts'
import { faces } from '../screens/registry.ts'
import { hrefOf, isUnderSettings, navigationOf, profileLink, settingsLink } from './nav-plan.ts'

function routesOf(name: string): string[] {
  const role = systemRoles.find((known) => known.name === name)
  if (!role) throw new Error(`there is no role ${name}`)
  return routes({ id: '', ...role })
}

function routes(role: Role): string[] {
  return navigationOf(faces, role).flatMap(({ entries }) => entries.map(hrefOf))
}

describe('the navigation', () => {
  test('has daily work first, and every address once', () => {
    const all = routesOf('Administrator')
    expect(all.slice(0, 7)).toEqual([
      '/inbox-items',
      '/ecfx-notification',
      '/cases',
      '/documents',
      '/text-search',
      '/dashboard',
      '/manual-processing',
    ])
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(expect.arrayContaining(['/cases', '/users', '/storage-policies', '/firm-information']))
  })

  test('has only pages the role may open', () => {
    const all = routesOf('View Only')
    expect(all).toContain('/cases')
    for (const denied of ['/users', '/firm-information', '/security-roles', '/event-logs'])
      expect(all).not.toContain(denied)
  })

  test('has no list of records that the role may not see, though the key of its page is another', () => {
    const only = (grants: Role['grants']) => routes({ id: '', name: '', isSystemDefined: false, grants })
    const envelope = { access: 'READ' as const, fields: {} }
    expect(only({ envelope })).toContain('/ecfx-notification')
    expect(only({ envelope })).not.toContain('/deliveries')
    expect(only({ envelope, delivery: envelope })).toContain('/deliveries')
  })

  test('has no page of credentials for a role that sees the firm but none of them', () => {
    const seen = { access: 'READ' as const, fields: {} }
    const only = (grants: Role['grants']) => routes({ id: '', name: '', isSystemDefined: false, grants })
    expect(only({ firm: seen })).toContain('/firm-information')
    expect(only({ firm: seen })).not.toContain('/dms')
    expect(only({ firm: seen, credential: seen })).toContain('/dms')
  })

  test('has no page for entering notices for a role that only reads them', () => {
    const only = (access: AccessType) =>
      routes({ id: '', name: '', isSystemDefined: false, grants: { inbox_item: { access, fields: {} } } })
    expect(only('READ')).toContain('/inbox-items')
    expect(only('READ')).not.toContain('/manual-processing')
    expect(only('FULL')).toContain('/manual-processing')
  })

  test('is empty for a role that may open nothing', () => {
    expect(routes({ id: '', name: '', isSystemDefined: false, grants: {} })).toEqual([])
  })

  test('capitalizes its entries in one way', () => {
    const administrator = systemRoles.find(({ name }) => name === 'Administrator')
    if (!administrator) throw new Error('there is no role Administrator')
    const labels = navigationOf(faces, { id: '', ...administrator }).flatMap((each) => each.entries.map(pageLabel))
    expect(labels.length).toBeGreaterThan(40)
    // Titles of single credentials are sentences; the Settings page doesn't list them.
    expect(labels.filter((label) => / (?!of |in )[a-z]/.test(label ?? ''))).toEqual([])
  })

  test('has every entry of the specification under its own name', () => {
    const administrator = systemRoles.find(({ name }) => name === 'Administrator')
    const entries = administrator
      ? navigationOf(faces, { id: '', ...administrator }).flatMap((each) => each.entries)
      : []
    const names = [...entries, settingsLink, profileLink].map(pageLabel)
    expect(names).toEqual(expect.arrayContaining(specified))
  })
})

/** Specification, section 2: Navigation menu. */
const specified = [
  'Abbreviations, Auto Case Creation, Billing, Cases, Clients, Dashboard, Departments, Dictionary',
  'Document Processing, DMS, Inbox, Ethical Walls, Event Logs, Firm Information, Firm Settings, Ignored Cases',
  'Hierarchy, Judges, Jurisdictions, Jurisdiction Preferences, Jurisdiction Groups, Locations, Matters',
  'Manual Processing, Notifications, Notification Rules, Preference Groups, Provider Credentials, Roles',
  'Storage Policies, Special Handling, Email Templates, Timekeepers, Edit Templates, Users, Practice Groups',
  'System Events, Webhooks, User Profile',
].flatMap((line) => line.split(', '))

test.each([
  ['/judges', true],
  ['/matters/id/4711', true],
  ['/clients/import', true],
  ['/templates/edit/4711', true],
  ['/box-credentials', true],
  ['/exports', true],
  ['/cases', false],
  ['/cases/import', false],
  ['/inbox-items/id/4711', false],
  ['/profile', false],
  ['/success', false],
])('%s belongs to the settings: %s', (path, isIt) => expect(isUnderSettings(faces, path)).toBe(isIt))
