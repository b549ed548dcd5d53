import { statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyFromFile } from './secret-box.ts'

let file: string
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(os.tmpdir(), 'courtcrier-key-')), 'secret.key')
})
afterEach(() => rm(path.dirname(file), { recursive: true, force: true }))

test('processes that start at the same moment get the same new key', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => keyFromFile(file)))
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect(await readdir(path.dirname(file))).toEqual(['secret.key'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a new key is never seen in part', async () => {
  let isMade = false
  const making = keyFromFile(file).finally(() => {
    isMade = true
  })
  const sizes = new Set<number>()
  while (!isMade) {
    sizes.add(statSync(file, { throwIfNoEntry: false })?.size ?? 64)
    await setImmediate()
  }
  await making
  expect([...sizes]).toEqual([64])
})
