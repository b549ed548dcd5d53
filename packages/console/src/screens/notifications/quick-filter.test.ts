import type { Filter } from '@courtcrier/contract/query.ts'
import { expect, test } from 'vitest'
import { quickNames, quickOf, withQuick } from './quick-filter.ts'

const court: Filter = { field: 'ecfxJurisdictionId', in: ['cand'] }

test.each(quickNames)('%s is recognized by its filters, and other filters stay', (name) => {
  const before: Filter[] = [court, { field: 'told', in: ['true'] }]
  const filters = withQuick(before, name)
  expect(quickOf(filters)).toBe(name)
  expect(filters).toContain(court)
})

test('custom filters match no quick filter', () => {
  expect(quickOf([{ field: 'told', in: ['true', 'false'] }])).toBeUndefined()
  expect(
    quickOf([
      { field: 'told', in: ['true'] },
      { field: 'opened', in: ['false'] },
    ]),
  ).toBeUndefined()
})
