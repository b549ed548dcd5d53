import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longTest } from '../../testing/in-long-run.ts'
import { squeeze } from './found.ts'

test.each([
  ['a b', 'a b'],
  ['  a \n\t b\u00a0c ', 'a b c'],
  ['soft\u00adhyphen zero\u200bwidth', 'softhyphen zerowidth'],
  ['\ufeffBOM \u200b end\u200d', 'BOM end'],
  ['', ''],
  [' \u00a0 ', ''],
])('%j is squeezed to %j', (text, expected) => {
  expect(squeeze(text)).toBe(expected)
})

longTest('gives the same result as regular expressions for any text', () => {
  const piece = fc.constantFrom(...'ab \t\n\u00a0\u2003\u200b\u00ad\ufeff\u3000\u0001\u007f\u2028x')
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: piece }), fc.string({ unit: 'binary' })), (text) => {
      const slow = text
        .replace(/[\u200b-\u200d\u00ad\ufeff]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
      expect(squeeze(text)).toBe(slow)
    }),
    { numRuns: 2_000 },
  )
})
