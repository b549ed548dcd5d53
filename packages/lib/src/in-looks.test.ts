import { expect, test } from 'vitest'
import { inLooks } from './in-looks.ts'

test('work that is done right after a pause of the process is in time', async () => {
  const work = new Promise((resolve) => setTimeout(() => setImmediate(resolve, 'done')))
  const result = inLooks(work, { count: 8, everyMs: 5 })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  expect(await result).toBe('done')
})

test('work that takes longer has no result', async () => {
  expect(await inLooks(new Promise(() => {}), { count: 3, everyMs: 5 })).toBeUndefined()
})
