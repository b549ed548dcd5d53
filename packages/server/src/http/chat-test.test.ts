import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, plantFiling } from '../outbox/copies/test-filing.ts'
import { type ApiAnswer, openTestApi, type TestApi } from '../testing/api.ts'
import { type ChatServer, openChatServer } from '../testing/chat-server.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let chat: ChatServer

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes, environment: { COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: 'loopback' } })
  chat = await openChatServer()
})
afterAll(async () => {
  await chat.close()
  await api.close()
})
afterEach(() => {
  Object.assign(chat, { messages: [], calls: [], answer: undefined })
})

const create = (more: object) =>
  api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/timekeeper_group',
    body: { name: `Group ${newId()}`, time_zone: 'America/New_York', ...more },
  })
const slack = (more: object = {}) => create({ chat_service: 'SLACK', chat_url: chat.url('/slack/a?key=own'), ...more })
const change = (id: string, body: object) =>
  api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/timekeeper_group/${id}`, body })
const read = async (id: string) =>
  (await api.call({ as: 'Administrator', url: `/api/v1/timekeeper_group/${id}` })).json()
const tryIt = (id: string, as: 'Administrator' | 'View Only' = 'Administrator') =>
  api.call({ as, method: 'POST', url: `/api/v1/timekeeper_group/${id}/chat-test`, body: {} })
const idOf = (answer: ApiAnswer) => {
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

test.each([
  ['SLACK', 'https://hooks.slack.com/services/T0/B0/x'],
  ['SLACK', 'https://hooks.slack-gov.com/services/T0/B0/x'],
  [
    'TEAMS',
    'https://prod-12.westus.logic.azure.com/workflows/a/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x',
  ],
  [
    'TEAMS',
    'https://default0a.0b.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/a/triggers/manual/paths/invoke?sig=x',
  ],
])('an address of %s is accepted: %s', async (chat_service, chat_url) => {
  const group = await read(idOf(await create({ chat_service, chat_url })))
  expect(group).toMatchObject({ chat_service, is_chat_active: true, chat_health: 'unknown' })
})

test.each([
  ['SLACK', 'http://hooks.slack.com/services/T0/B0/x'],
  ['SLACK', 'https://hooks.slack.com.evil.example/x'],
  ['SLACK', 'https://evilhooks.slack.com/x'],
  ['SLACK', 'https://hooks.slack.com:8443/x'],
  ['SLACK', 'https://user:pass@hooks.slack.com/x'],
  ['SLACK', 'https://prod-12.westus.logic.azure.com/workflows/a'],
  ['TEAMS', 'https://logic.azure.com.evil.example/x'],
  ['TEAMS', 'https://evil.example/logic.azure.com'],
  ['TEAMS', 'https://evillogic.azure.com/x'],
  ['TEAMS', 'https://8.8.8.8/x'],
  ['TEAMS', 'hooks'],
])('an address that is not at %s is refused: %s', async (chat_service, chat_url) => {
  const answer = await create({ chat_service, chat_url: chat_url === 'hooks' ? 'not an address' : chat_url })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('Must be the webhook address that')
})

test('a service needs an address, and an address a service', async () => {
  expect((await create({ chat_service: 'SLACK' })).json().errors).toMatchObject([{ field: 'chat_url' }])
  expect((await create({ chat_url: chat.url('/slack') })).json().errors).toMatchObject([{ field: 'chat_service' }])
})

test('with another service, the address must be entered again', async () => {
  const id = idOf(await slack())
  const answer = await change(id, { chat_service: 'TEAMS' })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('Enter it again: it was saved for Slack.')
  expect((await change(id, { chat_service: null, chat_url: null })).status).toBe(200)
})

test('a test sends a message to the channel, says what the service answered, and is logged without the address', async () => {
  const id = idOf(await slack({ name: 'Partners <!channel>' }))
  const answer = await tryIt(id)
  expect(answer.json()).toMatchObject({
    ok: true,
    steps: [
      { step: 'address', state: 'ok' },
      { step: 'send', state: 'ok', sentence: 'Slack accepted it (200). Check that it is in the channel.' },
    ],
  })
  expect(chat.messages).toHaveLength(1)
  expect(chat.messages[0]?.texts).toContain('Test from Courtcrier')
  expect(JSON.stringify(chat.messages[0])).not.toContain('<!channel>')
  expect(await read(id)).toMatchObject({ chat_health: 'healthy' })
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql`select sentence, details, facts, action from system_events where entity_id = ${id}`.execute(trx),
  )
  expect(rows).toContainEqual(expect.objectContaining({ action: 'chat_tested' }))
  for (const text of [JSON.stringify(rows), answer.text, JSON.stringify(await read(id)), api.logged()])
    expect(text).not.toContain('key=own')
})

test('a test that is refused says so, and others may not test', async () => {
  const id = idOf(await slack())
  chat.answer = (_, response) => response.writeHead(404).end('no_service')
  expect((await tryIt(id)).json()).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('no longer takes messages at this webhook address (404, no_service)'),
  })
  expect((await tryIt(id, 'View Only')).status).toBe(403)
  expect((await tryIt(newId())).status).toBe(404)
  const without = await tryIt(idOf(await create({})))
  expect(without.status).toBe(409)
  expect(without.text).toContain('has no chat channel')
})

test('a paused channel goes on once a test succeeds, or its settings are saved', async () => {
  const id = idOf(await slack())
  const pause = () =>
    withSystem(api.services.database, (trx) =>
      sql`update timekeeper_groups set chat_health = 'paused', chat_sentence = 'Gone.' where id = ${id}::uuid`.execute(
        trx,
      ),
    )
  await pause()
  await tryIt(id)
  expect(await read(id)).toMatchObject({ chat_health: 'healthy', chat_sentence: null })
  await pause()
  expect((await change(id, { chat_url: chat.url('/slack/b') })).status).toBe(200)
  expect(await read(id)).toMatchObject({ chat_health: 'unknown', chat_sentence: null })
})

test('a filing shows which channels were notified of it, as far as the role sees who was', async () => {
  const filing = await plantFiling(api.services)
  const groupId = idOf(await slack({ name: `Partners ${newId()}` }))
  await withSystem(api.services.database, (trx) =>
    insert(trx, 'chat_messages', {
      ...{ firm_id: 1, id: newId(), envelope_id: filing.envelopeId, inbox_item_id: filing.itemId },
      ...{ timekeeper_group_id: groupId, group_name: 'Old name', service: 'SLACK' },
      ...{ status: 'sent', sentence: 'Slack accepted it (200).', sent_at: new Date('2026-11-21T10:00:00Z') },
    }),
  )
  const view = await api.call({ as: 'Administrator', url: `/api/v1/filing/${filing.envelopeId}` })
  expect(view.json().chats).toEqual([
    {
      id: expect.any(String),
      group: expect.stringMatching(/^Partners /),
      service: 'SLACK',
      status: 'sent',
      sentence: 'Slack accepted it (200).',
      sent_at: '2026-11-21T10:00:00.000Z',
    },
  ])
})
