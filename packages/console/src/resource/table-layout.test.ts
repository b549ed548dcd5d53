import type { Role } from '@courtcrier/contract/access.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { expect, test } from 'vitest'
import { columnWidths, moveColumn, readLayout, resizeColumn, toggleColumn } from './table-layout.ts'

const roleWith = (fields: Record<string, 'DENY'> = {}): Role => ({
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { client: { access: 'FULL', fields } },
})
const scope = { resource: client, role: roleWith() }
const usual = readLayout(undefined, scope)

test('a table starts as defined', () => {
  expect(usual).toEqual({ columns: client.list.columns, widths: {}, density: 'compact', isPinned: true })
})

test('an arrangement is restored', () => {
  const kept = { columns: ['number', 'name'], widths: { name: 240 }, density: 'roomy', isPinned: false }
  expect(readLayout(JSON.parse(JSON.stringify(kept)), scope)).toEqual(kept)
})

test.each([
  null,
  'x',
  [],
  { columns: 'name' },
  { columns: [] },
  { columns: ['gone'] },
  { density: 'huge' },
  { widths: { name: 'wide' } },
])('an invalid arrangement is ignored: %j', (kept) => expect(readLayout(kept, scope)).toEqual(usual))

test('a column the role may not see is omitted, even from a stored arrangement', () => {
  const role = roleWith({ number: 'DENY' })
  const layout = readLayout({ columns: ['number', 'name'], widths: { number: 90 } }, { resource: client, role })
  expect(layout).toMatchObject({ columns: ['name'], widths: {} })
})

test('a column is added at the end and removed, and the last one stays', () => {
  const more = toggleColumn(usual, 'createdAt')
  expect(more.columns.at(-1)).toBe('createdAt')
  expect(toggleColumn(more, 'createdAt').columns).toEqual(usual.columns)
  const one = { ...usual, columns: ['name'] }
  expect(toggleColumn(one, 'name').columns).toEqual(['name'])
})

test('a column moves by one position and not out of the table', () => {
  const layout = { ...usual, columns: ['a', 'b', 'c'] }
  expect(moveColumn(layout, 'b', 1).columns).toEqual(['a', 'c', 'b'])
  expect(moveColumn(layout, 'b', -1).columns).toEqual(['b', 'a', 'c'])
  expect(moveColumn(layout, 'a', -1).columns).toEqual(['a', 'b', 'c'])
  expect(moveColumn(layout, 'x', 1).columns).toEqual(['a', 'b', 'c'])
})

test('a width is limited and can be reset', () => {
  expect(resizeColumn(usual, 'name', 1).widths).toEqual({ name: columnWidths.least })
  expect(resizeColumn(usual, 'name', 9999).widths).toEqual({ name: columnWidths.most })
  expect(resizeColumn(resizeColumn(usual, 'name', 200), 'name', undefined).widths).toEqual({})
})
