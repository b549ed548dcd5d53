import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { announce } from '../../base/db/changes.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { requeueDms } from '../../notices/dms-actions.ts'
import { releaseOnOtherPlace } from '../../notices/storing/release-missing.ts'
import { holdFilingPerTest } from '../../records/outgoing/filing-per-test.fixture.ts'
import { plantDelivery } from '../deliveries/planted-delivery.fixture.ts'
import { plantCopy as plant, queuedCopies, runCopyJob, saveCopy } from './planted-copy.fixture.ts'
import { insert, rowById } from './test-filing.ts'

/** Copies for matters whose folders people create, as in a practice system. */
const held = holdFilingPerTest({
  documents: [{ content: 'bytes' }],
  firm: { wait_for_dms_attempt_to_notify: true },
  policy: { document_path: '{{ matter.number }}', document_name: 'Motion' },
})
beforeEach(async () => {
  await set(sql`update generic_credentials set create_folders = false`)
  await setNumber('2026-7')
})

test('a copy waits for a matter that the DMS does not have, and is saved once it is there', async () => {
  const id = await plantCopy()
  const before = Date.now()
  await run(id)
  expect(await copyOf(id)).toMatchObject({
    ...{ status: 'delayed', waits_for: 'missing', attempts: 1, path: null },
    sentence: expect.stringMatching(
      /^The folder "2026-7" doesn't exist, .* The copy is tried again every hour for 3 days\.$/,
    ),
  })
  const [job] = await queued()
  expect(Number(job?.startAfter) - before).toBeGreaterThan(40 * 60_000)
  expect(Number(job?.startAfter) - before).toBeLessThan(80 * 60_000)
  await makeFolder('2026-7')
  await run(id)
  expect(await copyOf(id)).toMatchObject({ status: 'succeeded', path: '2026-7/Motion.pdf', missing_since: null })
})

test('however often it is tried meanwhile, it fails only after three days', async () => {
  const id = await plantCopy()
  for (let tries = 0; tries < 15; tries++) {
    await run(id)
  }
  expect(await copyOf(id)).toMatchObject({ status: 'delayed', waits_for: 'missing', attempts: 1 })
  await set(sql`update document_copies set missing_since = now() - interval '73 hours'`)
  await run(id)
  expect(await copyOf(id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringMatching(/^The folder "2026-7" doesn't exist, .* Gave up after 3 days\.$/),
  })
})

test('recipients who wait for the DMS are notified after its first attempt', async () => {
  const delivery = await plantDelivery(held.services, held.filing, { status: 'held' })
  await run(await plantCopy())
  expect(await rowById(held.services, 'deliveries', delivery)).toMatchObject({ status: 'waiting' })
})

test('administrators are notified once a day, not once per copy', async () => {
  const ids = [await plantCopy(), await plantCopy()]
  for (const id of ids) await run(id)
  expect(await notified()).toEqual([expect.stringContaining('The folder "2026-7" doesn\'t exist')])
  await sql`update system_events set created_at = created_at - interval '25 hours'`.execute(
    held.services.database.kysely,
  )
  for (const id of ids) await run(id)
  expect(await notified()).toHaveLength(2)
})

test('a person has it tried at once, and it waits as long as at first', async () => {
  const id = await plantCopy()
  await run(id)
  await set(sql`update document_copies set missing_since = now() - interval '73 hours'`)
  const [userId, roleId] = [newId(), newId()]
  await withSystem(held.services.database, async (trx) => {
    await insert(trx, 'user_security_roles', { firm_id: 1, id: roleId, name: 'Clerk' })
    const user = { id: userId, full_name: 'Ada', email: 'ada@hale-osei.example', security_role_id: roleId }
    await insert(trx, 'users', { firm_id: 1, ...user })
  })
  const target = { firmId: 1, itemId: held.filing.itemId, userId, copyId: id }
  await withFirm(held.services.database, 1, (trx) => requeueDms(trx, held.services.jobs, target))
  expect(await queued()).toHaveLength(2)
  await runCopyJob(held.services, id)
  expect(await copyOf(id)).toMatchObject({ status: 'delayed', waits_for: 'missing' })
  // The job of the first attempt is still there: it would be followed by another one.
  await runCopyJob(held.services, id)
  expect(await queued()).toHaveLength(3)
})

test('a copy whose case gets the number of another matter is saved there at once', async () => {
  onTestFinished(releaseOnOtherPlace(held.services))
  const id = await plantCopy()
  await run(id)
  await makeFolder('2026-8')
  await setNumber('2026-8')
  await vi.waitFor(async () => expect(await queued()).toHaveLength(2), 60_000)
  await runCopyJob(held.services, id)
  expect(await copyOf(id)).toMatchObject({ status: 'succeeded', path: '2026-8/Motion.pdf' })
  expect(await readdir(path.join(held.services.config.storageFolder, '1', '2026-8'))).toEqual(['Motion.pdf'])
})

test('a copy whose matter is changed along with hundreds of others is tried at once', async () => {
  onTestFinished(releaseOnOtherPlace(held.services))
  await set(sql`insert into matters (firm_id, id, number, name, client_id)
    select 1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n, 'Matter', (select client_id from matters limit 1)
    from generate_series(1, 250) as n`)
  const id = await plantCopy()
  await run(id)
  await withFirm(held.services.database, 1, async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from matters order by id`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'matter', ids: rows.map((row) => row.id) })
  })
  await vi.waitFor(async () => expect(await queued()).toHaveLength(2), 60_000)
})

const plantCopy = () => plant(held.services, held.filing)
const queued = () => queuedCopies(held.services)
const run = (id: string) => saveCopy(held.services, id)
const copyOf = (id: string) => rowById(held.services, 'document_copies', id)
const set = (statement: ReturnType<typeof sql>) => withSystem(held.services.database, (trx) => statement.execute(trx))
const makeFolder = (name: string) =>
  mkdir(path.join(held.services.config.storageFolder, '1', name), { recursive: true })

async function setNumber(number: string): Promise<void> {
  await withFirm(held.services.database, 1, async (trx) => {
    const { rows } = await sql<{ id: string }>`update matters set number = ${number} returning id`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'matter', ids: rows.map(({ id }) => id) })
  })
}

async function notified(): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select sentence from system_events where action = 'missing_in_dms' order by created_at`.execute(
    held.services.database.kysely,
  )
  return rows.map(({ sentence }) => sentence)
}
