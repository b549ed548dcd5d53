import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { releaseHeld } from '../../notices/release-held.ts'
import { settleItem } from '../../notices/settle.ts'
import {
  claimed,
  insert,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from '../copies/test-filing.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from '../mail/test-mail-server.ts'
import { openKind } from '../run.ts'
import { deliveryKind } from './kind.ts'

const deliver = (services: Services, mail: OutgoingMail, job: ClaimedJob) =>
  openKind(deliveryKind(services, mail)).run(job)

let services: TestServices
let catcher: MailCatcher
let mail: OutgoingMail
let filing: TestFiling
let ruth: string
let ann: string

beforeAll(async () => {
  services = await openTestServices({ COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example' })
  ruth = await plantTimekeeper({ full_name: 'Ruth Osei', email: 'r.osei@hale-osei.example' })
  ann = await plantTimekeeper({ full_name: 'Ann Lee', email: 'a.lee@hale-osei.example' })
})
afterAll(() => services.close())
beforeEach(async () => {
  await openMail()
  filing = await plantFiling(services)
})
afterEach(async () => {
  await closeMail()
  await system(sql`delete from ethical_walls`)
  await system(sql`delete from system_events`)
  await system(sql`update firms set internal_walls_enabled = true`)
  await system(sql`update timekeepers set status = 'Active', additional_receipt_emails = '{}'`)
})

async function openMail(): Promise<void> {
  catcher = await openMailCatcher()
  const outgoing = { host: '127.0.0.1', port: catcher.port, isSecure: false }
  mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
}

async function closeMail(): Promise<void> {
  await mail.close()
  await catcher.close()
}

const system = (work: ReturnType<typeof sql>) => withSystem(services.database, (trx) => work.execute(trx))

async function plantTimekeeper(values: Record<string, unknown>): Promise<string> {
  const id = newId()
  await withSystem(services.database, (trx) => insert(trx, 'timekeepers', { firm_id: 1, id, ...values }))
  return id
}

async function plantDelivery(timekeeper: string | null, values: Record<string, unknown> = {}): Promise<string> {
  const id = newId()
  const of = { firm_id: 1, id, envelope_id: filing.envelopeId, inbox_item_id: filing.itemId, message_id: id }
  const told = { timekeeper_id: timekeeper, email: 'r.osei@hale-osei.example', method: 'PDF', attempts: 0 }
  await withSystem(services.database, (trx) => insert(trx, 'deliveries', { ...of, ...told, ...values }))
  return id
}

interface Around {
  type?: 'INCLUSIONARY' | 'EXCLUSIONARY'
  people: readonly string[]
  isAroundClient?: boolean
  caseId?: string
}

async function wall({ type = 'EXCLUSIONARY', people, isAroundClient = false, caseId = filing.caseId }: Around) {
  await system(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, client_id, timekeeper_ids)
    select 1, ${newId()}::uuid, 'Screen', ${type}, case when not ${isAroundClient}::boolean then m.id end,
      case when ${isAroundClient}::boolean then m.client_id end, ${people}::uuid[]
    from cases c join matters m on m.firm_id = c.firm_id and m.id = c.matter_id where c.id = ${caseId}::uuid`)
}

const send = (id: string) => deliver(services, mail, claimed({ firmId: 1, id }))
const statusOf = async (id: string) => (await rowById(services, 'deliveries', id)).status
const sentTo = () => catcher.caught.flatMap(({ to }) => to)

async function timeline(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`select sentence as line from history
    where inbox_item_id = ${filing.itemId}::uuid order by at, id`.execute(services.database.kysely)
  return rows.map(({ line }) => line)
}

const why = 'Not sent: The ethical wall "Screen" prevents it.'

test.each([
  ['an exclusionary wall', () => wall({ people: [ruth] })],
  ['an exclusionary wall around the client', () => wall({ people: [ruth], isAroundClient: true })],
  ['an inclusionary wall', () => wall({ type: 'INCLUSIONARY', people: [ann] })],
])('nothing is sent if %s was raised after the delivery was planned, and the records say so', async (_, raise) => {
  const id = await plantDelivery(ruth)
  await raise()
  await send(id)
  expect(sentTo()).toEqual([])
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'canceled', sentence: why, sent_at: null })
  expect(await timeline()).toEqual([
    'Not notified: r.osei@hale-osei.example. The ethical wall "Screen" prevents it.',
    'All copies were saved; 1 person is not notified.',
  ])
  const { rows } = await sql`select level, type, sentence, entity, entity_id from system_events`.execute(
    services.database.kysely,
  )
  expect(rows).toEqual([
    { level: 'WARNING', type: 'notification process error (user)', sentence: why, entity: 'delivery', entity_id: id },
  ])
  expect((await rowById(services, 'inbox_items', filing.itemId)).status).toBe('Succeeded')
})

test('everyone else is still notified', async () => {
  const ids = [await plantDelivery(ruth), await plantDelivery(ann, { email: 'a.lee@hale-osei.example' })]
  await wall({ people: [ruth] })
  await Promise.all(ids.map(send))
  expect(sentTo()).toEqual(['a.lee@hale-osei.example'])
  expect(await Promise.all(ids.map(statusOf))).toEqual(['canceled', 'sent'])
  expect((await timeline()).at(-1)).toBe('All copies were saved; 1 person is not notified.')
})

test('a wall excludes an address that has since become theirs, and an inclusionary one that of no one', async () => {
  const [rule, private_] = ['file-room@hale-osei.example', 'r.osei@private.example']
  const ids = [await plantDelivery(null, { email: rule }), await plantDelivery(null, { email: private_ })]
  await system(sql`update timekeepers set additional_receipt_emails = ${[private_]}::text[] where id = ${ruth}::uuid`)
  await wall({ type: 'INCLUSIONARY', people: [ann] })
  for (const id of ids) await send(id)
  expect(sentTo()).toEqual([])
  expect(await Promise.all(ids.map(statusOf))).toEqual(['canceled', 'canceled'])
})

test('a wall around another case of the filing applies too', async () => {
  const other = await plantFiling(services)
  await system(sql`update item_progress set outcomes = jsonb_build_object('match', jsonb_build_object('result',
    jsonb_build_object('caseIds', jsonb_build_array(${other.caseId}::text)))) where id = ${filing.itemId}::uuid`)
  const id = await plantDelivery(ruth)
  await wall({ people: [ruth], caseId: other.caseId })
  await send(id)
  expect(sentTo()).toEqual([])
  expect(await statusOf(id)).toBe('canceled')
})

test('also while the notice is matched again, and its item names no case', async () => {
  const other = await plantFiling(services)
  await system(sql`update envelopes set other_case_ids = array[${other.caseId}::uuid]
    where id = ${filing.envelopeId}::uuid`)
  const id = await plantDelivery(ruth)
  await wall({ people: [ruth], caseId: other.caseId })
  await send(id)
  expect(sentTo()).toEqual([])
  expect(await statusOf(id)).toBe('canceled')
})

test('nothing is sent to someone who has since left the firm', async () => {
  const id = await plantDelivery(ruth)
  await system(sql`update timekeepers set status = 'Inactive' where id = ${ruth}::uuid`)
  await send(id)
  expect(sentTo()).toEqual([])
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'canceled',
    sentence: 'Not sent: Ruth Osei is inactive.',
  })
})

test('an email that waits for its next attempt, or for documents to be saved, is checked again', async () => {
  const [late, held] = [await plantDelivery(ruth), await plantDelivery(ann, { status: 'held', email: 'a@x.example' })]
  await catcher.close()
  await send(late)
  expect(await statusOf(late)).toBe('waiting')
  await wall({ people: [ruth, ann] })
  await mail.close()
  await openMail()
  const released = { firmId: 1, envelopeIds: [filing.envelopeId] }
  await withFirm(services.database, 1, (trx) => releaseHeld(trx, services.jobs, released))
  for (const id of [late, held]) await send(id)
  expect(sentTo()).toEqual([])
  expect(await Promise.all([late, held].map(statusOf))).toEqual(['canceled', 'canceled'])
})

test('an email interrupted by a crash says that it may have arrived before the wall', async () => {
  const id = await plantDelivery(ruth, { status: 'sending', attempts: 1 })
  await wall({ people: [ruth] })
  await send(id)
  expect(sentTo()).toEqual([])
  expect((await rowById(services, 'deliveries', id)).sentence).toBe(
    `${why} An earlier attempt was interrupted, so it may have been delivered.`,
  )
})

test.each([
  ['lifted', () => system(sql`delete from ethical_walls`)],
  ['turned off', () => system(sql`update firms set internal_walls_enabled = false`)],
])('a wall that is %s before the email goes out does not stop it', async (_, lift) => {
  const id = await plantDelivery(ruth)
  await wall({ people: [ruth] })
  await lift()
  await send(id)
  expect(sentTo()).toEqual(['r.osei@hale-osei.example'])
  expect(await statusOf(id)).toBe('sent')
})

test('an item whose recipients are notified later does not say that everyone was notified', async () => {
  await plantDelivery(ruth, { status: 'canceled' })
  await plantDelivery(ann, { email: 'a.lee@hale-osei.example', status: 'scheduled', cadence: 'DAILY' })
  await withFirm(services.database, 1, (trx) => settleItem(trx, { firmId: 1, itemId: filing.itemId }))
  expect((await timeline()).at(-1)).toBe(
    'All copies were saved; 1 person is notified in the daily message; 1 person is not notified.',
  )
})
