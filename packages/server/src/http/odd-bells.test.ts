import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { noteSubscription, prepareBell, readBell } from '../mail/graph/bell/bell-rows.ts'
import { bellEntity } from '../mail/graph/bell/ring-bell.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { graphBellRoutes } from './graph-bell.ts'

let api: TestApi
const id = newId()
const [key, state, subscriptionId] = ['k'.repeat(32), 's'.repeat(32), 'own-subscription']
let rings = 0
beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => graphBellRoutes(scope, services, { limits: { unknown: 1000, ofMailbox: 1000 } }),
  })
  await withFirm(api.services.database, 1, async (trx) => {
    await insert(trx, 'mailboxes', {
      firm_id: 1,
      id,
      name: 'Graph',
      service: 'GRAPH',
      address: 'n@one.example',
      folder: 'INBOX',
      has_bell: true,
    })
    await prepareBell(trx, { firmId: 1, id, source: 'source', pathKey: key, state })
  })
  api.services.feed.subscribe(({ entity }) => {
    if (entity === bellEntity) rings += 1
  })
})
afterAll(() => api?.close())
beforeEach(async () => {
  rings = 0
  await withFirm(api.services.database, 1, (trx) =>
    noteSubscription(trx, { firmId: 1, id, subscriptionId, endsAt: new Date(Date.now() + 3_600_000), isNew: true }),
  )
})

const own = `/api/v1/graph-bell/${id}/${key}`
interface Sent {
  url?: string
  type?: string
  encoding?: string
}

const call = (body: object | string | undefined, { url = own, type = 'application/json', encoding }: Sent = {}) =>
  api.call({
    method: 'POST',
    url,
    headers: { 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) },
    ...(body === undefined ? {} : { body }),
  })
const bell = () => withFirm(api.services.database, 1, (trx) => readBell(trx, { firmId: 1, id }))
const told = (more: object = {}) => ({ subscriptionId, clientState: state, changeType: 'created', ...more })

test('a call rings, also sent again', async () => {
  for (let n = 0; n < 3; n++) expect((await call({ value: [told()] })).status).toBe(200)
  await expect.poll(() => rings).toBe(3)
})

test.each([
  ['an ID that is none', `/api/v1/graph-bell/x/${key}`],
  ['an ID with a quotation mark', `/api/v1/graph-bell/${id}'/${key}`],
  ['a part of the key', own.slice(0, -1)],
  ['the key in other letters', own.replace(key, key.toUpperCase())],
  ['the key and a NUL', `${own}%00`],
  ['no UTF-8', `${own}%ff`],
  ['a key of 10,000 letters', `${own}${'k'.repeat(10_000)}`],
])('%s is answered as if nothing were there, also to a question', async (_, url) => {
  for (const each of [url, `${url}?validationToken=x`]) {
    const answer = await call({ value: [told()] }, { url: each })
    expect([400, 404, 414], answer.text).toContain(answer.status)
    expect(answer.text).not.toContain('validationToken')
  }
  expect(rings).toBe(0)
})

test.each([
  ['two words', '?validationToken=a&validationToken=b'],
  ['another word, too', '?validationToken=a&x=b'],
  ['a word of 3,000 letters', `?validationToken=${'a'.repeat(3000)}`],
  ['a word in other letters', '?VALIDATIONTOKEN=a'],
])('a question with %s hears nothing of it', async (_, query) => {
  const answer = await call(undefined, { url: `${own}${query}`, type: 'text/plain' })
  expect([400, 404], answer.text).toContain(answer.status)
})

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['nothing', ''],
  ['null', 'null'],
  ['more notifications than Graph sends at a time', { value: Array.from({ length: 501 }, () => told()) }],
  ['something else beside it that is none', { value: [told(), null] }],
  ['a secret that is a list', { value: [told({ clientState: [state] })] }],
  ['a secret that is an object', { value: [told({ clientState: { toString: state } })] }],
  ['the hash of the secret', { value: [told({ clientState: 'hash' })] }],
  ['a nesting', `{"value":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  [
    'the secret first, and another after it',
    `{"value":[{"subscriptionId":"a","clientState":"${state}","clientState":"x"}]}`,
  ],
])('a body with %s is answered as if nothing were there', async (_, body) => {
  const answer = await call(body)
  expect(answer.status, answer.text).toBe(404)
  expect(rings).toBe(0)
})

test('of several notifications in a call only those with the secret count', async () => {
  const forged = { subscriptionId, clientState: 'x', lifecycleEvent: 'subscriptionRemoved' }
  expect((await call({ value: [forged, told()] })).status).toBe(200)
  expect(await bell()).toMatchObject({ subscriptionId, isDue: false })
})

test('a lifecycle notification counts for the subscription that it names, and only if it is the mailbox’s', async () => {
  expect(
    (await call({ value: [told({ subscriptionId: 'other', lifecycleEvent: 'subscriptionRemoved' })] })).status,
  ).toBe(200)
  expect(await bell()).toMatchObject({ subscriptionId })
  expect((await call({ value: [told({ lifecycleEvent: 'somethingNew' })] })).status).toBe(200)
  expect(await bell()).toMatchObject({ subscriptionId, isDue: false })
  const due = Array.from({ length: 300 }, () => told({ lifecycleEvent: 'reauthorizationRequired' }))
  expect((await call({ value: due })).status).toBe(200)
  expect(await bell()).toMatchObject({ subscriptionId, isDue: true })
  expect((await call({ value: [told({ lifecycleEvent: 'subscriptionRemoved' })] })).status).toBe(200)
  expect(await bell()).toMatchObject({ subscriptionId: null })
})

test.each<[string, Sent, number]>([
  ['compressed', { encoding: 'gzip' }, 415],
  ['of another type', { type: 'application/x-www-form-urlencoded' }, 415],
])('a body that is %s is refused before it is read', async (_, sent, status) => {
  // Whether it rings isn't asked: the bell of the call before may ring late.
  expect((await call(JSON.stringify({ value: [told()] }), sent)).status).toBe(status)
})

test('no answer and no line of the log has the secret or the key', async () => {
  await call({ value: [told({ clientState: `${state}x` })] })
  await call({ value: [told()] })
  expect(api.logged()).not.toContain(state)
  expect(api.logged()).not.toContain(key)
})
