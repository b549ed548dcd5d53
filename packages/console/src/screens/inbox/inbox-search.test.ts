import type { Filter } from '@courtcrier/contract/query.ts'
import { describe, expect, it } from 'vitest'
import { formatTotal } from '../../ui/format-total.ts'
import {
  besideTab,
  countOf,
  formerAddress,
  inboxQuery,
  isQuick,
  type Tab,
  tabNames,
  tabOf,
  toggleQuick,
  withTab,
} from './inbox-search.ts'

const court: Filter = { field: 'ecfxJurisdictionId', in: ['cand'] }

describe('tabs', () => {
  it.each(tabNames)('%s is recognized by its filters, and other filters stay', (tab) => {
    const filters = withTab([{ field: 'status', in: ['New'] }, { field: 'hidden', in: ['true'] }, court], tab)
    expect(tabOf(filters)).toBe(tab)
    expect(besideTab(filters)).toEqual([court])
  })

  it('is undefined for other statuses, which are then among the filters', () => {
    const filters: Filter[] = [{ field: 'status', in: ['Failed', 'Manual'] }, court]
    expect(tabOf(filters)).toBeUndefined()
    expect(besideTab(filters)).toEqual(filters)
    expect(tabOf([{ field: 'status', isEmpty: true }])).toBeUndefined()
  })
})

it('adds a quick filter to the others and removes it again', () => {
  const on = toggleQuick([court], 'dms')
  expect([isQuick(on, 'dms'), isQuick(on, 'sender')]).toEqual([true, false])
  expect(toggleQuick(on, 'dms')).toEqual([court])
})

it('requests archived items only on demand', () => {
  const query = { max: 50, offset: 0, freeText: '', sort: [] }
  expect(inboxQuery({ ...query, filters: [court] }, undefined).filters).toEqual([
    court,
    { field: 'hidden', in: ['false'] },
  ])
  const archived = withTab([], 'archived')
  expect(inboxQuery({ ...query, filters: archived }, undefined).filters).toEqual(archived)
})

describe('a former address', () => {
  it.each([
    [
      { status: 'action', court: 'cand,ca9', q: 'Ortiz' },
      { q: 'Ortiz', 'f.status': ['Action Required'], 'f.ecfxJurisdictionId': ['cand', 'ca9'] },
    ],
    [{ sort: 'received' }, { sort: 'receivedAt' }],
    [{ status: 'nonsense', court: '../' }, {}],
  ])('%j still shows the same', (before, after) => {
    expect(formerAddress(before)).toEqual(after)
  })

  it('is undefined without former parameters', () => {
    expect(formerAddress({ q: 'Ortiz', 'f.status': 'Failed', sort: 'receivedAt' })).toBeUndefined()
  })
})

it('counts a tab as the sum of its statuses, and archived items separately', () => {
  const counts = { New: 1, Started: 2, Retry: 3, 'Post Processing': 4, Failed: 5, Canceled: 6 }
  const all = { counts, at_least: ['Failed'], archived: 7, archived_at_least: true }
  const count = (tab: Tab) => formatTotal(countOf(tab, all))
  expect([count('progress'), count('failed'), count('manual'), count('all'), count('archived')]).toEqual([
    '10',
    '5+',
    '0',
    '21+',
    '7+',
  ])
})
