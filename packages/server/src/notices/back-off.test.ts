import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'

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
