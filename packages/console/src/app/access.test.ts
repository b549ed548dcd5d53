import { type AccessKey, accessKeys, type Role, routeAccess } from '@courtcrier/contract/access.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listedResources } from '../resource/listed-resources.ts'
import { screens } from '../screens/registry.ts'
import { setSession } from '../session/session-store.ts'
import { guard } from './guard.ts'
import { laterRoutes } from './later-routes.ts'

afterEach(() => setSession(undefined))

/** The routes behind the log-in and their access keys, as section 2 of the specification lists them. */
const specified: Readonly<Record<string, AccessKey>> = {
  '/dashboard': 'dashboardAccess',
  '/inbox-items': 'inboxItemAccess',
  '/ecfx-notification': 'envelopeAccess',
  '/firm-information': 'firmAccess',
  '/dictionary': 'firmAccess',
  '/special-handling': 'firmAccess',
  '/auto-case-creation': 'firmAccess',
  '/document-processing': 'firmAccess',
  '/webhooks': 'firmAccess',
  '/security-roles': 'firmAccess',
  '/dms': 'firmAccess',
  '/provider-credentials': 'firmAccess',
  '/event-logs': 'firmAccess',
  '/ethical-walls': 'firmAccess',
  '/billing': 'firmAccess',
  '/hierarchy': 'firmAccess',
  '/abbreviations': 'firmAccess',
  '/users': 'userAccess',
  '/notification-rule': 'notificationRuleAccess',
  '/jurisdiction-groups': 'jurisdictionGroupAccess',
  '/jurisdiction-preferences': 'jurisdictionPreferenceAccess',
  '/storage-policies': 'storagePolicyAccess',
  '/preference-groups': 'timekeeperGroupAccess',
  '/clients': 'clientAccess',
  '/cases': 'caseAccess',
  '/timekeepers': 'timekeeperAccess',
  '/matters': 'matterAccess',
  '/jurisdictions': 'jurisdictionAccess',
  '/ignored-cases': 'ignoredCaseAccess',
  '/judges': 'judgeAccess',
  '/departments': 'departmentAccess',
  '/locations': 'locationAccess',
  '/practice-groups': 'locationAccess',
  '/templates': 'emailTemplateAccess',
  '/templates/edit/$id': 'emailTemplateAccess',
  '/totest': 'firmAccess',
  '/dev': 'firmAccess',
  '/slow': 'firmAccess',
  '/demo': 'firmAccess',
}

/** Every route of the registries with its key: what a screen, a resource or a page to come says of it. */
function registered(): Map<string, AccessKey | ''> {
  const routes = new Map<string, AccessKey | ''>()
  for (const { route, accessKey } of laterRoutes) routes.set(route, accessKey)
  for (const { route, access } of listedResources()) routes.set(route, access)
  for (const { route, accessKey, children } of screens) {
    routes.set(route, accessKey)
    for (const child of children ?? []) routes.set(`${route}/${child}`, accessKey)
  }
  return routes
}

test.each(Object.entries(specified))('%s is there and opens by %s', (route, accessKey) => {
  expect(registered().get(route)).toBe(accessKey)
})

test('an inbox item has an address of its own', () => {
  expect(registered().get('/inbox-items/id/$id')).toBe('inboxItemAccess')
})

test('no route has two owners', () => {
  const owners = [...screens.map(({ route }) => route), ...listedResources().map(({ route }) => route)]
  expect(owners.filter((route, index) => owners.indexOf(route) !== index)).toEqual([])
})

/** F: opens, -: denied; for Administrator, Manager, View Only and Docketing. */
const opens: Partial<Record<AccessKey, string>> = {
  firmAccess: 'F F - -',
  userAccess: 'F F - -',
  noticeFormatAccess: 'F F - -',
}

const roles = systemRoles.map((role): Role => ({ ...role, id: role.name }))

describe('the guard', () => {
  test.each(accessKeys)('opens %s to the predefined roles that may', (key) => {
    const found = roles.map((role) => (routeAccess(key, role) === 'DENY' ? '-' : 'F')).join(' ')
    expect(found).toBe(opens[key] ?? 'F F F F')
  })

  const cases = roles.flatMap((role) => [...registered()].map(([route, key]) => [role, route, key] as const))
  test.each(cases.map(([role, route, key]) => [role.name, route, key, role] as const))(
    '%s at %s (%s) passes or is shown what is missing',
    (_, route, key, role) => {
      signIn(role)
      const isDenied = key !== '' && routeAccess(key, role) === 'DENY'
      const go = () => guard(route, key)
      if (!isDenied) return expect(go).not.toThrow()
      expect(redirectOf(go)).toMatchObject({ to: '/success', search: { denied: route } })
    },
  )

  test('sends who is not signed in to the start, with the way back', () => {
    expect(redirectOf(() => guard('/cases?q=x', 'caseAccess'))).toMatchObject({
      to: '/',
      search: { from: '/cases?q=x' },
    })
  })
})

function signIn(role: Role): void {
  vi.stubGlobal('localStorage', undefined)
  const user = { id: 'u', email: '', fullName: '', displayName: null, securityRoleId: role.id, timekeeperId: null }
  setSession({ user, role, accessToken: '', refreshToken: '', expiresAt: 0, refreshAt: 0 })
}

/** What the guard throws is a response that the router reads. */
function redirectOf(go: () => void): object | undefined {
  try {
    go()
    return undefined
  } catch (thrown) {
    return (thrown as { options: object }).options
  }
}
