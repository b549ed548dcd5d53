import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { isOnServer } from '../testing/database.ts'
import { copyKind } from './copies/kind.ts'
import { plantCopy } from './copies/planted-copy.fixture.ts'
import { claimed } from './copies/test-filing.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'
import { openOutgoingMail } from './mail/outgoing-mail.ts'
import { type Claim, type Kind, openKind } from './run.ts'

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })

if (!isOnServer) process.stdout.write('Skipped: on the embedded database, one transaction runs at a time.\n')

/** Does what the pipeline does, which locks an item before its rows, while the result of a row is being recorded. */
async function recordMeanwhile<Claimed extends Claim, Note>(
  kind: Kind<Claimed, Note>,
  { table, id, note }: { table: string; id: string; note: Note },
): Promise<void> {
  const { database } = held.services
  let writing: Promise<unknown> | undefined
  const isLocked = Promise.withResolvers<void>()
  const perform = async () => {
    writing = withSystem(database, async (trx) => {
      await sql`select from inbox_items where id = ${held.filing.itemId}::uuid for update`.execute(trx)
      isLocked.resolve()
      await expect.poll(isAnyWaiting, { timeout: 10_000, interval: 20 }).toBe(true)
      await sql`set local lock_timeout = 300`.execute(trx)
      await sql`update ${sql.table(table)} set updated_at = now() where id = ${id}::uuid`.execute(trx)
    })
    await isLocked.promise
    return { done: 'Done.', note }
  }
  await openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
  await writing
}

async function isAnyWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(held.services.database.kysely)
  return rows.length > 0
}

test.runIf(isOnServer)('recording an email waits for its item, and holds up nothing', async () => {
  const id = await plantDelivery(held.services, held.filing)
  const mail = openOutgoingMail(held.services.config, held.services.log)
  await recordMeanwhile(deliveryKind(held.services, mail), { table: 'deliveries', id, note: {} })
  await mail.close()
})

test.runIf(isOnServer)('recording a copy waits for its item, and holds up nothing', async () => {
  const id = await plantCopy(held.services, held.filing, { status: 'new' })
  await recordMeanwhile(copyKind(held.services), { table: 'document_copies', id, note: { path: '1.pdf' } })
})
