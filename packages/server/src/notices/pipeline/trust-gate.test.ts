import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { onePerPlace } from '../../outbox/copies/one-per-place.ts'
import { insert } from '../../outbox/copies/test-filing.ts'
import { openOutgoingMail } from '../../outbox/mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from '../../outbox/mail/test-mail-server.ts'
import { type LocalCourt, pdf, startCourt } from '../../retrieval/local-court.fixture.ts'
import { textPdf } from '../../testing/pdf.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { startWorker } from '../../worker.ts'
import { requeueItem, trustItem } from '../actions.ts'
import { chooseCase, ignoreItsCase } from '../fixes.ts'
import { rehearse } from './rehearse.ts'
import {
  doubted,
  firmOf,
  type Kind,
  kinds,
  mailOf,
  rawOf,
  type State,
  startDns,
  states,
  subjectOf,
} from './trust-gate.fixture.ts'

let held: TestServices
let services: Services
let worker: Awaited<ReturnType<typeof startWorker>>
let dns: Server
let court: LocalCourt
let catcher: MailCatcher
const items = new Map<string, string>()
const cases = new Map<string, string>()

beforeAll(async () => {
  dns = await startDns()
  court = await startCourt(() => pdf(document))
  catcher = await openMailCatcher()
  held = await openTestServices({
    environment: {
      COURTCRIER_DNS_GATEWAY: `http://127.0.0.1:${(dns.address() as AddressInfo).port}/`,
      COURTCRIER_COURT_GATEWAY: court.gateway,
      COURTCRIER_SMTP_OUT: catcher.url,
      COURTCRIER_MAIL_FROM: 'courtcrier@one.example',
    },
    firms: states.map((_, n) => [`*@firm${n + 1}.example`]),
  })
  // Retries while a name server is down follow one another without delay.
  services = { ...held.services, config: { ...held.services.config, retrySeconds: 0.001 } }
  for (const state of states) await prepareFirm(state)
  worker = await startWorker(services, openOutgoingMail(services.config, services.log))
  for (const state of doubted) await sendAll(state)
  await atRest()
}, 240_000)
afterAll(async () => {
  await worker?.stop()
  await held?.close()
  await court?.close()
  await catcher?.close()
  dns?.close()
})

const document = await textPdf(['An order of the court.'])

describe.each(doubted)('a sender with the trust result %s', (state) => {
  test.each(kinds)('a notice of the kind $name is held after parsing', async (kind) => {
    const item = await look(state, kind)
    expect(item).toMatchObject({ status: 'Action Required', actionRequired: 'USER', trust: 'unverified' })
    expect(item.flag).toBe(state === 'look-alike' || state === 'fake' ? state : null)
    expect(item.stages).toEqual(kind.isCaseless ? ['authenticate'] : ['authenticate', 'parse'])
    expect(item.ran).toEqual(kind.isCaseless ? ['receive', 'authenticate'] : ['receive', 'authenticate', 'parse'])
    expect(item.envelopeId).toBeNull()
    expect(item.reason).toMatch(item.flag ? /probably a fake notice: / : /Sender not verified: /)
    if (!kind.isCaseless) expect(item.reason).toContain('choose Trust sender')
  })
})

test('held notices cause no requests, filings, documents, deliveries, copies or emails', async () => {
  expect(court.requests).toEqual([])
  expect(catcher.caught).toEqual([])
  for (const table of ['envelopes', 'links', 'documents', 'deliveries', 'document_copies'])
    expect([table, await count(table)]).toEqual([table, 0])
})

test('no other action bypasses the hold', async () => {
  for (const state of doubted) {
    const kind = kindOf('without links')
    const target = { firmId: firmOf(state), itemId: idOf(state, kind), userId: await userOf(state) }
    const caseId = cases.get(`${state} ${kind.name}`) ?? ''
    await expect(inFirm(state, (trx) => chooseCase(trx, services.jobs, { ...target, caseId }))).rejects.toThrow()
    await expect(
      inFirm(state, (trx) => ignoreItsCase(trx, services.jobs, target, async () => undefined)),
    ).rejects.toThrow()
    const rehearsal = await rehearse(services, { ...target, onePerPlace })
    expect(rehearsal?.steps.map(({ stage, outcome }) => [stage, outcome])).toEqual([
      ['parse', 'done'],
      ['match', 'review'],
    ])
    await inFirm(state, (trx) => requeueItem(trx, services.jobs, target))
  }
  await atRest()
  for (const state of doubted) {
    expect((await look(state, kindOf('without links'))).stages).toEqual(['authenticate', 'parse'])
  }
  // Results left by an earlier version don't count: every stage runs again.
  const userId = await userOf('fake')
  const target = { firmId: firmOf('fake'), itemId: idOf('fake', kindOf('without links')), userId }
  await inFirm('fake', async (trx) => {
    const outcomes = JSON.stringify({ retrieve: { result: {} }, prepare: { result: { titles: [] } } })
    await sql`update item_progress set outcomes = outcomes || ${outcomes}::text::jsonb
      where id = ${target.itemId}::uuid`.execute(trx)
    const caseId = cases.get('fake without links') ?? ''
    await chooseCase(trx, services.jobs, { ...target, caseId })
  })
  await atRest()
  expect((await look('fake', kindOf('without links'))).ran).not.toContain('address')
  expect(await count('deliveries')).toBe(0)
})

test('a vouch for one message covers no other message of the sender, and no later flag', async () => {
  await vouch('fake', kindOf('state service'))
  await atRest()
  expect((await look('fake', kindOf('summary'))).stages).toEqual(['authenticate', 'parse'])
  const kind = kindOf('entry changed')
  await vouch('unverified', kind, true)
  await atRest()
  expect(await look('unverified', kind)).toMatchObject({ status: 'Action Required', stages: ['authenticate', 'parse'] })
})

test.each(doubted)('once a person vouches, messages with the trust result %s are processed', async (state) => {
  for (const kind of kinds) await vouch(state, kind)
  await atRest()
  for (const kind of kinds) await expectWhole(state, kind)
  const { lines } = await look(state, kindOf('with links'))
  expect(lines).toContainEqual(
    expect.objectContaining({
      stage: 'person',
      sentence: expect.stringContaining(`Ada of ${state} trusted the sender.`),
    }),
  )
  const warning = state === 'look-alike' || state === 'fake' ? 'flagged as a probable fake' : 'sender not verified'
  await expectMails(state, `Trusted by Ada of ${state}; ${warning}`)
})

test.each([
  [
    'verified',
    /Sent by the court, signature intact|Signed by Tyler eFile & Serve|Signed by the Texas appellate courts/,
  ],
  ['forwarded', 'Forwarded by jane@firm2.example'],
] as const)('%s messages are processed automatically, and the emails say so', async (state, line) => {
  await sendAll(state)
  await atRest()
  for (const kind of kinds) await expectWhole(state, kind)
  await expectMails(state, line)
})

/** Expects a trusted message to have gone through every stage, unless it names no case. */
async function expectWhole(state: State, kind: Kind): Promise<void> {
  const item = await look(state, kind)
  if (kind.isCaseless) {
    expect(item).toMatchObject({ status: 'Action Required', stages: ['authenticate'] })
    expect(item.reason).not.toMatch(/Sender not verified|fake/)
    return
  }
  const every = ['authenticate', 'parse', 'retrieve', 'prepare', 'match', 'address', 'deliver', 'store']
  expect([kind.name, item.stages.toSorted()]).toEqual([kind.name, every.toSorted()])
  expect(item.envelopeId).not.toBeNull()
  if (kind.hasLinks) expect(court.requests.length).toBeGreaterThan(0)
}

async function expectMails(state: State, line: string | RegExp): Promise<void> {
  const told = kinds.filter(({ isCaseless }) => !isCaseless).length
  const address = `tk@firm${firmOf(state)}.example`
  await eventually(() => catcher.caught.filter(({ to }) => to.includes(address)).length).toBe(told)
  const own = (await catcher.parsed()).filter(({ to }) => to?.[0]?.address === address)
  for (const mail of own) {
    expect(mail.text).toMatch(line)
    expect(mail.html?.toString().replaceAll('&#38;', '&')).toMatch(line)
  }
}

/** Vouches for a message as the firm's user; with `isFlaggedThen` it is flagged before it continues. */
async function vouch(state: State, kind: Kind, isFlaggedThen = false): Promise<void> {
  const target = { firmId: firmOf(state), itemId: idOf(state, kind), userId: await userOf(state) }
  const { status, vouchedBy } = await look(state, kind)
  if (vouchedBy && status !== 'Action Required') return
  await inFirm(state, async (trx) => {
    await trustItem(trx, services.jobs, target)
    if (!isFlaggedThen) return
    await sql`update item_progress set outcomes = jsonb_set(outcomes, '{authenticate,result}',
      '{"trust": "unverified", "flag": "look-alike"}') where id = ${target.itemId}::uuid`.execute(trx)
  })
}

interface Looked {
  status: string
  actionRequired: string
  reason: string | null
  trust: string | null
  flag: string | null
  vouchedBy: string | null
  envelopeId: string | null
  /** Stages with a result. */
  stages: string[]
  /** Stages that were ever completed. */
  ran: string[]
  lines: { stage: string; sentence: string }[]
}

async function look(state: State, kind: Kind): Promise<Looked> {
  return inFirm(state, async (trx) => {
    const { rows } = await sql<Looked>`
      select status, action_required as "actionRequired", reason, trust, sender_flag as flag, vouched_by as "vouchedBy",
        envelope_id as "envelopeId",
        array(select key from jsonb_each(p.outcomes) where jsonb_typeof(value) = 'object' and value ? 'result' order by key) as stages,
        array(select stage from history h where h.inbox_item_id = i.id and h.outcome = 'done' group by stage order by min(h.id::text)) as ran,
        (select jsonb_agg(jsonb_build_object('stage', stage, 'sentence', sentence)) from history h where h.inbox_item_id = i.id) as lines
      from inbox_items i join item_progress p using (firm_id, id)
      where i.id = ${idOf(state, kind)}::uuid`.execute(trx)
    const [row] = rows
    if (!row) throw new Error('the item is gone')
    return row
  })
}

async function count(table: string): Promise<number> {
  return withSystem(services.database, async (trx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(trx)
    return rows[0]?.n ?? -1
  })
}

async function atRest(): Promise<void> {
  while ((await countMoving()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
}

function countMoving(): Promise<number> {
  return withSystem(services.database, async (trx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from inbox_items
      where status in ('New', 'Started', 'Retry', 'Post Processing')`.execute(trx)
    return rows[0]?.n ?? 0
  })
}

function inFirm<T>(state: State, run: Parameters<typeof withFirm<T>>[2]): Promise<T> {
  return withFirm(services.database, firmOf(state), run)
}

function kindOf(name: string): Kind {
  const kind = kinds.find((each) => each.name === name)
  if (!kind) throw new Error(`there is no kind ${name}`)
  return kind
}

function idOf(state: State, kind: Kind): string {
  return items.get(`${state} ${kind.name}`) ?? ''
}

async function userOf(state: State): Promise<string> {
  return inFirm(state, async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from users limit 1`.execute(trx)
    return rows[0]?.id ?? ''
  })
}

/** Adds a user who vouches, a timekeeper to notify, the format, and a case for each notice. */
async function prepareFirm(state: State): Promise<void> {
  const firm = firmOf(state)
  const mails = await Promise.all(kinds.map(async (kind) => ({ kind, mail: await mailOf(kind) })))
  await withSystem(services.database, async (trx) => {
    const own = (values: object) => ({ firm_id: firm, id: newId(), ...values })
    await sql`update users set full_name = ${`Ada of ${state}`} where firm_id = ${firm}`.execute(trx)
    const timekeeper = own({ full_name: 'Tess Keeper', email: `tk@firm${firm}.example` })
    await insert(trx, 'timekeepers', timekeeper)
    await insert(
      trx,
      'notice_formats',
      own({
        name: 'County',
        overrides_built_in: true,
        sender_domains: ['txcourts.gov'],
        ecfx_jurisdiction_id: 'texbizct',
        docket_number_labels: ['Case No.'],
        event_labels: ['Event'],
      }),
    )
    const client = own({ name: 'Acme', number: 'C-1' })
    await insert(trx, 'clients', client)
    const matter = own({ name: 'Acme', number: 'M-1', client_id: client.id })
    await insert(trx, 'matters', matter)
    for (const { kind, mail } of mails) {
      const { courtId, number, name = `Case ${kind.name}` } = await subjectOf(kind, mail)
      if (!number) continue
      const jurisdiction = own({ name: kind.name, ecfx_jurisdiction_ids: [courtId] })
      await insert(trx, 'jurisdictions', jurisdiction)
      const row = own({
        name,
        case_number: number,
        jurisdiction_id: jurisdiction.id,
        matter_id: matter.id,
        assigned_timekeepers: [timekeeper.id],
      })
      await insert(trx, 'cases', row)
      cases.set(`${state} ${kind.name}`, row.id)
    }
  })
}

async function sendAll(state: State): Promise<void> {
  for (const kind of kinds) {
    const raw = await rawOf(state, await mailOf(kind))
    const origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@relay.example' }
    const receipt = { firmId: firmOf(state), raw, via: 'smtp' as const, source: 'relay.example', origin }
    items.set(`${state} ${kind.name}`, (await receiveMessage(services, receipt)).itemId)
  }
}
