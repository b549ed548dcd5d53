import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { StoreProblemError } from '@courtcrier/connectors/problems.ts'
import { longestUploadDays } from '@courtcrier/connectors/ways/uploads.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAgentFolder } from './agent-folder.ts'
import { openSavedUploads } from './saved-uploads.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-agent-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

const key = { firmId: 0, credentialId: 'dms', idempotencyKey: 'copy-1' }
const state = { path: '/sites/Litigation/Order.docx' }
/** The uploads as an agent sees them that has just started. */
const restarted = async () => openSavedUploads(await openAgentFolder(data))
const files = () => readdir(path.join(data, 'uploads'))
const pathOf = (name: string) => path.join(data, 'uploads', name)

async function age(name: string, days: number): Promise<void> {
  const then = Date.now() / 1000 - days * 86_400
  await utimes(pathOf(name), then, then)
}

test('an upload is known after a restart, of its credential and copy only, until it is forgotten', async () => {
  const uploads = await restarted()
  expect(await uploads.find(key)).toBeUndefined()
  await uploads.keep(key, { path: '/former' })
  await uploads.keep(key, state)
  expect(await files()).toHaveLength(1)
  expect(await (await restarted()).find(key)).toEqual(state)
  expect(await uploads.find({ ...key, idempotencyKey: 'copy-2' })).toBeUndefined()
  expect(await uploads.find({ ...key, credentialId: 'other' })).toBeUndefined()
  await uploads.forget(key)
  expect(await (await restarted()).find(key)).toBeUndefined()
})

test('what is kept of an upload is encrypted, and moved to another copy it does not count', async () => {
  const uploads = await restarted()
  await uploads.keep(key, state)
  const [name = ''] = await files()
  const sealed = await readFile(pathOf(name))
  expect(sealed.toString('latin1')).not.toContain('Order')
  const other = { ...key, idempotencyKey: 'copy-2' }
  await uploads.keep(other, state)
  const [otherName = ''] = (await files()).filter((each) => each !== name)
  await writeFile(pathOf(otherName), sealed)
  expect(await uploads.find(other)).toBeUndefined()
})

test('an upload whose record is damaged, or sealed with a key that was lost, is begun again', async () => {
  const uploads = await restarted()
  await uploads.keep(key, state)
  await rm(path.join(data, 'secret.key'))
  const withOtherKey = await restarted()
  expect(await withOtherKey.find(key)).toBeUndefined()
  await withOtherKey.keep(key, state)
  const [name = ''] = await files()
  await writeFile(pathOf(name), '')
  expect(await withOtherKey.find(key)).toBeUndefined()
})

test('what is older than any service keeps an upload does not count, and is removed with what a crash left', async () => {
  const before = await restarted()
  await before.keep(key, state)
  const [old = ''] = await files()
  await age(old, longestUploadDays + 1)
  expect(await before.find(key)).toBeUndefined()
  await writeFile(pathOf('.left.tmp'), '')
  await age('.left.tmp', longestUploadDays + 1)
  const recent = { ...key, idempotencyKey: 'copy-2' }
  await before.keep(recent, state)
  await age((await files()).find((name) => name !== old && name !== '.left.tmp') ?? '', longestUploadDays - 1)
  await (await restarted()).keep({ ...key, idempotencyKey: 'copy-3' }, state)
  expect(await files()).toHaveLength(2)
  expect(await before.find(recent)).toEqual(state)
})

test('nothing is sent while the data folder takes no record, and the sentence says why', async () => {
  await writeFile(path.join(data, 'uploads'), 'a file')
  const error = await (await restarted()).keep(key, state).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StoreProblemError)
  expect((error as StoreProblemError).problem).toEqual({
    problem: 'transient',
    sentence: expect.stringMatching(/^The agent can't use its data folder \(EEXIST\), so the document wasn't sent\./),
  })
})
