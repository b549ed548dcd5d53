import { expect, test } from 'vitest'
import { type Plan, scansOf } from './statement-blocks.ts'

const large = new Set(['inbox_items', 'inbox_items_received_at_sort_idx'])
const table: Plan = { 'Node Type': 'Seq Scan', 'Relation Name': 'inbox_items' }
const index: Plan = {
  'Node Type': 'Index Scan',
  'Relation Name': 'inbox_items',
  'Index Name': 'inbox_items_received_at_sort_idx',
  'Index Cond': '(firm_id = 1)',
}
const above = (node: string, plan: Plan, more: Partial<Plan> = {}): Plan => ({
  'Node Type': node,
  Plans: [plan],
  ...more,
})

test('a limit lets a scan end early, so that it is none of the whole table', () => {
  expect(scansOf(table, large)).toEqual([{ table: 'inbox_items', how: 'sequentially' }])
  expect(scansOf(above('Limit', index), large)).toEqual([])
  expect(scansOf(above('Limit', above('Nested Loop', table)), large)).toEqual([])
  expect(scansOf(above('Limit', above('Aggregate', index, { Strategy: 'Sorted' })), large)).toEqual([])
})

test.each([
  ['a sort', above('Sort', table)],
  ['a hash', above('Hash Join', above('Hash', table))],
  ['a count', above('Aggregate', table, { Strategy: 'Plain' })],
  ['groups', above('Subquery Scan', above('Aggregate', table, { Strategy: 'Hashed' }))],
  ['a subquery of its own', above('Nested Loop', { ...table, 'Parent Relationship': 'InitPlan' })],
])('%s between the limit and the scan reads all of the table', (_, plan) => {
  expect(scansOf(above('Limit', plan), large)).toEqual([{ table: 'inbox_items', how: 'sequentially' }])
})

test('all of a firm through an index is as much', () => {
  const found = [{ table: 'inbox_items', how: 'all of inbox_items_received_at_sort_idx' }]
  expect(scansOf(above('Limit', above('Sort', index)), large)).toEqual(found)
  const bitmap = { ...index, 'Node Type': 'Bitmap Index Scan', 'Relation Name': undefined }
  const plan = above('Limit', above('Bitmap Heap Scan', bitmap as Plan, { 'Relation Name': 'inbox_items' }))
  expect(scansOf(plan, large)).toEqual(found)
})
