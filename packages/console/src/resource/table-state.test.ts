import type { Role } from '@courtcrier/contract/access.ts'
import { formatSearchQuery, parseSearchQuery } from '@courtcrier/contract/query.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { jurisdictionGroup } from '@courtcrier/contract/resources/jurisdiction-group.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../ui/search-params.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import {
  columnKeys,
  filterKeys,
  hasDate,
  hasSecondDate,
  offeredFilters,
  queryOf,
  readTableState,
  type TableState,
  viewsOf,
  writeTableState,
} from './table-state.ts'

const roleWith = (fields: Record<string, 'DENY'> = {}): Role => ({
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: {
    case: { access: 'FULL', fields },
    client: { access: 'FULL', fields: {} },
    user: { access: 'FULL', fields: {} },
    jurisdiction: { access: 'FULL', fields },
    jurisdiction_group: { access: 'FULL', fields: {} },
    envelope: { access: 'FULL', fields: {} },
    timekeeper: { access: 'FULL', fields: {} },
    system_event: { access: 'READ', fields: {} },
    user_security_role: { access: 'FULL', fields: {} },
  },
})
const scope = { resource: courtCase, role: roleWith() }
const plain: TableState = {
  freeText: '',
  sort: [{ field: 'name', isDescending: false }],
  page: 0,
  size: 50,
  view: 'all',
  filters: [],
}

beforeEach(() => setTimeZone('America/Los_Angeles'))

describe('a table in its address', () => {
  test('is empty in its default state', () => {
    expect(writeTableState(plain, courtCase)).toEqual({})
    expect(readTableState({}, scope)).toEqual(plain)
  })

  test.each<Partial<TableState>>([
    { freeText: 'smith & sons', page: 3, size: 200, view: 'recent' },
    { sort: [{ field: 'caseNumber', isDescending: true }] },
    {
      sort: [
        { field: 'status', isDescending: false },
        { field: 'createdAt', isDescending: true },
      ],
    },
    { filters: [{ field: 'status', in: ['Open', 'Closed'] }] },
    { filters: [{ field: 'name', contains: '~odd..text!' }] },
    { filters: [{ field: 'openDate', from: '2026-01-01', to: '2026-02-01' }] },
    { filters: [{ field: 'openDate', to: '2026-02-01' }] },
    { filters: [{ field: 'judgeId', isEmpty: true }] },
    { filters: [{ field: 'caption', isEmpty: false }] },
    { filters: [{ field: 'assignedTimekeepers', in: ['a', 'b'] }] },
  ])('is read back as it was written: %j', (part) => {
    const state = { ...plain, ...part }
    const address = stringifySearch(writeTableState(state, courtCase))
    expect(readTableState(parseSearch(address), scope)).toEqual(state)
  })

  test.each(['?page=0', '?page=x', '?size=7', '?view=mine', '?sort=nothing', '?f.openDate=soon', '?f.nothing=1'])(
    'ignores invalid parameters: %s',
    (address) => {
      expect(readTableState(parseSearch(address), scope)).toMatchObject({ page: 0, size: 50, view: 'all', filters: [] })
    },
  )

  test('has no order, filter or column of a field the role may not see', () => {
    const role = roleWith({ case_number: 'DENY' })
    const state = readTableState(parseSearch('?sort=caseNumber&f.caseNumber=~26'), { resource: courtCase, role })
    expect(state).toMatchObject({ sort: [], filters: [] })
    expect(columnKeys(courtCase, role)).not.toContain('caseNumber')
    expect(filterKeys(courtCase, role)).not.toContain('caseNumber')
  })

  test('to choose from leave out references to records of which the role may see none', () => {
    const role = roleWith()
    expect(offeredFilters(courtCase, role)).toContain('jurisdictionId')
    const blind = { ...role, grants: { ...role.grants, jurisdiction: { access: 'DENY' as const, fields: {} } } }
    expect(offeredFilters(courtCase, blind)).not.toContain('jurisdictionId')
  })
})

describe('filters by dates', () => {
  test('are limited to one, and the first one counts', () => {
    const params = parseSearch('?f.openDate=2026-01-01..&f.closeDate=2026-02-01..&f.status=Open')
    expect(hasSecondDate(params, scope)).toBe(true)
    expect(readTableState(params, scope).filters.map(({ field }) => field)).toEqual(['status', 'openDate'])
    expect(hasSecondDate(parseSearch('?f.openDate=2026-01-01..&f.status=Open'), scope)).toBe(false)
  })

  test('are left out of the recent records, which are those of some days already', () => {
    const params = parseSearch('?view=recent&f.openDate=2026-01-01..&f.closeDate=!&f.status=Open')
    expect(hasSecondDate(params, scope)).toBe(true)
    const state = readTableState(params, scope)
    expect(state.filters.map(({ field }) => field)).toEqual(['status', 'closeDate'])
    expect(parseSearchQuery(courtCase, formatSearchQuery(queryOf(state, scope)), scope.role)).toHaveProperty('query')
    expect(hasDate(state, courtCase)).toBe(true)
    expect(hasDate({ ...state, view: 'all' }, courtCase)).toBe(false)
  })
})

describe('quick filters', () => {
  const ours = { resource: jurisdiction, role: roleWith() }

  test('offer unmapped records if records can be mapped: to courts, a case, a timekeeper or an address', () => {
    for (const resource of [jurisdiction, jurisdictionGroup, courtCase, envelope, user, timekeeper])
      expect(viewsOf(resource, ours.role)).toEqual(['all', 'recent', 'unmapped'])
    expect(viewsOf(client, ours.role)).toEqual(['all', 'recent'])
    const state = readTableState(parseSearch('?view=unmapped'), ours)
    expect(queryOf(state, ours).filters).toEqual([{ field: 'ecfxJurisdictionIds', isEmpty: true }])
  })

  test('find as unmapped what none of several fields maps', () => {
    const groups = { resource: jurisdictionGroup, role: roleWith() }
    expect(queryOf(readTableState(parseSearch('?view=unmapped'), groups), groups).filters).toEqual([
      { field: 'categories', isEmpty: true },
      { field: 'jurisdictionIds', isEmpty: true },
    ])
  })

  test('are not available to a role that may not see the courts, not even by address', () => {
    const blind = { resource: jurisdiction, role: roleWith({ ecfx_jurisdiction_ids: 'DENY' }) }
    expect(readTableState(parseSearch('?view=unmapped'), blind).view).toBe('all')
  })
})

describe('the parts of a list', () => {
  const log = { ...scope, resource: systemEvent }
  const typesOf = (address: string) => {
    const { filters } = queryOf(readTableState(parseSearch(address), log), log)
    return filters.flatMap((filter) => (filter.field === 'type' && 'in' in filter ? [filter.in] : []))
  }

  test('the first is shown until another is chosen, by address too', () => {
    expect(viewsOf(systemEvent, scope.role)).toEqual(['changes', 'visits', 'all', 'recent'])
    const [changes = []] = typesOf('')
    expect(changes).toContain('object update')
    expect(changes).not.toContain('page view')
    expect(typesOf('?view=visits')).toEqual([['page view', 'login success', 'login failure']])
    expect(typesOf('?view=all')).toEqual([])
    for (const view of ['changes', 'visits', 'all', 'recent']) {
      const search = writeTableState({ ...readTableState({}, log), view }, systemEvent)
      expect(readTableState(search, log).view).toBe(view)
    }
  })

  test("a filter of the part's own field replaces the part", () => {
    expect(typesOf('?f.type=page+view')).toEqual([['page view']])
    const filtered = readTableState(parseSearch('?f.type=page+view&view=changes'), log)
    expect(filtered.view).toBe('all')
    expect(writeTableState({ ...filtered, view: 'changes' }, systemEvent)).toEqual({ 'f.type': ['page view'] })
  })
})

describe('the query to the server', () => {
  test('has an offset for the page', () => {
    expect(queryOf({ ...plain, page: 2, size: 100 }, scope)).toMatchObject({ max: 100, offset: 200 })
  })

  test("converts the firm's days to timestamps for a timestamp field, across a clock change", () => {
    const filters = [{ field: 'createdAt', from: '2026-03-08', to: '2026-03-08' }]
    expect(queryOf({ ...plain, filters }, { ...scope, resource: systemEvent }).filters).toEqual([
      { field: 'createdAt', from: '2026-03-08T08:00:00.000Z', to: '2026-03-09T06:59:59.999Z' },
    ])
  })

  test('has an hour of the day together with its zone', () => {
    const state = readTableState(parseSearch('?f.createdAt=2026-03-01..2026-03-08@16'), {
      ...scope,
      resource: systemEvent,
    })
    expect(state.filters).toEqual([{ field: 'createdAt', from: '2026-03-01', to: '2026-03-08', hour: 16 }])
    expect(stringifySearch(writeTableState(state, systemEvent))).toBe('?f.createdAt=2026-03-01..2026-03-08%4016')
    const [filter] = queryOf(state, { ...scope, resource: systemEvent }).filters
    expect(filter).toMatchObject({ from: '2026-03-01T08:00:00.000Z', hour: 16, zone: 'America/Los_Angeles' })
  })

  test('leaves calendar days unchanged', () => {
    const filters = [{ field: 'openDate', from: '2026-03-08', to: '2026-03-08' }]
    expect(queryOf({ ...plain, filters }, scope).filters).toEqual(filters)
  })

  test('has the last seven days for recent records', () => {
    const [filter] = queryOf({ ...plain, view: 'recent' }, scope).filters
    expect(filter).toMatchObject({ field: 'updatedAt' })
  })
})

test('fields stored within another are neither columns nor filters', () => {
  expect(columnKeys(userSecurityRole, roleWith())).not.toContain('caseAccess')
  expect(filterKeys(userSecurityRole, roleWith())).toEqual([
    ...['name', 'isSystemDefined', 'requiresSecondFactor', 'secondFactorGraceDays'],
    ...['createdAt', 'updatedAt'],
  ])
})
