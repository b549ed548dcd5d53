import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AccessType,
  accessKeys,
  everyone,
  guardRoute,
  intersectRoles,
  isAdmin,
  isPublicPath,
  permissionSubjects,
  permittedField,
  type Role,
  routeAccess,
  subjectAccess,
} from './access.ts'
import { fieldAccess } from './resource.ts'
import { judge } from './resources/judge.ts'
import { arbitraryRole, roleOf } from './testing/arbitrary-role.ts'

const unknown = 'WRITE' as AccessType

describe('what a role may do with a field', () => {
  test.each<[whole: AccessType | undefined, field: AccessType | undefined, expected: AccessType]>([
    ['FULL', undefined, 'FULL'],
    ['FULL', 'FULL', 'FULL'],
    ['FULL', 'READ', 'READ'],
    ['FULL', 'DENY', 'DENY'],
    ['FULL', unknown, 'DENY'],
    ['READ', undefined, 'READ'],
    ['READ', 'FULL', 'READ'],
    ['READ', 'READ', 'READ'],
    ['READ', 'DENY', 'DENY'],
    ['READ', unknown, 'DENY'],
    ['DENY', undefined, 'DENY'],
    ['DENY', 'FULL', 'DENY'],
    ['DENY', 'READ', 'DENY'],
    ['DENY', 'DENY', 'DENY'],
    [unknown, 'FULL', 'DENY'],
    [unknown, undefined, 'DENY'],
    [undefined, 'FULL', 'DENY'],
    [undefined, undefined, 'DENY'],
  ])('the whole %s and the field %s: %s', (whole, field, expected) => {
    const fields: Record<string, AccessType> = field === undefined ? {} : { name: field }
    const grants: Role['grants'] = whole === undefined ? {} : { judge: { access: whole, fields } }
    expect(permittedField('judge', 'name', { ...roleOf('FULL'), grants })).toBe(expected)
  })

  test('ignores properties inherited from Object', () => {
    expect(permittedField('judge', 'constructor', roleOf('READ'))).toBe('READ')
    expect(permittedField('constructor', 'name', roleOf('FULL'))).toBe('DENY')
  })

  test.each(['no_such_subject', 'constructor', '__proto__', '', 'Judge', 'judges'])(
    'is denied for the subject %j, even when the role grants it',
    (subject) => {
      const role = { ...roleOf('FULL'), grants: { [subject]: { access: 'FULL' as const, fields: {} } } }
      expect(subjectAccess(subject, role)).toBe('DENY')
    },
  )

  test("is full for each user's own records, whatever the role", () => {
    for (const role of [roleOf('DENY'), { ...roleOf('DENY'), grants: {} }]) {
      expect([subjectAccess(everyone, role), permittedField(everyone, 'name', role)]).toEqual(['FULL', 'FULL'])
    }
  })

  test('is denied for a subject the role does not name', () => {
    expect(
      permissionSubjects.map((subject) => subjectAccess(subject, { ...roleOf('FULL'), grants: {} })),
    ).toStrictEqual(permissionSubjects.map(() => 'DENY'))
  })
})

describe('the flag of a route', () => {
  test.each(accessKeys)('%s is the grant of its subject only', (key) => {
    const role = (access: AccessType): Role => ({
      ...roleOf('DENY'),
      grants: { ...roleOf('DENY').grants, [subjectOf(key)]: { access, fields: {} } },
    })
    expect(permissionSubjects).toContain(subjectOf(key))
    expect(routeAccess(key, role('READ'))).toBe('READ')
    expect(routeAccess(key, role('FULL'))).toBe('FULL')
    expect(routeAccess(key, role('DENY'))).toBe('DENY')
  })
})

describe('the navigation guard on every route change', () => {
  const signedOut = undefined
  test.each(['/login', '/password-forgot', '/password-reset', '/login/', '/login?from=/cases', '/'])(
    'login, forgot and reset routes are always allowed: %s',
    (path) => {
      for (const role of [signedOut, roleOf('DENY'), roleOf('FULL')]) {
        expect(guardRoute({ path, accessKey: 'caseAccess' }, role)).toStrictEqual({ allow: true })
        expect(isPublicPath(path)).toBe(true)
      }
    },
  )

  test.each(['/cases', '/inbox-items/id/7?tab=notes', '/profile', '/success', '/loginx', '/login/x', '/x/login'])(
    'if not logged in, go to Home with the requested path: %s',
    (path) => {
      expect(guardRoute({ path, accessKey: 'caseAccess' }, signedOut)).toStrictEqual({ redirect: '/', from: path })
      expect(guardRoute({ path, accessKey: '' }, signedOut)).toStrictEqual({ redirect: '/', from: path })
    },
  )

  test("if logged in and the role's value for the route's access key equals the deny value, go to /success", () => {
    for (const accessKey of accessKeys) {
      expect(guardRoute({ path: '/any', accessKey }, roleOf('DENY'))).toStrictEqual({ redirect: '/success' })
    }
  })

  test('a route is blocked only when its flag is the deny value', () => {
    for (const accessKey of accessKeys) {
      expect(guardRoute({ path: '/any', accessKey }, roleOf('READ'))).toStrictEqual({ allow: true })
      expect(guardRoute({ path: '/any', accessKey }, roleOf('FULL'))).toStrictEqual({ allow: true })
    }
  })

  test('routes with an empty access key are always allowed', () => {
    expect(guardRoute({ path: '/profile', accessKey: '' }, roleOf('DENY'))).toStrictEqual({ allow: true })
    expect(guardRoute({ path: '/success' }, roleOf('DENY'))).toStrictEqual({ allow: true })
  })

  test('a subject the role does not name, or names with an unknown value, is denied', () => {
    const to = { path: '/cases', accessKey: 'caseAccess' } as const
    expect(guardRoute(to, { ...roleOf('FULL'), grants: {} })).toStrictEqual({ redirect: '/success' })
    expect(guardRoute(to, roleOf(unknown))).toStrictEqual({ redirect: '/success' })
  })
})

describe('an administrator', () => {
  test.each([
    ['admin', true, true],
    ['Administrator', true, true],
    ['admin', false, false],
    ['Administrators', true, false],
    ['Manager', true, false],
  ])('named %s, system-defined %s: %s', (name, isSystemDefined, expected) => {
    expect(isAdmin({ ...roleOf('FULL'), name, isSystemDefined })).toBe(expected)
  })
})

describe('a role viewed as another', () => {
  const anyRole = arbitraryRole(judge)
  test('may do only what both roles may', () => {
    fc.assert(
      fc.property(anyRole, anyRole, (own, viewed) => {
        const role = intersectRoles(own, viewed)
        for (const key of Object.keys(judge.fields)) {
          const [mine, theirs, both] = [own, viewed, role].map((each) => fieldAccess(judge, key, each))
          expect(both).toBe(
            [mine, theirs].includes('DENY') ? 'DENY' : [mine, theirs].includes('READ') ? 'READ' : 'FULL',
          )
        }
      }),
    )
  })

  test('has the name and ID of the other, and is an administrator only when both are', () => {
    const administrator = { ...roleOf('FULL'), id: 'a', name: 'Administrator', isSystemDefined: true }
    const keeper = { ...roleOf('FULL'), id: 'k', name: 'Keeper' }
    expect(intersectRoles(administrator, keeper)).toMatchObject({ id: 'k', name: 'Keeper', isSystemDefined: false })
    expect(isAdmin(intersectRoles(keeper, administrator))).toBe(false)
    expect(isAdmin(intersectRoles(administrator, administrator))).toBe(true)
  })
})

/** Returns the subject of a key: `inboxItemAccess` -> `inbox_item`. */
function subjectOf(key: string): string {
  return key
    .slice(0, -'Access'.length)
    .split(/(?=[A-Z])/)
    .join('_')
    .toLowerCase()
}
