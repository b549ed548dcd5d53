import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { announce } from '../../base/db/changes.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { requeueDms } from '../../notices/dms-actions.ts'
import { releaseOnOtherPlace } from '../../notices/storing/release-missing.ts'
import { plantDelivery } from '../deliveries/planted-delivery.fixture.ts'
import { openKind } from '../run.ts'
import { copyKind } from './kind.ts'
import {
  claimed,
  insert,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from './test-filing.ts'

/** Copies for matters whose folders people create, as in a practice system. */
let services: TestServices
let filing: TestFiling
beforeEach(async () => {
  services = await openTestServices()
  filing = await plantFiling(services, {
    documents: [{ content: 'bytes' }],
    firm: { wait_for_dms_attempt_to_notify: true },
    policy: { document_path: '{{ matter.number }}', document_name: 'Motion' },
  })
  await set(sql`update generic_credentials set create_folders = false`)
  await setNumber('2026-7')
})
afterEach(() => services.close())

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
  await hoursPass()
  await run(id)
  expect(await copyOf(id)).toMatchObject({ status: 'succeeded', path: '2026-7/Motion.pdf', missing_since: null })
})

test('however often it is tried meanwhile, it fails only after three days', async () => {
  const id = await plantCopy()
  for (let tries = 0; tries < 15; tries++) {
    await run(id)
    await hoursPass()
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
  const delivery = await plantDelivery(services, filing, { status: 'held' })
  await run(await plantCopy())
  expect(await rowById(services, 'deliveries', delivery)).toMatchObject({ status: 'waiting' })
})

test('administrators are notified once a day, not once per copy', async () => {
  const ids = [await plantCopy(), await plantCopy()]
  for (const id of ids) await run(id)
  expect(await notified()).toEqual([expect.stringContaining('The folder "2026-7" doesn\'t exist')])
  await sql`update system_events set created_at = created_at - interval '25 hours'`.execute(services.database.kysely)
  await hoursPass()
  for (const id of ids) await run(id)
  expect(await notified()).toHaveLength(2)
})

test('a person has it tried at once, and it waits as long as at first', async () => {
  const id = await plantCopy()
  await run(id)
  await set(sql`update document_copies set missing_since = now() - interval '73 hours'`)
  const [userId, roleId] = [newId(), newId()]
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'user_security_roles', { firm_id: 1, id: roleId, name: 'Clerk' })
    const user = { id: userId, full_name: 'Ada', email: 'ada@hale-osei.example', security_role_id: roleId }
    await insert(trx, 'users', { firm_id: 1, ...user })
  })
  const target = { firmId: 1, itemId: filing.itemId, userId, copyId: id }
  await withFirm(services.database, 1, (trx) => requeueDms(trx, services.jobs, target))
  expect(await queued()).toHaveLength(2)
  await run(id)
  expect(await copyOf(id)).toMatchObject({ status: 'delayed', waits_for: 'missing' })
  // The job of the first attempt is still there: it would be followed by another one.
  await run(id)
  expect(await queued()).toHaveLength(3)
})

test('a copy whose case gets the number of another matter is saved there at once', async () => {
  onTestFinished(releaseOnOtherPlace(services))
  const id = await plantCopy()
  await run(id)
  await makeFolder('2026-8')
  await setNumber('2026-8')
  await vi.waitFor(async () => expect(await queued()).toHaveLength(2), 60_000)
  await run(id)
  expect(await copyOf(id)).toMatchObject({ status: 'succeeded', path: '2026-8/Motion.pdf' })
  expect(await readdir(path.join(services.config.storageFolder, '1', '2026-8'))).toEqual(['Motion.pdf'])
})

const run = (id: string) => openKind(copyKind(services)).run(claimed({ firmId: 1, id }))
const copyOf = (id: string) => rowById(services, 'document_copies', id)
const set = (statement: ReturnType<typeof sql>) => withSystem(services.database, (trx) => statement.execute(trx))
const hoursPass = () => set(sql`update document_copies set updated_at = now() - interval '1 hour'`)
const makeFolder = (name: string) => mkdir(path.join(services.config.storageFolder, '1', name), { recursive: true })

async function setNumber(number: string): Promise<void> {
  await withFirm(services.database, 1, async (trx) => {
    const { rows } = await sql<{ id: string }>`update matters set number = ${number} returning id`.execute(trx)
    await announce(trx, { firmId: 1, entity: 'matter', ids: rows.map(({ id }) => id) })
  })
}

async function plantCopy(): Promise<string> {
  const id = newId()
  const [document] = filing.documents
  await withSystem(services.database, (trx) =>
    insert(trx, 'document_copies', {
      ...{ firm_id: 1, id, envelope_id: filing.envelopeId, inbox_item_id: filing.itemId, attempts: 0 },
      ...{ document_id: document?.id ?? null, file_id: document?.fileId ?? '' },
      ...{ storage_policy_id: filing.policyId, copy_key: id },
    }),
  )
  return id
}

async function notified(): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select sentence from system_events where action = 'missing_in_dms' order by created_at`.execute(
    services.database.kysely,
  )
  return rows.map(({ sentence }) => sentence)
}

async function queued() {
  const { rows } = await sql<{ startAfter: Date }>`
    select start_after as "startAfter" from pgboss.job where name = 'copy' and state in ('created', 'retry')`.execute(
    services.database.kysely,
  )
  return rows
}
