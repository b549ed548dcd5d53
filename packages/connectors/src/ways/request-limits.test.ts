import { expect, test } from 'vitest'
import { openRequestLimits, type RequestLimit } from './request-limits.ts'

test.each([
  [60, 240],
  [60, 1000],
  [1, 5],
])('in any %d seconds, however they begin, no more than %d requests are sent', async (seconds, most) => {
  let now = 0
  const sleep = async (ms: number) => {
    now += ms
  }
  const { run } = openRequestLimits({ clock: { now: () => now, sleep } })
  const times: number[] = []
  const limit = { key: 'account', most, seconds }
  // Once after a pause, so that the burst is counted with what follows it.
  for (let n = 0; n < 3 * most; n++) {
    if (n === most) now += seconds * 1000
    await run([limit], async () => times.push(now))
  }
  expect(mostWithin(times, seconds)).toBeLessThanOrEqual(most)
})

/** The most of these times, in milliseconds, that are in any so many seconds. */
function mostWithin(times: readonly number[], seconds: number): number {
  return Math.max(...times.map((from) => times.filter((each) => each >= from && each < from + seconds * 1000).length))
}

/** Requests of one process, as many as it may send until a time in milliseconds, and when it sent each. */
async function timesOfOne(limit: RequestLimit, { processes, until }: { processes: () => number; until: number }) {
  let now = 0
  const sleep = async (ms: number) => {
    now += ms
  }
  const { run } = openRequestLimits({ clock: { now: () => now, sleep }, processes })
  const times: number[] = []
  while (now < until) await run([limit], async () => times.push(now))
  return times
}

test.each([
  [60, 240, 3],
  [60, 1000, 7],
  [1, 5, 2],
  [1, 5, 3],
  [1, 5, 5],
])(
  'in any %d seconds, no more than %d requests are sent by %d processes together, and not much fewer',
  async (seconds, most, processes) => {
    const limit = { key: 'account', most, seconds }
    const until = 10 * seconds * 1000
    const each = Array.from({ length: processes }, () => timesOfOne(limit, { processes: () => processes, until }))
    const times = (await Promise.all(each)).flat()
    expect(mostWithin(times, seconds)).toBeLessThanOrEqual(most)
    expect(times.length).toBeGreaterThan(5 * most)
  },
)

test('another process that begins to send gets its share without a pause', async () => {
  const limit = { key: 'account', most: 240, seconds: 60 }
  let asked = 0
  // The first notices the other after it has sent for a while.
  const first = await timesOfOne(limit, { processes: () => (asked++ < 300 ? 1 : 2), until: 300_000 })
  const noticed = first[300] ?? 0
  const second = await timesOfOne(limit, { processes: () => 2, until: 300_000 - noticed })
  const times = [...first, ...second.map((time) => noticed + time)].filter((time) => time >= noticed)
  // What the first had sent before it knew is forgiven, once.
  expect(mostWithin(times, 60)).toBeLessThanOrEqual(240)
})

test('a request that counts twice takes twice the time, and another account waits for none', async () => {
  const slept: number[] = []
  const { run } = openRequestLimits({ clock: { now: () => 0, sleep: async (ms) => slept.push(ms) } })
  // Two at once, and ten a second.
  const rate = { most: 12, seconds: 1 }
  const nothing = async () => undefined
  await run([{ key: 'a', ...rate, units: 2 }], nothing)
  await run([{ key: 'b', ...rate, units: 2 }], nothing)
  expect(slept).toEqual([])
  await run([{ key: 'a', ...rate, units: 2 }], nothing)
  expect(slept).toEqual([100, 200])
})

test('no more requests are under way than are taken at a time', async () => {
  const { run } = openRequestLimits()
  const limit = { key: 'a', most: 5000, seconds: 1, together: 2 }
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

test('processes share how many requests are under way, of which each has at least one', async () => {
  const underWay = async (processes: number) => {
    const { run } = openRequestLimits({ processes: () => processes })
    let under = 0
    let most = 0
    const request = async () => {
      under += 1
      most = Math.max(most, under)
      await new Promise((resolve) => setImmediate(resolve))
      under -= 1
    }
    const limit = { key: 'a', most: 5000, seconds: 1, together: 5 }
    await Promise.all(Array.from({ length: 12 }, () => run([limit], request)))
    return most
  }
  expect(await underWay(2)).toBe(2)
  expect(await underWay(9)).toBe(1)
})
