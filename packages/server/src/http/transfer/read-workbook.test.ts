import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type FolderBlobStore, openBlobStore } from '@courtcrier/lib/blob-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWorkbook } from './read-workbook.ts'

let folder: string
let blobs: FolderBlobStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbooks-'))
  blobs = await openBlobStore(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* bodyOf(text: string) {
  yield Buffer.from(text)
}

/** Reads like the thread does, but notes how many workbooks are in memory. */
function openReader() {
  const order: string[] = []
  const held = { now: 0, most: 0 }
  const setAside: FolderBlobStore['setAside'] = (content, use) =>
    blobs.setAside(content, (read, open) =>
      use(() => {
        held.most = Math.max(held.most, ++held.now)
        return read()
      }, open),
    )
  const send = (share: string[], text: string) =>
    readWorkbook({ blobs: { setAside }, body: bodyOf(text), share }, async (bytes) => {
      order.push(Buffer.from(bytes).toString())
      await new Promise(setImmediate)
      held.now--
      return bytes
    })
  return { send, held, order }
}

test('of many workbooks that are sent at once, one is in memory', async () => {
  const { send, held, order } = openReader()
  const many = Array.from({ length: 20 }, (_, n) => send(['1', 'a'], `a${n}`))
  await Promise.all([...many, send(['2', 'b'], 'b')])
  expect(held.most).toBe(1)
  expect(order).toHaveLength(21)
})

test('one that never arrives keeps no one waiting', async () => {
  const { send } = openReader()
  const { promise: never } = Promise.withResolvers<void>()
  async function* stalled() {
    yield Buffer.from('PK')
    await never
  }
  void readWorkbook({ blobs, body: stalled(), share: ['1', 'a'] })
  expect(Buffer.from(await send(['1', 'a'], 'whole')).toString()).toBe('whole')
})

test('more than may wait are refused', async () => {
  const { send } = openReader()
  const results = await Promise.allSettled(Array.from({ length: 80 }, (_, n) => send(['1', 'a'], `${n}`)))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const each of refused) expect((each as PromiseRejectedResult).reason).toBeInstanceOf(ApiError)
})
