import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { isOnServer } from '../testing/database.ts'
import { plantChat } from './chats/chat-bench.fixture.ts'
import { chatKind } from './chats/kind.ts'
import { plantGroup, plantMember } from './chats/planted-group.fixture.ts'
import { copyKind } from './copies/kind.ts'
import { plantCopy } from './copies/planted-copy.fixture.ts'
import { claimed, plantFiling, rowById } from './copies/test-filing.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'
import { openOutgoingMail } from './mail/outgoing-mail.ts'
import { type Claim, type Kind, openKind, type Performed } from './run.ts'

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })

if (!isOnServer) process.stdout.write('Skipped: on the embedded database, one transaction runs at a time.\n')

interface Row {
  table: string
  id: string
}

/**
 * Does what the pipeline does, which locks an item before its rows, while `run` does something with a row; `isLocked`
 * says when `run` may go on.
 */
async function writeMeanwhile(
  { table, id }: Row,
  run: (isLocked: Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const isLocked = Promise.withResolvers<void>()
  const writing = withSystem(held.services.database, async (trx) => {
    await sql`select from inbox_items where id = ${held.filing.itemId}::uuid for update`.execute(trx)
    isLocked.resolve()
    await expect.poll(isAnyWaiting, { timeout: 60_000, interval: 20 }).toBe(true)
    await sql`set local lock_timeout = 300`.execute(trx)
    await sql`update ${sql.table(table)} set updated_at = now() where id = ${id}::uuid`.execute(trx)
  })
  const both = await Promise.allSettled([run(Promise.race([isLocked.promise, writing])), writing])
  for (const each of both) if (each.status === 'rejected') throw each.reason
}

/** Records a result while the pipeline has the item. */
async function recordMeanwhile<Claimed extends Claim, Note>(
  kind: Kind<Claimed, Note>,
  row: Row,
  result: Performed<Note>,
): Promise<void> {
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<unknown>()
  const perform = async () => {
    begun.resolve()
    await go.promise
    return result
  }
  const running = openKind({ ...kind, perform }).run(claimed({ firmId: 1, id: row.id }))
  await Promise.race([begun.promise, running])
  await writeMeanwhile(row, (isLocked) => {
    go.resolve(isLocked)
    return running
  })
}

/** Begins with a row while the pipeline has the item. */
async function claimMeanwhile<Claimed extends Claim, Note>(kind: Kind<Claimed, Note>, row: Row): Promise<void> {
  await writeMeanwhile(row, async (isLocked) => {
    await isLocked
    await openKind(kind).run(claimed({ firmId: 1, id: row.id }))
  })
}

async function isAnyWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(held.services.database.kysely)
  return rows.length > 0
}

async function withDeliveries(use: (kind: ReturnType<typeof deliveryKind>) => Promise<void>): Promise<void> {
  const mail = openOutgoingMail(held.services.config, held.services.log)
  await use(deliveryKind(held.services, mail)).finally(() => mail.close())
}

const inSystem = (query: ReturnType<typeof sql>) => withSystem(held.services.database, (trx) => query.execute(trx))

test.runIf(isOnServer)('recording an email waits for its item, and holds up nothing', async () => {
  const id = await plantDelivery(held.services, held.filing)
  await withDeliveries((kind) => recordMeanwhile(kind, { table: 'deliveries', id }, { done: 'Done.', note: {} }))
})

test.runIf(isOnServer)('recording a copy waits for its item, and holds up nothing', async () => {
  const id = await plantCopy(held.services, held.filing, { status: 'new' })
  const result = { done: 'Done.', note: { path: '1.pdf' } }
  await recordMeanwhile(copyKind(held.services), { table: 'document_copies', id }, result)
})

test.runIf(isOnServer)(
  'recording that a chat message is tried again waits for its item, and holds up nothing',
  async () => {
    const { services, filing } = held
    const group = await plantGroup(services, {
      chatService: 'SLACK',
      chatUrl: 'https://hooks.slack.com/services/T/B/1',
    })
    await plantMember(services, group)
    const id = await plantChat({ services, filing, group })
    await recordMeanwhile(chatKind(services), { table: 'chat_messages', id }, { retry: 'Not yet.', note: {} })
  },
)

test.runIf(isOnServer)(
  'canceling a chat message of a group without people waits for its item, and holds up nothing',
  async () => {
    const { services, filing } = held
    const group = await plantGroup(services, {
      chatService: 'SLACK',
      chatUrl: 'https://hooks.slack.com/services/T/B/1',
    })
    const id = await plantChat({ services, filing, group })
    await claimMeanwhile(chatKind(services), { table: 'chat_messages', id })
    expect(await rowById(services, 'chat_messages', id)).toMatchObject({ status: 'canceled' })
  },
)

test.runIf(isOnServer)('canceling an email to someone inactive waits for its item, and holds up nothing', async () => {
  const id = await plantDelivery(held.services, held.filing)
  await inSystem(sql`update timekeepers set status = 'Inactive'`)
  await withDeliveries((kind) => claimMeanwhile(kind, { table: 'deliveries', id }))
  expect(await rowById(held.services, 'deliveries', id)).toMatchObject({ status: 'canceled' })
})

test.runIf(isOnServer)(
  'canceling an interrupted copy of a canceled item waits for the item, and holds up nothing',
  async () => {
    const id = await plantCopy(held.services, held.filing, { status: 'started', attempts: 1 })
    await inSystem(sql`update inbox_items set status = 'Canceled', finished_at = now()`)
    await claimMeanwhile(copyKind(held.services), { table: 'document_copies', id })
    expect(await rowById(held.services, 'document_copies', id)).toMatchObject({ status: 'canceled' })
  },
)

test.runIf(isOnServer)('canceling a copy for a former case waits for its item, and holds up nothing', async () => {
  const { caseId } = await plantFiling(held.services)
  const id = await plantCopy(held.services, held.filing, { status: 'new', case_id: caseId })
  await claimMeanwhile(copyKind(held.services), { table: 'document_copies', id })
  expect(await rowById(held.services, 'document_copies', id)).toMatchObject({ status: 'canceled' })
})
