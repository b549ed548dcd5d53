import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { type ChatServer, openChatServer } from '../../testing/chat-server.ts'
import {
  claimed,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from '../copies/test-filing.ts'
import { deliveryKind } from '../deliveries/kind.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from '../mail/test-mail-server.ts'
import { openKind } from '../run.ts'
import { chatKind } from './kind.ts'
import { plantGroup, plantMember, plantTold } from './planted-group.fixture.ts'

let services: TestServices
let chat: ChatServer
let catcher: MailCatcher
let mail: OutgoingMail
let filing: TestFiling
let group: string
let ruth: string
let ann: string

beforeAll(async () => {
  services = await openTestServices({
    COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: 'loopback',
    COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example',
  })
  chat = await openChatServer()
  catcher = await openMailCatcher()
  const outgoing = { host: '127.0.0.1', port: catcher.port, isSecure: false }
  mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
})
afterAll(async () => {
  await mail.close()
  await catcher.close()
  await chat.close()
  await services.close()
})
beforeEach(async () => {
  filing = await plantFiling(services)
  group = await plantGroup(services, { chatService: 'SLACK', chatUrl: chat.url('/slack/partners') })
  ;[ruth, ann] = [await plantMember(services, group), await plantMember(services, group)]
})
afterEach(async () => {
  Object.assign(chat, { messages: [], calls: [], answer: undefined })
  await withSystem(services.database, (trx) => sql`delete from ethical_walls`.execute(trx))
})

const deliver = (...ids: string[]) => {
  const kind = openKind(deliveryKind(services, mail))
  return Promise.all(ids.map((id) => kind.run(claimed({ firmId: 1, id }))))
}

async function planned() {
  const { rows } = await sql<{ id: string; groupId: string; status: string }>`
    select id, timekeeper_group_id as "groupId", status from chat_messages
    where envelope_id = ${filing.envelopeId}::uuid order by created_at`.execute(services.database.kysely)
  return rows
}

async function announceAll(): Promise<void> {
  const kind = openKind(chatKind(services))
  for (const { id } of await planned()) await kind.run(claimed({ firmId: 1, id }))
}

test("a group's channel is notified once, however many of its people are", async () => {
  const ids = [
    await plantTold(services, filing, { timekeeperId: ruth }),
    await plantTold(services, filing, { timekeeperId: ann }),
  ]
  await deliver(...ids)
  await deliver(await plantTold(services, filing, { timekeeperId: await plantMember(services, group) }))
  expect(await planned()).toEqual([{ id: expect.any(String), groupId: group, status: 'waiting' }])
  await announceAll()
  await announceAll()
  expect(chat.messages.map(({ path }) => path)).toEqual(['/slack/partners'])
})

test('two processes that notify people of a group at the same moment announce the filing once', async () => {
  const ids = [
    await plantTold(services, filing, { timekeeperId: ruth }),
    await plantTold(services, filing, { timekeeperId: ann }),
  ]
  await Promise.all(ids.map((id) => deliver(id)))
  expect(await planned()).toHaveLength(1)
})

test.each([
  ['sent again by a person', { repeat: 1 }],
  ['sent to one more person', { level: null }],
])('an email that is %s is not announced', async (_, values) => {
  await deliver(await plantTold(services, filing, { timekeeperId: ruth, ...values }))
  expect(await planned()).toEqual([])
})

test.each([
  ['turned off', sql`is_chat_active = false`],
  ['without an address', sql`chat_url = null`],
  ['without a service', sql`chat_service = null`],
])('a channel that is %s is not notified', async (_, change) => {
  await withSystem(services.database, (trx) =>
    sql`update timekeeper_groups set ${change} where id = ${group}::uuid`.execute(trx),
  )
  await deliver(await plantTold(services, filing, { timekeeperId: ruth }))
  expect(await planned()).toEqual([])
})

test('a channel waits for whatever its people wait for, and people wait for no channel', async () => {
  const scheduled = await plantTold(services, filing, { timekeeperId: ruth, status: 'scheduled', cadence: 'DAILY' })
  const held = await plantTold(services, filing, { timekeeperId: ann, status: 'held' })
  await deliver(scheduled, held)
  expect(await planned()).toEqual([])
  await withSystem(services.database, (trx) =>
    sql`update deliveries set status = 'waiting' where id = ${held}::uuid`.execute(trx),
  )
  await deliver(held)
  expect(await planned()).toHaveLength(1)
  // The channel hasn't been notified yet, and the item is done.
  expect(await rowById(services, 'deliveries', held)).toMatchObject({ status: 'sent' })
  expect((await rowById(services, 'inbox_items', filing.itemId)).status).toBe('Succeeded')
})

test('each group with a channel is notified in its own', async () => {
  const other = await plantGroup(services, { chatService: 'TEAMS', chatUrl: chat.url('/teams/associates') })
  const kim = await plantMember(services, other)
  await deliver(
    await plantTold(services, filing, { timekeeperId: ruth }),
    await plantTold(services, filing, { timekeeperId: kim }),
  )
  await announceAll()
  expect(chat.messages.map(({ path }) => path).toSorted()).toEqual(['/slack/partners', '/teams/associates'])
})
