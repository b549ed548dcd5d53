import { afterEach, describe, expect, test, vi } from 'vitest'
import { inBatches } from './batches.ts'

/** Answers with the ID in capitals, fails for `bad`, and records every batch. */
function makeAsker() {
  const batches: string[][] = []
  let isHeld = true
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const ask = inBatches(async (_context: object, firmId: number, asked: readonly { id: string }[]) => {
    batches.push(asked.map(({ id }) => `${firmId}:${id}`))
    if (isHeld) await held
    isHeld = false
    if (asked.some(({ id }) => id === 'bad')) throw new Error('one of them cannot be answered')
    return asked.map(({ id }) => id.toUpperCase())
  })
  return { ask, batches, letGo }
}

test('questions asked while a batch runs form the next batch, and each caller gets its own answer', async () => {
  const { ask, batches, letGo } = makeAsker()
  const context = {}
  const first = ask(context, 1, { id: 'a' })
  await expect.poll(() => batches.length).toBe(1)
  const rest = [ask(context, 1, { id: 'b' }), ask(context, 1, { id: 'c' })]
  letGo()
  expect(await Promise.all([first, ...rest])).toEqual(['A', 'B', 'C'])
  expect(batches).toEqual([['1:a'], ['1:b', '1:c']])
})

test('a failing question fails alone, and the others of its batch are answered', async () => {
  const { ask, batches, letGo } = makeAsker()
  const context = {}
  letGo()
  const results = await Promise.allSettled(['a', 'bad', 'c'].map((id) => ask(context, 1, { id })))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(batches).toEqual([['1:a', '1:bad', '1:c'], ['1:a'], ['1:bad'], ['1:c']])
})

test('questions about the same row, or from different firms, are never in one batch', async () => {
  const { ask, batches, letGo } = makeAsker()
  const context = {}
  letGo()
  await Promise.all([ask(context, 1, { id: 'a' }), ask(context, 1, { id: 'a' }), ask(context, 2, { id: 'b' })])
  expect(batches.toSorted()).toEqual([['1:a'], ['1:a'], ['2:b']])
})

describe('work that can wait', () => {
  afterEach(() => void vi.useRealTimers())

  /** Asks so many at once, then some and, a while after them, one more. Returns the batches of those since. */
  async function batchesAfter(count: number, some = 1): Promise<string[][]> {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    const batches: string[][] = []
    const ask = inBatches(
      async (_context: object, _firmId: number, asked: readonly { id: string }[]) => {
        batches.push(asked.map(({ id }) => id))
        return asked
      },
      { gatherManyMs: 150 },
    )
    const context = {}
    await Promise.all(Array.from({ length: count }, (_, n) => ask(context, 1, { id: String(n) })))
    const before = batches.length
    const answers = Array.from({ length: some }, (_, n) => ask(context, 1, { id: n === 0 ? 'first' : `first ${n}` }))
    await vi.advanceTimersByTimeAsync(100)
    answers.push(ask(context, 1, { id: 'second' }))
    await vi.advanceTimersByTimeAsync(500)
    await Promise.all(answers)
    return batches.slice(before)
  }

  test('is gathered for longer while there is much of it', async () => {
    expect(await batchesAfter(20)).toEqual([['first', 'second']])
  })

  test('is done at once if it fills a batch', async () => {
    const [first, ...others] = await batchesAfter(20, 32)
    expect(first).toHaveLength(32)
    expect(others).toEqual([['second']])
  })

  test('waits no longer than any other for the next of a few', async () => {
    expect(await batchesAfter(3)).toEqual([['first'], ['second']])
  })
})
