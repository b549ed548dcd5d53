import { expect, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { withRecentBlobs } from './recent-blobs.ts'

function countingStore() {
  const asked: string[] = []
  const store: BlobStore = {
    put: async (content) => ({ sha256: String(content), size: 1 }),
    get: async (sha256) => {
      asked.push(sha256)
      if (sha256 === 'missing') throw new Error('missing')
      return Buffer.from(sha256.padEnd(10))
    },
    stream: () => {
      throw new Error('not asked for here')
    },
    stat: async () => undefined,
    has: async () => false,
  }
  return { store, asked }
}

const options = { limit: 30, largest: 20 }

test('bytes just written or read are not read again', async () => {
  const { store, asked } = countingStore()
  const blobs = withRecentBlobs(store, options)
  const { sha256 } = await blobs.put(Buffer.from('mail'))
  expect(String(await blobs.get(sha256))).toBe('mail')
  expect(asked).toEqual([])
  await blobs.get('a')
  await blobs.get('a')
  expect(asked).toEqual(['a'])
})

test('concurrent readers share one read, and a failed read is not cached', async () => {
  const { store, asked } = countingStore()
  const blobs = withRecentBlobs(store, options)
  await Promise.all([blobs.get('a'), blobs.get('a')])
  expect(asked).toEqual(['a'])
  await expect(blobs.get('missing')).rejects.toThrow('missing')
  await expect(blobs.get('missing')).rejects.toThrow('missing')
  expect(asked).toEqual(['a', 'missing', 'missing'])
})

test('the least recently used blobs are dropped first, and large ones are not cached', async () => {
  const { store, asked } = countingStore()
  const blobs = withRecentBlobs(store, options)
  for (const name of ['a', 'b', 'c', 'a', 'd']) await blobs.get(name)
  await blobs.get('a')
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  await blobs.get('b')
  expect(asked.at(-1)).toBe('b')
  const large = 'l'.repeat(21)
  await blobs.get(large)
  await blobs.get(large)
  expect(asked.slice(-2)).toEqual([large, large])
})

test('a slice of a larger buffer is cached without the rest', async () => {
  const { store } = countingStore()
  const blobs = withRecentBlobs(store, options)
  const pool = Buffer.from('mail and the rest')
  const { sha256 } = await blobs.put(pool.subarray(0, 4))
  pool.fill('x')
  expect(String(await blobs.get(sha256))).toBe('mail')
})

test('cached bytes own their memory, whatever pool they came from', async () => {
  const { store } = countingStore()
  const pooled: BlobStore = { ...store, get: async (sha256) => Buffer.from(sha256.padEnd(700)) }
  const limit = 200_000
  const blobs = withRecentBlobs(pooled, { limit, largest: 20_000 })
  for (let n = 0; n < 2000; n++) {
    // As in a running server, something else takes the rest of a pool now and then.
    Buffer.allocUnsafe(3500)
    await blobs.get(`blob ${n}`)
    await blobs.put(Buffer.from(`put ${n}`.padEnd(300)))
  }
  const held = new Set<ArrayBufferLike>()
  for (let n = 1900; n < 2000; n++) {
    const found = await blobs.get(`blob ${n}`)
    expect(found.buffer.byteLength).toBe(found.byteLength)
    held.add(found.buffer)
  }
  expect([...held].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThanOrEqual(limit)
})
