import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Condition, conditionHolds, conditionOperators, parseCondition, writeCondition } from './rule-condition.ts'
import { type ConditionField, conditionFields, type RuleFacts } from './rule-facts.ts'

const facts: RuleFacts = {
  courts: ['flsd', 'U.S. District Court, S.D. Florida'],
  events: ['Order on Motion to Dismiss'],
  docketTexts: ['ORDER granting 12 Motion to Dismiss. Signed by Judge Peña.'],
  documentTitles: ['Main Document', 'Exhibit A'],
  judges: ['Robin Peña'],
  caseNames: ['Ortiz v. Meridian'],
  caseNumbers: ['1:24-cv-00417'],
  matters: ['Ortiz', '1001.004'],
  clients: ['Ortiz Holdings', '1001'],
  parties: ['Meridian Insurance Co.'],
  time: '17:05',
}

test.each([
  ['court is "flsd"', true],
  ['court is "FLSD", "nysd"', true],
  ['court is "nysd"', false],
  ['court is not "nysd"', true],
  ['court is not "flsd", "nysd"', false],
  ['event contains "order on"', true],
  ['event contains "judgment", "motion"', true],
  ['event does not contain "judgment"', true],
  ['event does not contain "motion"', false],
  ['docket text contains "pena"', true],
  ['docket   text starts with "order granting"', true],
  ['document title is "exhibit a"', true],
  ['document title is "exhibit"', false],
  ['judge is "Robin Peña"', true],
  ['case contains "meridian"', true],
  ['case number starts with "1:24-cv"', true],
  ['matter is "1001.004"', true],
  ['client is "1001"', true],
  ['party contains "insurance"', true],
  ['time is between 17:00 and 08:00', true],
  ['time is between 08:00 and 17:00', false],
  ['time is between 17:05 and 17:05', true],
  ['court is "nysd" or event contains "order" and judge is "Robin Peña"', true],
  ['(court is "nysd" or event contains "order") and judge is "Nobody"', false],
  ['court is "nysd" or (time is between 17:00 and 18:00)', true],
  ['COURT IS "flsd" AND Event Contains "order"', true],
  ['', true],
  ['   ', true],
])('%s: %s', (text, holds) => {
  const parsed = parseCondition(text)
  if ('problem' in parsed) throw new Error(parsed.problem)
  expect(conditionHolds(parsed.condition, facts)).toBe(holds)
})

test('an unknown fact of a filing passes "is not" tests, and contains nothing', () => {
  const holds = (text: string) => {
    const parsed = parseCondition(text)
    return 'condition' in parsed && conditionHolds(parsed.condition, { ...facts, judges: [] })
  }
  expect(holds('judge is "Robin Peña"')).toBe(false)
  expect(holds('judge is not "Robin Peña"')).toBe(true)
  expect(holds('judge does not contain "x"')).toBe(true)
})

test.each([
  ['court', 'After "court" comes is, is not, contains, does not contain, starts with, not the end.', 5],
  [
    'color is "red"',
    'A condition starts with case, case number, client, court, docket text, document title, event, judge, matter, party or time, not with "color".',
    0,
  ],
  ['court is flsd', 'A value in quotes was expected, not "flsd".', 9],
  ['court is ""', 'A value is empty: it would match everything or nothing.', 11],
  ['court is "a" judge is "b"', '"and", "or" or the end was expected, not "judge".', 13],
  ['(court is "a"', '")" was expected, not the end.', 13],
  ['time is between 25:00 and 08:00', 'A time such as 17:00 was expected, not "25:00".', 16],
  ['time is "08:00"', 'After "time" comes "is between", not "is".', 5],
  [`${'('.repeat(30)}court is "a"${')'.repeat(30)}`, 'There are too many nested parentheses.', 21],
])('%s is refused with its position', (text, problem, at) => {
  expect(parseCondition(text)).toEqual({ problem, at })
})

const value = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /[a-z0-9]/i.test(text))
const clock = fc.tuple(fc.nat(23), fc.nat(59)).map((pair) => pair.map((n) => String(n).padStart(2, '0')).join(':'))
const one: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('test' as const),
    field: fc.constantFrom(...(Object.keys(conditionFields) as ConditionField[])),
    operator: fc.constantFrom(...conditionOperators),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('time' as const), from: clock, to: clock }),
)
const all = fc.array(one, { minLength: 2, maxLength: 3 }).map((of): Condition => ({ kind: 'and', of }))
const any = fc.array(fc.oneof(one, all), { minLength: 2, maxLength: 3 }).map((of): Condition => ({ kind: 'or', of }))
const nested = fc.tuple(any, one).map((of): Condition => ({ kind: 'and', of }))

test('every condition that is written is read back unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(one, all, any, nested), (condition) => {
      expect(parseCondition(writeCondition(condition))).toEqual({ condition })
    }),
  )
})

test('any text is parsed or refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (text) => {
      const parsed = parseCondition(text)
      expect('problem' in parsed ? parsed.at <= text.length : true).toBe(true)
    }),
  )
})
