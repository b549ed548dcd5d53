import { sql } from 'kysely'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { Held } from '../records/outgoing/filing-per-test.fixture.ts'
import { plantChat } from './chats/chat-bench.fixture.ts'
import { chatKind } from './chats/kind.ts'
import { plantGroup, plantMember } from './chats/planted-group.fixture.ts'
import { claimed } from './copies/test-filing.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { plantDelivery } from './deliveries/planted-delivery.fixture.ts'
import { digestKind } from './digests/kind.ts'
import { claimAllDue } from './digests/schedule.ts'
import { plantScheduled, unfinished } from './digests/test-digests.ts'
import type { OutgoingMail } from './mail/outgoing-mail.ts'
import { type Claim, type End, type Kind, openKind } from './run.ts'

/** A row of a kind, which any process can begin. */
export interface PlantedRow {
  queue: string
  table: string
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
    ...{ queue, table: of.table },
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
