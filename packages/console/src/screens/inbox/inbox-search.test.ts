import { describe, expect, it } from 'vitest'
import { formatTotal } from '../../ui/format-total.ts'
import { countOf, formatInboxSearch, inboxQuery, readInboxSearch, type Tab } from './inbox-search.ts'

describe('the address of the list', () => {
  it('says what the list shows, and is read back the same', () => {
    const parameters = { status: 'progress', q: 'Ortiz', court: 'cand,ca9', sort: 'received', page: '3' }
    expect(formatInboxSearch(readInboxSearch(parameters))).toEqual(parameters)
  })

  it('is bare when nothing is chosen', () => {
    expect(Object.values(formatInboxSearch(readInboxSearch({})))).toEqual(Array(5).fill(undefined))
  })

  it.each([
    { status: 'nonsense', page: '-1' },
    { page: '1e9', court: '../,<script>' },
    { status: ['action', 'failed'], q: { a: 1 } },
  ])('with parameters that mean nothing shows everything: %o', (parameters) => {
    expect(readInboxSearch(parameters)).toEqual({
      tab: 'all',
      page: 1,
      freeText: '',
      courtIds: [],
      isOldestFirst: false,
    })
  })
})

it('asks for the page, newest first, of the tab and courts', () => {
  expect(inboxQuery(readInboxSearch({ status: 'progress', court: 'cand', page: '2' }))).toEqual({
    max: 50,
    offset: 50,
    freeText: '',
    sort: [{ field: 'receivedAt', isDescending: true }],
    filters: [
      { field: 'status', in: ['New', 'Started', 'Retry', 'Post Processing'] },
      { field: 'ecfxJurisdictionId', in: ['cand'] },
    ],
  })
})

it('counts a tab as the sum of its statuses, and canceled ones only under all', () => {
  const counts = { New: 1, Started: 2, Retry: 3, 'Post Processing': 4, Failed: 5, Canceled: 6 }
  const count = (tab: Tab) => formatTotal(countOf(tab, { counts, at_least: ['Failed'] }))
  expect([count('progress'), count('failed'), count('manual'), count('all')]).toEqual(['10', '5+', '0', '21+'])
})
