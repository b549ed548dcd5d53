import { expect, test } from 'vitest'
import { newId, timeOfId } from './ids.ts'

test('an ID says when it was made', () => {
  const before = Date.now()
  const made = timeOfId(newId()).getTime()
  expect(made).toBeGreaterThanOrEqual(before)
  expect(made).toBeLessThanOrEqual(Date.now() + 1)
})
