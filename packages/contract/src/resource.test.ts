import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secret } from './fields/secret.ts'
import { text } from './fields/text.ts'
import { rowToJson } from './json.ts'
import {
  type AnyRow,
  baseFields,
  defineResource,
  emptyRow,
  fieldAccess,
  labelOf,
  type Resource,
  redact,
} from './resource.ts'
import { judge } from './resources/judge.ts'
import { signIn } from './resources/sign-in.ts'
import { systemEvent } from './resources/system-event.ts'
import { arbitraryRole, expectedAccess, roleOf } from './testing/arbitrary-role.ts'
import { arbitraryRow } from './testing/arbitrary-row.ts'
import { everyKind, testedResources } from './testing/every-kind.ts'
import { decodeRow, encodeRow } from './wire.ts'

const runs = { numRuns: 25 }
const canary = 'canary-7f3a'

describe.each(testedResources)('what a role sees of $name', (resource) => {
  test('is decided by the strictest grant; deny wins over read, and the unknown is denied', () => {
    fc.assert(
      fc.property(arbitraryRole(resource), (role) => {
        for (const key of Object.keys(resource.fields)) {
          expect([key, fieldAccess(resource, key, role)]).toStrictEqual([key, expectedAccess(resource, key, role)])
        }
        for (const key of baseFields) {
          const expected = expectedAccess(resource, key, role)
          expect([key, fieldAccess(resource, key, role)]).toStrictEqual([key, expected === 'FULL' ? 'READ' : expected])
        }
        for (const key of ['noSuchField', 'constructor', '__proto__', 'firmId', '']) {
          expect(fieldAccess(resource, key, role)).toBe('DENY')
        }
      }),
      runs,
    )
  })

  test('is the row without exactly the denied fields and the secrets, in bytes and in JSON too', () => {
    fc.assert(
      fc.property(arbitraryRow(resource), arbitraryRole(resource), (row, role) => {
        const seen = redact(resource, { ...row, firmId: canary, passwordHash: canary }, role)
        const expected = Object.keys(row).filter((key) => isShown(resource, key, role))
        expect(Object.keys(seen).toSorted()).toStrictEqual(expected.toSorted())
        expect(seen).toStrictEqual(Object.fromEntries(expected.map((key) => [key, row[key]])))
        expect(decodeRow(resource, encodeRow(resource, seen))).toStrictEqual(seen)
        expect(Object.keys(rowToJson(resource, seen))).toHaveLength(expected.length)
      }),
      runs,
    )
  })

  test('contains no byte of a denied or secret value', () => {
    fc.assert(
      fc.property(arbitraryRow(resource), arbitraryRole(resource), (row, role) => {
        const seen = redact(resource, withCanaries(resource, row, role), role)
        expect(JSON.stringify(rowToJson(resource, seen))).not.toContain(canary)
        expect(Buffer.from(encodeRow(resource, seen)).toString('latin1')).not.toContain(canary)
      }),
      runs,
    )
  })

  test('is empty for a role that is denied the resource or does not name it', () => {
    fc.assert(
      fc.property(arbitraryRow(resource), (row) => {
        expect(redact(resource, row, roleOf('DENY', { name: 'FULL' }))).toStrictEqual({})
        expect(redact(resource, row, { ...roleOf('FULL'), grants: {} })).toStrictEqual({})
      }),
      { numRuns: 10 },
    )
  })
})

describe('secrets', () => {
  test('are shown to no one, not even the administrator', () => {
    const row = { ...emptyRow(everyKind), id: 'x', password: canary }
    expect(redact(everyKind, row, roleOf('FULL'))).not.toHaveProperty('password')
  })

  test('are written to the wire when someone sets one', () => {
    expect(decodeRow(everyKind, encodeRow(everyKind, { password: 'new' }))).toStrictEqual({ password: 'new' })
  })
})

describe('a definition', () => {
  const spec = { label: ['A', 'As'], route: '/a', access: '', title: 'id', list: { columns: [], sort: 'id' } } as const

  test('with a number used twice is refused with both names', () => {
    expect(() => defineResource('a', { ...spec, fields: { one: text(4), two: secret(4) } })).toThrow(/a\.two.*4.*one/)
  })

  test.each([0, 3, 1000, 4.5])('with the reserved number %d is refused', (number) => {
    expect(() => defineResource('a', { ...spec, fields: { one: text(number) } })).toThrow(/a\.one/)
  })

  test.each(baseFields)('with a field named %s is refused', (key) => {
    expect(() => defineResource('a', { ...spec, fields: { [key]: text(4) } })).toThrow(/belongs to every resource/)
  })

  test('without a form offers every field a person may set', () => {
    expect(judge.form).toStrictEqual(['name', 'jurisdictionId'])
    expect(everyKind.form).not.toContain('origin')
  })
})

function isShown(resource: Resource, key: string, role: Parameters<typeof redact>[2]): boolean {
  return resource.fields[key]?.kind !== 'secret' && expectedAccess(resource, key, role) !== 'DENY'
}

/**
 * Returns the row with the canary in every value the role must not see; redaction doesn't depend on the field's kind.
 */
function withCanaries(resource: Resource, row: AnyRow, role: Parameters<typeof redact>[2]): AnyRow {
  const entries = Object.entries(row).map(([key, value]) => [key, isShown(resource, key, role) ? value : canary])
  return Object.fromEntries(entries)
}

test('a log says when something happened, other records when they were created', () => {
  expect([signIn, systemEvent, judge].map((resource) => labelOf(resource, 'createdAt'))).toEqual([
    ...['Time', 'Time', 'Created'],
  ])
})
