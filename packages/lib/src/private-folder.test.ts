import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePrivate, whyNotPrivate } from './private-folder.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-private-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

test.each([0o777, 0o755, 0o770, 0o711, 0o702, 0o1777, 0o2770])('a folder of mode %i is made private', async (mode) => {
  const folder = path.join(root, `mode-${mode}`)
  expect(await makePrivate(folder)).toBeUndefined()
  await chmod(folder, mode)
  expect(await whyNotPrivate(folder)).toMatch(/open to other users of this machine \(mode \d+\)\. Run: chmod 0700 '/)
  expect(await makePrivate(folder)).toBeUndefined()
  expect(await modeOf(folder)).toBe(0o700)
})

test('a file that others can read is reported with the mode for files', async () => {
  const file = path.join(root, 'secret.key')
  await writeFile(file, 'x')
  await chmod(file, 0o604)
  expect(await whyNotPrivate(file)).toMatch(/\(mode 0604\)\. Run: chmod 0600 '/)
  await chmod(file, 0o600)
  expect(await whyNotPrivate(file)).toBeUndefined()
})

test.runIf(process.getuid?.() !== 0)(
  "someone else's open folder cannot be fixed, and the sentence says whose it is",
  async () => {
    expect(await makePrivate('/')).toMatch(/^\/ is open to other users.*It belongs to user 0/)
  },
)

async function modeOf(place: string): Promise<number> {
  return (await stat(place)).mode & 0o7777
}
