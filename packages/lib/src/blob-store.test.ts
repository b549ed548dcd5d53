import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BlobMissingError, openBlobStore } from './blob-store.ts'
import { StorageError, StorageFullError, StorageUnwritableError, storageError } from './storage-error.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('stored bytes can be read back', () => {
  test('bytes are returned unchanged under the name of their digest', async () => {
    const store = await openBlobStore(folder)
    const bytes = randomBytes(100_000)
    const blob = await store.put(bytes)
    expect(blob).toEqual({ sha256: digest(bytes), size: 100_000 })
    expect(Buffer.from(await store.get(blob.sha256))).toEqual(bytes)
    expect(await readFile(store.path(blob.sha256))).toEqual(bytes)
    expect(await store.stat(blob.sha256)).toEqual({ size: 100_000 })
    expect(await store.has(blob.sha256)).toBe(true)
  })

  test('a stream of chunks is the same blob as the bytes in one piece', async () => {
    const store = await openBlobStore(folder)
    const bytes = randomBytes(10_000)
    const streamed = await store.put(pieces(bytes, 777))
    expect(streamed).toEqual(await store.put(bytes))
    expect(await allFiles(folder)).toHaveLength(1)
  })

  test('a range includes its end', async () => {
    const store = await openBlobStore(folder)
    const { sha256 } = await store.put(Buffer.from('0123456789'))
    expect(await text(store.stream(sha256, { start: 2, end: 4 }))).toBe('234')
    expect(await text(store.stream(sha256, { start: 7 }))).toBe('789')
    expect(await text(store.stream(sha256))).toBe('0123456789')
  })

  test('an empty blob can be stored', async () => {
    const store = await openBlobStore(folder)
    const { sha256, size } = await store.put(new Uint8Array())
    expect(size).toBe(0)
    expect(await store.get(sha256)).toHaveLength(0)
  })

  test('a reopened store, and a second one on the same folder, find the blob', async () => {
    const { sha256 } = await (await openBlobStore(folder)).put(Buffer.from('kept'))
    expect(await text((await openBlobStore(folder)).stream(sha256))).toBe('kept')
  })
})

describe('equal bytes are stored once', () => {
  test('twenty concurrent puts of the same bytes over two stores leave one file', async () => {
    const stores = [await openBlobStore(folder), await openBlobStore(folder)]
    const bytes = randomBytes(50_000)
    const puts = Array.from({ length: 20 }, (_, at) => stores[at % 2]?.put(at % 3 ? bytes : pieces(bytes, 999)))
    const blobs = await Promise.all(puts)
    expect(new Set(blobs.map((blob) => blob?.sha256))).toEqual(new Set([digest(bytes)]))
    expect(await allFiles(folder)).toHaveLength(1)
  })

  test('a blob torn by a failing disk is replaced', async () => {
    const store = await openBlobStore(folder)
    const bytes = randomBytes(5_000)
    const { sha256 } = await store.put(bytes)
    await truncate(store.path(sha256), 100)
    await store.put(bytes)
    expect(Buffer.from(await store.get(sha256))).toEqual(bytes)
  })
})

describe('errors', () => {
  test.each(['', '..', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`, `${'a'.repeat(64)}\n`])(
    'the name %j is refused',
    async (name) => {
      const store = await openBlobStore(folder)
      expect(() => store.path(name)).toThrow(TypeError)
      await expect(store.has(name)).rejects.toThrow(TypeError)
      expect(() => store.stream(name)).toThrow(TypeError)
    },
  )

  test('a missing blob is reported as missing', async () => {
    const store = await openBlobStore(folder)
    const name = 'a'.repeat(64)
    await expect(store.get(name)).rejects.toThrow(BlobMissingError)
    expect(await store.stat(name)).toBeUndefined()
    expect(await store.has(name)).toBe(false)
  })

  test('a failing source leaves nothing behind, and its error is thrown', async () => {
    const store = await openBlobStore(folder)
    const failing = (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })()
    await expect(store.put(failing)).rejects.toThrow('connection lost')
    expect(await allFiles(folder)).toEqual([])
  })

  test('a folder that is a file is unwritable', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(openBlobStore(join(file, 'blobs'))).rejects.toThrow(StorageUnwritableError)
  })

  test('a folder removed while running is unwritable, and writable again once it is back', async () => {
    const store = await openBlobStore(folder)
    await rm(folder, { recursive: true })
    await expect(store.put(Buffer.from('x'))).rejects.toThrow(StorageUnwritableError)
    await openBlobStore(folder)
    await expect(store.put(Buffer.from('x'))).resolves.toMatchObject({ size: 1 })
  })

  test.each([
    ['ENOSPC', StorageFullError],
    ['EDQUOT', StorageFullError],
    ['EROFS', StorageUnwritableError],
    ['EACCES', StorageUnwritableError],
  ])('the system error %s becomes a typed error that keeps its cause', (code, kind) => {
    const cause = Object.assign(new Error(code), { code })
    const error = storageError(cause, folder)
    expect(error).toBeInstanceOf(kind)
    expect(error).toBeInstanceOf(StorageError)
    expect(error).toMatchObject({ cause })
  })

  test('a write beyond the file size limit is reported as no room left, and leaves nothing behind', async () => {
    const program = `
      const { openBlobStore } = await import(${JSON.stringify(new URL('./blob-store.ts', import.meta.url).href)})
      const store = await openBlobStore(${JSON.stringify(folder)})
      try { await store.put(new Uint8Array(1_000_000)); console.log('kept') } catch (error) { console.log(error.name) }
    `
    const shell = 'ulimit -f 64; exec "$0" --input-type=module -e "$1"'
    const { stdout } = await promisify(execFile)('sh', ['-c', shell, process.execPath, program])
    expect(stdout.trim()).toBe('StorageFullError')
    expect(await allFiles(folder)).toEqual([])
  })
})

test('bytes that are set aside are on the disk until they were used, whether or not that succeeds', async () => {
  const store = await openBlobStore(folder)
  const bytes = randomBytes(10_000)
  const used = await store.setAside(pieces(bytes, 777), async (read) => {
    expect(await allFiles(folder)).toHaveLength(1)
    return Buffer.from(await read())
  })
  expect(used).toEqual(bytes)
  const broken = store.setAside(pieces(bytes, 777), async () => {
    throw new Error('unreadable')
  })
  await expect(broken).rejects.toThrow('unreadable')
  expect(await allFiles(folder)).toEqual([])
})

test('files that a crash left half written are removed after a day, not before', async () => {
  await openBlobStore(folder)
  const old = join(folder, 'incoming', 'old')
  const young = join(folder, 'incoming', 'young')
  await writeFile(old, 'x')
  await writeFile(young, 'x')
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  await utimes(old, twoDaysAgo, twoDaysAgo)
  await openBlobStore(folder)
  expect(await readdir(join(folder, 'incoming'))).toEqual(['young'])
})

test('only the owner can read blobs', async () => {
  const store = await openBlobStore(folder)
  const { sha256 } = await store.put(Buffer.from('privileged'))
  const file = await open(store.path(sha256))
  const { mode } = await file.stat()
  await file.close()
  expect(mode & 0o077).toBe(0)
})

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  let all = ''
  for await (const chunk of stream) all += chunk.toString()
  return all
}

async function allFiles(of: string): Promise<string[]> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
