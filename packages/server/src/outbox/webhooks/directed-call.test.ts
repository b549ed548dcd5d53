import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import { productRoutes } from '../../http/routes.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { plantFiling, type TestFiling } from '../copies/test-filing.ts'
import { openKind } from '../run.ts'
import { type CallDeps, type CallServices, callKind } from './kind.ts'

const runCall = (services: CallServices, job: ClaimedJob, deps: CallDeps = {}) =>
  openKind(callKind(services, deps)).run(job)

let api: TestApi
let server: Server
let heard: string[] = []
let timekeeper: string
let hidden: TestFiling
let open: TestFiling

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes, environment: { COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '1' } })
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    heard.push(String(JSON.parse(Buffer.concat(chunks).toString()).data.id))
    response.end('thanks')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  timekeeper = String((await call('POST', 'timekeeper', { full_name: 'Ruth Osei' })).id)
  hidden = await plantFiling(api.services)
  open = await plantFiling(api.services)
})
afterAll(async () => {
  server.close()
  await api.close()
})
beforeEach(async () => {
  heard = []
  await makeTimekeeper(null)
  await system(sql`delete from ethical_walls`)
  await system(sql`delete from webhooks`)
})

const system = (work: ReturnType<typeof sql>) => withSystem(api.services.database, (trx) => work.execute(trx))

async function call(method: 'POST' | 'PUT' | 'GET', url: string, body?: object): Promise<AnyRow> {
  const answer = await api.call({ as: 'Administrator', method, url: `/api/v1/${url}`, ...(body ? { body } : {}) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json()
}

const makeTimekeeper = (id: string | null) =>
  system(sql`update users set timekeeper_id = ${id}::uuid where id = ${api.userIds[1].Administrator}::uuid`)

const wall = () =>
  system(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', matter_id, ${[timekeeper]}::uuid[]
    from cases where id = ${hidden.caseId}::uuid`)

async function makeWebhook(event = 'case.updated'): Promise<string> {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/hook`
  return String((await call('POST', 'webhook', { name: newId(), url, events: [event] })).id)
}

let last = 0
async function change(): Promise<void> {
  last += 1
  for (const { caseId } of [hidden, open]) await call('PUT', `case/${caseId}`, { name: `Changed ${last}` })
}

interface Call {
  id: string
  status: string
  sentence: string
  body: string
}

async function callsOf(id: string): Promise<readonly Call[]> {
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<Call>`select id, status, sentence, payload::text as body from webhook_calls
      where webhook_id = ${id}::uuid order by id`.execute(trx),
  )
  return rows
}

async function work(id: string): Promise<void> {
  for (const { id: callId, status } of await callsOf(id))
    if (status === 'waiting') await runCall(api.services, { data: { firmId: 1, id: callId } })
}

const heldBack =
  "Not sent: an ethical wall keeps the user who set up this webhook's address out of the record. Someone no wall restricts can send it again once the wall is lifted, or enter the address again."

test.each(['before', 'after'])(
  'a wall raised %s the event holds back a call to the address of someone it keeps out',
  async (when) => {
    const id = await makeWebhook()
    await makeTimekeeper(timekeeper)
    if (when === 'before') await wall()
    await change()
    if (when === 'after') await wall()
    await work(id)
    expect(heard).toEqual([open.caseId])
    const [held, sent] = await callsOf(id)
    expect(held).toMatchObject({ status: 'failed', sentence: heldBack })
    expect(sent?.status).toBe('sent')
  },
)

async function receive(word: string): Promise<string> {
  const receipt = { firmId: 1, raw: Buffer.from(`Subject: ${word}\r\n\r\n${word}`), source: 'relay.example' }
  return (await receiveMessage(api.services, { ...receipt, via: 'smtp', origin: {} })).itemId
}

test('a call about a notice waits until it is read for someone whom a wall keeps out of anything', async () => {
  const id = await makeWebhook('notice.received')
  await makeTimekeeper(timekeeper)
  await wall()
  const [secret, other] = [await receive('Zinc'), await receive('Opal')]
  await work(id)
  expect(heard).toEqual([])
  expect((await callsOf(id)).map(({ status }) => status)).toEqual(['waiting', 'waiting'])
  const read = (itemId: string, caseIds: readonly string[]) =>
    system(sql`update inbox_items set next_stage = 'retrieve', other_case_ids = ${[...caseIds]}::uuid[]
      where id = ${itemId}::uuid`)
  await read(secret, [hidden.caseId])
  await read(other, [])
  await work(id)
  expect(heard).toEqual([other])
  expect((await callsOf(id)).map(({ status }) => status).toSorted()).toEqual(['failed', 'sent'])
})

test('a call about a message that was split waits until its notices are read, and is held back if one is walled', async () => {
  const id = await makeWebhook('notice.received')
  await makeTimekeeper(timekeeper)
  await wall()
  const [whole, other] = [await receive('FW: two orders, Iron'), await receive('FW: two orders, Jade')]
  const parts = [await receive('Iron'), await receive('Jade')]
  await system(sql`update inbox_items set status = 'Succeeded', disposition = 'SPLIT'
    where id = any(${[whole, other]}::uuid[])`)
  for (const [at, parent] of [whole, other].entries())
    await system(
      sql`update inbox_items set parent_id = ${parent}::uuid, next_stage = 'parse' where id = ${parts[at]}::uuid`,
    )
  await work(id)
  expect(heard).toEqual([])
  await system(sql`update inbox_items set next_stage = 'retrieve' where id = any(${parts}::uuid[])`)
  await system(sql`update inbox_items set other_case_ids = ${[hidden.caseId]}::uuid[] where id = ${parts[0]}::uuid`)
  await work(id)
  expect(heard.toSorted()).toEqual([other, parts[1]].toSorted())
})

test("a call about another person's import is held back from someone whom a wall excludes, as the import itself is", async () => {
  const id = await makeWebhook('import.finished')
  const load = async (by: 'Administrator' | 'Manager', entity = 'client') => {
    const url = `/api/v1/${entity}/import?mode=commit&file_name=${encodeURIComponent('Merger of Zinc.csv')}`
    const file = { headers: { 'content-type': 'text/csv' }, body: `Name\nZinc ${newId()}\n` }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url, ...file })
    expect(answer.status, answer.text).toBe(200)
    const { id: run } = answer.json()
    await system(sql`update import_runs set user_id = ${api.userIds[1][by]}::uuid where id = ${run}::uuid`)
    return String(run)
  }
  const before = await load('Manager')
  await makeTimekeeper(timekeeper)
  await work(id)
  await makeTimekeeper(null)
  const [other, own] = [await load('Manager'), await load('Administrator')]
  const open = await load('Manager', 'area_of_law')
  await makeTimekeeper(timekeeper)
  await wall()
  await work(id)
  expect(heard).toEqual([before, own, open])
  expect(heard).not.toContain(other)
})

test('a held-back call can be sent again once the wall is lifted, and only by someone no wall keeps out', async () => {
  const id = await makeWebhook()
  await change()
  await makeTimekeeper(timekeeper)
  await wall()
  await work(id)
  const [held] = await callsOf(id)
  const url = `/api/v1/webhook/${id}/calls/${held?.id}/replay`
  expect((await api.call({ as: 'Administrator', method: 'POST', url })).status).toBe(403)
  await system(sql`delete from ethical_walls`)
  await call('POST', `webhook/${id}/calls/${held?.id}/replay`)
  await work(id)
  expect(heard).toEqual([open.caseId, hidden.caseId])
})

test.each([
  ['whom no wall holds', () => makeTimekeeper(null)],
  ['while walls are turned off', () => system(sql`update firms set internal_walls_enabled = false`)],
])('every call is sent: %s', async (_, free) => {
  const id = await makeWebhook()
  await makeTimekeeper(timekeeper)
  await wall()
  await free()
  await change()
  await work(id)
  await system(sql`update firms set internal_walls_enabled = true`)
  expect(heard).toEqual([hidden.caseId, open.caseId])
})

test('a call about a deleted record is not sent to anyone whom a wall may have kept out of it', async () => {
  const id = await makeWebhook()
  await change()
  await makeTimekeeper(timekeeper)
  await system(sql`update webhook_calls set payload = jsonb_set(payload, '{entityId}', to_jsonb(${newId()}::text))`)
  await wall()
  await work(id)
  expect(heard).toEqual([])
})

test('the person who changes the address is responsible for it from then on', async () => {
  const id = await makeWebhook()
  const other = api.userIds[1].Docketing
  const { port } = server.address() as AddressInfo
  await system(sql`update directors set user_id = ${other}::uuid`)
  await call('PUT', `webhook/${id}`, { name: newId() })
  const maker = () =>
    withSystem(api.services.database, (trx) =>
      sql<{ user: string }>`select user_id as user from directors where record_id = ${id} and field = 'url'`.execute(
        trx,
      ),
    )
  expect((await maker()).rows).toEqual([{ user: other }])
  await call('PUT', `webhook/${id}`, { url: `http://127.0.0.1:${port}/other` })
  expect((await maker()).rows).toEqual([{ user: api.userIds[1].Administrator }])
})
