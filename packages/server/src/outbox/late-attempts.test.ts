import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insertCalls } from '../records/happenings/record-calls.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { plantChat } from './chats/chat-bench.fixture.ts'
import { chatKind } from './chats/kind.ts'
import { plantGroup, plantMember } from './chats/planted-group.fixture.ts'
import { insert } from './copies/test-filing.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'
import { digestKind } from './digests/kind.ts'
import { claimAllDue } from './digests/schedule.ts'
import { plantScheduled, unfinished } from './digests/test-digests.ts'
import type { OutgoingMail } from './mail/outgoing-mail.ts'
import type { Claim, End, Kind } from './run.ts'
import { callKind } from './webhooks/kind.ts'

const held = holdFilingPerTest()
const mail = {} as OutgoingMail

interface Late {
  /** Records a result of the first attempt. Returns whether it was recorded. */
  record: (status: End<unknown>['status']) => Promise<boolean>
  row: () => Promise<{ status: string; attempts: number } | undefined>
  /** Records that the second attempt is tried again later. */
  putOff: () => Promise<boolean>
}

/** Begins a row, and once more, as another process does that takes the first one for dead. */
async function beginTwice<Claimed extends Claim, Note>(
  kind: Kind<Claimed, Note>,
  { id, note }: { id: string; note: NoInfer<Note> },
): Promise<Late> {
  const { database } = held.services
  const claim = async () => {
    const claimed = await withFirm(database, 1, (trx) => kind.claim(trx, { firmId: 1, id }))
    if (!claimed) throw new Error('there is nothing to do')
    return claimed
  }
  const [first, second] = [await claim(), await claim()]
  const record = (claimed: Claimed, status: End<Note>['status']) =>
    withFirm(database, 1, (trx) =>
      kind.record(trx, claimed, { status, sentence: 'Said.', isTry: true, isGivenUp: false, note }),
    )
  return {
    record: (status) => record(first, status),
    putOff: () => record(second, 'waiting'),
    row: async () => {
      const { rows } = await sql<{ status: string; attempts: number }>`
        select status, attempts from ${sql.table(kind.rows.table)} where id = ${id}::uuid`.execute(database.kysely)
      return rows[0]
    },
  }
}

async function plantDigest(): Promise<string> {
  await plantScheduled(held.services, held.filing, { email: 'daily@hale-osei.example', at: '2026-11-21T10:00:00Z' })
  await claimAllDue(held.services, new Date('2026-11-21T17:00:00Z'))
  return (await unfinished(held.services))[0] ?? ''
}

async function plantMessage(): Promise<string> {
  const group = await plantGroup(held.services, {
    chatService: 'SLACK',
    chatUrl: 'https://hooks.slack.example/services/a',
  })
  await plantMember(held.services, group)
  return plantChat({ ...held, group })
}

async function plantCall(): Promise<string> {
  const [webhookId, at] = [newId(), new Date().toISOString()]
  const payload = { event: 'webhook.test', occurredAt: at, entity: 'webhook', entityId: webhookId } as const
  const calls = [{ webhookId, payload: { ...payload, sentence: 'A test.', path: '/', facts: {} } }]
  return withSystem(held.services.database, async (trx) => {
    await insert(trx, 'webhooks', { firm_id: 1, id: webhookId, name: 'Told', url: 'https://told.example', events: [] })
    return (await insertCalls(trx, 1, calls))[0] ?? ''
  })
}

const endOfCall = {
  endedAt: new Date(),
  tried: { calledAt: new Date(), durationMs: 1, requestHeaders: {}, answerStatus: null, answer: null },
}

const kinds: readonly [string, () => Promise<Late>][] = [
  [
    'an email',
    async () =>
      beginTwice(deliveryKind(held.services, mail), { id: await plantDelivery(held.services, held.filing), note: {} }),
  ],
  [
    'a scheduled message',
    async () => beginTwice(digestKind(held.services, mail), { id: await plantDigest(), note: { told: [] } }),
  ],
  ['a chat message', async () => beginTwice(chatKind(held.services), { id: await plantMessage(), note: {} })],
  ['a call', async () => beginTwice(callKind(held.services), { id: await plantCall(), note: endOfCall })],
]

test.each(kinds)(
  'while a later attempt at %s is under way, an earlier one records only that it was sent',
  async (_, begin) => {
    const late = await begin()
    expect(await late.record('waiting')).toBe(false)
    expect(await late.record('failed')).toBe(false)
    expect(await late.row()).toEqual({ status: 'sending', attempts: 2 })
    expect(await late.record('done')).toBe(true)
    expect(await late.row()).toEqual({ status: 'sent', attempts: 2 })
  },
)

test.each(kinds)('nor does a later attempt at %s follow once an earlier one was sent', async (_, begin) => {
  const late = await begin()
  await late.putOff()
  expect(await late.record('failed')).toBe(false)
  expect(await late.record('done')).toBe(true)
  expect(await late.row()).toEqual({ status: 'sent', attempts: 2 })
})
