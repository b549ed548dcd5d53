import type { Role } from '@courtcrier/contract/access.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { describe, expect, test } from 'vitest'
import { cellAfter, editableKeys } from './cell-editing.ts'

const role: Role = {
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { client: { access: 'FULL', fields: {} } },
}
const columns = ['name', 'number', 'status', 'originatingTimekeeperId', 'openDate', 'createdAt']

describe('cells edited in place', () => {
  test('exclude names, identifying fields, references, and fields set by the program', () => {
    expect(editableKeys(columns, { resource: client, role })).toEqual(['status', 'openDate'])
  })

  test('are those the role may write', () => {
    const fields = { open_date: 'READ' as const }
    const careful = { ...role, grants: { client: { access: 'FULL' as const, fields } } }
    const reader = { ...role, grants: { client: { access: 'READ' as const, fields: {} } } }
    expect(editableKeys(columns, { resource: client, role: careful })).toEqual(['status'])
    expect(editableKeys(columns, { resource: client, role: reader })).toEqual([])
  })

  const table = { ids: ['a', 'b'], keys: ['status', 'openDate'] }

  test.each([
    ['a', 'status', 'next', { id: 'a', key: 'openDate' }],
    ['a', 'openDate', 'next', { id: 'b', key: 'status' }],
    ['b', 'openDate', 'next', undefined],
    ['b', 'status', 'previous', { id: 'a', key: 'openDate' }],
    ['a', 'status', 'previous', undefined],
    ['a', 'status', 'stay', undefined],
    ['gone', 'status', 'next', undefined],
  ] as const)('from %s %s the %s cell is found, across the ends of rows', (id, key, step, expected) => {
    expect(cellAfter({ id, key }, step, table)).toEqual(expected)
  })
})
