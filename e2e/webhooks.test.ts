import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openSession } from '@courtcrier/sandbox/sending/smtp-session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Installation, signIn, startInstallation, until } from './harness.ts'
import { type HeardCall, verifyCall } from './verify-call.ts'

/** From the court's email to the firm's own program: the webhook calls of one notice, over HTTP. */

interface Told {
  type: string
  data: { entity: string; id: string; sentence: string; link: string; inbox_item_id?: string; envelope_id?: string }
}

const events = [
  ...['notice.received', 'notice.processed', 'notice.failed', 'document.kept', 'document.failed'],
  ...['delivery.sent', 'delivery.failed', 'storage.stored', 'storage.failed'],
]

let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>
let receiver: Server
const heard: HeardCall[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  installation = await startInstallation({ environment: { COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: '1' } })
  call = await signIn(installation.url, 'Administrator')
})
afterAll(async () => {
  await installation?.close()
  receiver?.close()
})

test('a notice is reported from receipt to completion, each call signed, each event once', async () => {
  const id = await makeWebhook()
  const { secret } = (await (await post(`webhook/${id}/secret`)).json()) as { secret: string }
  const itemId = await receiveOne()
  const own = await until(async () => {
    const all = heard.map((each) => verifyCall<Told>(each, secret))
    return all.some(({ type }) => type === 'notice.processed') && all.length >= (await recorded(id)) ? all : undefined
  })
  const count = (type: string) => own.filter((told) => told.type === type).length
  expect(count('notice.received')).toBe(1)
  expect(count('notice.processed')).toBe(1)
  expect(count('document.kept')).toBeGreaterThan(0)
  expect(count('delivery.sent')).toBe(await countOf('delivery', itemId))
  expect(count('storage.stored')).toBe(await countOf('document_copy', itemId))
  expect(own.filter(({ type }) => type.endsWith('failed'))).toEqual([])
  expect(new Set(own.map(({ type, data }) => `${type} ${data.id}`)).size).toBe(own.length)
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(heard.length)
  expect(own.find(({ type }) => type === 'notice.processed')?.data).toMatchObject({
    ...{ id: itemId, status: 'Succeeded', disposition: 'PROCESSED' },
    link: `${installation.courtcrier.services.config.publicUrl}/inbox-items/id/${itemId}`,
  })
})

async function makeWebhook(): Promise<string> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/courtcrier`
  const answer = await post('webhook', { name: 'Docketing program', url, events })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

function post(path: string, body: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return call(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Sends the notice of one recipient, and returns its item once it has ended. */
async function receiveOne(): Promise<string> {
  const { messages } = await installation.sandbox.fileScenario('five-attorneys')
  const session = await openSession(installation.smtp)
  if ('reason' in session) throw new Error(session.reason)
  const [message] = messages
  if (!message) throw new Error('the scenario has no message')
  expect(await session.send(message, message.email)).toMatchObject({ kind: 'accepted' })
  session.close()
  return until(async () => {
    const answer = await call('/api/v1/inbox_item/search?max=50&sort=-receivedAt')
    const { inbox_items: items } = (await answer.json()) as { inbox_items: { id: string; status: string }[] }
    const ended = items.find(({ status }) => ['Succeeded', 'Failed', 'Action Required'].includes(status))
    return ended?.id
  })
}

async function countOf(entity: 'delivery' | 'document_copy', itemId: string): Promise<number> {
  const answer = await call(`/api/v1/${entity}/search?max=100&sort=-createdAt`)
  const [rows = []] = Object.values((await answer.json()) as Record<string, { inbox_item_id: string }[]>)
  return rows.filter((row) => row.inbox_item_id === itemId).length
}

async function recorded(id: string): Promise<number> {
  const answer = await call(`/api/v1/webhook/${id}/calls?max=100`)
  return ((await answer.json()) as { calls: object[] }).calls.length
}
