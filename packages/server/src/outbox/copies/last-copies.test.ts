import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { holdFilingPerTest } from '../../records/outgoing/filing-per-test.fixture.ts'
import { isOnServer } from '../../testing/database.ts'
import { plantDelivery } from '../deliveries/planted-delivery.fixture.ts'
import { openKind } from '../run.ts'
import { copyKind } from './kind.ts'
import { plantCopy } from './planted-copy.fixture.ts'
import { claimed, insert, rowById } from './test-filing.ts'

const held = holdFilingPerTest({
  documents: [{ content: 'bytes' }],
  firm: { wait_for_dms_attempt_to_notify: true },
})

/** Plants another notice of the filing, and returns its ID. */
async function plantNotice(): Promise<string> {
  const { firmId, envelopeId } = held.filing
  const id = newId()
  await withSystem(held.services.database, async (trx) => {
    await insert(trx, 'inbox_items', {
      ...{ firm_id: firmId, id, status: 'Post Processing', received_at: new Date(), raw_content: '0'.repeat(64) },
      ...{ fingerprint: id, envelope_id: envelopeId },
    })
    await insert(trx, 'item_progress', { firm_id: firmId, id })
    // So that neither copy has anything to record of the credential, for which the other would wait.
    await sql`update credentials set health = 'healthy', checked_at = now()`.execute(trx)
  })
  return id
}

/** Waits until so many have come here. */
function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let here = 0
  return () => {
    here += 1
    if (here === count) resolve()
    return promise
  }
}

if (!isOnServer) process.stdout.write('Skipped: two transactions at once need a database server.\n')

test.runIf(isOnServer)('copies of two notices that end at the same moment release who waits for both', async () => {
  const ids = [
    await plantCopy(held.services, held.filing),
    await plantCopy(held.services, held.filing, { inbox_item_id: await plantNotice() }),
  ]
  const delivery = await plantDelivery(held.services, held.filing, { status: 'held' })
  const bothRecorded = meetingOf(ids.length)
  // Each has its own transactions, as of two processes.
  const save = (id: string) => {
    const kind = copyKind(held.services)
    const record: typeof kind.record = async (trx, copy, end) => {
      const isRecorded = await kind.record(trx, copy, end)
      await bothRecorded()
      return isRecorded
    }
    return openKind({ ...kind, record }).run(claimed({ firmId: 1, id }))
  }
  await Promise.all(ids.map(save))
  expect(await rowById(held.services, 'deliveries', delivery)).toMatchObject({ status: 'waiting' })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name = 'delivery' and data ->> 'id' = ${delivery}`.execute(held.services.database.kysely)
  expect(rows).toEqual([{ count: 1 }])
})
