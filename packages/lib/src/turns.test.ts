import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordOutages } from './outage.ts'
import { openTurns, type Turns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Does work for `place` that lasts this long, in milliseconds. */
function workFor(turns: Turns, ms: number): void {
  const turn = turns.take('place')
  vi.advanceTimersByTime(ms)
  if ('end' in turn) turn.end()
}

test('a destination that hangs gets one at a time before anything has timed out, and others get theirs', () => {
  const turns = openTurns({ mostTogether: 24, mostOfFirm: 36 })
  for (let n = 0; n < 20; n++) expect(turns.take('hung', 'firm')).toHaveProperty('end')
  vi.advanceTimersByTime(5_000)
  expect(turns.take('hung', 'firm')).toMatchObject({ isSlow: true })
  for (let n = 0; n < 24; n++) expect(turns.take('healthy', 'firm')).toHaveProperty('end')
  expect(turns.take('healthy', 'firm')).toMatchObject({ isSlow: false })
  expect(turns.take('fine', 'firm')).toHaveProperty('end')
  expect(turns.take('fine', 'another firm')).toHaveProperty('end')
})

test("a firm gets no more than its part at a time, besides what is slow and keeps no one's slot", () => {
  const turns = openTurns({ mostTogether: 24, mostOfFirm: 36 })
  const taken = (destination: string) => {
    let count = 0
    while ('end' in turns.take(destination, 'firm')) count++
    return count
  }
  expect(['hung', 'hung too', 'healthy'].map(taken)).toEqual([24, 12, 0])
  expect(turns.take('healthy', 'another firm')).toHaveProperty('end')
  vi.advanceTimersByTime(5_000)
  expect(['hung', 'hung too', 'fine'].map(taken)).toEqual([0, 0, 24])
})

test('work that takes long says so, unless it ends before', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const turns = openTurns({ mostTogether: 24, mostOfFirm: 36 })
  const said: string[] = []
  const take = (name: string) => {
    const turn = turns.take(name)
    if (!('end' in turn)) throw new Error('there is no turn')
    turn.onSlow(() => said.push(name))
    return turn
  }
  take('slow')
  const quick = take('quick')
  vi.advanceTimersByTime(4_000)
  quick.end()
  vi.advanceTimersByTime(4_000)
  expect(said).toEqual(['slow'])
})

test('however many hang, all of them together get no more than their part', () => {
  const turns = openTurns({ mostTogether: 2, mostOfFirm: 99, mostOfAllSlow: 5, slowMs: 20_000 })
  const hung = Array.from({ length: 10 }, (_, n) => `hung ${n}`)
  for (const name of hung) {
    const turn = turns.take(name, 'firm')
    vi.advanceTimersByTime(60_000)
    if ('end' in turn) turn.end()
  }
  expect(hung.filter((name) => 'end' in turns.take(name, 'firm'))).toHaveLength(5)
  for (let n = 0; n < 10; n++) expect(turns.take(`healthy ${n}`, 'firm')).toHaveProperty('end')
})

test('one that has responded quickly again gets as many as before', () => {
  const turns = openTurns({ mostTogether: 3, mostOfFirm: 9 })
  const work = (ms: number) => workFor(turns, ms)
  work(30_000)
  for (let n = 0; n < 3; n++) work(100)
  expect([1, 2, 3, 4].map(() => 'end' in turns.take('place'))).toEqual([true, true, true, false])
})

test('what is put off while a destination takes long keeps no one waiting once it answers quickly again', () => {
  const turns = openTurns({ mostTogether: 1, mostOfFirm: 9 })
  const work = (ms: number) => workFor(turns, ms)
  work(60_000)
  const longWork = turns.take('place')
  for (let n = 0; n < 50; n++) turns.take('place')
  expect(turns.take('place')).toEqual({ isSlow: true, waitMs: 300_000 })
  if ('end' in longWork) longWork.end()
  for (let n = 0; n < 6; n++) work(100)
  turns.take('place')
  const { waitMs } = turns.take('place') as { waitMs: number }
  expect(waitMs).toBeLessThan(20_000)
})

test('a destination gets no more than it can use, so that what waits there is not taken for slow', () => {
  const turns = openTurns({ mostTogether: 24, mostOfFirm: 36 })
  const taken = Array.from({ length: 24 }, () => turns.take('folder', 'firm', 8)).filter((turn) => 'end' in turn)
  expect(taken).toHaveLength(8)
  expect(turns.take('folder', 'firm', 8)).toMatchObject({ isSlow: false })
})

test('a slow destination gets a few at a time where that is said', () => {
  const turns = openTurns({ mostTogether: 24, mostOfFirm: 36, mostOfSlow: 4 })
  turns.take('slow')
  vi.advanceTimersByTime(5_000)
  expect(Array.from({ length: 9 }, () => 'end' in turns.take('slow')).filter(Boolean)).toHaveLength(3)
})

test('an outage of the database makes no destination slow, also of work that began before it', () => {
  const outage = recordOutages()
  const turns = openTurns({ mostTogether: 4, mostOfFirm: 99 }, outage)
  const take = () => {
    const turn = turns.take('court', 'firm')
    if (!('end' in turn)) throw new Error('there is no turn')
    return turn
  }
  const held = [take(), take(), take()]
  vi.advanceTimersByTime(1_000)
  outage.begin('it does not answer')
  vi.advanceTimersByTime(30_000)
  outage.end()
  expect(turns.take('court', 'firm')).toHaveProperty('end')
  for (const turn of held) turn.end()
  expect(turns.take('court', 'firm')).toHaveProperty('end')
  // What began after it counts.
  vi.advanceTimersByTime(5_000)
  expect(turns.take('court', 'firm')).toMatchObject({ isSlow: true })
})

test('what takes long in one firm leaves turns to what does in another', () => {
  const turns = openTurns({ mostTogether: 2, mostOfFirm: 99, mostOfAllSlow: 6, mostOfFirmSlow: 4 })
  const slow = ['one firm', 'another firm'].flatMap((firm) =>
    Array.from({ length: 10 }, (_, n) => [`slow ${n} of ${firm}`, firm] as const),
  )
  for (const [name, firm] of slow) {
    const turn = turns.take(name, firm)
    vi.advanceTimersByTime(60_000)
    if ('end' in turn) turn.end()
  }
  const taken = slow.filter(([name, firm]) => 'end' in turns.take(name, firm)).map(([, firm]) => firm)
  expect(taken.toSorted()).toEqual([...Array(2).fill('another firm'), ...Array(4).fill('one firm')])
})

test('while many hang, one that hasn’t answered lately gets one at a time until it does', () => {
  const turns = openTurns({ mostTogether: 4, mostOfFirm: 99, mostOfAllSlow: 4 })
  const taken = (name: string) => [1, 2, 3, 4, 5].map(() => turns.take(name)).filter((turn) => 'end' in turn)
  expect([taken('hung'), taken('hung too')].flat()).toHaveLength(8)
  vi.advanceTimersByTime(5_000)
  expect(taken('hung as well')).toHaveLength(1)
  const [first, ...others] = taken('healthy')
  expect(others).toEqual([])
  vi.advanceTimersByTime(200)
  first?.end()
  expect(taken('healthy')).toHaveLength(4)
})

describe('work beyond what a destination gets at a time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))

  const openFull = (mostTogether = 2) => {
    const turns = openTurns({ mostTogether, mostOfFirm: 99 })
    const held = Array.from({ length: mostTogether }, () => turns.take('court'))
    return { turns, end: () => held.map((turn) => 'end' in turn && turn.end()) }
  }

  test('waits in its slot for one that answers quickly, in the order in which it came', async () => {
    const { turns, end } = openFull()
    const begun: number[] = []
    const waiting = [1, 2, 3].map(async (n) => {
      const turn = await turns.takeSoon('court')
      begun.push(n)
      return turn
    })
    await vi.advanceTimersByTimeAsync(100)
    expect(begun).toEqual([])
    end()
    const [first] = await Promise.all(waiting.slice(0, 2))
    expect(begun).toEqual([1, 2])
    if (first && 'end' in first) first.end()
    expect(await waiting[2]).toHaveProperty('end')
  })

  test('is put off if the destination takes too long for that', async () => {
    const { turns, end } = openFull()
    await vi.advanceTimersByTimeAsync(2_000)
    end()
    for (let n = 0; n < 2; n++) expect(turns.take('court')).toHaveProperty('end')
    expect(await turns.takeSoon('court')).toMatchObject({ isSlow: false })
  })

  test('is put off if all that is under way began some time ago, as when the destination begins to hang', async () => {
    const { turns } = openFull()
    await vi.advanceTimersByTimeAsync(600)
    expect(await turns.takeSoon('court')).toMatchObject({ isSlow: false })
  })

  test('is put off after a second without a turn', async () => {
    const { turns, end } = openFull()
    const waiting = turns.takeSoon('court')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await waiting).toMatchObject({ isSlow: false })
    end()
    expect(turns.take('court')).toHaveProperty('end')
  })

  test('gets one turn for each that ends, also if its end is said twice', () => {
    const { turns, end } = openFull(1)
    end()
    const turn = turns.take('court')
    end()
    expect(turns.take('court')).not.toHaveProperty('end')
    if ('end' in turn) turn.end()
    expect(turns.take('court')).toHaveProperty('end')
  })
})
