import { expect, test } from 'vitest'
import { openCourtCourtesy } from './court-courtesy.ts'

const host = 'ecf.cand.uscourts.gov'
const start = Date.parse('2026-11-21T14:00:00Z')

function open() {
  const clock = { now: start }
  const courtesy = openCourtCourtesy({ now: () => clock.now, today: () => clock.now })
  const seconds = () => {
    const left = courtesy.pausedFor(host)
    return left && left / 1_000
  }
  return { clock, courtesy, seconds }
}

test('pauses a busy court for as long as it says, in seconds or until a date', () => {
  const { courtesy, seconds, clock } = open()
  courtesy.note(host, 429, { 'retry-after': '30' })
  expect(seconds()).toBe(30)
  expect(courtesy.pausedFor('ecf.nysd.uscourts.gov')).toBeUndefined()
  clock.now += 31_000
  expect(seconds()).toBeUndefined()
  courtesy.note(host, 503, { 'retry-after': 'Sat, 21 Nov 2026 14:01:31 GMT' })
  expect(seconds()).toBe(60)
})

test('pauses a court that gives no time for a second, then twice as long each time, up to a minute', () => {
  const { courtesy, seconds, clock } = open()
  const pauses = Array.from({ length: 8 }, () => {
    courtesy.note(host, 503, {})
    const pause = seconds()
    clock.now += 3_600_000
    return pause
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  courtesy.note(host, 200, {})
  courtesy.note(host, 503, {})
  expect(seconds()).toBe(1)
})

test('a busy court that asks for no wait is paused all the same, longer each time', () => {
  const { courtesy, seconds, clock } = open()
  const pauses = ['0', 'Sat, 21 Nov 2026 14:00:00 GMT', '0'].map((wait) => {
    courtesy.note(host, 429, { 'retry-after': wait })
    const pause = seconds()
    clock.now += 60_000
    return pause
  })
  expect(pauses).toEqual([1, 2, 4])
})

test('counts requests in progress when the court was overloaded as one', () => {
  const { courtesy, seconds } = open()
  for (let request = 0; request < 4; request++) courtesy.note(host, 503, {})
  expect(seconds()).toBe(1)
})

test('an answer to a request that was sent before the pause does not end it', () => {
  const { courtesy, seconds, clock } = open()
  courtesy.note(host, 429, { 'retry-after': '30' })
  clock.now += 1_000
  courtesy.note(host, 200, {})
  expect(seconds()).toBe(29)
})

test('ignores an invalid Retry-After, and limits one beyond an hour', () => {
  const { courtesy, seconds, clock } = open()
  courtesy.note(host, 429, { 'retry-after': 'soon' })
  expect(seconds()).toBe(1)
  clock.now += 2_000
  courtesy.note(host, 429, { 'retry-after': '86400' })
  expect(seconds()).toBe(3_600)
})

test('a clock set back does not prolong a pause', () => {
  const clock = { now: 0, today: start }
  const { note, pausedFor } = openCourtCourtesy({ now: () => clock.now, today: () => clock.today })
  note(host, 503, {})
  clock.today -= 5 * 3_600_000
  clock.now += 1_000
  expect(pausedFor(host)).toBeUndefined()
})
