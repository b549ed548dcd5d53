import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccessType, accessTypes, permissionSubjects, permittedField, type Role, subjectAccess } from './access.ts'
import { covers, describeExcess, fieldOfExcess, findExcess } from './covers.ts'
import { systemRoles } from './resources/system-roles.ts'
import { rankOf } from './role-rules.ts'

const role = (grants: Role['grants'], more: Partial<Role> = {}): Role => ({
  ...{ id: 'r', name: 'R', isSystemDefined: false, grants },
  ...more,
})
const access = fc.constantFrom<AccessType>(...accessTypes)
const fields = fc.dictionary(fc.constantFrom('name', 'number', 'client_id'), access, { maxKeys: 3 })
const anyRole = fc
  .dictionary(fc.constantFrom(...permissionSubjects), fc.record({ access, fields }), { maxKeys: 8 })
  .map((grants) => role(grants))

test('a role covers another exactly when the other has no higher grant for any subject or field', () => {
  fc.assert(
    fc.property(anyRole, anyRole, (granter, granted) => {
      const isWithin = permissionSubjects.every((subject) => {
        const names = ['name', 'number', 'client_id', 'not named by anybody']
        const whole = rankOf(subjectAccess(subject, granted)) <= rankOf(subjectAccess(subject, granter))
        const parts = names.every(
          (name) => rankOf(permittedField(subject, name, granted)) <= rankOf(permittedField(subject, name, granter)),
        )
        return whole && parts
      })
      expect(covers(granter, granted)).toBe(isWithin)
    }),
    { numRuns: 500 },
  )
})

test('covering is reflexive and transitive', () => {
  fc.assert(
    fc.property(anyRole, anyRole, anyRole, (a, b, c) => {
      expect(covers(a, a)).toBe(true)
      if (covers(a, b) && covers(b, c)) expect(covers(a, c)).toBe(true)
    }),
  )
})

test('an administrator covers everyone, and no one else covers an administrator', () => {
  const [administrator, ...others] = systemRoles.map((each) => ({ ...each, id: each.name }))
  if (!administrator) throw new Error('no roles')
  for (const other of others) {
    expect(covers(administrator, other)).toBe(true)
    expect(covers(other, administrator)).toBe(false)
  }
  expect(covers(role(administrator.grants, { name: 'Administrator' }), administrator)).toBe(false)
})

test('the excess is named as on screen and in forms', () => {
  const beyond = (granter: Role, granted: Role) => {
    const excess = findExcess(granter, granted)
    return excess && [describeExcess(excess), fieldOfExcess(excess)]
  }
  const wall = role({ ethical_wall: { access: 'FULL', fields: {} } })
  expect(beyond(role({}), wall)).toEqual(['Ethical walls: full', 'ethicalWallAccess'])
  const open = role({ client: { access: 'READ', fields: {} } })
  const narrow = role({ client: { access: 'READ', fields: { number: 'DENY' } } })
  expect(beyond(narrow, open)).toEqual(['Clients, Number: read', 'clientPermissions'])
  expect(beyond(open, narrow)).toBeUndefined()
})
