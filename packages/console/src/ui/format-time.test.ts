import { beforeEach, describe, expect, test } from 'vitest'
import {
  dayOf,
  daysUntil,
  endOfDay,
  formatAgo,
  formatDate,
  formatDateTime,
  formatDay,
  formatHourStart,
  formatTime,
  startOfDay,
} from './format-time.ts'
import { setTimeZone } from './time-zone.ts'

beforeEach(() => setTimeZone('America/Los_Angeles'))
const space = /[\u202f\u00a0]/g
const plain = (text: string) => text.replace(space, ' ')

describe("times are shown in the firm's zone", () => {
  test('with the day in that zone', () => {
    const iso = '2026-11-21T03:41:00.000Z'
    expect(plain(formatTime(iso))).toBe('7:41 PM')
    expect(dayOf(iso)).toBe('2026-11-20')
    expect(plain(formatDateTime(iso))).toBe('Nov 20, 2026, 7:41 PM PST')
  })

  test('but an hour of the day is the same in any, on a clock of twelve hours', () => {
    expect([0, 6, 12, 18].map((hour) => plain(formatHourStart(hour)))).toEqual(['12 AM', '6 AM', '12 PM', '6 PM'])
  })

  test('today and yesterday change at its midnight', () => {
    const now = new Date('2026-11-21T09:00:00.000Z')
    expect(formatDay('2026-11-21T08:30:00.000Z', now)).toBe('today')
    expect(formatDay('2026-11-21T07:30:00.000Z', now)).toBe('yesterday')
    expect(formatDay('2026-11-02T07:30:00.000Z', now)).toBe('Nov 1')
    expect(formatDay('2025-11-03T18:30:00.000Z', now)).toBe('Nov 3, 2025')
  })

  test('a day is over at the end of it there, not in UTC', () => {
    const evening = new Date('2026-11-21T03:41:00.000Z')
    expect(['2026-11-19', '2026-11-20', '2026-11-21', '2027-11-20'].map((day) => daysUntil(day, evening))).toEqual([
      -1, 0, 1, 365,
    ])
  })

  test('days start and end in that zone, even when clocks change', () => {
    expect(startOfDay('2026-03-08')).toBe('2026-03-08T08:00:00.000Z')
    expect(endOfDay('2026-03-08')).toBe('2026-03-09T06:59:59.999Z')
    expect(startOfDay('2026-11-01')).toBe('2026-11-01T07:00:00.000Z')
    expect(endOfDay('2026-11-01')).toBe('2026-11-02T07:59:59.999Z')
  })

  test('an unknown zone is ignored', () => {
    setTimeZone('Mars/Olympus')
    expect(() => formatTime('2026-11-21T03:41:00.000Z')).not.toThrow()
  })
})

test('a calendar date has no zone', () => {
  expect(formatDate('2026-11-21')).toBe('Nov 21, 2026')
})

test('relative times use the largest unit that fits', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(formatAgo('2026-11-21T11:59:48Z', now)).toBe('12 seconds ago')
  expect(formatAgo('2026-11-21T11:57:00Z', now)).toBe('3 minutes ago')
  expect(formatAgo('2026-11-20T11:57:00Z', now)).toBe('yesterday')
})
