import type { Notice } from '@courtcrier/contract/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { findOriginals } from '../courts/message/forwarding.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import { openTestServices, type TestServices } from '../testing/services.ts'
import { startWorker } from '../worker.ts'
import { approveItem } from './continue.ts'
import type { ActionTarget } from './item-state.ts'
import { reopen } from './reopen.ts'

let held: TestServices
let worker: Awaited<ReturnType<typeof startWorker>>
let userId: string
let caseId: string

const run = (query: RawBuilder<unknown>) => query.execute(held.services.database.kysely)

beforeAll(async () => {
  held = await openTestServices()
  worker = await startWorker(held.services, openOutgoingMail(held.services.config, held.services.log))
  userId = newId()
  const [client, matter, person, court] = [newId(), newId(), newId(), newId()]
  caseId = newId()
  await run(sql`insert into clients (firm_id, id, name, number) values (1, ${client}::uuid, 'C', 'C')`)
  await run(sql`insert into matters (firm_id, id, name, number, client_id)
    values (1, ${matter}::uuid, 'M', 'M', ${client}::uuid)`)
  await run(sql`insert into timekeepers (firm_id, id, full_name, email, status)
    values (1, ${person}::uuid, 'Ruth Osei', 'r.osei@one.example', 'Active')`)
  await run(sql`insert into jurisdictions (firm_id, id, name, ecfx_jurisdiction_ids)
    values (1, ${court}::uuid, 'N.D. Cal.', '{cand}')`)
  await run(sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, assigned_timekeepers)
    values (1, ${caseId}::uuid, 'Zinc v. Doe', '3:26-cv-04417', ${court}::uuid, ${matter}::uuid, array[${person}::uuid])`)
})
afterAll(async () => {
  await worker.stop()
  await held.close()
})
beforeEach(() => settings({ every: false, senders: [] }))

const settings = ({ every, senders }: { every: boolean; senders: readonly string[] }) =>
  run(sql`update firms set manually_process_notices = ${every}, manual_process_emails = ${[...senders]}::text[]
    where firm_id = 1`)

const notice: Notice = {
  kind: 'filing',
  format: 'cmecf-nef',
  courtId: { value: 'cand', from: 'derived' },
  courtEvidence: [],
  cases: [{ docketNumber: { value: '3:26-cv-04417', from: 'derived' }, parts: {} }],
  event: { value: 'Order', from: 'derived' },
  isCaseClosed: false,
  isSealed: false,
  crossReferences: [],
  documents: [],
  recipients: [],
}

interface Received {
  from?: string
  chosenBy?: string
  /** What follows the "From" header. */
  rest?: string
  /** Whether an attached original is read instead. */
  isOriginalRead?: boolean
}

/** A verified notice of the case, whose recipients come next. Returns its item, and how that came to rest. */
async function receive(given: Received = {}) {
  const { from = 'ecf@cand.uscourts.gov', chosenBy, rest = '\r\n', isOriginalRead } = given
  const id = newId()
  const bytes = Buffer.from(`Subject: Order ${id}\r\nFrom: ${from}\r\n${rest}`)
  const { sha256: raw } = await held.services.blobs.put(bytes)
  const decoded = await decodeMessage(bytes)
  const originalIds = 'message' in decoded ? findOriginals(decoded.message).map((original) => original.id) : []
  const outcomes = {
    authenticate: { result: { trust: 'verified', ...(isOriginalRead && { originalIds }) } },
    parse: { result: { notice, filingKey: id } },
    retrieve: { result: { documents: [], keys: [], gap: '' } },
    prepare: { result: { titles: [] } },
    match: { result: { caseIds: [caseId], ...(chosenBy && { chosenBy }) } },
  }
  await withFirm(held.services.database, 1, async (trx) => {
    await sql`insert into envelopes (firm_id, id, event, case_id)
      values (1, ${id}::uuid, 'Order', ${caseId}::uuid)`.execute(trx)
    await sql`insert into inbox_items (firm_id, id, status, received_at, raw_content, fingerprint, next_stage, sender,
        case_id, envelope_id)
      values (1, ${id}::uuid, 'New', now(), ${raw}, ${id}, 'address', ${from}, ${caseId}::uuid, ${id}::uuid)`.execute(
      trx,
    )
    await sql`insert into item_progress (firm_id, id, outcomes) values (1, ${id}::uuid, ${JSON.stringify(outcomes)}::jsonb)`.execute(
      trx,
    )
    await held.services.jobs.enqueue(trx, 'notice', [{ firmId: 1, id }])
  })
  return { id, ...(await rested(id)) }
}

async function rested(id: string) {
  const look = async () => {
    const { rows } = await sql<{ status: string; reason: string | null; planned: number }>`
      select i.status, i.reason, (select count(*)::int from deliveries d where d.inbox_item_id = i.id) as planned
      from inbox_items i where i.id = ${id}::uuid`.execute(held.services.database.kysely)
    return rows[0]
  }
  await eventually(async () => (await look())?.status).not.toMatch(/^(New|Started)$/)
  return (await look()) ?? { status: 'gone', reason: null, planned: 0 }
}

const act = <T>(itemId: string, work: (trx: Trx, target: ActionTarget) => Promise<T>) =>
  withFirm(held.services.database, 1, (trx) => work(trx, { firmId: 1, itemId, userId }))

test('a firm that asks for neither notifies people at once', async () => {
  expect(await receive()).toMatchObject({ planned: 1 })
})

test('a firm that approves every notice notifies no one until a person approves', async () => {
  await settings({ every: true, senders: [] })
  const item = await receive()
  expect(item).toMatchObject({
    status: 'Action Required',
    reason: 'Everything is ready. The firm approves each notice before anyone is notified.',
    planned: 0,
  })
  await act(item.id, (trx, target) => approveItem(trx, held.services.jobs, target))
  expect(await rested(item.id)).toMatchObject({ planned: 1 })
  await expect(act(item.id, (trx, target) => approveItem(trx, held.services.jobs, target))).rejects.toThrow(
    "This notice doesn't wait for an approval.",
  )
})

test('only notices of the listed senders wait, however the address is written', async () => {
  await settings({ every: false, senders: ['Clerk@State.example'] })
  expect(await receive({ from: 'clerk@STATE.example' })).toMatchObject({
    status: 'Action Required',
    reason: 'Everything is ready. The firm approves notices from clerk@state.example before anyone is notified.',
  })
  expect(await receive()).toMatchObject({ planned: 1 })
})

const forwards = {
  'as an attachment': `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n
--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n--b\r\nContent-Type: message/rfc822\r\n
Subject: Order\r\nFrom: "The clerk" <clerk@State.example>\r\n\r\nOrder\r\n--b--\r\n`,
  inline: '\r\nFYI\r\n\r\nFrom: The clerk <clerk@state.example>\r\nSent: Monday\r\nSubject: Order\r\n\r\nOrder\r\n',
}

test.each(Object.entries(forwards))("a listed sender's notice that someone forwards %s waits too", async (_, rest) => {
  expect(await receive({ from: 'jane@one.example', rest })).toMatchObject({ planned: 1 })
  await settings({ every: false, senders: ['clerk@state.example'] })
  expect(await receive({ from: 'jane@one.example', rest })).toMatchObject({
    status: 'Action Required',
    reason: 'Everything is ready. The firm approves notices from clerk@state.example before anyone is notified.',
    planned: 0,
  })
})

test("so does a listed sender's forward of another's notice, with their name beside the address", async () => {
  await settings({ every: false, senders: ['jane@one.example'] })
  const from = '"Roe, Jane" <Jane@one.example>'
  expect(await receive({ from, rest: forwards['as an attachment'], isOriginalRead: true })).toMatchObject({
    reason: 'Everything is ready. The firm approves notices from jane@one.example before anyone is notified.',
    planned: 0,
  })
})

test('a notice whose case a person chose was looked at', async () => {
  await settings({ every: true, senders: [] })
  expect(await receive({ chosenBy: userId })).toMatchObject({ planned: 1 })
})

test('a notice that is processed again waits again', async () => {
  await settings({ every: true, senders: [] })
  const item = await receive()
  await act(item.id, (trx, target) => approveItem(trx, held.services.jobs, target))
  expect(await rested(item.id)).toMatchObject({ status: 'Post Processing', planned: 1 })
  await act(item.id, (trx, target) =>
    reopen(trx, held.services.jobs, { target, from: ['Post Processing'], sentence: 'Again.', next: 'address' }),
  )
  expect((await rested(item.id)).status).toBe('Action Required')
})
