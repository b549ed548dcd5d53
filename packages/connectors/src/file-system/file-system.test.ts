import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ConnectorBench, describeConnector, fileOf } from '../connector.suite.ts'
import { hashOfFile } from '../testing/hash-of-file.ts'
import { openFolder } from './index.ts'
import { giveName } from './place-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-storage-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const openBench = async (): Promise<ConnectorBench> => {
  const root = path.join(folder, 'root')
  return {
    connector: openFolder(root),
    read: async (relative) => new Uint8Array(await readFile(path.join(root, relative))),
    hashAt: (relative) => hashOfFile(path.join(root, relative)),
    plant: (relative, content) => writeFile(path.join(root, relative), content),
    list: (relative) => readdir(path.join(root, relative)),
    close: async () => undefined,
  }
}
describeConnector('file system', openBench, { streamsInShortForm: true })

test('never follows a symbolic link inside the root to the outside', async () => {
  const root = path.join(folder, 'root')
  const outside = path.join(folder, 'outside')
  await mkdir(root)
  await mkdir(outside)
  await symlink(outside, path.join(root, 'Akme'))
  const connector = openFolder(root)
  for (const place of ['Akme', 'Akme/deeper']) {
    expect(await connector.ensureFolder(place)).toMatchObject({
      problem: 'rejected',
      sentence: expect.stringContaining('leads out of the storage folder'),
    })
    expect(await connector.put(fileOf(`${place}/a.pdf`, 'x'))).toMatchObject({ problem: 'rejected' })
  }
  expect(await readdir(outside)).toEqual([])
})

test('neither reads nor overwrites a file that is a symbolic link', async () => {
  const secret = path.join(folder, 'secret')
  // A link is as long as the path in it, and so is this file.
  const bytes = 'x'.repeat(secret.length)
  await writeFile(secret, bytes)
  await mkdir(path.join(folder, 'root'))
  await symlink(secret, path.join(folder, 'root', 'a.pdf'))
  const result = await openFolder(path.join(folder, 'root')).put(fileOf('a.pdf', bytes))
  expect(result).toMatchObject({ problem: 'conflict' })
})

test.each(['../a.pdf', '/etc/a.pdf', 'a/../../a.pdf'])('rejects %s', async (place) => {
  const connector = openFolder(path.join(folder, 'root'))
  expect(await connector.put(fileOf(place, 'x'))).toMatchObject({ problem: 'rejected' })
  expect(await readdir(folder)).toEqual([])
})

test('the root itself may be a symbolic link, because the operator put it there', async () => {
  await mkdir(path.join(folder, 'share'))
  await symlink(path.join(folder, 'share'), path.join(folder, 'root'))
  expect(await openFolder(path.join(folder, 'root')).put(fileOf('A/a.pdf', 'x'))).toEqual({ wasThere: false })
  expect(await readdir(path.join(folder, 'share', 'A'))).toEqual(['a.pdf'])
})

test('reports a storage folder that cannot be written, and works once it can', async () => {
  const root = path.join(folder, 'root')
  await writeFile(root, 'a file in its place')
  const connector = openFolder(root)
  const problem = {
    problem: 'transient',
    sentence: "The storage folder can't be written (a file is where a folder should be).",
  }
  expect(await connector.put(fileOf('A/a.pdf', 'x'))).toEqual(problem)
  const [connect] = await connector.check()
  expect(connect).toMatchObject({
    step: 'connect',
    state: 'failed',
    sentence: expect.stringContaining(problem.sentence),
  })
  await rm(root)
  expect(await connector.put(fileOf('A/a.pdf', 'x'))).toEqual({ wasThere: false })
})

test('the next attempt removes what an interrupted one left', async () => {
  const root = path.join(folder, 'root')
  const file = fileOf('A/a.pdf', 'x')
  const connector = openFolder(root)
  await connector.put(file)
  const [left] = await leftovers(root)
  expect(left).toBeUndefined()
  await plantLeftover(root)
  expect(await connector.put({ ...file, attempt: 2 })).toEqual({ wasThere: true })
  expect(await readdir(path.join(root, 'A'))).toEqual(['a.pdf'])
})

test('files are readable by the group and by no one else', async () => {
  const root = path.join(folder, 'root')
  await openFolder(root).put(fileOf('A/a.pdf', 'x'))
  expect((await stat(path.join(root, 'A', 'a.pdf'))).mode & 0o007).toBe(0)
  expect((await stat(path.join(root, 'A'))).mode & 0o007).toBe(0)
})

test.each(['ENOTSUP', 'EISDIR'])(
  'without hard links (%s), a name is still never taken from another file',
  async (code) => {
    const noLinks = async () => {
      throw Object.assign(new Error('not supported'), { code })
    }
    const [from, free, taken] = ['from', 'free', 'taken'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(from, 'new')
    await writeFile(taken, 'old')
    expect(await giveName(from, taken, noLinks)).toBe(false)
    expect(await readFile(taken, 'utf8')).toBe('old')
    expect(await giveName(from, free, noLinks)).toBe(true)
    expect(await readFile(free, 'utf8')).toBe('new')
  },
)

async function leftovers(root: string): Promise<string[]> {
  return (await readdir(path.join(root, 'A'))).filter((name) => name.startsWith('.courtcrier-'))
}

/**
 * Plants the temporary file of a killed attempt at A/a.pdf. An attempt creates it, because only the connector knows its
 * name.
 */
async function plantLeftover(root: string): Promise<void> {
  let name = ''
  const spy = {
    ...fileOf('A/b.pdf', 'y'),
    idempotencyKey: 'A/a.pdf',
    open: async function* () {
      name = (await leftovers(root))[0] ?? ''
      yield Buffer.from('y')
    },
  }
  await openFolder(root).put(spy)
  await rm(path.join(root, 'A', 'b.pdf'))
  expect(name).not.toBe('')
  await writeFile(path.join(root, 'A', name), 'half')
}
