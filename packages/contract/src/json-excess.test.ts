import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonExcess, jsonLimits } from './json-excess.ts'

const { depth, keys, values } = jsonLimits
const objectOf = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, n])))
const nested = (count: number) => '['.repeat(count) + ']'.repeat(count)

test.each([
  ['as many keys as allowed', objectOf(keys), undefined],
  ['a key more', objectOf(keys + 1), 'keys'],
  ['as deep as allowed', nested(depth), undefined],
  ['a level deeper', nested(depth + 1), 'depth'],
  ['levels of objects and lists', '{"a":['.repeat(depth), 'depth'],
  ['as many values as allowed', JSON.stringify(Array.from({ length: values }, () => 0)), undefined],
  ['a value more', JSON.stringify(Array.from({ length: values + 1 }, () => 0)), 'values'],
  ['more lists than values are allowed', `[${'[],'.repeat(values)}[]]`, 'values'],
  ['keys spread over many objects', JSON.stringify(Array.from({ length: keys + 1 }, () => ({ a: 1 }))), 'keys'],
  ['nothing', '', undefined],
  ['a string that never ends', `"${':'.repeat(keys * 2)}`, undefined],
])('%s: %#', (_, text, excess) => {
  expect(findJsonExcess(text)).toBe(excess)
})

test('what strings contain is not counted, whatever is escaped in them', () => {
  const nasty = fc.stringMatching(/^[{}[\]:,"\\ab]{0,40}$/)
  fc.assert(
    fc.property(fc.array(nasty, { maxLength: 30 }), (texts) => {
      const many = Array.from({ length: 200 }, () => texts)
      expect(findJsonExcess(JSON.stringify(many))).toBeUndefined()
    }),
    { numRuns: 200 },
  )
})

test('a text is counted like the value it is parsed to', () => {
  const countKeys = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? (Array.isArray(value) ? 0 : Object.keys(value).length) +
        Object.values(value).reduce((sum: number, one) => sum + countKeys(one), 0)
      : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const times = Math.ceil(keys / Math.max(countKeys(value), 1))
      const text = JSON.stringify(Array.from({ length: Math.min(times, 50) }, () => value))
      expect(findJsonExcess(text) === 'keys').toBe(countKeys(JSON.parse(text)) > keys)
    }),
    { numRuns: 100 },
  )
})
