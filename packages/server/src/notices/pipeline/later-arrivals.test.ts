import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import type { Origin } from '../../mail/origin.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { courtServer, makeMail, sign } from '../../mail/testing/court-mail.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { withHeader } from '../../mail/testing/signed-mail.ts'
import { openOutgoingMail } from '../../outbox/mail/outgoing-mail.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { cancelItem, trustItem } from '../actions.ts'
import { seenItem } from './seen-item.fixture.ts'
import { startDns } from './trust-gate.fixture.ts'

let held: TestServices
let services: Services
let worker: Awaited<ReturnType<typeof startWorker>>
let dns: Server
let both: { first: string; second: string }
let flooded: { copies: ReadonlySet<string>; own: string }

beforeAll(async () => {
  dns = await startDns()
  const gateway = `http://127.0.0.1:${(dns.address() as AddressInfo).port}/`
  held = await openTestServices({ environment: { COURTCRIER_DNS_GATEWAY: gateway } })
  services = held.services
  // While no worker runs, so that neither has been examined when the other comes.
  both = await receiveTwice(await makeMail())
  flooded = await receiveAmongMany(await makeMail())
  worker = await startWorker(services, openOutgoingMail(services.config, services.log))
})
afterAll(async () => {
  await worker?.stop()
  await held?.close()
  dns?.close()
})

const fromCourt: Origin = { ...courtServer, mailFrom: 'ecf@cand.uscourts.gov' }
const fromStranger: Origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@relay.example' }

const base64 = 'Content-Transfer-Encoding: base64'

/** The same notice, as another server's headers make other bytes of it. */
const passedBy = (raw: Buffer, server: string) =>
  withHeader(raw, `Received: from ${server} by mx.firm.example; Mon, 7 Sep 2026 10:00:01 -0700`, 'added')

async function receive(raw: Buffer, origin: Origin, source = 'somewhere'): Promise<string> {
  return (await receiveMessage(services, { firmId: 1, raw, via: 'smtp', source, origin })).itemId
}

async function receiveTwice(raw: Buffer): Promise<{ first: string; second: string }> {
  const first = await receive(raw, {})
  const second = await receive(passedBy(raw, 'mx.uscourts.gov'), fromCourt, 'mx.uscourts.gov (198.51.100.7)')
  return { first, second }
}

/** After so many copies of a stranger that they can't all wait to be examined. */
async function receiveAmongMany(unsigned: Buffer): Promise<typeof flooded> {
  const copies = new Set<string>()
  for (let n = 0; n < 23; n++) copies.add(await receive(passedBy(unsigned, `${n}.relay.example`), fromStranger))
  const signed = await sign(unsigned, 'cand.uscourts.gov')
  const own = await receive(signed, {}, 'the mailbox')
  expect(await receive(signed, {}, 'the mailbox')).toBe(own)
  return { copies, own }
}

const look = (id: string) => seenItem(services, id)

async function asUser(act: (trx: Trx, userId: string) => Promise<unknown>): Promise<void> {
  await withSystem(services.database, async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from users where firm_id = 1 limit 1`.execute(trx)
    await act(trx, rows[0]?.id ?? '')
  })
}

const isHeld = (id: string) =>
  eventually(() => look(id)).toMatchObject({ status: 'Action Required', trust: 'unverified', again: 0 })
const isProven = (id: string) => eventually(() => look(id)).toMatchObject({ trust: 'verified', again: 0 })

test('a notice is proven by its second arrival, even if both came before the first was examined', async () => {
  const { first, second } = both
  expect(second).toBe(first)
  await isProven(first)
  const { history, ip } = await look(first)
  expect(ip).toBe(courtServer.ip)
  expect(history).toContain(
    'Received again from mx.uscourts.gov (198.51.100.7). This copy proves its sender, so it is read instead of the first.',
  )
})

test('a stranger who sends a notice first, without its signature, keeps the court’s own from no one', async () => {
  const unsigned = await makeMail()
  const first = await receive(withHeader(unsigned, base64, 'added'), fromStranger)
  await isHeld(first)
  const signed = await sign(unsigned, 'cand.uscourts.gov')
  expect(await receive(signed, {}, 'the mailbox')).toBe(first)
  await isProven(first)
  const { file } = await look(first)
  expect(Buffer.from(await services.blobs.get(file)).equals(signed)).toBe(true)
})

test('nor does one who sends it first in the form of an automatic reply, which is ignored', async () => {
  const unsigned = await makeMail()
  const lines = ['Subject: Away', 'From: x@relay.example', 'Auto-Submitted: auto-replied', base64]
  const first = await receive(
    lines.reduce((raw, line) => withHeader(raw, line, 'added'), unsigned),
    fromStranger,
  )
  await eventually(() => look(first)).toMatchObject({ status: 'Succeeded', trust: 'unverified' })
  await receive(passedBy(unsigned, 'a.example'), fromStranger)
  await eventually(() => waiting()).toBe(0)
  expect(await look(first)).toMatchObject({ status: 'Succeeded', again: 0 })
  expect(await receive(await sign(unsigned, 'cand.uscourts.gov'), {}, 'the mailbox')).toBe(first)
  await isProven(first)
})

test('nor does one whose garbled copy a person canceled', async () => {
  const unsigned = await makeMail()
  const first = await receive(withHeader(unsigned, base64, 'added'), fromStranger)
  await isHeld(first)
  await asUser((trx, userId) => cancelItem(trx, services.jobs, { firmId: 1, itemId: first, userId }))
  expect(await receive(await sign(unsigned, 'cand.uscourts.gov'), {}, 'the mailbox')).toBe(first)
  await isProven(first)
  expect((await look(first)).history).toContain('This copy proves its sender, so it is read instead of the first.')
})

test('nor does one who sends so many copies of it that no further one can wait', async () => {
  const { copies, own } = flooded
  // The first, whose copies are examined, and those beyond.
  expect(copies.size).toBe(3)
  expect(copies.has(own)).toBe(false)
  await isProven(own)
})

test('what is received again and proves nothing changes nothing', async () => {
  const raw = await makeMail()
  const first = await receive(raw, fromStranger)
  await isHeld(first)
  const before = await look(first)
  for (const server of ['a.example', 'b.example']) await receive(passedBy(raw, server), fromStranger)
  await eventually(() => waiting()).toBe(0)
  expect(await look(first)).toEqual(before)
})

test('a notice that is proven, or that a person vouched for, is read as it is', async () => {
  const [proven, vouched] = [await makeMail({ signedBy: 'cand.uscourts.gov' }), await makeMail()]
  const ids = [await receive(proven, fromStranger), await receive(vouched, fromStranger)] as const
  await isProven(ids[0])
  await isHeld(ids[1])
  await asUser((trx, userId) => trustItem(trx, services.jobs, { firmId: 1, itemId: ids[1], userId }))
  const files = await Promise.all(ids.map(async (id) => (await look(id)).file))
  await receive(passedBy(proven, 'mx.uscourts.gov'), fromCourt)
  await receive(passedBy(vouched, 'mx.uscourts.gov'), fromCourt)
  await eventually(() => waiting()).toBe(0)
  expect(await Promise.all(ids.map(async (id) => (await look(id)).file))).toEqual(files)
})

const noticeOf = (n: number) =>
  `U.S. District Court
California Northern District

Notice of Electronic Filing

The following transaction was entered by Roe, Jane on 8/${n}/2026 at 8:02 PM PDT and filed on 8/${n}/2026

Case Name: Doe v. Roe
Case Number: 3:26-cv-0010${n}-RS<https://ecf.cand.uscourts.gov/cgi-bin/DktRpt.pl?${n}>

Docket Text:
ORDER ${n}.

`.replaceAll('\n', '\r\n')

async function partsOf(id: string): Promise<string[]> {
  return withSystem(services.database, async (trx) => {
    const { rows } = await sql<{
      id: string
    }>`select id from inbox_items where parent_id = ${id}::uuid order by id`.execute(trx)
    return rows.map((row) => row.id)
  })
}

test('the notices of a message that was split go on when it is received again, except one that a person vouched for', async () => {
  const headers = ['Content-Type: text/plain']
  const unsigned = await makeMail({ subject: 'Two notices', headers, body: noticeOf(1) + noticeOf(2) + noticeOf(3) })
  const whole = await receive(unsigned, fromStranger)
  await eventually(async () => (await partsOf(whole)).length).toBe(3)
  const parts = await partsOf(whole)
  for (const part of parts) await isHeld(part)
  const [first = '', vouched = '', last = ''] = parts
  await asUser((trx, userId) => trustItem(trx, services.jobs, { firmId: 1, itemId: vouched, userId }))
  const before = await look(vouched)
  const signed = await sign(unsigned, 'cand.uscourts.gov')
  expect(await receive(signed, {}, 'the mailbox')).toBe(whole)
  for (const part of [first, last]) {
    await isProven(part)
    const { file, history } = await look(part)
    expect(Buffer.from(await services.blobs.get(file)).equals(signed)).toBe(true)
    expect(history).toContain('Received again from the mailbox. This copy proves its sender')
  }
  expect((await look(vouched)).file).toBe(before.file)
  expect(await partsOf(whole)).toEqual(parts)
  await eventually(() => waiting()).toBe(0)
  expect((await look(whole)).again).toBe(0)
})

test('a message that was split and is received again without a proof changes nothing', async () => {
  const headers = ['Content-Type: text/plain']
  const unsigned = await makeMail({ subject: 'Two more', headers, body: noticeOf(4) + noticeOf(5) })
  const whole = await receive(unsigned, fromStranger)
  await eventually(async () => (await partsOf(whole)).length).toBe(2)
  const parts = await partsOf(whole)
  for (const part of parts) await isHeld(part)
  const before = await Promise.all(parts.map(look))
  await receive(passedBy(unsigned, 'a.example'), fromStranger)
  await eventually(() => waiting()).toBe(0)
  expect(await Promise.all(parts.map(look))).toEqual(before)
  expect((await look(whole)).again).toBe(0)
})

test('a stranger who sends a notice first so that it is split otherwise keeps it from no one', async () => {
  const headers = ['Content-Type: text/plain']
  const words = noticeOf(7).replaceAll('\r\n', '=0A')
  const unsigned = await makeMail({ subject: 'One notice', headers, body: `${noticeOf(6)}${words}\r\n` })
  const whole = await receive(
    withHeader(unsigned, 'Content-Transfer-Encoding: quoted-printable', 'added'),
    fromStranger,
  )
  await eventually(async () => (await partsOf(whole)).length).toBe(2)
  for (const part of await partsOf(whole)) await isHeld(part)
  const signed = await sign(unsigned, 'cand.uscourts.gov')
  expect(await receive(signed, {}, 'the mailbox')).toBe(whole)
  await isProven(whole)
  await eventually(() => look(whole)).toMatchObject({ status: expect.not.stringMatching('New|Started') })
  const settled = await look(whole)
  expect(settled.history).toContain('Read as a notice from N.D. Cal. in 3:26-cv-00106-RS')
  await receive(passedBy(signed, 'a.example'), {}, 'the mailbox')
  await eventually(() => waiting()).toBe(0)
  expect(await look(whole)).toEqual(settled)
})

/** How many jobs have yet to look at messages that were received again. */
async function waiting(): Promise<number> {
  return (await services.jobs.knownIds('arrival')).size
}
