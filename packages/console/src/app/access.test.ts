import { type AccessKey, accessKeys, type Role, routeAccess } from '@courtcrier/contract/access.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listedResources } from '../resource/listed-resources.ts'
import { faces } from '../screens/registry.ts'
import { setSession } from '../session/session-store.ts'
import { guard } from './guard.ts'

afterEach(() => setSession(undefined))

const screens = faces.flatMap(({ screen }) => screen ?? [])

/** The routes behind the login and their access keys, as listed in section 2 of the specification. */
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

/** Returns every route of the registries with its access key, as its screen or resource defines it. */
function registered(): Map<string, AccessKey | ''> {
  const routes = new Map<string, AccessKey | ''>()
  for (const { route, access } of listedResources(faces)) routes.set(route, access)
  for (const { route, accessKey, children } of screens) {
    routes.set(route, accessKey)
    for (const child of children ?? []) routes.set(`${route}/${child}`, accessKey)
  }
  return routes
}

test.each(Object.entries(specified))('%s exists and is opened by %s', (route, accessKey) => {
  expect(registered().get(route)).toBe(accessKey)
})

test('an inbox item has its own address', () => {
  expect(registered().get('/inbox-items/id/$id')).toBe('inboxItemAccess')
})

test('no route is defined twice', () => {
  const owners = [...screens.map(({ route }) => route), ...listedResources(faces).map(({ route }) => route)]
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
  test.each(accessKeys)('opens %s only to the predefined roles that may open it', (key) => {
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

  test('redirects signed-out visitors to the start, with the requested address', () => {
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

/** Returns the response thrown by the guard, which the router reads. */
function redirectOf(go: () => void): object | undefined {
  try {
    go()
    return undefined
  } catch (thrown) {
    return (thrown as { options: object }).options
  }
}
