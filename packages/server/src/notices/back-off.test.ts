import { expect, test } from 'vitest'
import { attemptsWithin, backOff, backOffUpTo } from './back-off.ts'

test('delays double from one minute up to one hour', () => {
  const middle = () => 0.5
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => backOff(attempt, 60_000, middle) / 60_000)).toEqual([
    1, 2, 4, 8, 16, 32, 60, 60, 60,
  ])
})

test('delays vary by up to a fifth, so that attempts that failed together are not repeated together', () => {
  expect(backOff(1, 60_000, () => 0)).toBe(48_000)
  expect(backOff(1, 60_000, () => 0.999_999)).toBe(72_000)
})

test('attempts end after as many as their delays spread over the hours', () => {
  expect([1, 24, 48].map(attemptsWithin)).toEqual([7, 30, 54])
  const next = backOffUpTo(attemptsWithin(24), { retrySeconds: 60 })
  expect([next(29), next(30)]).toEqual([expect.any(Number), undefined])
})
