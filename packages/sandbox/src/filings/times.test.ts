import { expect, test } from 'vitest'
import { addWorkingMinutes, courtTime, mailDate, noticeTime } from './times.ts'

test('a court uses its own clock, summer and winter', () => {
  const winter = courtTime(new Date('2026-11-21T00:23:03Z'), 'America/Los_Angeles')
  expect([winter.day, noticeTime(winter), winter.offsetMinutes]).toEqual([20, '4:23 PM PST', -480])
  expect(noticeTime(courtTime(new Date('2026-07-01T16:05:00Z'), 'America/New_York'))).toBe('12:05 PM EDT')
  expect(mailDate(new Date('2026-11-03T21:06:18Z'), 'America/New_York')).toBe('Tue, 3 Nov 2026 16:06:18 -0500')
})

test('working time skips nights and weekends in both directions', () => {
  const friday = new Date('2026-11-20T23:50:00Z')
  const monday = addWorkingMinutes(friday, 20)
  expect(monday.toISOString()).toBe('2026-11-23T14:10:00.000Z')
  expect(addWorkingMinutes(monday, -20)).toEqual(friday)
})
