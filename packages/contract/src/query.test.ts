import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateFiltersOf } from './date-filters.ts'
import { kindOf } from './fields/registry.ts'
import { describeProblem } from './messages.ts'
import { snakeCase } from './names.ts'
import { pageLimits } from './page-limits.ts'
import { canFilter, type Filter, formatSearchQuery, parseSearchQuery, type SearchQuery } from './query.ts'
import { findField, type Resource } from './resource.ts'
import { client } from './resources/client.ts'
import { inboxItem } from './resources/inbox-item.ts'
import { arbitraryRole, expectedAccess, roleOf } from './testing/arbitrary-role.ts'
import { arbitraryFilledValue, arbitraryText } from './testing/arbitrary-value.ts'
import { everyKind, testedResources } from './testing/every-kind.ts'

const runs = { numRuns: 25 }
const full = roleOf('FULL')
const plain: SearchQuery = {
  max: 50,
  offset: 0,
  freeText: '',
  sort: [{ field: 'name', isDescending: false }],
  filters: [],
}

describe.each(testedResources)('a search of $name', (resource) => {
  test('parses to the query it was written from', () => {
    fc.assert(
      fc.property(arbitraryQuery(resource), (query) => {
        expect(parseSearchQuery(resource, formatSearchQuery(query), full)).toStrictEqual({ query })
      }),
      runs,
    )
  })

  test('is refused when it sorts or filters by a field the role does not see, as if the field did not exist', () => {
    fc.assert(
      fc.property(arbitraryRole(resource), (role) => {
        for (const key of ['id', 'createdAt', 'updatedAt', ...Object.keys(resource.fields)]) {
          const isHidden = expectedAccess(resource, key, role) === 'DENY' || !isStored(resource, key)
          const isSortable = !isHidden && isOffered(resource, key)
          expect([key, sortOutcome(resource, key, role)]).toStrictEqual([key, isSortable ? 'used' : 'not used'])
          const isHere = !isHidden || (expectedAccess(resource, key, role) !== 'DENY' && isWorkedOut(resource, key))
          const isFilterable = isHere && findField(resource, key)?.kind !== 'map'
          expect([key, filterOutcome(resource, key, role)]).toStrictEqual([key, isFilterable ? 'used' : 'refused'])
        }
      }),
      runs,
    )
  })

  test('names the field whose value is no text, and says how to write it', () => {
    for (const key of Object.keys(resource.fields).filter((each) => canFilter(resource, each)))
      for (const value of [true, 5]) {
        const field = snakeCase(key)
        const result = parseSearchQuery(resource, { filters: JSON.stringify([{ field, in: [value] }]) }, full)
        expect(result).toStrictEqual({ problems: [{ field, code: `not_quoted:${value}` }] })
      }
  })

  test('by words is refused when the role sees no searchable field', () => {
    fc.assert(
      fc.property(arbitraryRole(resource), (role) => {
        const searched = Object.keys(resource.fields).filter((key) => resource.fields[key]?.search)
        const isBlind = searched.every((key) => expectedAccess(resource, key, role) === 'DENY')
        const result = parseSearchQuery(resource, { freeText: 'motion' }, role)
        if (isBlind)
          expect(result).toStrictEqual({ problems: [{ field: 'freeText', code: 'nothing_to_search', isAsSent: true }] })
        else expect(result).toHaveProperty('query.freeText', 'motion')
        expect(parseSearchQuery(resource, { freeText: '  ' }, role)).toHaveProperty('query.freeText', '')
      }),
      runs,
    )
  })
})

describe('an omitted parameter of a search', () => {
  test('has its default', () => {
    expect(parseSearchQuery(client, {}, full)).toStrictEqual({ query: plain })
    expect(formatSearchQuery({})).toStrictEqual({})
  })

  test.each([undefined, '-receivedAt', '-received_at'])(
    'does not fail for a role that may not see the default sort field (%s): rows are not sorted by it',
    (sort) => {
      const role = roleOf('FULL', { received_at: 'DENY' })
      expect(parseSearchQuery(inboxItem, { sort }, role)).toHaveProperty('query.sort', [])
    },
  )
})

describe('an invalid search', () => {
  const many = (n: number) => Array.from({ length: n }, () => 'name')
  test.each([
    [{ max: '501' }, 'max: Must be at most 500.'],
    [{ max: '-1' }, 'max: Must be at least 0.'],
    [{ max: '1e2' }, 'max: Must be a whole number.'],
    [{ max: '' }, 'max: Must be a whole number.'],
    [{ max: '99999999999' }, 'max: Must be at most 500.'],
    [{ offset: '2000000001' }, 'offset: Must be at most 2000000000.'],
    [{ offset: '1.5' }, 'offset: Must be a whole number.'],
    [{ freeText: 'x'.repeat(201) }, 'freeText: Length less than 201 characters.'],
    [{ freeText: 'a\u0000b' }, 'freeText: Must not contain control characters.'],
    [{ freeText: '\ud800' }, 'freeText: Must not contain control characters.'],
    [{ sort: 'shoe_size' }, 'sort: There is no field with this name.'],
    [{ sort: '--name' }, 'sort: There is no field with this name.'],
    [{ sort: 'constructor' }, 'sort: There is no field with this name.'],
    [{ sort: many(5).join(',') }, 'sort: At most 4 items are allowed.'],
    [{ filters: '{}' }, 'filters: Must be a list.'],
    [{ filters: 'nonsense' }, 'filters: Must be a list.'],
    [{ filters: '[null]' }, 'filters: Each filter must name a field and have one condition.'],
    [{ filters: '[{"field":7,"in":[]}]' }, 'filters: Each filter must name a field and have one condition.'],
    [
      { filters: '[{"field":"name"}]' },
      'name: Must have one condition: in, contains, isEmpty, from and to, or hour and zone.',
    ],
    [{ filters: '[{"field":"name","in":"Acme"}]' }, 'name: Must be a list.'],
    [{ filters: '[{"field":"name","in":[7]}]' }, 'name: Must be in quotation marks: "7".'],
    [{ filters: '[{"field":"name","from":7}]' }, 'name: Must be in quotation marks: "7".'],
    [
      { filters: '[{"field":"name","contains":"a","like":"b"}]' },
      'name: Must have one condition: in, contains, isEmpty, from and to, or hour and zone.',
    ],
    [
      { filters: '[{"field":"name","in":["a"],"contains":"b"}]' },
      'name: Must have one condition: in, contains, isEmpty, from and to, or hour and zone.',
    ],
    [{ filters: '[{"field":"name","contains":"a\\u0000b"}]' }, 'name: Must not contain control characters.'],
    [{ filters: '[{"field":"name","in":["a\\ud800b"]}]' }, 'name: Must not contain control characters.'],
    [{ filters: '[{"field":"name","from":"\\u0000"}]' }, 'name: Must not contain control characters.'],
    [{ filters: '[{"field":"name","in":[null]}]' }, 'name: Must be text.'],
    [{ filters: '[{"field":"name","isEmpty":"yes"}]' }, 'name: Must be true or false.'],
    [{ filters: '[{"field":"created_at","hour":"4","zone":"UTC"}]' }, 'created_at: Must be a whole number.'],
    [{ filters: '[{"field":"shoe_size","in":[7]}]' }, 'shoe_size: There is no field with this name.'],
    [{ filters: '[{"field":"shoe_size","isEmpty":true}]' }, 'shoe_size: There is no field with this name.'],
    [{ filters: '[{"field":"__proto__","isEmpty":true}]' }, '__proto__: There is no field with this name.'],
    [{ filters: '[{"field":"Name","isEmpty":true}]' }, 'Name: There is no field with this name.'],
    [{ filters: filtersOf(many(21)) }, 'filters: At most 20 items are allowed.'],
    [{ filters: `[{"field":"name","in":${JSON.stringify(many(1001))}}]` }, 'name: At most 1000 items are allowed.'],
    [{ filters: `[{"field":"name","contains":"${'x'.repeat(201)}"}]` }, 'name: Length less than 201 characters.'],
    [{ filters: '[{"field":"open_date","from":"soon"}]' }, 'open_date: Must be a date such as 2026-11-21.'],
    [{ filters: '[{"field":"open_date","to":" "}]' }, 'open_date: This field is required.'],
    [
      { filters: '[{"field":"open_date","in":["2026-11-21","soon"]}]' },
      'open_date: Must be a date such as 2026-11-21.',
    ],
    [
      { filters: '[{"field":"updated_at","in":["2026-11-21"]}]' },
      'updated_at: Must be a point in time such as 2026-11-21T09:41:00.000Z.',
    ],
    [{ filters: '[{"field":"id","in":["C-1"]}]' }, 'id: Must be the ID of an existing record.'],
    [
      { filters: '[{"field":"created_at","hour":4}]' },
      'created_at: Must have one condition: in, contains, isEmpty, from and to, or hour and zone.',
    ],
    [{ filters: '[{"field":"created_at","hour":24,"zone":"UTC"}]' }, 'created_at: Must be at most 23.'],
    [
      { filters: '[{"field":"created_at","hour":4,"zone":"Mars/Olympus"}]' },
      'created_at: Must be a time zone such as America/New_York.',
    ],
    [
      { filters: '[{"field":"open_date","hour":4,"zone":"UTC"}]' },
      'open_date: Must be a point in time such as 2026-11-21T09:41:00.000Z.',
    ],
    [{ limit: '5' }, 'limit: There is no field with this name.'],
    [{ free_text: 'motion' }, 'free_text: There is no field with this name.'],
    [{ constructor: 'x' }, 'constructor: There is no field with this name.'],
  ])('%j says why: %s', (parameters, sentence) => {
    const result = parseSearchQuery(client, parameters, full)
    if (!('problems' in result)) throw new Error('it was accepted')
    expect(result.problems.map(({ field, code }) => `${field}: ${describeProblem(code)}`)).toStrictEqual([sentence])
  })

  test.each([
    '{"field":"open_date","from":"2026-01-01"},{"field":"created_at","to":"2026-01-01T00:00:00.000Z"}',
    '{"field":"open_date","from":"2026-01-01"},{"field":"open_date","to":"2026-02-01"}',
    '{"field":"open_date","in":["2026-01-01"]},{"field":"name","contains":"a"},{"field":"updated_at","contains":"2026"}',
  ])('is one with two filters by dates: %s', (filters) => {
    const problems = [{ field: 'filters', code: 'one_date_filter' }]
    expect(parseSearchQuery(client, { filters: `[${filters}]` }, full)).toStrictEqual({ problems })
    expect(describeProblem('one_date_filter')).toBe('Multiple date filters not supported; select two dates.')
  })

  test('is not one for two dates of one filter, or for fields without any', () => {
    const dates = '{"field":"open_date","from":"2026-01-01","to":"2026-02-01"},{"field":"updated_at","isEmpty":false}'
    expect(parseSearchQuery(client, { filters: `[${dates}]` }, full)).toHaveProperty('query.filters.length', 2)
  })

  test('counts characters as fields do: one that takes two units is one', () => {
    const ask = (n: number) => {
      const word = '𝄞'.repeat(n)
      const filters = JSON.stringify([{ field: 'name', contains: word }])
      return parseSearchQuery(client, { freeText: word, filters }, full)
    }
    expect(ask(pageLimits.freeText)).toHaveProperty('query.freeText', '𝄞'.repeat(pageLimits.freeText))
    const problems = ['name', 'freeText'].map((field) => expect.objectContaining({ field, code: 'too_long:200' }))
    expect(ask(pageLimits.freeText + 1)).toEqual({ problems })
  })

  test('reports all problems together', () => {
    const result = parseSearchQuery(client, { max: 'x', offset: 'y', sort: 'z', filters: '7', page: '2' }, full)
    const named = 'problems' in result && result.problems.map(({ field }) => field)
    expect(named).toStrictEqual(['max', 'offset', 'sort', 'filters', 'page'])
  })

  test('never throws, whatever the parameters contain', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant(undefined))
    const parameters = fc.record(
      { max: value, offset: value, freeText: value, sort: value, filters: value },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(parameters, arbitraryRole(everyKind), (given, role) => {
        const result = parseSearchQuery(everyKind, given, role)
        expect('problems' in result || result.query.max <= pageLimits.max).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

/** Returns whether the resource offers this order; a large one offers only orders with an index. */
function isOffered(resource: Resource, key: string): boolean {
  const isKind = kindOf(findField(resource, key) ?? fail(key)).isSortable === true
  return isKind && (resource.list.sortable?.includes(key) ?? true)
}

function arbitraryQuery(resource: Resource): fc.Arbitrary<SearchQuery> {
  const keys = ['id', 'createdAt', ...Object.keys(resource.fields)].filter((key) => isStored(resource, key))
  const filterable = keys.filter((key) => findField(resource, key)?.kind !== 'map')
  const sortable = keys.filter((key) => isOffered(resource, key))
  const ranged = keys.filter((key) => kindOf(findField(resource, key) ?? fail(key)).isSortable)
  const isSearched = Object.values(resource.fields).some((field) => field.search)
  const sort = fc.record({ field: fc.constantFrom(...sortable), isDescending: fc.boolean() }, { noNullPrototype: true })
  return fc.record(
    {
      max: fc.nat(pageLimits.max),
      offset: fc.nat(2_000_000_000),
      freeText: isSearched ? fc.oneof(fc.constant(''), arbitraryText(pageLimits.freeText)) : fc.constant(''),
      sort: fc.array(sort, { minLength: 1, maxLength: pageLimits.sorts }),
      filters: fc
        .array(fc.oneof(arbitraryFilter(resource, filterable), arbitraryRange(resource, ranged)), { maxLength: 5 })
        .map((filters) => filters.filter((filter) => !dateFiltersOf(resource, filters).slice(1).includes(filter))),
    },
    { noNullPrototype: true },
  )
}

function arbitraryFilter(resource: Resource, keys: readonly string[]): fc.Arbitrary<Filter> {
  const field = fc.constantFrom(...keys)
  const word = arbitraryText(pageLimits.freeText)
  const plainObjects = { noNullPrototype: true }
  return fc.oneof(
    arbitraryList(resource, keys),
    fc.record({ field, contains: word }, plainObjects),
    fc.record({ field, isEmpty: fc.boolean() }, plainObjects),
  )
}

/** Values of the field, or any text for a column of texts. */
function arbitraryList(resource: Resource, keys: readonly string[]): fc.Arbitrary<Filter> {
  return fc.constantFrom(...keys).chain((key) => {
    const field = findField(resource, key) ?? fail(key)
    const isText = kindOf(field).column(field).startsWith('text')
    const one = isText
      ? arbitraryText(pageLimits.freeText)
      : arbitraryFilledValue(field).map((value) => String([value].flat()[0]))
    return fc.array(one, { maxLength: 4 }).map((values) => ({ field: key, in: values }))
  })
}

function arbitraryRange(resource: Resource, keys: readonly string[]): fc.Arbitrary<Filter> {
  return fc.constantFrom(...keys).chain((key) => {
    const field = findField(resource, key) ?? fail(key)
    const bound = arbitraryFilledValue(field).map((value) => kindOf(field).toCsv(value))
    return fc.tuple(bound, bound, fc.constantFrom('from', 'to', 'both')).map(([from, to, which]) => ({
      field: key,
      ...(which === 'to' ? {} : { from }),
      ...(which === 'from' ? {} : { to }),
    }))
  })
}

/** Returns whether the field has a column that can be compared: secrets are encrypted, computed fields have none. */
function isStored(resource: Resource, key: string): boolean {
  const field = findField(resource, key)
  return field !== undefined && field.kind !== 'secret' && !field.within && !field.isComputed
}

/** Returns whether the field has no column but can still be filtered by. */
function isWorkedOut(resource: Resource, key: string): boolean {
  return findField(resource, key)?.isFilterable === true
}

function sortOutcome(resource: Resource, key: string, role: Parameters<typeof parseSearchQuery>[2]): string {
  const result = parseSearchQuery(resource, { sort: `-${snakeCase(key)}` }, role)
  return 'query' in result && result.query.sort.length > 0 ? 'used' : 'not used'
}

function filterOutcome(resource: Resource, key: string, role: Parameters<typeof parseSearchQuery>[2]): string {
  const result = parseSearchQuery(resource, { filters: filtersOf([snakeCase(key)]) }, role)
  if ('query' in result) return result.query.filters[0]?.field === key ? 'used' : 'lost'
  expect(result.problems).toStrictEqual([{ field: snakeCase(key), code: 'unknown_field', isAsSent: true }])
  return 'refused'
}

function filtersOf(fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => ({ field, isEmpty: true })))
}

function fail(key: string): never {
  throw new Error(`there is no field ${key}`)
}

test('rows are folded only by the field the definition names, for a role that may see it', () => {
  const folded = parseSearchQuery(inboxItem, { fold: 'envelope_id' }, full)
  expect(folded).toHaveProperty('query.fold', 'envelopeId')
  if ('query' in folded) expect(formatSearchQuery(folded.query)).toHaveProperty('fold', 'envelope_id')
  const refused = { problems: [{ field: 'fold', code: 'unknown_field' }] }
  expect(parseSearchQuery(inboxItem, { fold: 'case_id' }, full)).toStrictEqual(refused)
  expect(parseSearchQuery(client, { fold: 'envelope_id' }, full)).toStrictEqual(refused)
  expect(parseSearchQuery(inboxItem, { fold: 'envelope_id' }, roleOf('FULL', { envelope_id: 'DENY' }))).toStrictEqual(
    refused,
  )
})

test.each(testedResources.filter(({ list }) => list.fold))(
  'every value of $name has a place in its fold',
  (resource) => {
    for (const { field, order } of resource.list.fold?.first ?? []) {
      const { kind, values = [] } = findField(resource, field) ?? { kind: '' }
      expect([...order].sort()).toEqual(kind === 'boolean' ? ['false', 'true'] : [...values].sort())
    }
  },
)
