import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRepeatedKey } from './repeated-key.ts'

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"b":{"c":1, "c" : 2}}', 'c'],
  ['[{"a":1},{"b":[],"a":2,"b":3}]', 'b'],
  ['{"name":1,"n\\u0061me":2}', 'name'],
  ['{"a\\"":1,"a\\u0022":2}', 'a"'],
  ['{"":1,"":2}', ''],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('%s has a key twice', (text, key) => expect(findRepeatedKey(text)).toBe(key))

test.each([
  '[{"a":1},{"a":2}]',
  '{"a":{"a":{"a":1}},"b":{"a":1}}',
  '{"a":"a","b":"a"}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a":1,"A":2}',
  '{"\\ud83d":1,"\\ude00":2}',
  '',
  '{"a',
  '"a":1,"a":2',
  '{"\\x":1,"\\y":2}',
])('%s has none', (text) => expect(findRepeatedKey(text)).toBeUndefined())

test('names in another letter case are the same key where names have none', () => {
  expect(findRepeatedKey('{"a":1,"A":2}', { isAnyCase: true })).toBe('A')
  expect(findRepeatedKey('{"a":{"A":1},"b":[{"a":1},{"A":1}]}', { isAnyCase: true })).toBeUndefined()
})

test('what a program writes has none, and the same with a key once more has it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }), (object) => {
      const text = JSON.stringify(object)
      expect(findRepeatedKey(text)).toBeUndefined()
      const [key = ''] = Object.keys(object)
      expect(findRepeatedKey(`${text.slice(0, -1)},${JSON.stringify(key)}:0}`)).toBe(key)
    }),
    { numRuns: 200 },
  )
})
