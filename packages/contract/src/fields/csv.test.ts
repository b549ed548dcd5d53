import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateValue } from '../input.ts'
import { arbitraryFilledValue } from '../testing/arbitrary-value.ts'
import { everyKind, testedResources } from '../testing/every-kind.ts'
import type { Field } from './field.ts'
import { fieldKinds, kindOf } from './registry.ts'

const fields = testedResources.flatMap((resource) =>
  Object.entries(resource.fields).map(([key, field]): [string, Field] => [`${resource.name}.${key}`, field]),
)

describe('a CSV cell', () => {
  test.each(fields.filter(([, field]) => field.kind !== 'secret'))('restores the value of %s', (_, field) => {
    fc.assert(
      fc.property(arbitraryFilledValue(field), (value) => {
        const cell = kindOf(field).toCsv(value)
        expect(typeof cell).toBe('string')
        expect(validateValue(field, kindOf(field).fromCsv(cell))).toStrictEqual({ value })
      }),
      { numRuns: 25 },
    )
  })

  test.each(Object.values(fieldKinds))('of an unset $name is empty', (kind) => {
    expect(kind.toCsv(null)).toBe('')
    if (kind.name !== 'boolean') expect(kind.toCsv(kind.empty())).toBe('')
  })

  test('never contains a secret', () => {
    expect(fieldKinds.secret.toCsv('hunter2 hunter2')).toBe('')
  })

  test.each([
    ['isOpen', ' Yes ', true],
    ['isOpen', 'N', false],
    ['isOpen', '1', true],
    ['count', ' 4 ', 4],
    ['count', '-0', 0],
    ['ratio', '1.5e3', 1500],
    ['ratio', '.5', 0.5],
    ['words', 'a; b ;;c;', ['a', 'b', 'c']],
    ['words', String.raw`a\;b;c\\d`, ['a;b', String.raw`c\d`]],
    ['properties', 'author = Ana ; class=Pleading=1', { author: 'Ana', class: 'Pleading=1' }],
    ['properties', String.raw`a\=b=c\;d`, { 'a=b': 'c;d' }],
    ['properties', 'constructor=x', { constructor: 'x' }],
  ])('of %s typed as %j is %j', (key, cell, value) => {
    const field = getField(key)
    expect(validateValue(field, kindOf(field).fromCsv(cell))).toStrictEqual({ value })
  })

  test.each([
    ['isOpen', 'maybe', 'not_boolean'],
    ['isOpen', '__proto__', 'not_boolean'],
    ['isOpen', 'constructor', 'not_boolean'],
    ['count', 'four', 'not_number'],
    ['count', '1-2', 'not_number'],
    ['count', '1.5', 'not_integer'],
    ['ratio', '1e999', 'not_number'],
    ['ratio', 'Infinity', 'not_number'],
    ['properties', '=x', 'not_map'],
    ['properties', '__proto__=x', 'not_map'],
    ['mails', 'a@example.com;nobody', 'not_email'],
  ])('of %s typed as %j is refused with %s', (key, cell, code) => {
    const field = getField(key)
    expect(validateValue(field, kindOf(field).fromCsv(cell))).toStrictEqual({ code })
  })
})

function getField(key: string): Field {
  const field = everyKind.fields[key]
  if (!field) throw new Error(`no field ${key}`)
  return field
}
