import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { makePdf } from '../retrieval/local-court.fixture.ts'
import { isOnServer } from '../testing/database.ts'
import { openRival } from '../testing/rival.ts'
import { openStampedCourt, putNotice } from './stamps/stamped-court.fixture.ts'

if (!isOnServer) process.stdout.write('Skipped: two transactions at once need a database server.\n')

/** A firm whose people wait for the DMS, and a notice that no worker has yet. */
async function openWaitingFirm() {
  const held = await openStampedCourt()
  onTestFinished(() => held.close())
  await held.addCase('cand', '3:26-cv-04417')
  held.served.set('tok', await makePdf(1))
  // Without a policy, the notice has no copies of its own.
  await held.run(
    sql`update firms set wait_for_dms_attempt_to_notify = true, storage_policy_id = null where firm_id = 1`,
  )
  const { database } = held.services()
  const url = 'https://ecf.cand.uscourts.gov/doc1/035012345678?caseid=1&de_seq_num=1&magic_num=tok'
  const said = { courtId: 'cand', docketNumber: '3:26-cv-04417', documentNumber: '7', url }
  const later = { ...held.services().jobs, enqueue: async () => undefined }
  const itemId = await withFirm(database, 1, (trx) => putNotice(trx, later, said))
  return { ...held, itemId, copyId: await plantCopyOfOther(database, itemId) }
}

/** A copy of another notice of the filing, which is being saved. Returns its ID. */
async function plantCopyOfOther(database: Parameters<typeof withSystem>[0], itemId: string): Promise<string> {
  const [id, other, credential, policy] = [newId(), newId(), newId(), newId()]
  await withSystem(database, async (trx) => {
    const { rows } = await sql<{ envelopeId: string }>`
      select envelope_id as "envelopeId" from inbox_items where id = ${itemId}::uuid`.execute(trx)
    const envelope_id = rows[0]?.envelopeId
    await insert(trx, 'credentials', { firm_id: 1, id: credential, name: 'Records', kind: 'generic_credential' })
    await insert(trx, 'storage_policies', {
      ...{ firm_id: 1, id: policy, name: 'Records', dms_credential_id: credential },
      ...{ document_path: 'All', document_name: '{{ document.title }}' },
    })
    await insert(trx, 'inbox_items', {
      ...{ firm_id: 1, id: other, envelope_id, fingerprint: other, raw_content: '0'.repeat(64) },
      ...{ status: 'Post Processing', received_at: new Date() },
    })
    await insert(trx, 'document_copies', {
      ...{ firm_id: 1, id, envelope_id, inbox_item_id: other, storage_policy_id: policy, copy_key: id },
      ...{ file_id: '0'.repeat(64), status: 'started', attempts: 1, leased_until: new Date(Date.now() + 3_600_000) },
    })
  })
  return id
}

test.runIf(isOnServer)('who is added as the last copy of the filing is saved is notified', async () => {
  const { services, itemId, copyId, run, sent } = await openWaitingFirm()
  const { database, jobs } = services()
  // What becomes of the notice is written to it last, after its recipients were added.
  const rival = await openRival(database)
  await rival.run('select from item_progress where id = $1 for update', [itemId])
  await withFirm(database, 1, (trx) => jobs.enqueue(trx, 'notice', [{ firmId: 1, id: itemId }]))
  await expect.poll(rival.othersWaiting).toBe(1)
  await run(sql`update document_copies set status = 'succeeded', leased_until = null where id = ${copyId}::uuid`)
  await rival.end()
  await eventually(() => sent.length).toBe(1)
})
