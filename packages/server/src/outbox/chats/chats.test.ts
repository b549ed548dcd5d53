import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { type ChatServer, openChatServer } from '../../testing/chat-server.ts'
import {
  claimed,
  insert,
  openTestServices,
  plantFiling,
  rowById,
  type TestFiling,
  type TestServices,
} from '../copies/test-filing.ts'
import { openKind } from '../run.ts'
import { chatKind } from './kind.ts'
import { plantGroup, plantMember } from './planted-group.fixture.ts'
import type { ChatDeps } from './post-chat.ts'

let services: TestServices
let chat: ChatServer
let filing: TestFiling
let group: string
let ruth: string

beforeAll(async () => {
  services = await openTestServices({ COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: 'loopback' })
  chat = await openChatServer()
})
afterAll(async () => {
  await chat.close()
  await services.close()
})
beforeEach(async () => {
  filing = await plantFiling(services)
  group = await plantGroup(services, { service: 'SLACK', address: chat.url('/slack/partners') })
  ruth = await plantMember(services, group)
})
afterEach(async () => {
  Object.assign(chat, { messages: [], calls: [], answer: undefined })
  await system(sql`delete from ethical_walls`)
  await system(sql`delete from system_events`)
})

const system = (work: ReturnType<typeof sql>) => withSystem(services.database, (trx) => work.execute(trx))

async function plantChat(values: Record<string, unknown> = {}): Promise<string> {
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'chat_messages', {
      firm_id: 1,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      timekeeper_group_id: group,
      group_name: 'Partners',
      service: 'SLACK',
      ...values,
    }),
  )
  return id
}

const kindOf = (deps: ChatDeps = {}) => chatKind(services, deps)
const send = (id: string, deps: ChatDeps = {}) => openKind(kindOf(deps)).run(claimed({ firmId: 1, id }))
const chatRow = (id: string) => rowById(services, 'chat_messages', id)
const groupRow = () => rowById(services, 'timekeeper_groups', group)

const excluding = (people: readonly string[], type = 'EXCLUSIONARY') =>
  system(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${newId()}::uuid, 'Screen', ${type}, c.matter_id, ${people}::uuid[]
    from cases c where c.id = ${filing.caseId}::uuid`)

async function events() {
  const { rows } = await sql<{ type: string; sentence: string; entity: string; entityId: string }>`
    select type, sentence, entity, entity_id as "entityId" from system_events order by id`.execute(
    services.database.kysely,
  )
  return rows
}

const answerOnce = (status: number, body = '', headers: Record<string, string> = {}) => {
  chat.answer = (_, response) => {
    chat.answer = undefined
    response.writeHead(status, headers).end(body)
  }
}

test('a channel in Slack gets the filing with a link, and nothing of its text or documents', async () => {
  const id = await plantChat()
  await send(id)
  const [message] = chat.messages
  expect(message?.path).toBe('/slack/partners')
  expect(message?.texts).toEqual([
    'Motion for Summary Judgment: Acme, Inc. v. Doe',
    'Motion for Summary Judgment',
    'Acme, Inc. v. Doe\nN.D. Cal. · 3:26-cv-04417-RS\nFiled November 20, 2026',
    expect.stringContaining('|Open in Courtcrier>'),
  ])
  expect(message?.links).toEqual([`https://notices.hale-osei.example/load-notice/${filing.itemId}`])
  expect(await chatRow(id)).toMatchObject({ status: 'sent', attempts: 1, sentence: 'Slack accepted it (200).' })
  expect(await groupRow()).toMatchObject({ chat_health: 'healthy', chat_sentence: null })
})

test('a channel in Teams gets the filing as a card', async () => {
  group = await plantGroup(services, { service: 'TEAMS', address: chat.url('/teams/workflow') })
  await plantMember(services, group)
  const id = await plantChat({ service: 'TEAMS' })
  await send(id)
  expect(chat.messages.map(({ texts, links }) => ({ texts, links }))).toEqual([
    {
      texts: [
        'Motion for Summary Judgment',
        'Acme, Inc. v. Doe',
        'N.D. Cal. · 3:26-cv-04417-RS',
        'Filed November 20, 2026',
      ],
      links: [`https://notices.hale-osei.example/load-notice/${filing.itemId}`],
    },
  ])
  expect(await chatRow(id)).toMatchObject({ status: 'sent', sentence: 'Microsoft Teams accepted it (202).' })
})

test.each([
  ['the filing', () => system(sql`update envelopes set is_sealed = true where id = ${filing.envelopeId}::uuid`)],
  [
    'one of its documents',
    () => system(sql`update documents set sealed = true where envelope_id = ${filing.envelopeId}::uuid`),
  ],
])('if %s is sealed, the channel learns only that there is a sealed filing', async (_, seal) => {
  await seal()
  await send(await plantChat())
  expect(chat.messages).toHaveLength(1)
  expect(JSON.stringify(chat.messages[0]?.body)).toContain('A sealed filing')
  expect(JSON.stringify(chat.messages[0]?.body)).not.toMatch(/Acme|Summary|04417/)
})

test.each([
  ['an exclusionary wall keeps one of the group out', () => excluding([ruth])],
  [
    'an inclusionary wall names only some of the group',
    async () => {
      await plantMember(services, group)
      await excluding([ruth], 'INCLUSIONARY')
    },
  ],
  [
    'someone a wall excludes joined the group meanwhile',
    async () => {
      const held = await plantMember(services, null)
      await excluding([held])
      await system(sql`update timekeepers set timekeeper_group_id = ${group}::uuid where id = ${held}::uuid`)
    },
  ],
  [
    'someone a wall excludes is in the group, but inactive',
    async () => {
      await excluding([ruth])
      await system(sql`update timekeepers set status = 'Inactive' where id = ${ruth}::uuid`)
    },
  ],
])('nothing is announced if %s, and the log says so without naming the case', async (_, happen) => {
  const id = await plantChat()
  await happen()
  await send(id)
  expect(chat.calls).toEqual([])
  expect(await chatRow(id)).toMatchObject({
    status: 'canceled',
    attempts: 0,
    sentence: expect.stringMatching(/^Not sent: An ethical wall keeps someone in the group out of the case/),
  })
  // About the filing: those whom the wall excludes don't see the event either.
  expect(await events()).toEqual([
    {
      type: 'notification process error (user)',
      sentence: expect.stringMatching(/^A filing wasn't announced in the chat channel of "Partners .*An ethical wall/),
      entity: 'envelope',
      entityId: filing.envelopeId,
    },
  ])
  expect(JSON.stringify(await events())).not.toContain('Acme')
})

test('a wall around another case stops nothing', async () => {
  const other = await plantFiling(services)
  await system(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${newId()}::uuid, 'Other', 'EXCLUSIONARY', matter_id, ${[ruth]}::uuid[] from cases where id = ${other.caseId}::uuid`)
  await send(await plantChat())
  expect(chat.messages).toHaveLength(1)
})

test('nothing is announced about a case that the person who entered the address may not see', async () => {
  const [userId, roleId, held] = [newId(), newId(), await plantMember(services, null)]
  await withSystem(services.database, async (trx) => {
    await sql`insert into user_security_roles (firm_id, id, name, grants) values (1, ${roleId}::uuid, ${roleId},
      '{"case_access": "FULL", "envelope_access": "FULL"}')`.execute(trx)
    await insert(trx, 'users', {
      ...{ firm_id: 1, id: userId, full_name: 'Held', email: `${userId}@hale-osei.example` },
      ...{ timekeeper_id: held, security_role_id: roleId },
    })
    await insert(trx, 'directors', {
      ...{ firm_id: 1, entity: 'timekeeper_group', record_id: group },
      ...{ field: 'chatUrl', value: '', user_id: userId },
    })
  })
  await excluding([held])
  const id = await plantChat()
  await send(id)
  expect(chat.calls).toEqual([])
  expect(await chatRow(id)).toMatchObject({
    status: 'canceled',
    sentence: expect.stringContaining('it excludes the person who directed it here'),
  })
})

test.each([
  [
    'its channel was turned off',
    () => system(sql`update timekeeper_groups set is_chat_active = false where id = ${group}::uuid`),
  ],
  [
    'its channel was removed',
    () => system(sql`update timekeeper_groups set chat_service = null, chat_url = null where id = ${group}::uuid`),
  ],
  [
    'it was deleted',
    async () => {
      await system(sql`update timekeepers set timekeeper_group_id = null where timekeeper_group_id = ${group}::uuid`)
      await system(sql`delete from timekeeper_groups where id = ${group}::uuid`)
    },
  ],
  [
    'everyone left it',
    () => system(sql`update timekeepers set timekeeper_group_id = null where timekeeper_group_id = ${group}::uuid`),
  ],
])('a message is canceled if the group is told no more because %s', async (_, happen) => {
  const id = await plantChat()
  await happen()
  await send(id)
  expect(chat.calls).toEqual([])
  expect(await chatRow(id)).toMatchObject({ status: 'canceled', group_name: 'Partners' })
})

test('a channel that asks for time gets it, and its other messages wait meanwhile', async () => {
  const first = await plantChat()
  const other = await plantFiling(services)
  const second = await plantChat({ envelope_id: other.envelopeId, inbox_item_id: other.itemId })
  let now = new Date('2026-11-21T10:00:00Z')
  const kind = openKind(kindOf({ now: () => now }))
  const run = (id: string) => kind.run(claimed({ firmId: 1, id }))
  answerOnce(429, 'rate_limited', { 'retry-after': '90' })
  await run(first)
  await run(second)
  expect(chat.calls).toHaveLength(1)
  expect(await chatRow(first)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    sentence: expect.stringContaining('429'),
  })
  expect(await chatRow(second)).toMatchObject({ status: 'waiting', attempts: 0 })
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = 'chat'
    order by created_on desc limit 2`.execute(services.database.kysely)
  expect(Math.min(...rows.map(({ seconds }) => seconds))).toBeGreaterThanOrEqual(89)
  now = new Date('2026-11-21T10:01:31Z')
  await run(first)
  await run(second)
  expect(chat.messages).toHaveLength(2)
})

test.each([
  ['an error of the service', () => answerOnce(503, 'unavailable'), '503'],
  [
    'a service that hangs',
    () => {
      chat.answer = () => {}
    },
    'took longer than',
  ],
  [
    'a connection that breaks',
    () => {
      chat.answer = (request) => request.socket.destroy()
    },
    "couldn't be reached",
  ],
])('after %s it is tried again', async (_, fail, said) => {
  const id = await plantChat()
  fail()
  await send(id, { limitMs: 300 })
  expect(await chatRow(id)).toMatchObject({ status: 'waiting', attempts: 1, sentence: expect.stringContaining(said) })
  expect(await groupRow()).toMatchObject({ chat_health: 'unknown' })
  chat.answer = undefined
  await send(id)
  expect(await chatRow(id)).toMatchObject({ status: 'sent', attempts: 2 })
  expect(chat.messages).toHaveLength(1)
})

test('after a day it is given up', async () => {
  const id = await plantChat({ attempts: 29 })
  answerOnce(500)
  await send(id)
  expect(await chatRow(id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringContaining('Gave up after 30 attempts'),
  })
  expect((await events()).map(({ entity }) => entity)).toEqual(['envelope'])
})

test('a message that is refused fails, and the channel goes on', async () => {
  const id = await plantChat()
  answerOnce(400, 'invalid_blocks')
  await send(id)
  expect(await chatRow(id)).toMatchObject({ status: 'failed', sentence: 'Slack refused it (400, invalid_blocks).' })
  expect(await groupRow()).toMatchObject({ chat_health: 'unknown' })
})

test.each([404, 410, 403, 401])('a channel that answers %i is paused, which is logged once a day', async (status) => {
  const ids = [await plantChat()]
  for (let n = 0; n < 2; n++) {
    const { envelopeId, itemId } = await plantFiling(services)
    ids.push(await plantChat({ envelope_id: envelopeId, inbox_item_id: itemId }))
  }
  chat.answer = (_, response: ServerResponse) => response.writeHead(status).end('channel_is_archived')
  for (const id of ids) await send(id)
  expect(chat.calls).toHaveLength(1)
  const why = `Slack no longer takes messages at this webhook address (${status}, channel_is_archived). Create another one there and enter it here.`
  expect(await groupRow()).toMatchObject({ chat_health: 'paused', chat_sentence: why })
  expect(await chatRow(String(ids[0]))).toMatchObject({ status: 'failed', sentence: why })
  expect(await chatRow(String(ids[2]))).toMatchObject({
    status: 'failed',
    sentence: `Not sent: the channel is paused. ${why}`,
  })
  expect((await events()).map(({ entity, sentence }) => [entity, sentence])).toEqual([
    [
      'timekeeper_group',
      expect.stringContaining("is paused, so filings aren't announced there. Slack no longer takes"),
    ],
  ])
})

test('a message whose sending was interrupted is sent once more, and says so', async () => {
  const id = await plantChat()
  const killed = openKind({ ...kindOf(), record: () => Promise.reject(new Error('killed')) })
  await expect(killed.run(claimed({ firmId: 1, id }))).rejects.toThrow('killed')
  expect(await chatRow(id)).toMatchObject({ status: 'sending' })
  await send(id)
  expect(chat.messages).toHaveLength(2)
  expect(await chatRow(id)).toMatchObject({
    status: 'sent',
    sentence: expect.stringContaining('may be in the channel twice'),
  })
})

test('a message claimed before a crash is sent, and one that is sent, failed or canceled is not', async () => {
  const id = await plantChat()
  const killed = openKind({ ...kindOf(), perform: () => Promise.reject(new Error('killed')) })
  await expect(killed.run(claimed({ firmId: 1, id }))).rejects.toThrow('killed')
  await send(id)
  await send(id)
  expect(chat.messages).toHaveLength(1)
  for (const status of ['failed', 'canceled']) {
    await system(sql`update chat_messages set status = ${status} where id = ${id}::uuid`)
    await send(id)
  }
  expect(chat.messages).toHaveLength(1)
})

test('a filing is announced once in a channel, whoever plans it', async () => {
  await plantChat()
  await expect(plantChat()).rejects.toThrow()
  const { rows } = await withFirm(services.database, 1, (trx) =>
    sql`select from chat_messages where envelope_id = ${filing.envelopeId}::uuid`.execute(trx),
  )
  expect(rows).toHaveLength(1)
})

test("only the service's own hosts are called, and private ones only where the operator allows it", async () => {
  const forbidden = { ...services, config: { ...services.config, privateWebhooks: { hosts: [], networks: [] } } }
  const id = await plantChat()
  await openKind(chatKind(forbidden)).run(claimed({ firmId: 1, id }))
  expect(chat.calls).toEqual([])
  expect(await chatRow(id)).toMatchObject({ status: 'failed', sentence: expect.stringContaining('private') })

  group = await plantGroup(services, { service: 'SLACK', address: 'https://hooks.slack.com.evil.example/x' })
  await plantMember(services, group)
  const elsewhere = await plantChat()
  await send(elsewhere)
  expect(await chatRow(elsewhere)).toMatchObject({
    status: 'failed',
    sentence: "The webhook address isn't at Slack, so nothing was sent.",
  })
})

test('an address that was entered for another service is not used', async () => {
  await system(sql`update timekeeper_groups set chat_service = 'TEAMS' where id = ${group}::uuid`)
  const id = await plantChat()
  await send(id)
  expect(chat.calls).toEqual([])
  expect(await chatRow(id)).toMatchObject({ status: 'failed', sentence: expect.stringContaining('Enter it again') })
})
