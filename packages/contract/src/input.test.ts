import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Role } from './access.ts'
import { isEqualValue, validateInput } from './input.ts'
import { type Problem, validationMessages } from './messages.ts'
import { type AnyRow, baseFields, emptyRow, type Resource } from './resource.ts'
import { courtCase } from './resources/case.ts'
import { client } from './resources/client.ts'
import { judge } from './resources/judge.ts'
import { arbitraryRole, expectedAccess, roleOf } from './testing/arbitrary-role.ts'
import { arbitraryPartialRow, arbitraryRow } from './testing/arbitrary-row.ts'
import { everyKind, testedResources } from './testing/every-kind.ts'

const runs = { numRuns: 25 }
const full = roleOf('FULL')

describe.each(testedResources)('a change to $name', (resource) => {
  test("is accepted or refused field by field, by the role's access", () => {
    fc.assert(
      fc.property(
        arbitraryRow(resource),
        arbitraryPartialRow(resource),
        fc.subarray(Object.keys(resource.fields)),
        arbitraryRole(resource),
        (current, change, repeated, role) => {
          const input = { ...change, ...pick(current, repeated), noSuchField: 1 }
          fc.pre(isInOrder(resource, current, input))
          const result = validateInput(resource, input, { role, current })
          expect('problems' in result && refusals(result.problems)).toStrictEqual({
            ...expectedRefusals(resource, { input, current, role }),
            noSuchField: 'unknown_field',
          })
        },
      ),
      runs,
    )
  })

  test('without problems returns exactly the fields the role may set', () => {
    fc.assert(
      fc.property(
        arbitraryRow(resource),
        arbitraryPartialRow(resource),
        arbitraryRole(resource),
        (current, change, role) => {
          const refused = expectedRefusals(resource, { input: change, current, role })
          const input = pick(
            change,
            Object.keys(change).filter((key) => !Object.hasOwn(refused, key)),
          )
          fc.pre(isInOrder(resource, current, input))
          const writable = Object.keys(input).filter((key) => isWritable(resource, key, role))
          const result = validateInput(resource, input, { role, current })
          expect(result).toStrictEqual({ values: pick(input, writable) })
        },
      ),
      runs,
    )
  })

  test('by a role without access is refused for every field, even if it repeats the current value', () => {
    fc.assert(
      fc.property(arbitraryRow(resource), (current) => {
        const result = validateInput(resource, current, { role: roleOf('DENY'), current })
        const expected = Object.fromEntries(Object.keys(resource.fields).map((key) => [key, 'forbidden_field']))
        expect('problems' in result && refusals(result.problems)).toStrictEqual(expected)
      }),
      { numRuns: 10 },
    )
  })

  test('that repeats everything a reader sees is accepted and changes nothing', () => {
    fc.assert(
      fc.property(arbitraryRow(resource), (row) => {
        const current = pick(
          row,
          Object.keys(row).filter((key) => resource.fields[key]?.kind !== 'secret'),
        )
        expect(validateInput(resource, current, { role: roleOf('READ'), current })).toStrictEqual({ values: {} })
      }),
      { numRuns: 20 },
    )
  })

  test('of any JSON returns values, or problems with a sentence, and never throws', () => {
    const key = fc.oneof(fc.constantFrom(...Object.keys(resource.fields), ...baseFields), fc.string())
    const input = fc.dictionary(key, fc.oneof(fc.anything({ withBigInt: true }), fc.jsonValue()), { maxKeys: 8 })
    fc.assert(
      fc.property(input, arbitraryRow(resource), arbitraryRole(resource), (input, current, role) => {
        for (const options of [{ role }, { role, current }, { role: full }, { role: roleOf('READ'), current }]) {
          const result = validateInput(resource, input, options)
          for (const { code } of 'problems' in result ? result.problems : [])
            expect(Object.keys(validationMessages)).toContain(code.split(':')[0])
        }
      }),
      runs,
    )
  })
})

describe('a new row', () => {
  test('has every field, empty or at its default if not given', () => {
    const jurisdictionId = '01980000-0000-7000-8000-000000000000'
    expect(validateInput(judge, { name: ' Learned Hand ', jurisdictionId }, { role: full })).toStrictEqual({
      values: { name: 'Learned Hand', jurisdictionId },
    })
    expect(validateInput(client, { name: 'Acme', number: '1' }, { role: full })).toStrictEqual({
      values: { ...emptyRow(client), name: 'Acme', number: '1', status: 'Active' },
    })
  })

  test('without its required fields is refused with each of them named once', () => {
    expect(validateInput(courtCase, { name: ' ', caption: 7 }, { role: full })).toStrictEqual({
      problems: [
        { field: 'name', code: 'required' },
        { field: 'caption', code: 'not_text' },
        { field: 'caseNumber', code: 'required' },
        { field: 'jurisdictionId', code: 'required' },
        { field: 'matterId', code: 'required' },
        { field: 'assignedTimekeepers', code: 'required_items' },
      ],
    })
  })

  test('accepts neither IDs nor timestamps from the caller', () => {
    const input = { id: 'mine', createdAt: 'then', updatedAt: 7, name: 'Acme', number: '1' }
    expect(validateInput(client, input, { role: full })).toHaveProperty('values')
    expect(validateInput(client, input, { role: full })).not.toHaveProperty('values.id')
  })
})

describe('a field the role may only read', () => {
  const current = { ...emptyRow(everyKind), properties: { a: '1', b: '2' }, password: 'hunter2' }
  const reader = { role: roleOf('READ'), current }

  test('may be repeated with its map in another order', () => {
    expect(validateInput(everyKind, { properties: { b: '2', a: '1' } }, reader)).toStrictEqual({ values: {} })
  })

  test('cannot be used to guess a secret', () => {
    const refused = { problems: [{ field: 'password', code: 'forbidden_field' }] }
    expect(validateInput(everyKind, { password: 'hunter2' }, reader)).toStrictEqual(refused)
    expect(validateInput(everyKind, { password: 'hunter3' }, reader)).toStrictEqual(refused)
    expect(validateInput(everyKind, { password: '' }, reader)).toStrictEqual(refused)
  })

  test('is refused without a crash when the value is nested a million deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)
    const refused = { problems: [{ field: 'words', code: 'forbidden_field' }] }
    expect(validateInput(everyKind, { words: deep }, { ...reader, current: { words: ['a'] } })).toStrictEqual(refused)
  })
})

describe('two values are the same', () => {
  test.each([
    [null, undefined, true],
    [null, '', true],
    [[], null, true],
    [{}, undefined, true],
    ['a', 'a', true],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [['a'], ['a', 'b'], false],
    [{ a: '1', b: '2' }, { b: '2', a: '1' }, true],
    [{ a: '1' }, { a: '2' }, false],
    [{ a: '1' }, { b: '1' }, false],
    [{ 0: 'a' }, ['a'], false],
    [1, '1', false],
    [0, false, false],
    [0, null, false],
    [false, null, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect([isEqualValue(a, b), isEqualValue(b, a)]).toStrictEqual([expected, expected])
  })
})

function isWritable(resource: Resource, key: string, role: Role): boolean {
  return !resource.fields[key]?.readOnly && key in resource.fields && expectedAccess(resource, key, role) === 'FULL'
}

/**
 * Returns the refusals, with their codes, expected for a valid input: an independent implementation of the rules in
 * design.md, section 4.
 */
function expectedRefusals(
  resource: Resource,
  { input, current, role }: { input: AnyRow; current: AnyRow; role: Role },
): Record<string, string> {
  const entries = Object.entries(resource.fields).flatMap(([key, field]): [string, string][] => {
    if (!(key in input)) return []
    const access = expectedAccess(resource, key, role)
    if (access === 'DENY') return [[key, 'forbidden_field']]
    const isRepeated = field.kind !== 'secret' && JSON.stringify(input[key]) === JSON.stringify(current[key])
    if (isRepeated) return []
    if (field.readOnly) return [[key, 'read_only_field']]
    return access === 'READ' ? [[key, 'forbidden_field']] : []
  })
  return Object.fromEntries(entries)
}

function refusals(problems: readonly Problem[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, code }) => [field, code]))
}

function pick(row: AnyRow, keys: readonly string[]): AnyRow {
  return Object.fromEntries(keys.filter((key) => key in row).map((key) => [key, row[key]]))
}

test('dates are kept in order, also when only one of them changes', () => {
  const check = (input: AnyRow, current?: AnyRow) =>
    validateInput(courtCase, input, { role: roleOf('FULL'), ...(current ? { current } : {}) })
  const wrong = { problems: [{ field: 'closeDate', code: 'out_of_order:Open date' }] }
  const open = { openDate: '2026-03-02', closeDate: null }
  expect(check({ closeDate: '2026-03-01' }, open)).toStrictEqual(wrong)
  expect(check({ closeDate: '2026-03-02' }, open)).toStrictEqual({ values: { closeDate: '2026-03-02' } })
  const closed = { openDate: '2026-03-01', closeDate: '2026-03-02' }
  expect(check({ openDate: '2026-03-03' }, closed)).toStrictEqual(wrong)
  expect(check({ openDate: '2026-03-03', closeDate: null }, closed)).toHaveProperty('values')
  const old = { openDate: '2026-03-03', closeDate: '2026-03-02' }
  expect(check({ name: 'Other' }, old)).toStrictEqual({ values: { name: 'Other' } })
})

/** Whether the dates stay in order whichever of the changes the role may make. */
function isInOrder({ inOrder }: Resource, current: AnyRow, input: AnyRow): boolean {
  const rows = [current, input]
  return inOrder.every(([first, second]) =>
    rows.every((one) =>
      rows.every((other) => !one[first] || !other[second] || String(one[first]) <= String(other[second])),
    ),
  )
}
