import type { Role } from '@courtcrier/contract/access.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../app/search-params.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import {
  columnKeys,
  filterKeys,
  hasSecondDate,
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
    jurisdiction: { access: 'FULL', fields },
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
  test('says nothing while it is as it comes', () => {
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
  ])('comes back as it was: %j', (part) => {
    const state = { ...plain, ...part }
    const address = stringifySearch(writeTableState(state, courtCase))
    expect(readTableState(parseSearch(address), scope)).toEqual(state)
  })

  test.each(['?page=0', '?page=x', '?size=7', '?view=mine', '?sort=nothing', '?f.openDate=soon', '?f.nothing=1'])(
    'passes over what makes no sense: %s',
    (address) => {
      expect(readTableState(parseSearch(address), scope)).toMatchObject({ page: 0, size: 50, view: 'all', filters: [] })
    },
  )

  test('has neither order, filter nor column by a field that the role may not see', () => {
    const role = roleWith({ case_number: 'DENY' })
    const state = readTableState(parseSearch('?sort=caseNumber&f.caseNumber=~26'), { resource: courtCase, role })
    expect(state).toMatchObject({ sort: [], filters: [] })
    expect(columnKeys(courtCase, role)).not.toContain('caseNumber')
    expect(filterKeys(courtCase, role)).not.toContain('caseNumber')
  })
})

describe('filters by dates', () => {
  test('there is one, and the first one counts', () => {
    const params = parseSearch('?f.openDate=2026-01-01..&f.closeDate=2026-02-01..&f.status=Open')
    expect(hasSecondDate(params, scope)).toBe(true)
    expect(readTableState(params, scope).filters.map(({ field }) => field)).toEqual(['status', 'openDate'])
    expect(hasSecondDate(parseSearch('?f.openDate=2026-01-01..&f.status=Open'), scope)).toBe(false)
  })
})

describe('quick filters', () => {
  const ours = { resource: jurisdiction, role: roleWith() }

  test('what is not mapped is asked for where a record stands for courts', () => {
    expect(viewsOf(jurisdiction, ours.role)).toEqual(['all', 'recent', 'unmapped'])
    expect(viewsOf(courtCase, ours.role)).toEqual(['all', 'recent'])
    const state = readTableState(parseSearch('?view=unmapped'), ours)
    expect(queryOf(state, ours).filters).toEqual([{ field: 'ecfxJurisdictionIds', isEmpty: true }])
  })

  test('a role that may not see the courts is not offered it, nor by its address', () => {
    const blind = { resource: jurisdiction, role: roleWith({ ecfx_jurisdiction_ids: 'DENY' }) }
    expect(readTableState(parseSearch('?view=unmapped'), blind).view).toBe('all')
  })
})

describe('what the server is asked', () => {
  test('turns pages into an offset', () => {
    expect(queryOf({ ...plain, page: 2, size: 100 }, scope)).toMatchObject({ max: 100, offset: 200 })
  })

  test("has the firm's days as moments where the field is one, across a clock change", () => {
    const filters = [{ field: 'createdAt', from: '2026-03-08', to: '2026-03-08' }]
    expect(queryOf({ ...plain, filters }, { ...scope, resource: systemEvent }).filters).toEqual([
      { field: 'createdAt', from: '2026-03-08T08:00:00.000Z', to: '2026-03-09T06:59:59.999Z' },
    ])
  })

  test('has an hour of the day together with the zone that it is told in', () => {
    const state = readTableState(parseSearch('?f.createdAt=2026-03-01..2026-03-08@16'), {
      ...scope,
      resource: systemEvent,
    })
    expect(state.filters).toEqual([{ field: 'createdAt', from: '2026-03-01', to: '2026-03-08', hour: 16 }])
    expect(stringifySearch(writeTableState(state, systemEvent))).toBe('?f.createdAt=2026-03-01..2026-03-08%4016')
    const [filter] = queryOf(state, { ...scope, resource: systemEvent }).filters
    expect(filter).toMatchObject({ from: '2026-03-01T08:00:00.000Z', hour: 16, zone: 'America/Los_Angeles' })
  })

  test('leaves calendar days as they are', () => {
    const filters = [{ field: 'openDate', from: '2026-03-08', to: '2026-03-08' }]
    expect(queryOf({ ...plain, filters }, scope).filters).toEqual(filters)
  })

  test('has the last seven days for what is recent', () => {
    const [filter] = queryOf({ ...plain, view: 'recent' }, scope).filters
    expect(filter).toMatchObject({ field: 'updatedAt' })
  })
})

test('fields that are kept within another are neither columns nor filters', () => {
  expect(columnKeys(userSecurityRole, roleWith())).not.toContain('caseAccess')
  expect(filterKeys(userSecurityRole, roleWith())).toEqual(['name', 'isSystemDefined', 'createdAt', 'updatedAt'])
})
