import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from './ids.ts'

test.each([
  ['stands still', 0],
  ['is set back', -1],
])('IDs sort by creation however many there are while the clock %s', (_, step) => {
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += step))
  onTestFinished(() => clock.mockRestore())
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})
