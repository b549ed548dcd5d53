import { parseSearchQuery, type QueryParameters } from '@courtcrier/contract/query.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { expect, test } from 'vitest'
import { courtBehaviour } from './ecfx-jurisdictions.ts'

const viewOnly = systemRoles.find(({ name }) => name === 'View Only')
if (!viewOnly) throw new Error('there is no role View Only')
const role = { id: 'r', ...viewOnly }

function search(parameters: QueryParameters) {
  const parsed = parseSearchQuery(ecfxJurisdiction, parameters, role)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const found = courtBehaviour.source?.search(parsed.query, role)
  if (!found) throw new Error('the courts have no source')
  return { ids: found.rows.map((row) => String(row.id)), rows: found.rows, total: found.total }
}

const filtered = (filters: readonly object[], more: QueryParameters = {}) =>
  search({ filters: JSON.stringify(filters), max: '500', ...more })

test.each(['ND Cal', 'N.D. Cal.', 'n.d.cal', 'NDCA', 'cand', 'CAND'])('"%s" finds its court first', (freeText) => {
  expect(search({ freeText }).ids[0]).toBe('cand')
})

test.each([
  ['Northern District of California', ['canb', 'cand']],
  ['S.D.N.Y.', ['nysd', 'nysb']],
  ['sdny', ['nysd', 'nysb']],
  ['9th Cir', ['ca9', 'bap9']],
  ['Bankr. D. Colo.', ['cob']],
  ['supreme court texas', ['tex']],
  ['USTC', ['tax']],
  ['Navajo', ['navajo', 'navajodistct']],
  ['Harris County', ['texdistctharris', 'texctylawharris', 'texjustctharris']],
  ['Los Angeles County', ['calsuppctla']],
  ['kings county supreme', ['nysupctkings']],
  ['San Diego', ['calsuperctsandiego']],
])('"%s" finds %j', (freeText, ids) => {
  expect(search({ freeText, max: '500' }).ids).toEqual(expect.arrayContaining(ids))
})

test('courts that no longer sit are listed after those that do, unless a sort order is chosen', () => {
  const marks = search({ freeText: 'circuit court', max: '500' }).rows.map((row) => row.isHistorical)
  expect(marks.toSorted()).toEqual(marks)
  const citations = search({ freeText: 'district california', sort: '-citation' }).rows.map((row) => row.citation)
  expect(citations[0]).toBe('S.D. Cal.')
})

test('an hour of the day is one of its zone', () => {
  const at = (hour: number) => filtered([{ field: 'created_at', hour, zone: 'America/New_York' }]).total
  // Every row is dated at the epoch.
  expect([at(19), at(0)]).toEqual([3_956, 0])
})

test('a search for an unknown name finds no courts', () => {
  expect(search({ freeText: 'atlantis' }).total).toBe(0)
})

test('the whole directory is listed by name, one page at a time', () => {
  const first = search({ max: '500' })
  expect(first.total).toBe(3_956)
  const second = search({ max: '500', offset: '500' })
  expect(first.ids).toHaveLength(500)
  expect(new Set([...first.ids, ...second.ids]).size).toBe(1_000)
  const names = first.rows.map((row) => String(row.name))
  expect(names.toSorted(new Intl.Collator('en', { numeric: true }).compare)).toEqual(names)
})

test('historical courts are included and marked, and can be filtered out', () => {
  const historical = filtered([{ field: 'is_historical', in: ['true'] }])
  const living = filtered([{ field: 'is_historical', in: ['false'] }])
  expect(historical.total).toBe(463)
  expect(historical.total + living.total).toBe(3_956)
  for (const row of historical.rows) expect(row.endedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('courts are filtered by system, level, type, state and e-filing system, all at once', () => {
  expect(filtered([{ field: 'system', in: ['tribal'] }]).total).toBe(64)
  const district = [
    { field: 'court_type', in: ['DISTRICT'] },
    { field: 'state', in: ['California', 'Texas'] },
    { field: 'efiling_system', in: ['CM/ECF'] },
  ]
  expect(filtered(district).ids.toSorted()).toEqual(['cacd', 'caed', 'cand', 'casd', 'txed', 'txnd', 'txsd', 'txwd'])
  const appellate = [
    { field: 'level', in: ['appellate'] },
    { field: 'efiling_system', in: ['TAMES'] },
  ]
  expect(filtered(appellate).ids.toSorted()).toEqual(['tex', 'texapp', 'texcrimapp'])
  expect(filtered([{ field: 'citation', isEmpty: true }]).rows.every((row) => row.citation === null)).toBe(true)
  expect(filtered([{ field: 'name', contains: 'bankruptcy appellate' }]).ids).toContain('bap9')
  expect(filtered([{ field: 'ended_on', from: '1900-01-01', to: '1911-12-31' }]).ids).toContain('circtndca')
})

test('courts in descending order have empty values last', () => {
  const { rows } = search({ sort: '-abbreviation', max: '500' })
  const codes = rows.map((row) => row.abbreviation)
  const firstEmpty = codes.indexOf(null)
  expect(firstEmpty).toBeGreaterThan(190)
  expect(codes.slice(firstEmpty).every((code) => code === null)).toBe(true)
})
