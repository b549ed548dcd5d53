import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { type HttpFaultProxy, startHttpFaultProxy } from '@courtcrier/connectors/testing/fault-proxy.ts'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { announce } from '../base/db/changes.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { plantCopy as plantCopyOf, queuedCopies, runCopyJob, saveCopy } from '../outbox/copies/planted-copy.fixture.ts'
import {
  insert,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from '../outbox/copies/test-filing.ts'
import { warnOfExpiry } from './expiry.ts'
import { releaseOnRepair } from './health.ts'

/** Copies saved with a firm's credential to its own DMS, which is an S3 server here. */
let folder: string
let server: S3rver
let port: number
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-stores-'))
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder })
  port = ((await server.run()) as AddressInfo).port
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

let services: TestServices
let proxy: HttpFaultProxy
let bucket: string
let client: S3Client
let count = 0
beforeEach(async () => {
  services = await openTestServices({ COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' })
  proxy = await startHttpFaultProxy({ port })
  bucket = `firm-${++count}`
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
})
afterEach(async () => {
  client.destroy()
  await services.close()
  await proxy.close()
})

test("saves a copy with its policy's credential", async () => {
  const { filing } = await plantS3()
  const id = await plantCopy(filing)
  await run(id)
  const copy = await rowById(services, 'document_copies', id)
  expect(copy).toMatchObject({ status: 'succeeded', target: 'Our bucket', path: 'All/Motion.pdf', waits_for: null })
  expect(await keys()).toEqual(['Court/All/Motion.pdf'])
})

test('a copy is saved with the document properties of its policy', async () => {
  const { filing } = await plantS3()
  const properties = JSON.stringify({ 'Filed in': 'case {{ case.case_number }}' })
  await withSystem(services.database, (trx) =>
    sql`update storage_policies set document_properties = ${properties}::text::jsonb where id = ${filing.policyId}::uuid`.execute(
      trx,
    ),
  )
  await run(await plantCopy(filing))
  const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'Court/All/Motion.pdf' }))
  expect(Metadata).toMatchObject({ 'filed-in': 'case 3:26-cv-04417-RS' })
})

test('a path taken in one DMS is free in another', async () => {
  const { filing } = await plantS3()
  const other = await plantFiling(services, { documents: [{ content: 'x' }], policy: plain })
  for (const each of [filing, other]) await run(await plantCopy(each))
  const { rows } = await sql<{ path: string; status: string }>`select path, status from document_copies`.execute(
    services.database.kysely,
  )
  expect(rows).toEqual([
    { path: 'All/Motion.pdf', status: 'succeeded' },
    { path: 'All/Motion.pdf', status: 'succeeded' },
  ])
})

test('reports a refused credential once; its copies wait without trying, and continue once it works again', async () => {
  const { filing, credentialId } = await plantS3()
  const stop = releaseOnRepair(services)
  proxy.rule = () => ({ answer: 403 })
  const ids = [await plantCopy(filing), await plantCopy(filing), await plantCopy(filing)]
  for (const id of ids) await run(id)
  const asked = proxy.asked.length
  expect(await rowById(services, 'credentials', credentialId)).toMatchObject({ health: 'failing' })
  for (const id of ids)
    expect(await rowById(services, 'document_copies', id)).toMatchObject({
      status: 'delayed',
      waits_for: 'credential',
      attempts: 0,
    })
  expect(await events('ERROR')).toEqual([
    expect.stringMatching(/^The DMS rejects the credential "Our bucket", and its copies wait: /),
  ])
  // Only the first of them sent a request.
  expect(asked).toBeLessThan(3)

  proxy.rule = undefined
  const waitingJobs = (await queued()).length
  await mend(credentialId)
  await vi.waitFor(async () => expect((await queued()).length).toBe(waitingJobs + 3), { timeout: 60_000 })
  for (const id of ids) await runCopyJob(services, id)
  for (const id of ids) expect(await rowById(services, 'document_copies', id)).toMatchObject({ status: 'succeeded' })
  expect(await rowById(services, 'credentials', credentialId)).toMatchObject({ health: 'healthy', sentence: null })
  stop()
})

test('the job from before a copy was released does nothing, and is followed by none', async () => {
  const { filing, credentialId } = await plantS3()
  onTestFinished(releaseOnRepair(services))
  proxy.rule = () => ({ answer: 403 })
  const id = await plantCopy(filing)
  await run(id)
  await mend(credentialId)
  await vi.waitFor(async () => expect(await queued()).toHaveLength(2), { timeout: 60_000 })
  // It isn't mended: the copy waits again, with a job of its own.
  await runCopyJob(services, id)
  const [waiting, asked, jobs] = [await copyOf(id), proxy.asked.length, await queued()]
  expect(waiting).toMatchObject({ status: 'delayed', waits_for: 'credential' })
  await runCopyJob(services, id)
  expect([await copyOf(id), proxy.asked.length, await queued()]).toMatchObject([
    waiting,
    asked,
    jobs.map(({ data }) => ({ data })),
  ])
})

test('administrators are reminded of a refused credential once a day while copies wait, also if a test found it first', async () => {
  const { filing, credentialId } = await plantS3()
  const set = (statement: ReturnType<typeof sql>) => withSystem(services.database, (trx) => statement.execute(trx))
  // Its test in the console notified only the person who ran it.
  await set(
    sql`update credentials set health = 'failing', checked_at = now() - interval '1 hour' where id = ${credentialId}::uuid`,
  )
  proxy.rule = () => ({ answer: 403 })
  const ids = [await plantCopy(filing), await plantCopy(filing)]
  const tryAgain = async () => {
    await set(sql`update credentials set checked_at = now() - interval '1 hour'`)
    for (const id of ids) await run(id)
    return (await events('ERROR')).length
  }
  expect(await tryAgain()).toBe(1)
  // Someone saves it again, but not what is wrong.
  await set(sql`update credentials set health = 'unknown'`)
  expect(await tryAgain()).toBe(1)
  // No one else may change the log.
  await sql`update system_events set created_at = created_at - interval '25 hours'`.execute(services.database.kysely)
  expect(await tryAgain()).toBe(2)
  expect(await tryAgain()).toBe(2)
})

test('an overloaded DMS is retried when it says, and its credential is not paused', async () => {
  const { filing, credentialId } = await plantS3()
  proxy.rule = () => ({ answer: 503, headers: { 'retry-after': '600' } })
  const id = await plantCopy(filing)
  const before = Date.now()
  await run(id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({ status: 'delayed', waits_for: 'retry' })
  const [job] = await queued()
  expect(Number(job?.startAfter) - before).toBeGreaterThan(590_000)
  expect(await rowById(services, 'credentials', credentialId)).toMatchObject({ health: 'unknown' })
})

test("a copy for a folder that was just created waits for the credential's delay", async () => {
  const { filing, credentialId } = await plantFolder({ folder_creation_sync_delay: 30 })
  const [first, second] = [await plantCopy(filing), await plantCopy(filing)]
  const before = Date.now()
  for (const id of [first, second]) {
    await run(id)
    expect(await rowById(services, 'document_copies', id)).toMatchObject({
      status: 'delayed',
      waits_for: 'folder',
      attempts: 0,
    })
  }
  const jobs = await queued()
  expect(jobs.every(({ startAfter }) => Number(startAfter) - before > 25_000)).toBe(true)
  await withSystem(services.database, (trx) =>
    sql`update made_folders set made_at = now() - interval '31 seconds'`.execute(trx),
  )
  for (const id of [first, second]) {
    await run(id)
    expect(await rowById(services, 'document_copies', id)).toMatchObject({ status: 'succeeded' })
  }
  expect(await rowById(services, 'credentials', credentialId)).toMatchObject({ health: 'healthy' })
})

test('a copy waits for a missing folder if folders may not be created', async () => {
  const { filing } = await plantFolder({ create_folders: false })
  const id = await plantCopy(filing)
  await run(id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    ...{ status: 'delayed', waits_for: 'missing' },
    sentence: expect.stringMatching(
      /^The folder "All" doesn't exist, and the credential doesn't allow creating folders/,
    ),
  })
})

test('the second of two firms that name the same location saves nothing there', async () => {
  const { filing: one } = await plantS3()
  const { filing: two } = await plantS3({ firmId: 2, folder_id: '/Court/' })
  await run(await plantCopy(one))
  const id = await plantCopy(two)
  await run(id, 2)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'delayed',
    waits_for: 'credential',
    sentence: expect.stringMatching(/^Another firm on this server saves to the same folder/),
  })
  expect(await keys()).toEqual(['Court/All/Motion.pdf'])
})

test('two simultaneous callers share one connector', async () => {
  const { credentialId } = await plantS3()
  const key = { firmId: 1, credentialId, kind: 'generic_credential', driver: 'S3', version: '1' }
  const [first, second] = await Promise.all([services.stores.open(key), services.stores.open(key)])
  expect(first).toHaveProperty('put')
  expect(second).toBe(first)
})

test('documents wait for a version that has a connector for their kind', async () => {
  const key = { firmId: 1, credentialId: newId(), kind: 'generic_credential', driver: 'TAPE', version: '1' }
  expect(await services.stores.open(key)).toEqual({
    problem: 'auth',
    sentence:
      'The storage policy names a DMS credential for TAPE, and this version has no connector for that. Install a version that has one, or choose another credential in the policy.',
  })
})

test('a DMS in a private network is not reached unless the operator names the network', async () => {
  await services.close()
  services = await openTestServices()
  const { filing } = await plantS3()
  const id = await plantCopy(filing)
  await run(id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'delayed',
    sentence: expect.stringContaining('COURTCRIER_ALLOW_PRIVATE_STORES'),
  })
  expect(proxy.asked).toEqual([])
})

test('reminds firms 14 and 3 days before a credential, a mailbox, a sending account or an identity provider expires, once each', async () => {
  const { credentialId } = await plantS3()
  await withSystem(services.database, async (trx) => {
    await sql`update credentials set expires_at = '2026-12-20' where id = ${credentialId}::uuid`.execute(trx)
    const mailbox = { service: 'OAUTH', address: 'a@one.example', folder: 'INBOX', expires_at: '2026-12-21' }
    await insert(trx, 'mailboxes', { firm_id: 1, id: newId(), name: 'Notices', ...mailbox })
    const sender = { service: 'OAUTH', address: 'a@one.example', expires_at: '2026-12-22' }
    await insert(trx, 'mail_senders', { firm_id: 1, id: newId(), name: 'Docketing', ...sender })
    const provider = { scopes: 'openid', admits: 'EXISTING', expires_at: '2026-12-31' }
    await insert(trx, 'identity_providers', { firm_id: 1, id: newId(), name: 'Login One', ...provider })
  })
  const on = (day: string) => warnOfExpiry(services.database, new Date(`${day}T09:00:00Z`))
  const days = ['2026-12-05', '2026-12-06', '2026-12-07', '2026-12-16', '2026-12-17', '2026-12-18', '2026-12-21']
  const told = []
  for (const day of days) told.push(await on(day))
  // On the last one, the mailbox's is the same day and the sending account's the next one.
  expect(told).toEqual([0, 1, 1, 1, 2, 1, 2])
  expect((await events('ERROR')).filter((sentence) => sentence.includes('"Notices"'))).toHaveLength(2)
  expect(await events('WARNING')).toEqual([
    expect.stringContaining('"Our bucket" expires on 2026-12-20'),
    expect.stringContaining('"Notices" expires on 2026-12-21'),
    expect.stringContaining('"Docketing" expires on 2026-12-22'),
    expect.stringContaining('"Login One" expires on 2026-12-31'),
  ])
})

test('reminds firms 14 and 3 days before a sign-in to a mailbox or sending account in use ends', async () => {
  await withSystem(services.database, async (trx) => {
    const ending = { service: 'GOOGLE_USER', address: 'a@one.example', sign_in_ends_at: '2026-12-20T10:00:00Z' }
    await insert(trx, 'mailboxes', { firm_id: 1, id: newId(), name: 'Of a person', folder: 'INBOX', ...ending })
    await insert(trx, 'mail_senders', { firm_id: 1, id: newId(), name: 'Out of use', is_active: false, ...ending })
  })
  const on = (day: string) => warnOfExpiry(services.database, new Date(`${day}T09:00:00Z`))
  const told = []
  const days = ['2026-12-05', '2026-12-06', '2026-12-07', '2026-12-17', '2026-12-18', '2026-12-20', '2026-12-21']
  for (const day of days) told.push(await on(day))
  expect(told).toEqual([0, 1, 0, 1, 0, 1, 0])
  expect(await events('WARNING')).toEqual([
    expect.stringContaining('The sign-in of the mailbox "Of a person" ends on 2026-12-20.'),
  ])
})

const plain = { document_path: 'All', document_name: 'Motion' }

async function plantS3({ firmId = 1, ...given }: Record<string, unknown> & { firmId?: number } = {}) {
  return plant(firmId, {
    driver: 'S3',
    base_url: proxy.url,
    region: 'us-east-1',
    database: bucket,
    folder_id: 'Court',
    api_key: Buffer.from(services.secrets.seal('S3RVER')),
    api_secret: Buffer.from(services.secrets.seal('S3RVER')),
    ...given,
  })
}

function plantFolder(given: Record<string, unknown>) {
  return plant(1, { driver: 'FILE_SYSTEM', folder_id: '/', ...given })
}

async function plant(firmId: number, settings: Record<string, unknown>) {
  const credentialId = newId()
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'credentials', {
      firm_id: firmId,
      id: credentialId,
      name: 'Our bucket',
      kind: 'generic_credential',
    })
    await insert(trx, 'generic_credentials', { firm_id: firmId, id: credentialId, name: 'Our bucket', ...settings })
  })
  const policy = { ...plain, dms_credential_id: credentialId }
  return { credentialId, filing: await plantFiling(services, { firmId, documents: [{ content: 'bytes' }], policy }) }
}

const plantCopy = (filing: TestFiling) => plantCopyOf(services, filing)
const run = (id: string, firmId = 1) => saveCopy(services, id, firmId)
const queued = () => queuedCopies(services)

const copyOf = (id: string) => rowById(services, 'document_copies', id)

/** As a person does who saves it again. */
async function mend(credentialId: string): Promise<void> {
  await withFirm(services.database, 1, async (trx) => {
    await sql`update credentials set health = 'unknown' where id = ${credentialId}::uuid`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'credential', ids: [credentialId] })
  })
}

async function keys(): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  return Contents.map(({ Key = '' }) => Key)
}

async function events(level: string): Promise<string[]> {
  return withSystem(services.database, async (trx) => {
    const { rows } = await sql<{ sentence: string }>`
      select sentence from system_events where level = ${level} order by created_at, id`.execute(trx)
    return rows.map(({ sentence }) => sentence)
  })
}
