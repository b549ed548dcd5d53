import { dayIn, momentOf } from '@courtcrier/lib/zoned-time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastDailyMoment } from './daily-moment.ts'

test.each([
  ['an ordinary day', '2026-11-21', '17:00', 'America/New_York', '2026-11-21T22:00:00.000Z'],
  ['a missing hour: the first moment after it', '2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['the hour before the missing one', '2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  ['the hour after the missing one', '2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['a doubled hour: the first of the two', '2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['the evening after a doubled hour', '2026-11-01', '17:00', 'America/New_York', '2026-11-01T22:00:00.000Z'],
  ['a missing hour in London', '2026-03-29', '01:15', 'Europe/London', '2026-03-29T01:00:00.000Z'],
  ['a doubled hour in London', '2026-10-25', '01:15', 'Europe/London', '2026-10-25T00:15:00.000Z'],
  ['a zone with half an hour', '2026-03-08', '17:00', 'Asia/Kolkata', '2026-03-08T11:30:00.000Z'],
  ['midnight', '2026-11-21', '00:00', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
  ['a midnight that is missing', '2018-11-04', '00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
])('%s', (_, day, time, timeZone, expected) => {
  expect(momentOf(day, { time, timeZone }).toISOString()).toBe(expected)
})

test('before the time of day, the last run is that of the previous day', () => {
  const daily = { time: '17:00', timeZone: 'America/New_York' }
  expect(lastDailyMoment(new Date('2026-11-21T21:59:59.999Z'), daily).day).toBe('2026-11-20')
  expect(lastDailyMoment(new Date('2026-11-21T22:00:00Z'), daily).day).toBe('2026-11-21')
})

test('a day that a zone skipped has no run', () => {
  const daily = { time: '17:00', timeZone: 'Pacific/Apia' }
  expect(lastDailyMoment(new Date('2011-12-31T00:00:00Z'), daily).day).toBe('2011-12-29')
})

const zones = ['America/New_York', 'Europe/London', 'Asia/Kolkata', 'UTC', 'Australia/Lord_Howe', 'America/Sao_Paulo']
const twoDigits = (n: number) => String(n).padStart(2, '0')
const times = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
const minuteMs = 60_000

test('each local day has exactly one run, at its time unless clocks skip it', () => {
  const start = fc.constantFrom('2026-03-05', '2026-03-27', '2026-10-01', '2026-10-23', '2026-10-30', '2018-11-01')
  fc.assert(
    fc.property(start, times, fc.constantFrom(...zones), (from, [hour, minute], timeZone) => {
      const time = `${twoDigits(hour)}:${twoDigits(minute)}`
      const runs = new Map<string, Set<number>>()
      const begin = Date.parse(`${from}T00:00:00Z`)
      for (let at = begin; at < begin + 6 * 86_400_000; at += 47 * minuteMs) {
        const run = lastDailyMoment(new Date(at), { time, timeZone })
        expect(run.at.getTime()).toBeLessThanOrEqual(at)
        runs.set(run.day, (runs.get(run.day) ?? new Set()).add(run.at.getTime()))
      }
      const days = [...runs.keys()]
      expect(days).toEqual(days.toSorted())
      // The first and last day of the range may be incomplete.
      const walked = new Set<string>()
      for (let at = begin + 86_400_000; at < begin + 4 * 86_400_000; at += 30 * minuteMs)
        walked.add(dayIn(timeZone, new Date(at)))
      for (const day of walked) expect([...(runs.get(day) ?? [])], `${day} ${time} ${timeZone}`).toHaveLength(1)
      for (const [day, [at = 0]] of runs) expect(dayIn(timeZone, new Date(at))).toBe(day)
    }),
    { numRuns: 40 },
  )
})
