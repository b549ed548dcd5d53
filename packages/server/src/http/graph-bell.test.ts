import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import {
  addMailbox,
  changeMailbox,
  settingsFor,
  startGraph,
  stateOfMailbox,
} from '../mail/graph/graph-mailbox.fixture.ts'
import { countReceived, makeMessage, quick } from '../mail/imap-reader.fixture.ts'
import { keepMailboxes } from '../mail/mailboxes/keep-mailboxes.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import type { GraphServer } from '../testing/graph-server.ts'
import type { GraphSubscription } from '../testing/graph-subscriptions.ts'
import { bellUrlOf, graphBellRoutes } from './graph-bell.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: '127.0.0.1' },
    register: (scope, services) => graphBellRoutes(scope, services, { limits: { unknown: 20, ofMailbox: 20 } }),
  })
})
afterAll(() => api?.close())

const count = (subject: string) => countReceived(api.services, subject)
const origin = 'https://one.example'

/** Calls as Microsoft does, at the address it was given. */
async function call(url: string, body?: object) {
  const headers = { 'content-type': body ? 'application/json' : 'text/plain; charset=utf-8' }
  const answer = await api.call({ method: 'POST', url: url.replace(origin, ''), headers, ...(body && { body }) })
  return { status: answer.status, type: String(answer.headers['content-type']), text: answer.text }
}

/** Reads mailboxes that are checked every hour only, unless the bell rings. */
function keep(bellUrl: string | undefined = `${origin}/api/v1/graph-bell`) {
  const kept = keepMailboxes(api.services, {
    ...{ ...quick, pollMs: 60 * 60_000, everyMs: 50 },
    bellUrlOf: async () => bellUrl,
  })
  onTestFinished(kept.stop)
  return kept
}

async function openMailbox({ isReached = true }: { isReached?: boolean } = {}) {
  const { graph, tokens } = await startGraph()
  if (isReached) graph.bell.callsBy(call)
  const id = await addMailbox(api.services, settingsFor({ graph, tokens }))
  await changeMailbox(api.services, id, sql`has_bell = true`)
  return { graph, id }
}

const subscriptionOf = async ({ bell }: GraphServer): Promise<GraphSubscription> => {
  await eventually(() => bell.subscriptions.length).toBe(1)
  return bell.subscriptions[0] as GraphSubscription
}

/** What is stored of the bell; a change of it waits until it is stored. */
const stored = async (id: string) => {
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<{ subscription: string | null; endsAt: Date | null; text: string }>`
      select subscription_id as subscription, ends_at as "endsAt", b::text as text from graph_bells b
      where id = ${id}::uuid`.execute(trx),
  )
  return rows[0]
}

test('a mailbox is checked as soon as Microsoft Graph notifies of a message, and the secret is not stored', async () => {
  const { graph, id } = await openMailbox()
  keep()
  const { clientState, resource, expirationDateTime } = await subscriptionOf(graph)
  expect(resource).toBe("users/notices@one.example/mailFolders('id-of-inbox')/messages")
  expect(Date.parse(expirationDateTime) - Date.now()).toBeGreaterThan(47 * 3_600_000)
  await eventually(async () => (await stored(id))?.subscription).toBe(graph.bell.subscriptions[0]?.id)
  expect((await stored(id))?.text).not.toContain(clientState)
  for (const subject of ['rung once', 'rung again']) {
    graph.deliver(makeMessage(subject))
    await eventually(() => count(subject)).toBe(1)
  }
  expect(graph.bell.subscriptions).toHaveLength(1)
  expect(await stateOfMailbox(api.services, id)).toMatchObject({ health: 'healthy', sentence: null })
})

test('a subscription outlives its reader, and ends with its mailbox or the wish for it', async () => {
  const { graph, id } = await openMailbox()
  const first = keep()
  const { id: subscription } = await subscriptionOf(graph)
  await eventually(async () => (await stored(id))?.subscription).toBe(subscription)
  await first.stop()
  expect(graph.bell.subscriptions).toHaveLength(1)
  keep()
  graph.deliver(makeMessage('by the next reader'))
  await eventually(() => count('by the next reader')).toBe(1)
  expect(graph.bell.subscriptions.map((each) => each.id)).toEqual([subscription])
  await changeMailbox(api.services, id, sql`has_bell = false`)
  await eventually(() => graph.bell.subscriptions).toEqual([])
  await changeMailbox(api.services, id, sql`has_bell = true`)
  await subscriptionOf(graph)
  await eventually(async () => (await stored(id))?.subscription).toBe(graph.bell.subscriptions[0]?.id)
  await changeMailbox(api.services, id, sql`is_active = false`)
  await eventually(() => graph.bell.subscriptions).toEqual([])
})

test('a subscription is renewed before its end, when Microsoft asks for it, and made again once it was removed', async () => {
  const { graph, id } = await openMailbox()
  keep()
  const subscription = await subscriptionOf(graph)
  await eventually(async () => (await stored(id))?.subscription).toBe(subscription.id)
  subscription.expirationDateTime = 'before'
  expect((await graph.bell.lifecycle(subscription, 'reauthorizationRequired'))?.status).toBe(200)
  await eventually(() => subscription.expirationDateTime).not.toBe('before')
  expect((await graph.bell.lifecycle(subscription, 'subscriptionRemoved'))?.status).toBe(200)
  const next = await subscriptionOf(graph)
  expect(next.id).not.toBe(subscription.id)
  await eventually(async () => (await stored(id))?.subscription).toBe(next.id)
  // Nothing was called for, so it is found by looking.
  graph.add('id-of-inbox', Buffer.from(makeMessage('missed')))
  await graph.bell.lifecycle(next, 'missed')
  await eventually(() => count('missed')).toBe(1)
})

test('a subscription that ends soon is renewed by the next reader, and one that ended is replaced', async () => {
  const { graph, id } = await openMailbox()
  const first = keep()
  const subscription = await subscriptionOf(graph)
  await eventually(async () => (await stored(id))?.subscription).toBe(subscription.id)
  await first.stop()
  const endsIn = (hours: number) =>
    withSystem(api.services.database, (trx) =>
      sql`update graph_bells set ends_at = now() + make_interval(hours => ${hours}::int) where id = ${id}::uuid`.execute(
        trx,
      ),
    )
  await endsIn(3)
  subscription.expirationDateTime = 'before'
  const second = keep()
  await eventually(() => subscription.expirationDateTime).not.toBe('before')
  await eventually(async () => Number((await stored(id))?.endsAt) - Date.now()).toBeGreaterThan(47 * 3_600_000)
  await second.stop()
  graph.bell.subscriptions.length = 0
  await endsIn(-1)
  keep()
  expect((await subscriptionOf(graph)).id).not.toBe(subscription.id)
})

test.each([
  ['no encrypted address', undefined, 'no encrypted public address'],
  ['an address that Microsoft cannot reach', `${origin}/api/v1/graph-bell`, 'Subscription validation request failed'],
])('with %s the mailbox is read as before, and says so', async (why, bellUrl, sentence) => {
  const { graph, id } = await openMailbox({ isReached: false })
  graph.deliver(makeMessage(why))
  const kept = keepMailboxes(api.services, { ...quick, pollMs: 20, everyMs: 50, bellUrlOf: async () => bellUrl })
  onTestFinished(kept.stop)
  await eventually(() => count(why)).toBe(1)
  await eventually(() => stateOfMailbox(api.services, id)).toMatchObject({
    health: 'healthy',
    sentence: expect.stringMatching(new RegExp(`checked every second\\. .*${sentence}`)),
  })
  graph.deliver(makeMessage(`${why}, later`))
  await eventually(() => count(`${why}, later`)).toBe(1)
})

test('a call without the secret, with another, or that is none, is answered as if nothing were there', async () => {
  const { graph, id } = await openMailbox()
  keep()
  const { id: subscriptionId, clientState, notificationUrl } = await subscriptionOf(graph)
  const notice = (more: object) => ({ value: [{ subscriptionId, changeType: 'created', ...more }] })
  const wrong = notificationUrl.replace(/[^/]+$/, 'A'.repeat(32))
  const answers = [
    await call(notificationUrl, notice({})),
    await call(notificationUrl, notice({ clientState: null })),
    await call(notificationUrl, notice({ clientState: `${clientState}x` })),
    await call(notificationUrl, {}),
    await call(notificationUrl, { value: [] }),
    await call(wrong, notice({ clientState })),
    await call(`${wrong}?validationToken=x`),
    await call(notificationUrl.replace(id, '00000000-0000-4000-8000-000000000000'), notice({ clientState })),
  ]
  for (const { status, text } of answers) expect([status, text]).toEqual([404, answers[0]?.text])
  expect((await call(notificationUrl, notice({ clientState }))).status).toBe(200)
  const large = await call(notificationUrl, notice({ clientState, more: 'x'.repeat(70_000) }))
  expect(large.status).toBe(413)
  const other = await api.call({
    firm: 2,
    method: 'POST',
    url: notificationUrl.replace(origin, ''),
    body: notice({ clientState }),
  })
  expect(other.status).toBe(404)
})

test('what asks whether the address is ours is shown as it is by no browser, whatever it says', async () => {
  const { graph } = await openMailbox()
  keep()
  const { notificationUrl } = await subscriptionOf(graph)
  const word = '<script>alert(1)</script>\r\nset-cookie: a=b'
  const url = `${notificationUrl}?validationToken=${encodeURIComponent(word)}`.replace(origin, '')
  const { status, headers, text } = await api.call({ method: 'POST', url, headers: { accept: 'text/html' } })
  expect([status, text, headers['set-cookie']]).toEqual([200, word, undefined])
  expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  expect((await api.call({ url })).status).toBe(405)
})

test('refused calls are limited by network, and keep no bell from being rung', async () => {
  const { graph } = await openMailbox()
  keep()
  const { id: subscriptionId, clientState, notificationUrl } = await subscriptionOf(graph)
  const url = `/api/v1/graph-bell/00000000-0000-4000-8000-000000000000/${'A'.repeat(32)}`
  const statuses = new Set<number>()
  for (let at = 0; at < 30; at++) statuses.add((await api.call({ method: 'POST', url, body: {} })).status)
  expect([...statuses]).toEqual([404, 429])
  const notice = { value: [{ subscriptionId, clientState, changeType: 'created' }] }
  expect((await call(notificationUrl, notice)).status).toBe(200)
})

test('Microsoft can call an encrypted address only', async () => {
  const { services } = api
  const at = (publicUrl: string) => bellUrlOf({ ...services, config: { ...services.config, publicUrl } }, 1)
  expect(await at('http://notices.example')).toBeUndefined()
  expect(await at('https://notices.example')).toMatch(/^https:\/\/.+\/api\/v1\/graph-bell$/)
})
