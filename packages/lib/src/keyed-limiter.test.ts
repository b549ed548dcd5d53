import { expect, test } from 'vitest'
import { openKeyedLimiter } from './keyed-limiter.ts'

test('at most the limit runs for one key, in order of arrival, and other keys do not wait', async () => {
  const limiter = openKeyedLimiter(2)
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const runs = gates.map((gate, at) =>
    limiter.run('cand', async () => {
      started.push(at)
      await gate.promise
    }),
  )
  await limiter.run('nysd', async () => {})
  expect(started).toEqual([0, 1])
  gates[1]?.resolve()
  await runs[1]
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  await Promise.all(runs)
  expect(started).toEqual([0, 1, 2, 3, 4])
})

test('a failing task frees its slot for the next', async () => {
  const lock = openKeyedLimiter(1)
  const failing = lock.run('key', async () => {
    throw new Error('no')
  })
  const next = lock.run('key', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
})
