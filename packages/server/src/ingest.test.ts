import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from './base/db/firm-transaction.ts'
import { ingestFiles } from './ingest.ts'
import { itemsOf } from './mail/testing/items.ts'
import { openTestServices, type TestServices } from './testing/services.ts'

let held: TestServices

beforeAll(async () => {
  held = await openTestServices()
})
afterAll(() => held.close())

async function writeMail(name: string, content: string): Promise<string> {
  const file = path.join(held.folder, name)
  await writeFile(file, content)
  return file
}

const makeMessage = (subject: string) => `From: ecf@cand.uscourts.gov\nSubject: ${subject}\n\ntext\n`

test('files become items, the same message only once, with one result per file', async () => {
  const files = [await writeMail('a.eml', makeMessage('one')), await writeMail('b.eml', makeMessage('two'))]
  const results = await ingestFiles(held.services, { firmId: 1, files })
  expect(results).toEqual(files.map((file) => ({ file, outcome: 'new', itemId: expect.any(String) })))
  const again = await ingestFiles(held.services, { firmId: 1, files: files.slice(0, 1) })
  expect(again).toEqual([{ ...results[0], outcome: 'known' }])
  const items = await itemsOf(held.services, 1)
  expect(items.map((item) => item.subject).sort()).toEqual(['one', 'two'])
  expect(items.every((item) => item.source_type === 'file')).toBe(true)
})

test('files that are not messages, too large, missing or folders are reported, and the others are received', async () => {
  await withFirm(held.services.database, 1, (trx) => sql`update firms set max_message_size = 100000`.execute(trx))
  const folder = path.join(held.folder, 'folder')
  await mkdir(folder)
  const files = [
    await writeMail('no-mail.pdf', '%PDF-1.7 not mail'),
    await writeMail('empty.eml', ''),
    await writeMail('large.eml', makeMessage('x'.repeat(150_000))),
    path.join(held.folder, 'missing.eml'),
    folder,
    await writeMail('good.eml', makeMessage('good')),
  ]
  const results = await ingestFiles(held.services, { firmId: 1, files })
  expect(results.map((result) => ('problem' in result ? result.problem : result.outcome))).toEqual([
    "This isn't an email message: it has no headers.",
    'The message is empty.',
    'The file is larger than the 100000 bytes that the firm accepts.',
    'There is no such file.',
    'This is a folder; name the files in it.',
    'new',
  ])
})

test('a full disk is reported for each file, and a nonexistent firm at once', async () => {
  const file = await writeMail('later.eml', makeMessage('later'))
  const blobs = {
    ...held.services.blobs,
    put: async () => {
      throw new StorageFullError('There is no room left to write.')
    },
  }
  const results = await ingestFiles({ ...held.services, blobs }, { firmId: 1, files: [file] })
  expect(results).toEqual([{ file, problem: 'There is no room left to write.' }])
  await expect(ingestFiles(held.services, { firmId: 7, files: [file] })).rejects.toThrow('There is no firm 7.')
})
