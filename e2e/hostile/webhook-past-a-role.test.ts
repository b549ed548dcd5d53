import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { webhookEvents } from '@courtcrier/contract/resources/webhook.ts'
import type { FiledScenario } from '@courtcrier/sandbox/sandbox.ts'
import { openSession } from '@courtcrier/sandbox/sending/smtp-session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../packages/server/src/base/db/firm-transaction.ts'
import { type Call, type Installation, isAtRest, signIn, startInstallation, until } from '../harness.ts'

/** People whose role or whose walls hide a case have calls made to a program of their own, and read their log. */

interface Row {
  id: string
  [field: string]: unknown
}

interface LoggedCall {
  id: string
  event: string
  status: string
}

let installation: Installation
let receiver: Server
/** Bodies by the path they were sent to. */
const heard: { path: string; body: string }[] = []
let free: Call
let narrow: Call
let held: Call

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    heard.push({ path: request.url ?? '', body })
    // Some programs answer with what they received.
    response.end(body)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  installation = await startInstallation({ environment: { COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '1' } })
  free = await signIn(installation.url, 'Administrator')
  await giveRole('docketing@harlanlowe.example', ['webhook'])
  narrow = await signIn(installation.url, 'Docketing')
  await giveRole('manager@harlanlowe.example', permissionSubjects)
  held = await signIn(installation.url, 'Manager')
})
afterAll(async () => {
  await installation?.close()
  receiver?.close()
})

test('a role with webhooks alone is told nothing of a case, by its own program or in its log', async () => {
  const [own, whole] = [await makeWebhook(narrow, 'narrow'), await makeWebhook(free, 'whole')]
  const filed = await installation.sandbox.fileScenario('five-attorneys')
  await send(filed)
  await until(async () => bodiesAt('whole').some((body) => body.includes('notice.processed')))
  expect(signsIn(filed, bodiesAt('whole'))).toEqual(signsOf(filed))
  const calls = await untilCalled(narrow, own)
  expect(calls.map(({ event }) => event)).toEqual(expect.arrayContaining(['notice.received', 'notice.processed']))
  const told = async () => [
    ...bodiesAt('narrow'),
    ...(await answersTo(narrow, own)),
    ...(await answersTo(narrow, whole)),
  ]
  expect(signsIn(filed, await told())).toEqual([])
  for (const { id } of calls)
    expect((await post(narrow, `webhook/${own}/calls/${id}/replay`)).status, 'sent again').toBe(201)
  await untilCalled(narrow, own)
  expect(signsIn(filed, await told())).toEqual([])
  // It is called, and heard.
  expect((await post(narrow, `webhook/${own}/test`)).status).toBeLessThan(300)
  expect(bodiesAt('narrow').join()).toContain('webhook.test')
})

test('a program that someone set up before a wall excluded them is told nothing behind it', async () => {
  const own = await makeWebhook(held, 'held')
  const walled = await fileNew()
  const open = await until(async () => {
    const other = await fileNew()
    return (await matterOf(other)) !== (await matterOf(walled)) && other
  })
  await exclude(await matterOf(walled))
  await send(walled)
  await send(open)
  await until(async () => signsIn(open, bodiesAt('held')).length > 0)
  await until(async () => signsIn(walled, bodiesAt('whole')).length > 0)
  await untilCalled(free, own)
  expect(signsIn(walled, bodiesAt('whole'))).toEqual(signsOf(walled))
  expect(signsIn(open, bodiesAt('held'))).toEqual(signsOf(open))
  expect(signsIn(walled, bodiesAt('held'))).toEqual([])
  expect((await held(`/api/v1/webhook/${own}/calls`)).status).toBe(403)
  expect(signsIn(walled, await answersTo(held, own))).toEqual([])
})

const bodiesAt = (place: string) => heard.filter(({ path }) => path === `/${place}`).map(({ body }) => body)

/** By what a case is known. */
const signsOf = ({ filing }: FiledScenario) => [filing.docketNumber, filing.caseName]
const signsIn = (filed: FiledScenario, texts: readonly string[]) =>
  signsOf(filed).filter((sign) => texts.some((text) => text.includes(sign)))

async function makeWebhook(as: Call, place: string): Promise<string> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${place}`
  return (await write(as, 'webhook', { name: place, url, events: webhookEvents })).id
}

/** Waits until none of a webhook's calls is under way, and returns them. */
function untilCalled(as: Call, id: string): Promise<LoggedCall[]> {
  return until(async () => {
    const { calls } = (await (await as(`/api/v1/webhook/${id}/calls?max=100`)).json()) as { calls: LoggedCall[] }
    return calls.length > 0 && calls.every(({ status }) => ['sent', 'failed'].includes(status)) && calls
  })
}

/** All that may be read of a webhook. */
async function answersTo(as: Call, id: string): Promise<string[]> {
  const paths = [`webhook/${id}/calls?max=100`, `webhook/${id}`, 'webhook/search?max=100', 'webhook/export?file_name=x']
  const answers: string[] = []
  for (const path of paths) answers.push(await (await as(`/api/v1/${path}`)).text())
  return answers
}

const fileNew = () => installation.sandbox.fileScenario('five-attorneys')

async function matterOf({ filing }: FiledScenario): Promise<unknown> {
  const [row] = await search('case', `freeText=${encodeURIComponent(filing.docketNumber)}`)
  if (!row) throw new Error(`there is no case ${filing.docketNumber}`)
  return row.matter_id
}

async function exclude(matterId: unknown): Promise<void> {
  const { id } = await write(free, 'timekeeper', { full_name: 'Ruth Held' })
  await withSystem(installation.courtcrier.services.database, (trx) =>
    sql`update users set timekeeper_id = ${id}::uuid where email = 'manager@harlanlowe.example'`.execute(trx),
  )
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: matterId, timekeeper_ids: [id] }
  await write(free, 'ethical_wall', wall)
}

async function giveRole(email: string, subjects: readonly string[]): Promise<void> {
  const grants = Object.fromEntries(subjects.map((subject) => [`${subject}_access`, 'FULL']))
  const user = (await search('user')).find((row) => row.email === email)
  await write(free, 'user_security_role', { name: `For ${email}`, ...grants, user_ids: [user?.id] })
}

/** Sends the notice of the first recipient, and waits until it was processed. */
async function send({ messages: [message], filing }: FiledScenario): Promise<void> {
  const session = await openSession(installation.smtp)
  if ('reason' in session) throw new Error(session.reason)
  if (!message) throw new Error('the scenario has no message')
  expect(await session.send(message, message.email)).toMatchObject({ kind: 'accepted' })
  session.close()
  await until(async () => {
    const items = await search('inbox_item', 'sort=-receivedAt')
    const item = items.find(({ docket_number: number }) => String(number).startsWith(filing.docketNumber))
    return item && isAtRest(String(item.status))
  })
}

async function search(entity: string, query = ''): Promise<Row[]> {
  const answer = await free(`/api/v1/${entity}/search?max=100&${query}`)
  const [rows = []] = Object.values((await answer.json()) as Record<string, Row[]>)
  return rows
}

function post(as: Call, path: string, body: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return as(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function write(as: Call, path: string, body: object): Promise<Row> {
  const answer = await post(as, path, body)
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(300)
  return JSON.parse(text) as Row
}
