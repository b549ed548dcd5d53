import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const dead = JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })

test.each([
  ['free', undefined],
  ['locked by a process that is dead', dead],
  ['locked by a process that died as it wrote so', ''],
])('of many that want a folder that is %s at the same moment, one gets it', async (_, left) => {
  if (left !== undefined) await writeFile(path.join(folder, 'lock'), left)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
  const got = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(got).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(FolderInUseError)
  expect(await readdir(folder)).toEqual(['lock'])
  await got[0]?.()
  expect(await readdir(folder)).toEqual([])
})

test('a lock is taken over although a process died as it took one over', async () => {
  for (const name of ['lock', 'lock.turn']) await writeFile(path.join(folder, name), dead)
  const unlock = await lockFolder(folder)
  expect(await readdir(folder)).toEqual(['lock'])
  await unlock()
})
