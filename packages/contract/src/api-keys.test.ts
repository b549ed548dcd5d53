import { describe, expect, test } from 'vitest'
import {
  isAdmin,
  type PermissionSubject,
  permissionSubjects,
  permittedField,
  type Role,
  subjectAccess,
} from './access.ts'
import { excessScope, narrowToKey, offeredAccess, presetScopes } from './api-keys.ts'
import { administratorRole } from './resources/system-roles.ts'

const clerk: Role = {
  id: 'clerk',
  name: 'Clerk',
  isSystemDefined: false,
  grants: {
    case: { access: 'FULL', fields: { reference_id: 'DENY' } },
    client: { access: 'READ', fields: {} },
    user: { access: 'FULL', fields: {} },
  },
}

describe('a key', () => {
  test('may do what its scopes and the role both allow, field by field', () => {
    const role = narrowToKey(clerk, { id: 'key', scopes: { case: 'READ', client: 'FULL', matter: 'FULL' } })
    expect(subjectAccess('case', role)).toBe('READ')
    expect(permittedField('case', 'reference_id', role)).toBe('DENY')
    expect(subjectAccess('client', role)).toBe('READ')
    expect(subjectAccess('matter', role)).toBe('DENY')
    expect(subjectAccess('document', role)).toBe('DENY')
  })

  test('is never an administrator, and never takes the place of its owner’s role', () => {
    const role = narrowToKey(administratorRole, { id: 'key', scopes: { case: 'FULL' } })
    expect(isAdmin(role)).toBe(false)
    expect(role.id).toBe('key')
  })

  test('has no more than READ of what people decide, even if more was stored', () => {
    const scopes = Object.fromEntries(permissionSubjects.map((subject) => [subject, 'FULL' as const]))
    const role = narrowToKey(administratorRole, { id: 'key', scopes })
    const people: PermissionSubject[] = ['user', 'user_security_role', 'firm', 'ethical_wall', 'credential', 'webhook']
    for (const subject of people) expect([subject, subjectAccess(subject, role)]).toEqual([subject, 'READ'])
    expect(subjectAccess('case', role)).toBe('FULL')
  })
})

test('presets give no more than the role has', () => {
  expect(presetScopes('read', clerk)).toEqual({ case: 'READ', client: 'READ', user: 'READ' })
  expect(presetScopes('full', clerk)).toEqual({ case: 'FULL', client: 'READ', user: 'READ' })
  expect(presetScopes('agent', clerk)).toEqual({ case: 'READ', client: 'READ' })
})

test('a scope beyond the role, or beyond any key, is found', () => {
  expect(excessScope({ case: 'FULL', client: 'READ' }, clerk)).toBeUndefined()
  expect(excessScope({ client: 'FULL' }, clerk)).toEqual({ subject: 'client', access: 'FULL' })
  expect(excessScope({ matter: 'READ' }, clerk)).toEqual({ subject: 'matter', access: 'READ' })
  expect(excessScope({ user: 'FULL' }, clerk)).toEqual({ subject: 'user', access: 'FULL' })
  expect(offeredAccess('user', clerk)).toBe('READ')
})
