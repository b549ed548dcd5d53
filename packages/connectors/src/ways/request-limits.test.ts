import { expect, test } from 'vitest'
import { inAny, openRequestLimits } from './request-limits.ts'

test.each([
  [60, 240],
  [60, 1000],
  [1, 5],
])('in any %d seconds, however they begin, no more than %d requests are sent', async (seconds, most) => {
  let now = 0
  const sleep = async (ms: number) => {
    now += ms
  }
  const { run } = openRequestLimits({ now: () => now, sleep })
  const times: number[] = []
  const limit = { key: 'account', ...inAny(seconds, most) }
  // Once after a pause, so that the burst is counted with what follows it.
  for (let n = 0; n < 3 * most; n++) {
    if (n === most) now += seconds * 1000
    await run([limit], async () => times.push(now))
  }
  for (const time of times) {
    const within = times.filter((each) => each >= time && each < time + seconds * 1000)
    expect(within.length).toBeLessThanOrEqual(most)
  }
})

test('a request that counts twice takes twice the time, and another account waits for none', async () => {
  const slept: number[] = []
  const { run } = openRequestLimits({ now: () => 0, sleep: async (ms) => slept.push(ms) })
  const rate = { perSecond: 10, burst: 2 }
  const nothing = async () => undefined
  await run([{ key: 'a', ...rate, units: 2 }], nothing)
  await run([{ key: 'b', ...rate, units: 2 }], nothing)
  expect(slept).toEqual([])
  await run([{ key: 'a', ...rate, units: 2 }], nothing)
  expect(slept).toEqual([100, 200])
})

test('no more requests are under way than are taken at a time', async () => {
  const { run } = openRequestLimits()
  const limit = { key: 'a', perSecond: 1000, burst: 1000, together: 2 }
  let under = 0
  let most = 0
  const request = async () => {
    under += 1
    most = Math.max(most, under)
    await new Promise((resolve) => setImmediate(resolve))
    under -= 1
  }
  await Promise.all(Array.from({ length: 6 }, () => run([limit], request)))
  expect(most).toBe(2)
})
