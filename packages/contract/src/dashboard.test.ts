import { expect, test } from 'vitest'
import { addDays, daysOfRange, lengthOf, minutesSaved } from './dashboard.ts'

test.each([
  ['today', '2026-11-21', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last_7_days', '2026-11-03', '2026-10-28', '2026-11-03'],
  ['last_month', '2026-11-21', '2026-10-22', '2026-11-21'],
  ['last_month', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['last_3_months', '2026-01-15', '2025-10-16', '2026-01-15'],
  ['last_6_months', '2026-08-31', '2026-03-01', '2026-08-31'],
  ['last_year', '2028-02-29', '2027-03-01', '2028-02-29'],
] as const)('%s, on %s, runs from %s to %s', (range, today, from, to) => {
  expect(daysOfRange(range, today)).toEqual({ from, to })
})

test('days include both ends, across clock changes and leap days', () => {
  expect(lengthOf({ from: '2026-11-21', to: '2026-11-21' })).toBe(1)
  expect(lengthOf({ from: '2026-02-01', to: '2026-03-31' })).toBe(59)
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})

test('time saved is each count times its minutes', () => {
  expect(minutesSaved({ notice: 10, document: 5, delivery: 3 })).toBe(10 * 4 + 5 * 2 + 3 * 1)
})
