import { expect, test } from 'vitest'
import { addCourtDays, isCourtDay } from './court-days.ts'

test.each([
  ['2026-11-26', 'Thanksgiving'],
  ['2026-11-11', 'Veterans Day'],
  ['2026-05-25', 'Memorial Day'],
  ['2026-07-03', 'Independence Day on a Saturday'],
  ['2027-07-05', 'Independence Day on a Sunday'],
  ['2027-12-31', "New Year's Day on a Saturday"],
  ['2026-11-28', 'a Saturday'],
])('no court sits on %s, %s', (date) => {
  expect(isCourtDay(new Date(`${date}T15:00:00Z`))).toBe(false)
})

test('court days skip weekends and holidays in both directions, and the time stays', () => {
  const before = new Date('2026-11-25T15:30:00Z')
  const after = addCourtDays(before, 2)
  expect(after.toISOString()).toBe('2026-11-30T15:30:00.000Z')
  expect(addCourtDays(after, -2)).toEqual(before)
  expect(addCourtDays(new Date('2026-11-28T15:30:00Z'), 0).toISOString()).toBe('2026-11-30T15:30:00.000Z')
})
