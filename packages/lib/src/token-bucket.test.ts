import { expect, test, vi } from 'vitest'
import { openTokenBucket } from './token-bucket.ts'

test('a burst starts at once, and later tasks at the configured rate', async () => {
  const { take, slept } = openBucket({ perSecond: 10, burst: 3 })
  for (let n = 0; n < 6; n++) await take('a')
  expect(slept).toEqual([100, 100, 100])
})

test('each key has its own bucket, and a pause fills it', async () => {
  const { take, slept, advance } = openBucket({ perSecond: 10, burst: 1 })
  await take('a')
  await take('b')
  expect(slept).toEqual([])
  advance(100)
  await take('a')
  expect(slept).toEqual([])
})

test('setting the wall clock back makes nothing wait until its former time', async () => {
  const real = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(real + 5 * 3_600_000)
  const { take } = openTokenBucket({ perSecond: 1000, burst: 1 })
  await take('a')
  vi.spyOn(Date, 'now').mockReturnValue(real)
  for (let n = 0; n < 3; n++) await take('a')
  vi.restoreAllMocks()
})

function openBucket(rate: { perSecond: number; burst: number }) {
  let time = 0
  const slept: number[] = []
  const sleep = async (ms: number) => {
    slept.push(ms)
    time += ms
  }
  const advance = (ms: number) => {
    time += ms
  }
  return { ...openTokenBucket(rate, { now: () => time, sleep }), slept, advance }
}
