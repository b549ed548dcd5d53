import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { longTest } from '../../testing/in-long-run.ts'
import { plantCopy as plant, runCopyJob, saveCopy } from './planted-copy.fixture.ts'
import { insert, openTestServices, plantFiling, rowById, type TestFiling, type TestServices } from './test-filing.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})
afterEach(() => services.close())

test("a document is saved under its policy's path, and everything about it is recorded", async () => {
  const filing = await plantFiling(services, {
    documents: [{ content: '%PDF-1.7 motion', title: 'ORDER: <b>granting</b> / denying' }],
  })
  const id = await plantCopy(filing)
  await saveCopy(services, id)
  const copy = await rowById(services, 'document_copies', id)
  expect(copy).toMatchObject({ status: 'succeeded', attempts: 1 })
  expect(copy.path).toMatch(
    /^Acme, Inc\/M-[0-9a-f-]+\/3-26-cv-04417-RS\/118 ORDER - \(b\)granting\(-b\) - denying\.pdf$/,
  )
  expect(copy.sentence).toBe(`Saved as ${copy.path}`)
  expect(copy.stored_at).toBeInstanceOf(Date)
  expect(await readFile(path.join(root(), String(copy.path)), 'utf8')).toBe('%PDF-1.7 motion')
  expect(await events()).toEqual([{ level: 'INFO', type: 'DMS upload success', entityId: id }])
  expect(await itemStatus(filing)).toBe('Succeeded')
})

test('copies with the same name get numbers, even if they are saved at the same time', async () => {
  const filings = await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      plantFiling(services, { documents: [{ content: `text ${n}` }], policy: { document_path: 'All' } }),
    ),
  )
  const ids = await Promise.all(filings.map((filing) => plantCopy(filing)))
  await Promise.all(ids.map((id) => saveCopy(services, id)))
  const names = [
    '118 Motion for Summary Judgment.pdf',
    ...[2, 3, 4, 5].map((n) => `118 Motion for Summary Judgment (${n}).pdf`),
  ]
  expect((await readdir(path.join(root(), 'All'))).toSorted()).toEqual(names.toSorted())
  for (const [n, id] of ids.entries()) {
    const copy = await rowById(services, 'document_copies', id)
    expect(await readFile(path.join(root(), String(copy.path)), 'utf8')).toBe(`text ${n + 1}`)
  }
})

longTest('many copies with the same name still find a free one', async () => {
  const filing = await plantFiling(services, {
    documents: [{ content: 'x' }],
    policy: { document_path: 'All', document_name: 'Minutes' },
  })
  const ids = await Promise.all(Array.from({ length: 25 }, () => plantCopy(filing)))
  for (const id of ids) await saveCopy(services, id)
  const paths = await Promise.all(ids.map(async (id) => (await rowById(services, 'document_copies', id)).path))
  expect(paths.at(0)).toBe('All/Minutes.pdf')
  expect(paths.at(24)).toBe('All/Minutes (25).pdf')
  expect(new Set(paths).size).toBe(25)
})

test("a person's file of the same name is left alone", async () => {
  const filing = await plantFiling(services, {
    documents: [{ content: 'ours' }],
    policy: { document_path: 'All', document_name: 'Motion' },
  })
  await mkdir(path.join(root(), 'All'), { recursive: true })
  await writeFile(path.join(root(), 'All', 'Motion.pdf'), 'theirs')
  const id = await plantCopy(filing)
  await saveCopy(services, id)
  expect((await rowById(services, 'document_copies', id)).path).toBe('All/Motion (2).pdf')
  expect(await readFile(path.join(root(), 'All', 'Motion.pdf'), 'utf8')).toBe('theirs')
})

test('after a crash between the write and its record there is one file, and the record says so', async () => {
  const filing = await plantFiling(services, {
    documents: [{ content: 'bytes' }],
    policy: { document_path: 'All', document_name: 'Motion' },
  })
  const id = await plantCopy(filing, { status: 'started', attempts: 1, path: 'All/Motion.pdf' })
  await mkdir(path.join(root(), 'All'), { recursive: true })
  await writeFile(path.join(root(), 'All', 'Motion.pdf'), 'bytes')
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'succeeded',
    path: 'All/Motion.pdf',
    sentence: 'Already in the DMS: All/Motion.pdf',
    attempts: 2,
  })
  expect(await readdir(path.join(root(), 'All'))).toEqual(['Motion.pdf'])
})

test('the path claimed by an earlier attempt stays, whatever the policy says now', async () => {
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  const id = await plantCopy(filing, { status: 'delayed', attempts: 1, path: 'Old/Name.pdf' })
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({ status: 'succeeded', path: 'Old/Name.pdf' })
})

test('a storage folder that is not writable delays the copy, which is saved once it is', async () => {
  await writeFile(services.config.storageFolder, 'a file in its place')
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  const id = await plantCopy(filing)
  const before = Date.now()
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'delayed',
    sentence: "The storage folder can't be written (a file is where a folder should be).",
    stored_at: null,
  })
  expect(await itemStatus(filing)).toBe('Post Processing')
  const [next] = await queued('copy')
  expect(next?.data).toEqual({ firmId: 1, id })
  expect(Number(next?.startAfter) - before).toBeGreaterThan(40_000)
  expect(Number(next?.startAfter) - before).toBeLessThan(90_000)
  expect(await events()).toEqual([{ level: 'WARNING', type: 'DMS upload failure', entityId: id }])

  await rm(services.config.storageFolder)
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({ status: 'succeeded', attempts: 2 })
})

test('after ten attempts the copy fails, with an event, and so does its item', async () => {
  await writeFile(services.config.storageFolder, 'a file in its place')
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  const id = await plantCopy(filing, { status: 'delayed', attempts: 9 })
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'failed',
    attempts: 10,
    path: null,
    sentence: expect.stringMatching(/a folder should be\)\. Gave up after 10 attempts\.$/),
  })
  expect(await events()).toEqual([{ level: 'ERROR', type: 'DMS upload failure', entityId: id }])
  expect(await rowById(services, 'inbox_items', filing.itemId)).toMatchObject({
    status: 'Failed',
    reason: "The only copy wasn't saved to the DMS.",
  })
  expect(await queued('copy')).toEqual([])
})

test("a copy is saved below the folder that its policy's credential names", async () => {
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }], policy: { document_path: 'All' } })
  await withSystem(services.database, (trx) =>
    sql`update generic_credentials set folder_id = '/Court filings/../2026' from storage_policies p
      where p.id = ${filing.policyId}::uuid and generic_credentials.id = p.dms_credential_id`.execute(trx),
  )
  const id = await plantCopy(filing)
  await saveCopy(services, id)
  const { path, status } = await rowById(services, 'document_copies', id)
  expect([status, path]).toEqual(['succeeded', expect.stringMatching(/^Court filings\/2026\/All\/118 /)])
})

test.each([
  [{ 'Matter number': '{{ matter.number }}' }, ". The document properties aren't saved: Folder on this server doesn't"],
  [{}, ''],
])('a copy whose properties %o are not saved says so: "%s"', async (properties, told) => {
  const policy = { document_path: 'All', document_properties: JSON.stringify(properties) }
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }], policy })
  const id = await plantCopy(filing)
  await saveCopy(services, id)
  const { status, sentence, path: stored } = await rowById(services, 'document_copies', id)
  expect(status).toBe('succeeded')
  expect(String(sentence).replace(' support them.', '')).toBe(`Saved as ${stored}${told}`)
})

const credentialId = newId()

test.each([
  [
    'a template that cannot be rendered',
    { document_name: '{{ nope | nothing }}' },
    /^The policy's name for documents cannot be used: Undefined filter/,
  ],
  [
    'a credential of a kind that is not there',
    { dms_credential_id: credentialId },
    /^The storage policy's DMS credential/,
  ],
])('%s fails immediately, with the reason', async (_, policy, sentence) => {
  const credential = { firm_id: 1, id: credentialId, name: 'Elsewhere', kind: 'generic_credential' }
  await withSystem(services.database, (trx) => insert(trx, 'credentials', credential))
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }], policy })
  const id = await plantCopy(filing)
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringMatching(sentence),
  })
})

test('a document lost from the blob store is retried, and the reason says so', async () => {
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  const id = await plantCopy(filing, { file_id: '0'.repeat(64) })
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'delayed',
    sentence: "The document is missing from this server's storage.",
  })
})

test.each(['succeeded', 'failed', 'canceled'])('a copy that is already %s is not saved', async (status) => {
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  const id = await plantCopy(filing, { status })
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({ status, attempts: 0, path: null })
})

test("each firm's copies are saved below its own folder", async () => {
  const policy = { document_path: '../2/{{ client.name }}', document_name: '../../x' }
  const one = await plantFiling(services, { firmId: 1, documents: [{ content: 'one' }], policy })
  const two = await plantFiling(services, { firmId: 2, documents: [{ content: 'two' }], policy })
  for (const filing of [one, two]) {
    await saveCopy(services, await plantCopy(filing), filing.firmId)
  }
  expect(await readFile(path.join(services.config.storageFolder, '1/2/Acme, Inc/-..-x.pdf'), 'utf8')).toBe('one')
  expect(await readFile(path.join(services.config.storageFolder, '2/2/Acme, Inc/-..-x.pdf'), 'utf8')).toBe('two')
})

test('the notice itself is saved as an email file', async () => {
  const filing = await plantFiling(services, {
    documents: [],
    policy: { document_path: 'Mail', document_name: '{{ filing.date }} {{ document.number }} {{ document.title }}' },
  })
  const raw = await services.blobs.put(Buffer.from('From: court'))
  const id = await plantCopy(filing, { document_id: null, file_id: raw.sha256 })
  await saveCopy(services, id)
  expect(await readFile(path.join(root(), 'Mail/2026-11-20 Notice.eml'), 'utf8')).toBe('From: court')
})

test('a queued job ends with its copy and is not handed out again', async () => {
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  const id = await plantCopy(filing)
  const seen = vi.fn()
  services.jobs.work(
    'copy',
    async (job) => {
      seen()
      await runCopyJob(services, job.data.id)
    },
    { concurrency: 4 },
  )
  await withSystem(services.database, (trx) => services.jobs.enqueue(trx, 'copy', [{ firmId: 1, id }]))
  await vi.waitFor(
    async () => expect(await rowById(services, 'document_copies', id)).toMatchObject({ status: 'succeeded' }),
    { timeout: 30_000 },
  )
  await vi.waitFor(async () => expect(await queued('copy')).toEqual([]), { timeout: 30_000 })
  expect(seen).toHaveBeenCalledTimes(1)
})

const plantCopy = (filing: TestFiling, values = {}) => plant(services, filing, values)
const root = () => path.join(services.config.storageFolder, '1')

async function events() {
  return withSystem(services.database, async (trx) => {
    const { rows } =
      await sql<object>`select level, type, entity_id as "entityId" from system_events order by id`.execute(trx)
    return rows
  })
}

async function itemStatus(filing: TestFiling): Promise<unknown> {
  return (await rowById(services, 'inbox_items', filing.itemId)).status
}

async function queued(queue: string) {
  const { rows } = await sql<{ data: unknown; startAfter: Date }>`
    select data, start_after as "startAfter" from pgboss.job where name = ${queue} and state in ('created', 'retry', 'active')`.execute(
    services.database.kysely,
  )
  return rows
}
