import { expect, test } from 'vitest'
import { nextMailTry } from './next-mail-try.ts'

test('an email is tried 54 times within about two days, and then given up', () => {
  const nextTry = nextMailTry({ retrySeconds: 60 })
  const waits = Array.from({ length: 54 }, (_, n) => nextTry(n + 1))
  expect(waits.indexOf(undefined)).toBe(53)
  const hours = waits.reduce<number>((sum, wait = 0) => sum + wait, 0) / 3_600_000
  // Each wait differs by up to a fifth.
  expect(hours).toBeGreaterThan(48 * 0.8)
  expect(hours).toBeLessThan(48 * 1.2)
})
