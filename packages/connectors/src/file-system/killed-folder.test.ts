import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { everyNth } from '../../../server/src/testing/long-run.ts'
import { holdSmallDiskPerTest } from '../../../server/src/testing/small-disk.fixture.ts'
import { fileOf } from '../connector.suite.ts'
import { describeTidying } from '../other-hands.suite.ts'
import { openFolder } from './index.ts'
import type { FolderVictim } from './killed-folder.fixture.ts'

/** What is left in a folder by a process that is killed, by people who tidy up, and by a disk that takes no more. */
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-killed-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describeTidying('file system', async () => {
  const root = path.join(folder, 'root')
  const at = (relative: string) => path.join(root, relative)
  return {
    connector: openFolder(root),
    reopen: () => openFolder(root),
    read: async (relative) => new Uint8Array(await readFile(at(relative))),
    plant: (relative, content) => writeFile(at(relative), content),
    list: (relative) => readdir(at(relative)),
    hands: {
      remove: (relative) => rm(at(relative), { recursive: true }),
      rename: (relative, to) => rename(at(relative), path.join(path.dirname(at(relative)), to)),
    },
    close: async () => undefined,
  }
})

const chunks = ['a', 'b', 'c'].map((letter) => letter.repeat(1000))
const file = fileOf('A/Filings/a.pdf', chunks.join(''))

test.each<readonly [string, Partial<FolderVictim>]>([
  ['', {}],
  [' on a file system without hard links', { hasNoLinks: true }],
])(
  'a process killed at any call%s leaves no half file under the name, and the next attempt leaves one',
  { timeout: 300_000 },
  async (_where, kind) => {
    const { calls } = await callsOfOne(kind)
    // One more call is none: it lives, and its answer is lost.
    for (const killedAt of everyNth(upTo(calls + 1), 2)) {
      const root = path.join(folder, `killed-${killedAt}`)
      await runVictim({ root, ...kind, killedAt })
      const there = await readdir(path.join(root, 'A/Filings')).catch((): string[] => [])
      if (there.includes('a.pdf')) {
        const left = await readFile(path.join(root, file.path), 'utf8')
        expect(left === chunks.join('') || (kind.hasNoLinks && left === ''), `killed at ${killedAt}`).toBe(true)
      }
      const again = openFolder(root)
      expect(await again.put({ ...file, attempt: 2 }), `killed at ${killedAt}`).toMatchObject({
        wasThere: expect.any(Boolean),
      })
      expect(await readFile(path.join(root, file.path), 'utf8'), `killed at ${killedAt}`).toBe(chunks.join(''))
      expect(await readdir(path.join(root, 'A/Filings')), `killed at ${killedAt}`).toEqual(['a.pdf'])
    }
  },
)

test("an empty file that a person put there isn't taken for what a killed process left", async () => {
  const root = path.join(folder, 'root')
  await mkdir(path.join(root, 'A/Filings'), { recursive: true })
  await writeFile(path.join(root, file.path), '')
  expect(await openFolder(root).put({ ...file, attempt: 2 })).toMatchObject({ problem: 'conflict' })
  expect(await readFile(path.join(root, file.path), 'utf8')).toBe('')
})

test('a folder that is renamed while a file is written gets the file with the next attempt, under its old name', async () => {
  const root = path.join(folder, 'root')
  const renamed = {
    ...file,
    open: async function* () {
      yield Buffer.from(chunks[0] ?? '')
      await rename(path.join(root, 'A/Filings'), path.join(root, 'A/Closed'))
      yield Buffer.from(chunks.slice(1).join(''))
    },
  }
  expect(await openFolder(root).put(renamed)).toMatchObject({
    problem: 'transient',
    sentence: expect.stringMatching(/it is not there/),
  })
  expect(await openFolder(root).put({ ...file, attempt: 2 })).toEqual({ wasThere: false })
  expect(await readdir(path.join(root, 'A/Filings'))).toEqual(['a.pdf'])
})

/** A user who owns nothing else. */
const user = 65_534

test('a right that is lost is named, and the file is saved once it is back', async () => {
  const root = path.join(folder, 'root')
  await chmod(folder, 0o755)
  const inside = path.join(root, 'A/Filings')
  await mkdir(inside, { recursive: true })
  if (process.getuid?.() === 0) for (const each of [root, path.join(root, 'A'), inside]) await chown(each, user, user)
  await chmod(inside, 0o500)
  expect(await runVictim({ root, user })).toMatchObject({
    result: {
      problem: 'transient',
      sentence: "The storage folder can't be written (this server has no permission).",
    },
  })
  expect(await readdir(inside)).toEqual([])
  await chmod(inside, 0o700)
  expect(await runVictim({ root, user })).toMatchObject({ result: { wasThere: false } })
  expect(await readdir(inside)).toEqual(['a.pdf'])
})

const disk = holdSmallDiskPerTest()

test('a disk that is full keeps nothing of a file that it has no room for, and takes it once there is', async (context) => {
  context.skip(disk.whyNot !== undefined, disk.whyNot)
  const root = path.join(disk.folder, 'root')
  const ballast = path.join(disk.folder, 'ballast')
  await writeFile(ballast, Buffer.alloc(12_000_000))
  const large = fileOf('A/large.pdf', Buffer.alloc(8_000_000, 'x'))
  expect(await openFolder(root).put(large)).toEqual({
    problem: 'transient',
    sentence: 'There is no room left in the storage folder.',
  })
  expect(await readdir(path.join(root, 'A'))).toEqual([])
  await rm(ballast)
  expect(await openFolder(root).put({ ...large, attempt: 2 })).toEqual({ wasThere: false })
  expect(await readdir(path.join(root, 'A'))).toEqual(['large.pdf'])
})

function callsOfOne(kind: Partial<FolderVictim>): Promise<{ calls: number }> {
  return runVictim({ root: path.join(folder, 'undisturbed'), ...kind }) as Promise<{ calls: number }>
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n + 1)
}

const program = fileURLToPath(new URL('killed-folder.fixture.ts', import.meta.url))

/** Returns what the process printed; undefined if it was killed. */
async function runVictim(given: Pick<FolderVictim, 'root'> & Partial<FolderVictim>): Promise<unknown> {
  const victim: FolderVictim = { path: file.path, chunks, sha256: file.sha256, ...given }
  try {
    return JSON.parse((await promisify(execFile)(process.execPath, [program, JSON.stringify(victim)])).stdout)
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return undefined
    throw error
  }
}
