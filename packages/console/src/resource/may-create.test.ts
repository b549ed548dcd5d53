import type { AccessType, Role } from '@courtcrier/contract/access.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { expect, test } from 'vitest'
import { mayCreate } from './may-create.ts'

const roleOf = (grants: Role['grants']): Role => ({ id: 'r', name: 'r', isSystemDefined: false, grants })
const all = (access: AccessType, fields: Record<string, AccessType> = {}) => ({ access, fields })
const seen = { matter: all('READ'), jurisdiction: all('READ'), timekeeper: all('READ') }

test('a role that may enter what a case needs may create one', () => {
  expect(mayCreate(courtCase, roleOf({ ...seen, case: all('FULL') }))).toBe(true)
  expect(mayCreate(courtCase, roleOf({ ...seen, case: all('FULL', { description: 'DENY', judge_id: 'READ' }) }))).toBe(
    true,
  )
  expect(mayCreate(courtCase, roleOf({ ...seen, case: all('READ') }))).toBe(false)
})

test.each(['name', 'case_number', 'matter_id'])('a role that may not enter the %s of a case may create none', (key) => {
  for (const access of ['DENY', 'READ'] as const)
    expect(mayCreate(courtCase, roleOf({ ...seen, case: all('FULL', { [key]: access }) }))).toBe(false)
})

test('a role that sees no matters may create no case, which belongs to one', () => {
  expect(mayCreate(courtCase, roleOf({ ...seen, matter: all('DENY'), case: all('FULL') }))).toBe(false)
  expect(mayCreate(client, roleOf({ client: all('FULL') }))).toBe(true)
})

test('every predefined role may create what it has full access to', () => {
  const refused = systemRoles.flatMap((role) =>
    resources
      .filter(({ isReadOnly, isVirtual, subject }) => {
        return !isReadOnly && !isVirtual && role.grants[subject]?.access === 'FULL'
      })
      .filter((resource) => !mayCreate(resource, { id: '', ...role }))
      .map(({ name }) => `${role.name}: ${name}`),
  )
  expect(refused).toEqual([])
})
