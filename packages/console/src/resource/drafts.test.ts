import type { Role } from '@courtcrier/contract/access.ts'
import { text } from '@courtcrier/contract/fields/text.ts'
import { emptyRow, type Resource } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { expect, test } from 'vitest'
import { draftOf } from './drafts.ts'

const roleWith = (fields: Record<string, 'READ' | 'DENY'> = {}): Role => ({
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { client: { access: 'FULL', fields } },
})
const row = { ...emptyRow(client), id: 'a', name: 'Meridian', number: 'C-1' }
const scope = { resource: client as Resource, role: roleWith(), row, isNew: false }

test('a draft is what differs from the record', () => {
  expect(draftOf({ ...row, name: 'Meridian Freight', openDate: undefined }, scope)).toEqual({
    name: 'Meridian Freight',
  })
  expect(draftOf(row, scope)).toEqual({})
})

test('what was emptied is part of it', () => {
  expect(draftOf({ ...row, number: null }, scope)).toEqual({ number: null })
})

test('what the role may not set is not', () => {
  const values = { ...row, name: 'X', number: 'Y' }
  expect(draftOf(values, { ...scope, role: roleWith({ name: 'READ', number: 'DENY' }) })).toEqual({})
})

test('a secret is never kept', () => {
  const secret = { ...text(99), kind: 'secret' as const }
  const resource: Resource = { ...client, fields: { ...client.fields, token: secret }, form: ['name', 'token'] }
  expect(draftOf({ ...row, name: 'X', token: 'hunter2' }, { ...scope, resource })).toEqual({ name: 'X' })
})
