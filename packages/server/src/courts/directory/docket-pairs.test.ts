import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCourt } from './directory.ts'
import { matchDocketNumbers, type NumberingCourt, normalizeDocketNumber } from './docket-number.ts'
import { type DocketPairs, docketPairs } from './docket-pairs.suite.ts'

const courtOf = ({ court, state }: DocketPairs): NumberingCourt => {
  if (state) return { id: 'a-court', system: 'state', type: 'NONE', state, efiling: 'NONE' }
  const found = findCourt(court ?? '')
  if (!found) throw new Error(`the directory has no court ${court}`)
  return found
}

test('the table has at least 70 schemes, each with numbers that differ and spellings that do not', () => {
  expect(docketPairs.length).toBeGreaterThanOrEqual(70)
  for (const { name, numbers, same } of docketPairs) {
    expect([name, numbers.length >= 2, same.length >= 1]).toEqual([name, true, true])
  }
})

describe.each(docketPairs)('$name', (pairs) => {
  const court = courtOf(pairs)

  test('different numbers are never the same, in either order, whether or not the court is known', () => {
    for (const [at, a] of pairs.numbers.entries()) {
      expect([a, matchDocketNumbers(a, a, court)]).toEqual([a, 'same'])
      for (const b of pairs.numbers.slice(at + 1)) {
        const found = [matchDocketNumbers(a, b, court), matchDocketNumbers(b, a, court)]
        expect([a, b, ...found]).toEqual([a, b, 'different', 'different'])
        expect([a, b, matchDocketNumbers(a, b)]).not.toEqual([a, b, 'same'])
        expect([a, normalizeDocketNumber(a, court)]).not.toEqual([a, normalizeDocketNumber(b, court)])
      }
    }
  })

  test('spellings of one number are the same', () => {
    for (const [a, b] of pairs.same) {
      expect([a, b, matchDocketNumbers(a, b, court)]).toEqual([a, b, 'same'])
      expect([b, a, matchDocketNumbers(b, a, court)]).toEqual([b, a, 'same'])
    }
  })

  test('a number that omits a part is compatible, not the same', () => {
    for (const [a, b] of pairs.compatible ?? []) {
      expect([a, b, matchDocketNumbers(a, b, court)]).toEqual([a, b, 'compatible'])
    }
  })

  test('one changed digit of the serial is a different case', () => {
    const changed = fc.tuple(fc.constantFrom(...pairs.numbers), fc.nat(), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(changed, ([number, place, by]) => {
        const other = changeDigit(number, place, by)
        expect([number, other, matchDocketNumbers(number, other, court)]).toEqual([number, other, 'different'])
        expect([number, other, matchDocketNumbers(number, other)]).not.toEqual([number, other, 'same'])
      }),
      { numRuns: 60 },
    )
  })
})

/** Digits of a chapter, a judge or a note don't distinguish cases. */
const idle = /(?:-[A-Z]{0,4}(?:7|9|11|12|13|15)|-P\d)$/

function changeDigit(number: string, place: number, by: number): string {
  const end = idle.test(number) && /^\d\d-\d{5}-/.test(number) ? number.search(idle) : number.length
  const digits = [...number.slice(0, end).matchAll(/\d/g)].map(({ index }) => index)
  const at = digits[place % digits.length] ?? 0
  return `${number.slice(0, at)}${(Number(number[at]) + by) % 10}${number.slice(at + 1)}`
}

test('two arbitrary numbers that differ in digits other than leading zeros are never the same', () => {
  const digits = fc.integer({ min: 0, max: 99_999_999 }).map(String)
  const letters = fc.constantFrom('', 'CV', 'L', 'STCV', 'SEA', 'CU-BC')
  const sign = fc.constantFrom('-', '/', ' ', '', ':', '\u2013')
  const number = fc
    .array(fc.tuple(digits, sign, letters, sign), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.flat().join(''))
  const runs = (text: string) => [...text.matchAll(/\d+/g)].map(([run]) => run.replace(/^0+(?=\d)/, ''))
  fc.assert(
    fc.property(number, fc.nat(), fc.integer({ min: 1, max: 9 }), (a, place, by) => {
      const b = changeDigit(a, place, by)
      if (runs(a).join('|') === runs(b).join('|')) return
      for (const state of ['California', 'Washington', 'New York', 'Ohio', 'Illinois']) {
        const court: NumberingCourt = { id: 'a-court', system: 'state', type: 'NONE', state, efiling: 'NONE' }
        expect([a, b, matchDocketNumbers(a, b, court)]).toEqual([a, b, 'different'])
      }
    }),
    { numRuns: 2_000 },
  )
})

test('moving a digit across a dash makes a different number', () => {
  const court: NumberingCourt = { id: 'a-court', system: 'state', type: 'NONE', state: 'Kansas', efiling: 'NONE' }
  expect(matchDocketNumbers('24-2-01234-5', '24-20-1234-5', court)).toBe('different')
  expect(matchDocketNumbers('2024-1234', '20241-234', court)).toBe('different')
  expect(matchDocketNumbers('12 34-56', '123456', court)).toBe('different')
})
