import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { cancelItem } from '../notices/actions.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { insertDeliveries } from '../records/outgoing/insert-deliveries.ts'
import { setCopyStatus } from '../records/outgoing/set-copy-status.ts'
import { orStartOver } from '../records/outgoing/set-delivery-status.ts'
import {
  type Attempt,
  emailKind,
  messageKind,
  messagesOf,
  type PlantedRow,
  plantDigest,
  rowOf,
  workOf,
} from './begun-messages.fixture.ts'
import { planChat } from './chats/plan-chat.ts'
import { insert, rowById } from './copies/test-filing.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })
const [email, , chat] = messagesOf(held)
const copy = workOf(held).at(-1)
if (!email || !chat || !copy) throw new Error('a kind is missing')

let itemId: string
beforeEach(() => {
  itemId = held.filing.itemId
})

const cancel = () =>
  withFirm(held.services.database, 1, (trx) =>
    cancelItem(trx, held.services.jobs, { firmId: 1, itemId, userId: newId() }),
  )
const inSystem = (work: ReturnType<typeof sql>) => withSystem(held.services.database, (trx) => work.execute(trx))

/** Has the canceled item processed again, as far as emails and messages about it concern. */
const reopen = () =>
  inSystem(sql`update inbox_items set status = 'Post Processing', finished_at = null where id = ${itemId}::uuid`)

async function planEmail(status: string): Promise<void> {
  await reopen()
  const columns = ['id', 'envelope_id', 'inbox_item_id', 'email', 'method', 'status', 'cadence'] as const
  const cadence = status === 'scheduled' ? 'DAILY' : 'REALTIME'
  await inSystem(
    sql`${insertDeliveries({
      firmId: 1,
      columns: [...columns],
      from: sql`select ${newId()}::uuid, ${held.filing.envelopeId}::uuid, ${itemId}::uuid, 'r.osei@hale-osei.example', 'PDF',
      ${status}::text, ${cadence}::text`,
    })} ${orStartOver}`,
  )
}

async function planMessage(): Promise<void> {
  await reopen()
  const { rows } = await sql<{ groupId: string }>`select timekeeper_group_id as "groupId" from chat_messages`.execute(
    held.services.database.kysely,
  )
  const plan = { firmId: 1, envelopeId: held.filing.envelopeId, itemId, groupId: rows[0]?.groupId ?? '' }
  await withFirm(held.services.database, 1, (trx) => planChat(trx, held.services.jobs, plan))
}

async function planCopy(): Promise<void> {
  await reopen()
  const again = { from: ['canceled'], to: 'new', set: sql`attempts = 0`, where: sql`true` } as const
  await inSystem(sql`${setCopyStatus({ firmId: 1, ...again })}`)
}

/** Begins a row whose item is then canceled, which another process notices that takes the first one for dead. */
async function beginCanceled(plant: () => Promise<PlantedRow>) {
  const row = await plant()
  const first = await row.begin()
  await cancel()
  expect(await row.begin()).toBeUndefined()
  return { row, first: first as Attempt }
}

test.each([
  [...email, () => planEmail('waiting')] as const,
  [...chat, planMessage] as const,
  [...copy, planCopy] as const,
])('%s that was canceled and planned again takes no failure of the attempt before', async (_, plant, plan) => {
  const { row, first } = await beginCanceled(plant)
  await plan()
  expect(await row.read()).toMatchObject({ attempts: 0 })
  const next = await row.begin()
  expect(await row.read()).toEqual({ status: row.underWay, attempts: 1 })
  for (const status of ['failed', 'waiting'] as const) expect(await first.record(status)).toBe(false)
  expect(await row.read()).toEqual({ status: row.underWay, attempts: 1 })
  expect(await next?.record('failed')).toBe(true)
})

test.each([
  [email[0], 'waiting', email[1], () => planEmail('waiting')] as const,
  [email[0], 'held', email[1], () => planEmail('held')] as const,
  [email[0], 'scheduled', email[1], () => planEmail('scheduled')] as const,
  [chat[0], 'waiting', chat[1], planMessage] as const,
])('that %s was sent after all ends its next plan, while that is %s: it is not sent twice', async (...of) => {
  const [, status, plant, plan] = of
  const { row, first } = await beginCanceled(plant)
  await plan()
  expect(await row.read()).toMatchObject({ status })
  expect(await first.record('done')).toBe(true)
  expect(await row.read()).toMatchObject({ status: 'sent' })
  expect(await row.begin()).toBeUndefined()
})

test.each([[...email, 'sent'] as const, [...chat, 'sent'] as const, [...copy, 'succeeded'] as const])(
  'that %s went out although its item was canceled is recorded',
  async (_, plant, status) => {
    const { row, first } = await beginCanceled(plant)
    expect(await first.record('failed')).toBe(false)
    expect(await first.record('done')).toBe(true)
    expect(await row.read()).toMatchObject({ status })
  },
)

test('a chat message that was withdrawn while it waited for its next attempt is recorded as sent by an earlier one', async () => {
  const row = await chat[1]()
  const [first, second] = [await row.begin(), await row.begin()]
  await second?.record('waiting')
  // It waits for other work, or it would have ended.
  await reopen()
  await cancel()
  expect(await first?.record('done')).toBe(true)
  expect(await row.read()).toMatchObject({ status: 'sent' })
})

test('a chat message that a wall has stopped since is recorded as sent by the attempt that stood still', async () => {
  const row = await chat[1]()
  const first = await row.begin()
  await inSystem(sql`update timekeeper_groups set is_chat_active = false`)
  expect(await row.begin()).toBeUndefined()
  expect(await row.read()).toMatchObject({ status: 'canceled' })
  expect(await first?.record('done')).toBe(true)
  expect(await row.read()).toMatchObject({ status: 'sent' })
})

test('that a scheduled message was sent counts, although another process found nothing left to tell', async () => {
  const row = rowOf(held, messageKind, { id: await plantDigest(held), note: { told: [] } })
  const empty = rowOf(held, messageKind, { id: row.id, note: { told: [], isEmpty: true } })
  const [first, second] = [await row.begin(), await empty.begin()]
  await second?.record('done')
  expect(await row.read()).toMatchObject({ status: 'empty' })
  expect(await first?.record('done')).toBe(true)
  expect(await row.read()).toMatchObject({ status: 'sent' })
})

test('an email that turns out to be sent ends the notice for which it was planned again', async () => {
  const { row, first } = await beginCanceled(async () =>
    rowOf(held, emailKind, { id: await plantDelivery(held.services, held.filing), note: {} }),
  )
  const former = itemId
  itemId = newId()
  await withSystem(held.services.database, (trx) =>
    insert(trx, 'inbox_items', {
      ...{ firm_id: 1, id: itemId, status: 'Post Processing', received_at: new Date(), raw_content: '0'.repeat(64) },
      ...{ fingerprint: itemId, envelope_id: held.filing.envelopeId },
    }),
  )
  await withSystem(held.services.database, (trx) => insert(trx, 'item_progress', { firm_id: 1, id: itemId }))
  await planEmail('waiting')
  expect(await first.record('done')).toBe(true)
  expect(await row.read()).toMatchObject({ status: 'sent' })
  expect(await rowById(held.services, 'inbox_items', itemId)).toMatchObject({ status: 'Succeeded' })
  expect(await rowById(held.services, 'inbox_items', former)).toMatchObject({ status: 'Canceled' })
})
