import { createHmac } from 'node:crypto'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Trx } from '../../base/db/database.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { commitStep } from '../../notices/commit.ts'
import { type Examples, makeExamples } from '../../testing/examples.ts'
import { forgetOldCalls } from './call-row.ts'
import { openWebhookBench, type WebhookBench } from './webhook-bench.fixture.ts'

let bench: WebhookBench
let examples: Examples
let { api, call, post, makeWebhook, callsOf, work } = {} as WebhookBench

beforeAll(async () => {
  bench = await openWebhookBench()
  ;({ api, call, post, makeWebhook, callsOf, work } = bench)
  examples = makeExamples(api)
})
afterAll(() => bench.close())
beforeEach(() => bench.clear())

async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<{
      line: string
    }>`select type || ': ' || sentence as line from system_events where entity_id = ${id} order by id`.execute(trx),
  )
  return rows.map(({ line }) => line)
}

test('the Standard Webhooks library verifies the signature of a standard call', async () => {
  const id = await makeWebhook({ events: ['case.created', 'case.updated'] })
  const { secret } = (await post(`webhook/${id}/secret`)).json() as { secret: string }
  expect(secret).toMatch(/^whsec_/)
  const caseId = await examples.idOfNew('case')
  await work(id)
  expect(bench.heard).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = bench.heard
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(verified).toMatchObject({
    type: 'case.created',
    version: '1',
    data: {
      entity: 'case',
      id: caseId,
      sentence: 'A case was created.',
      link: `http://one.example:8420/cases/id/${caseId}`,
    },
  })
  expect(() =>
    new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(body, headers as Record<string, string>),
  ).toThrow()
  const [logged] = await callsOf(id)
  expect(logged).toMatchObject({ status: 'sent', answer_status: 200, answer: 'thanks', attempts: 1, body })
  expect(logged?.message_id).toBe(headers['webhook-id'])
  expect(JSON.stringify(logged)).not.toContain(String(headers['webhook-signature']))
  await call({ method: 'PUT', url: `/api/v1/case/${caseId}`, body: { name: 'Another name' } })
  await call({ method: 'PUT', url: `/api/v1/case/${caseId}`, body: { name: 'Another name' } })
  await work(id)
  expect(bench.heard.map(({ body: text }) => JSON.parse(text).type)).toEqual(['case.created', 'case.updated'])
  expect(JSON.parse(bench.heard[1]?.body ?? '{}').data).toMatchObject({ id: caseId, name: 'Another name' })
})

test('the secret is in no response, log or event other than the response that creates it', async () => {
  const id = await makeWebhook()
  const { secret } = (await post(`webhook/${id}/secret`)).json() as { secret: string }
  await post(`webhook/${id}/test`)
  const told = [
    (await call({ url: `/api/v1/webhook/${id}`, accept: 'application/json' })).text,
    JSON.stringify(await callsOf(id)),
    ...(await eventsOf(id)),
    api.logged(),
  ]
  expect(told.join()).not.toContain(secret.slice('whsec_'.length))
  expect(await eventsOf(id)).toContainEqual(expect.stringContaining('A new signing secret was created'))
})

test('a webhook without a secret gets one before its first call, and keeps it', async () => {
  const id = await makeWebhook()
  await post(`webhook/${id}/test`)
  await post(`webhook/${id}/test`)
  const sealed = await withFirm(api.services.database, 1, (trx) =>
    sql<{
      secret: Uint8Array
      url: string
    }>`select signing_secret as secret, url from webhooks where id = ${id}::uuid`.execute(trx),
  )
  const destination = destinationOf(webhook, { url: sealed.rows[0]?.url })
  const secret = api.services.secrets.open(sealed.rows[0]?.secret ?? new Uint8Array(), destination)
  for (const { body, headers } of bench.heard) new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(bench.heard).toHaveLength(2)
})

test('a malformed Standard Webhooks secret is refused; any other secret is used as the key as is', async () => {
  const refused = await post('webhook', {
    ...{ name: newId(), url: 'https://a.example', events: ['case.created'], signing_secret: 'whsec_not base64!' },
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('must continue in base64')
  const id = await makeWebhook({ signing_secret: 'own words' })
  await post(`webhook/${id}/test`)
  const [{ headers, body } = { headers: {}, body: '' }] = bench.heard
  new Webhook(Buffer.from('own words'), { format: 'raw' }).verify(body, headers as Record<string, string>)
})

test('an unknown payload version is refused', async () => {
  const body = { name: newId(), url: 'https://a.example', events: ['case.created'], payload_version: '2' }
  const refused = await post('webhook', body)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Must be one of: 1.')
  await makeWebhook({ payload_version: '1' })
})

test('calls are kept for 30 days', async () => {
  const id = await makeWebhook()
  await post(`webhook/${id}/test`)
  const old = (await post(`webhook/${id}/test`)).json()
  await withSystem(api.services.database, (trx) =>
    sql`update webhook_calls set created_at = now() - interval '31 days' where id = ${old.id}::uuid`.execute(trx),
  )
  await forgetOldCalls(api.services.database)
  const kept = await callsOf(id)
  expect(kept).toHaveLength(1)
  expect(kept[0]?.id).not.toBe(old.id)
})

test('an integration platform gets flat JSON with the HMAC of its body', async () => {
  const id = await makeWebhook({ webhook_type: 'BOOMI', signing_secret: 'own words' })
  const caseId = await examples.idOfNew('case')
  await work(id)
  const [{ headers, body } = { headers: {}, body: '' }] = bench.heard
  const hmac = createHmac('sha256', 'own words').update(body).digest('hex')
  expect(headers['x-courtcrier-signature']).toBe(`sha256=${hmac}`)
  const flat = JSON.parse(body) as AnyRow
  expect(flat).toMatchObject({ event: 'case.created', payload_version: '1', entity: 'case', id: caseId })
  expect(Object.values(flat).filter((value) => typeof value === 'object' && value !== null)).toEqual([])
})

test('a call that is refused is attempted ten times over three days, then given up with an event', async () => {
  bench.answer = (_, response) => response.writeHead(503).end('busy')
  const id = await makeWebhook()
  await examples.idOfNew('case')
  const begin = new Date()
  const waits: number[] = []
  let now = begin
  for (;;) {
    await work(id, now)
    const [logged] = await callsOf(id)
    if (logged?.status !== 'waiting') break
    expect(logged).toMatchObject({ sentence: 'The receiver refused it (503).', answer: 'busy' })
    const next = new Date(String(logged.next_try_at))
    waits.push((next.getTime() - now.getTime()) / 60_000)
    now = next
  }
  expect(waits).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440])
  expect(now.getTime() - begin.getTime()).toBeGreaterThan(3 * 86_400_000)
  expect((await callsOf(id))[0]).toMatchObject({
    ...{ status: 'failed', attempts: 10, next_try_at: null },
    sentence: 'The receiver refused it (503). Gave up after 10 attempts.',
  })
  expect(new Set(bench.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await eventsOf(id)).toContainEqual(
    expect.stringMatching(/^webhook submission failure: .*case\.created.*10 attempts/),
  )
})

test('a receiver that asks for more time gets it', async () => {
  bench.answer = (_, response) => response.writeHead(429, { 'retry-after': '900' }).end()
  const id = await makeWebhook()
  await examples.idOfNew('case')
  const now = new Date()
  await work(id, now)
  const [logged] = await callsOf(id)
  expect(new Date(String(logged?.next_try_at)).getTime() - now.getTime()).toBe(900_000)
})

test('410 deactivates the webhook, and waiting calls are not sent', async () => {
  bench.answer = (_, response) => response.writeHead(410).end()
  const id = await makeWebhook()
  await examples.idOfNew('case')
  await examples.idOfNew('case')
  await work(id)
  expect(bench.heard).toHaveLength(1)
  expect((await call({ url: `/api/v1/webhook/${id}`, accept: 'application/json' })).json().is_active).toBe(false)
  expect((await callsOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed'])
  const sentence = 'The receiver wants no more calls (410), so the webhook was deactivated.'
  expect((await eventsOf(id)).filter((line) => line.startsWith('webhook submission failure'))).toEqual([
    expect.stringContaining(sentence),
  ])
  const changes = (await eventsOf(id)).filter((line) => line.startsWith('object update'))
  expect(changes).toEqual([
    expect.stringMatching(/^object update.* was deactivated, because its receiver wants no more calls/),
  ])
  await examples.idOfNew('case')
  expect(await callsOf(id)).toHaveLength(2)
})

test('a test call responds immediately with its result and is not retried', async () => {
  const id = await makeWebhook()
  const sent = (await post(`webhook/${id}/test`)).json()
  expect(sent).toMatchObject({ event: 'webhook.test', status: 'sent', answer_status: 200, answer: 'thanks' })
  expect(sent.duration_ms).toBeGreaterThanOrEqual(0)
  bench.answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  expect((await post(`webhook/${id}/test`)).json()).toMatchObject({
    ...{ status: 'failed', next_try_at: null },
    sentence: 'The receiver answered with a redirect (302), which is not followed.',
  })
})

test('a call that is sent again has the same body and message ID, but is a separate call', async () => {
  const id = await makeWebhook()
  await examples.idOfNew('case')
  await work(id)
  const [first] = await callsOf(id)
  expect((await post(`webhook/${id}/calls/${first?.id}/replay`)).status).toBe(201)
  await work(id)
  expect(bench.heard).toHaveLength(2)
  expect(bench.heard[1]?.body).toBe(bench.heard[0]?.body)
  expect(bench.heard[1]?.headers['webhook-id']).toBe(bench.heard[0]?.headers['webhook-id'])
  expect((await callsOf(id)).map(({ status }) => status)).toEqual(['sent', 'sent'])
  await call({ method: 'PUT', url: `/api/v1/webhook/${id}`, body: { is_active: false } })
  expect((await post(`webhook/${id}/calls/${first?.id}/replay`)).status).toBe(409)
})

test('the log is paged, newest first', async () => {
  const id = await makeWebhook()
  for (let n = 0; n < 3; n++) await post(`webhook/${id}/test`)
  const url = `/api/v1/webhook/${id}/calls?max=2`
  const first = (await call({ url })).json() as { calls: AnyRow[]; next: string | null }
  expect(first.next).toBe(first.calls[1]?.id)
  const second = (await call({ url: `${url}&cursor=${first.next}` })).json() as typeof first
  expect(second.next).toBeNull()
  const ids = [...first.calls, ...second.calls].map((each) => String(each.id))
  expect(ids).toEqual(ids.toSorted().reverse())
  expect(new Set(ids).size).toBe(3)
  expect((await call({ url: `${url}&cursor=x` })).status).toBe(400)
  expect((await call({ url: `${url}&before=${first.next}` })).status).toBe(400)
  expect((await call({ url: `/api/v1/webhook/${id}/calls?max=1000` })).status).toBe(400)
})

test("only people who may see the firm's settings see calls, and only those who may change them act", async () => {
  const id = await makeWebhook()
  await post(`webhook/${id}/test`)
  const [logged] = await callsOf(id)
  const urls = [`webhook/${id}/test`, `webhook/${id}/secret`, `webhook/${id}/calls/${logged?.id}/replay`]
  for (const url of urls) {
    for (const as of ['View Only', 'Docketing'] as const)
      expect((await call({ as, method: 'POST', url: `/api/v1/${url}` })).status, `${as} ${url}`).toBe(403)
    expect((await call({ firm: 2, method: 'POST', url: `/api/v1/${url}` })).status, url).toBe(404)
  }
  expect((await call({ firm: 2, url: `/api/v1/webhook/${id}/calls` })).status).toBe(404)
  expect((await api.call({ url: `/api/v1/webhook/${id}/calls` })).status).toBe(401)
})

test('only events a webhook subscribes to are recorded, for each webhook, and for no other firm', async () => {
  const [one, two] = [await makeWebhook(), await makeWebhook({ events: ['case.updated', 'case.created'] })]
  const other = await makeWebhook({ events: ['notice.received'] })
  await examples.idOfNew('case')
  expect([await callsOf(one), await callsOf(two), await callsOf(other)].map(({ length }) => length)).toEqual([1, 1, 0])
  const raw = Buffer.from(`Subject: For nobody\r\nFrom: a@b.example\r\nMessage-ID: <${newId()}@b>\r\n\r\nHi`)
  await receiveMessage(api.services, { firmId: 2, raw, via: 'smtp', source: 'here' })
  expect(await callsOf(other)).toEqual([])
})

test('a received notice is reported; the same one again is not', async () => {
  const id = await makeWebhook({ events: ['notice.received'] })
  const raw = Buffer.from(`Subject: Filed today\r\nFrom: a@b.example\r\nMessage-ID: <${newId()}@b>\r\n\r\nHi`)
  const { itemId } = await receiveMessage(api.services, { firmId: 1, raw, via: 'smtp', source: 'here' })
  await receiveMessage(api.services, { firmId: 1, raw, via: 'smtp', source: 'here' })
  const calls = await callsOf(id)
  expect(calls).toHaveLength(1)
  const { data } = JSON.parse(String(calls[0]?.body)) as { data: AnyRow }
  expect(data).toMatchObject({ entity: 'inbox_item', id: itemId, sentence: 'A notice was received: Filed today.' })
})

test.each([
  ['waits for a person', 'notice.waiting', 'Action Required', 'No case has this number.'],
  ['fails', 'notice.failed', 'Failed', 'The court is gone.'],
])('a notice that %s is reported, and one whose transaction is rolled back is not', async (_, type, status, reason) => {
  const id = await makeWebhook({ events: [type] })
  const raw = Buffer.from(`Subject: Fails\r\nFrom: a@b.example\r\nMessage-ID: <${newId()}@b>\r\n\r\nHi`)
  const { itemId } = await receiveMessage(api.services, { firmId: 1, raw, via: 'smtp', source: 'here' })
  const step = (trx: Trx) =>
    commitStep(trx, {
      ...{ firmId: 1, itemId, expected: ['New'], lines: [] },
      columns: { status, reason },
    })
  const undone = withFirm(api.services.database, 1, async (trx) => {
    await step(trx)
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect(await callsOf(id)).toEqual([])
  await withFirm(api.services.database, 1, step)
  const [logged] = await callsOf(id)
  expect(JSON.parse(String(logged?.body))).toMatchObject({
    ...{ type, data: { id: itemId, status, sentence: reason } },
  })
})

test('an import reports each case it creates or changes, and its end; a dry run reports nothing', async () => {
  const id = await makeWebhook({ events: ['case.created', 'case.updated', 'import.finished'] })
  const caseId = await examples.idOfNew('case')
  const start = (await callsOf(id)).length
  const load = (mode: string) =>
    call({
      ...{ method: 'POST', url: `/api/v1/case/import?mode=${mode}` },
      ...{ body: `Id,Name\n${caseId},By import\n`, headers: { 'content-type': 'text/csv' } },
    })
  const trial = await load('dry_run')
  expect(trial.status, trial.text).toBe(200)
  expect(await callsOf(id)).toHaveLength(start)
  const loaded = await load('commit')
  expect(loaded.status, loaded.text).toBe(200)
  const told = (await callsOf(id)).slice(0, -start).map(({ body }) => JSON.parse(String(body)) as AnyRow)
  expect(told.map(({ type }) => type).toSorted()).toEqual(['case.updated', 'import.finished'])
  const end = told.find(({ type }) => type === 'import.finished')?.data
  expect(end).toMatchObject({ status: 'committed', imported_entity: 'case', changed_count: 1, new_count: 0 })
})
