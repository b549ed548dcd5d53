import { sql } from 'kysely'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import { insertCalls } from '../records/happenings/record-calls.ts'
import type { Held } from '../records/outgoing/filing-per-test.fixture.ts'
import { plantChat } from './chats/chat-bench.fixture.ts'
import { chatKind } from './chats/kind.ts'
import { plantGroup, plantMember } from './chats/planted-group.fixture.ts'
import { copyKind } from './copies/kind.ts'
import { plantCopy } from './copies/planted-copy.fixture.ts'
import { claimed, insert } from './copies/test-filing.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'
import { digestKind } from './digests/kind.ts'
import { claimAllDue } from './digests/schedule.ts'
import { plantScheduled, unfinished } from './digests/test-digests.ts'
import type { OutgoingMail } from './mail/outgoing-mail.ts'
import { type Claim, type End, type Kind, openKind } from './run.ts'
import { callKind } from './webhooks/kind.ts'

/** A row of a kind, which any process can begin. */
export interface PlantedRow {
  queue: string
  table: string
  id: string
  /** Its status while it is under way. */
  underWay: string
  /** Begins it, in a process of its own if other services are given; undefined if it is left to another. */
  begin: (services?: Services) => Promise<Attempt | undefined>
  /** Runs a job of it. */
  run: () => Promise<void>
  read: () => Promise<{ status: string; attempts: number } | undefined>
}

export interface Attempt {
  /** Records its result. Returns whether it was recorded. */
  record: (status: End<unknown>['status']) => Promise<boolean>
}

export function rowOf<Claimed extends Claim, Note>(
  held: Held,
  open: (services: Services) => Kind<Claimed, Note>,
  { id, note }: { id: string; note: NoInfer<Note> },
): PlantedRow {
  const { database } = held.services
  const { queue, rows: of } = open(held.services)
  const end = { sentence: 'Said.', isTry: true, isGivenUp: false, note }
  return {
    ...{ queue, table: of.table, id, underWay: queue === 'copy' ? 'started' : 'sending' },
    begin: async (services = held.services) => {
      const kind = open(services)
      const begun = await withFirm(services.database, 1, (trx) => kind.claim(trx, { firmId: 1, id }))
      const record: Attempt['record'] = (status) =>
        withFirm(
          services.database,
          1,
          async (trx) => begun !== undefined && kind.record(trx, begun, { ...end, status }),
        )
      return begun && { record }
    },
    run: () => openKind(open(held.services)).run(claimed({ firmId: 1, id })),
    read: async () => {
      const { rows } = await sql<{ status: string; attempts: number }>`
        select status, attempts from ${sql.table(of.table)} where id = ${id}::uuid`.execute(database.kysely)
      return rows[0]
    },
  }
}

const mail = {} as OutgoingMail
export const emailKind = (services: Services) => deliveryKind(services, mail)
export const messageKind = (services: Services) => digestKind(services, mail)

/** Plants a daily message that is due. Returns its ID. */
export async function plantDigest({ services, filing }: Held): Promise<string> {
  await plantScheduled(services, filing, { email: 'daily@hale-osei.example', at: '2026-11-21T10:00:00Z' })
  await claimAllDue(services, new Date('2026-11-21T17:00:00Z'))
  return (await unfinished(services))[0] ?? ''
}

async function plantMessage(held: Held): Promise<string> {
  const channel = { chatService: 'SLACK', chatUrl: 'https://hooks.slack.example/services/a' } as const
  const group = await plantGroup(held.services, channel)
  await plantMember(held.services, group)
  return plantChat({ ...held, group })
}

/** The kinds of messages about filings, each with what plants one. */
export function messagesOf(held: Held): readonly (readonly [string, () => Promise<PlantedRow>])[] {
  return [
    ['an email', async () => rowOf(held, emailKind, { id: await plantDelivery(held.services, held.filing), note: {} })],
    ['a scheduled message', async () => rowOf(held, messageKind, { id: await plantDigest(held), note: { told: [] } })],
    [
      'a chat message',
      async () => rowOf(held, (services) => chatKind(services), { id: await plantMessage(held), note: {} }),
    ],
  ]
}

async function plantCall({ services }: Held): Promise<string> {
  const [webhookId, at] = [newId(), new Date().toISOString()]
  const payload = { event: 'webhook.test', occurredAt: at, entity: 'webhook', entityId: webhookId } as const
  const calls = [{ webhookId, payload: { ...payload, sentence: 'A test.', path: '/', facts: {} } }]
  return withSystem(services.database, async (trx) => {
    await insert(trx, 'webhooks', { firm_id: 1, id: webhookId, name: 'Told', url: 'https://told.example', events: [] })
    return (await insertCalls(trx, 1, calls))[0] ?? ''
  })
}

const endOfCall = {
  endedAt: new Date(),
  tried: { calledAt: new Date(), durationMs: 1, requestHeaders: {}, answerStatus: null, answer: null },
}

/** The kinds that are sent: messages, and calls of webhooks. */
export function sentOf(held: Held): ReturnType<typeof messagesOf> {
  const call = async () => rowOf(held, (services) => callKind(services), { id: await plantCall(held), note: endOfCall })
  return [...messagesOf(held), ['a call', call]]
}

/** All kinds of outgoing work. The filing has a document. */
export function workOf(held: Held): ReturnType<typeof messagesOf> {
  const copy = async () => rowOf(held, copyKind, { id: await plantCopy(held.services, held.filing), note: {} })
  return [...sentOf(held), ['a copy', copy]]
}
