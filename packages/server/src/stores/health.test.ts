import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { copyKind } from '../outbox/copies/kind.ts'
import { plantCopy, saveCopy } from '../outbox/copies/planted-copy.fixture.ts'
import { claimed, insert, openTestServices, plantFiling, rowById } from '../outbox/copies/test-filing.ts'
import { openKind } from '../outbox/run.ts'
import { recordEvent } from '../records/audit.ts'
import { isOnServer } from '../testing/database.ts'
import { openRival } from '../testing/rival.ts'
import { isPaused, noteRefused, noteWell, releaseOnRepair } from './health.ts'

test.each([
  ['refused a minute ago', 'failing', -1, true],
  ['refused half an hour ago', 'failing', -30, false],
  ['refused a moment ahead, by the clock of the database', 'failing', 0.01, true],
  ['refused five hours ahead, by a clock that was set right since', 'failing', 300, false],
  ['in order', 'healthy', -1, false],
])('a credential that was %s', (_, health, minutes, paused) => {
  const checkedAt = new Date(Date.UTC(2026, 10, 20) + minutes * 60_000)
  const known = { firmId: 1, credentialId: 'c', name: 'Bucket', health, checkedAt }
  expect(isPaused(known, Date.UTC(2026, 10, 20))).toBe(paused)
})

/** A firm with a credential that nothing is known of yet. */
async function openFirm() {
  const services = await openTestServices()
  onTestFinished(() => services.close())
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  const credentialId = await plantCredential('Bucket')
  const known = { firmId: 1, credentialId, name: 'Bucket', health: 'failing', checkedAt: null }
  async function plantCredential(name: string): Promise<string> {
    const id = newId()
    await withSystem(services.database, async (trx) => {
      await insert(trx, 'credentials', { firm_id: 1, id, name, kind: 'generic_credential' })
      await insert(trx, 'generic_credentials', { firm_id: 1, id, name, driver: 'FILE_SYSTEM', folder_id: '/' })
    })
    return id
  }
  return { services, filing, known, plantCredential }
}

test('a credential that is refused for some documents and not for others is reported once a day, or after a test', async () => {
  const { services, known } = await openFirm()
  const { database } = services
  const refuseAndTake = async () => {
    await withFirm(database, 1, (trx) => noteRefused(trx, known, 'No rights to the folder.'))
    await withFirm(database, 1, (trx) => noteWell(trx, known))
    const { rows } = await sql<{ told: number }>`
      select count(*)::integer as told from system_events where action = 'credential_refused'`.execute(database.kysely)
    return rows[0]?.told
  }
  expect(await refuseAndTake()).toBe(1)
  expect(await rowById(services, 'credentials', known.credentialId)).toMatchObject({ health: 'healthy' })
  expect(await refuseAndTake()).toBe(1)
  await withFirm(database, 1, (trx) =>
    recordEvent(trx, {
      ...{ firmId: 1, level: 'INFO', type: 'other', sentence: 'Dana tested the credential: Every step succeeded.' },
      ...{ entity: 'credential', entityId: known.credentialId, action: 'credential_tested' },
    }),
  )
  expect(await refuseAndTake()).toBe(2)
  expect(await refuseAndTake()).toBe(2)
})

test('copies that wait for a refused credential go on when their policy gets one that works', async () => {
  const { services, filing, known, plantCredential } = await openFirm()
  onTestFinished(releaseOnRepair(services))
  const other = await plantCredential('Other')
  const waiting = { status: 'delayed', waits_for: 'credential', due_at: new Date(Date.now() + 900_000) }
  const id = await plantCopy(services, filing, waiting)
  const unrelated = await plantCopy(services, await plantFiling(services, { documents: [{ content: 'x' }] }), waiting)
  await withFirm(services.database, 1, async (trx) => {
    await sql`update credentials set health = 'failing' where id = ${known.credentialId}::uuid`.execute(trx)
    await sql`update storage_policies set dms_credential_id = ${other}::uuid where id = ${filing.policyId}::uuid`.execute(
      trx,
    )
    await announce(trx, { firmId: 1, entity: 'storage_policy', ids: [filing.policyId] })
  })
  const copyOf = (each: string) => rowById(services, 'document_copies', each)
  await vi.waitFor(async () => expect(await copyOf(id)).toMatchObject({ waits_for: 'retry', due_at: null }), {
    timeout: 60_000,
  })
  expect(await copyOf(unrelated)).toMatchObject({ waits_for: 'credential' })
})

/** A copy that the DMS refuses with its policy's credential; something else happens before that is recorded. */
async function refuseMeanwhile(
  { services, filing }: Awaited<ReturnType<typeof openFirm>>,
  happens: (trx: Trx, credentialId: string) => Promise<unknown>,
) {
  onTestFinished(releaseOnRepair(services))
  const id = await plantCopy(services, filing)
  const { dms_credential_id } = await rowById(services, 'storage_policies', filing.policyId)
  const credentialId = String(dms_credential_id)
  const kind = copyKind(services)
  const perform: typeof kind.perform = async () => {
    await withFirm(services.database, 1, (trx) => happens(trx, credentialId))
    return { later: 'No.', waitMs: 900_000, note: { waitsFor: 'credential', refused: 'No.' } }
  }
  await openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
  await vi.waitFor(
    async () =>
      expect(await rowById(services, 'document_copies', id)).toMatchObject({ waits_for: 'retry', due_at: null }),
    { timeout: 60_000 },
  )
  return { id, credential: await rowById(services, 'credentials', credentialId) }
}

test('a copy that is refused while someone mends its credential goes on, and the mended one isn’t failing', async () => {
  const firm = await openFirm()
  const { credential } = await refuseMeanwhile(firm, async (trx, credentialId) => {
    await sql`update generic_credentials set updated_at = now() + interval '1 second' where id = ${credentialId}::uuid`.execute(
      trx,
    )
    await announce(trx, { firmId: 1, entity: 'credential', ids: [credentialId] })
  })
  expect(credential).toMatchObject({ health: 'unknown', sentence: null })
})

test('a copy that is refused while its policy gets another credential is saved with that one', async () => {
  const firm = await openFirm()
  const { services, filing, known } = firm
  const { id, credential } = await refuseMeanwhile(firm, async (trx) => {
    const { credentialId } = known
    await sql`update storage_policies set dms_credential_id = ${credentialId}::uuid where id = ${filing.policyId}::uuid`.execute(
      trx,
    )
    await announce(trx, { firmId: 1, entity: 'storage_policy', ids: [filing.policyId] })
  })
  expect(credential).toMatchObject({ health: 'failing', sentence: 'No.' })
  await saveCopy(services, id)
  expect(await rowById(services, 'document_copies', id)).toMatchObject({ status: 'succeeded', target: 'Bucket' })
})

if (!isOnServer) process.stdout.write('Skipped: two transactions at once need a database server.\n')

test.runIf(isOnServer)(
  'a refusal that is recorded just as the policy gets another credential doesn’t keep the copy',
  async () => {
    const { services, filing, known } = await openFirm()
    onTestFinished(releaseOnRepair(services))
    const id = await plantCopy(services, filing)
    const kind = copyKind(services)
    const perform: typeof kind.perform = async () => ({
      ...{ later: 'No.', waitMs: 900_000, note: { waitsFor: 'credential', refused: 'No.' } },
    })
    const rival = await openRival(services.database)
    const change = 'update storage_policies set dms_credential_id = $1 where id = $2'
    await rival.run(change, [known.credentialId, filing.policyId])
    const refused = openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
    await expect.poll(rival.othersWaiting).toBe(1)
    await rival.end()
    await refused
    await expect.poll(async () => (await rowById(services, 'document_copies', id)).waits_for).toBe('retry')
  },
)
