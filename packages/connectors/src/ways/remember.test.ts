import { expect, onTestFinished, test, vi } from 'vitest'
import { remember } from './remember.ts'

test('what is asked is remembered for some minutes, for callers at the same time too, and a failure is asked again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const ask = remember(async () => {
    asked++
    if (asked === 1) throw new Error('not now')
    return asked
  }, 1000)
  await expect(ask()).rejects.toThrow('not now')
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2])
  vi.advanceTimersByTime(1001)
  expect(await ask()).toBe(3)
})
