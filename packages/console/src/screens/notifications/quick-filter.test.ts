import type { Filter } from '@courtcrier/contract/query.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { expect, test } from 'vitest'
import { quickKey, quickNames, quickOf, withQuick } from './quick-filter.ts'

const court: Filter = { field: 'ecfxJurisdictionId', in: ['cand'] }
const [administrator] = systemRoles.map((role) => ({ id: '', ...role }))
if (!administrator) throw new Error('there are no roles')
const names = quickNames(administrator)

test('those of every table come first', () => {
  expect(names).toEqual(['all', 'recent', 'unmapped', 'told', 'notTold', 'opened', 'notOpened'])
  expect(names.map(quickKey)).toEqual([
    ...['list.all', 'list.recent', 'table.unmapped'],
    ...['told.quick.told', 'told.quick.notTold', 'told.quick.opened', 'told.quick.notOpened'],
  ])
})

test('unmapped notifications are not offered to a role that may not see their cases', () => {
  const grants = {
    ...administrator.grants,
    envelope: { access: 'READ' as const, fields: { case_id: 'DENY' as const } },
  }
  expect(quickNames({ ...administrator, grants })).not.toContain('unmapped')
})

test.each(names)('%s is recognized by its state, and other filters stay', (name) => {
  for (const view of ['all', 'recent']) {
    const before = { view, filters: [court, { field: 'told', in: ['true'] }] }
    const state = withQuick(before, name)
    expect(quickOf(state)).toBe(name)
    expect(state.filters).toContain(court)
  }
})

test('custom filters match no quick filter', () => {
  const told: Filter = { field: 'told', in: ['true'] }
  expect(quickOf({ view: 'all', filters: [{ field: 'told', in: ['true', 'false'] }] })).toBeUndefined()
  expect(quickOf({ view: 'all', filters: [told, { field: 'opened', in: ['false'] }] })).toBeUndefined()
  expect(quickOf({ view: 'recent', filters: [told] })).toBeUndefined()
})
