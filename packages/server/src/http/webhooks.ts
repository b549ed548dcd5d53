import type { Role } from '@courtcrier/contract/access.ts'
import {
  listWebhookCalls,
  renewWebhookSecret,
  replayWebhookCall,
  testWebhook,
  type WebhookCall,
  type WebhookCallPage,
} from '@courtcrier/contract/calls/webhooks.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { consoleUrlOf } from '../base/firm-url.ts'
import { whyNoPrograms } from '../behaviours/wall-reach.ts'
import { findCall, type LoggedCall, listCalls } from '../outbox/webhooks/call-row.ts'
import { type CallDeps, type CallServices, claimCallNow, makeCallNow } from '../outbox/webhooks/kind.ts'
import { makeSigningSecret } from '../outbox/webhooks/sign.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { bodyOf, messageName, type Payload, payloadVersion, type WebhookType } from '../records/happenings/payload.ts'
import { payloadFor } from '../records/happenings/payload-for.ts'
import { insertCalls } from '../records/happenings/record-calls.ts'
import { getRow } from '../records/read-row.ts'
import { writeRow } from '../records/write/write-rows.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

/** A webhook's calls: their log, a test, sending one again, and a new signing secret. */
export function webhookRoutes(api: FastifyInstance, services: CallServices, deps: CallDeps = {}): void {
  serveCall(api, testWebhook, ({ params, request }) => sendTest(services, deps, about(request, params, 'FULL')))
  serveCall(api, listWebhookCalls, ({ params, query, request }) =>
    pageOfCalls(services, about(request, params, 'READ'), { cursor: query.cursor, limit: Number(query.max ?? 25) }),
  )
  serveCall(api, replayWebhookCall, async ({ params, request }) => ({
    id: await replay(services, { ...about(request, params, 'FULL'), callId: params.callId }),
  }))
  serveCall(api, renewWebhookSecret, async ({ params, request }) => ({
    secret: await renewSecret(services, about(request, params, 'FULL')),
  }))
}

interface About {
  caller: Caller
  id: string
}

function about(request: FastifyRequest, { id }: { id: string }, needed: 'READ' | 'FULL'): About {
  return { caller: demand(request, webhook, needed), id }
}

/** The test is sent at once, not queued: the person waits for the answer. */
async function sendTest(services: CallServices, deps: CallDeps, { caller, id }: About): Promise<WebhookCall> {
  const { firmId } = caller
  const now = deps.now?.() ?? new Date()
  const due = await withFirmWrite(services.database, firmId, async (trx) => {
    const row = await getWebhook(trx, { caller, id })
    const [callId = ''] = await insertCalls(trx, firmId, [
      { webhookId: id, payload: testPayload(id, now), status: 'sending' },
    ])
    await tellLog(trx, { caller, row, sentence: `A test was sent to the webhook "${row.name}".` })
    return claimCallNow(trx, services, { firmId, id: callId })
  })
  if (!due) throw new ApiError('not_found')
  await makeCallNow(services, due, deps)
  const call = await withFirm(services.database, firmId, (trx) => getCall(trx, { firmId, webhookId: id, id: due.id }))
  return callJson(call, { type: due.type, consoleUrl: await consoleUrlOf(services, firmId), role: caller.role })
}

function testPayload(id: string, now: Date): Payload {
  return {
    ...{ event: 'webhook.test', occurredAt: now.toISOString(), entity: 'webhook', entityId: id },
    ...{ sentence: 'This is a test; nothing happened.', path: '/webhooks', facts: {} },
  }
}

async function pageOfCalls(
  services: CallServices,
  { caller, id }: About,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<WebhookCallPage> {
  const { firmId } = caller
  const consoleUrl = await consoleUrlOf(services, firmId)
  return withFirm(services.database, firmId, async (trx) => {
    const row = await getWebhook(trx, { caller, id })
    const calls = await listCalls(trx, { firmId, webhookId: id, before: cursor, limit: limit + 1 })
    const as = { type: row.webhookType as WebhookType, consoleUrl, role: caller.role }
    const page = calls.slice(0, limit)
    const next = calls.length > limit ? (page.at(-1)?.id ?? null) : null
    return { calls: page.map((call) => callJson(call, as)), next }
  })
}

async function replay(
  { database, jobs }: CallServices,
  { caller, id, callId }: About & { callId: string },
): Promise<string> {
  const { firmId } = caller
  return withFirmWrite(database, firmId, async (trx) => {
    const row = await getWebhook(trx, { caller, id })
    const call = await getCall(trx, { firmId, webhookId: id, id: callId })
    if (row.isActive === false)
      throw new ApiError('wrong_state', { sentence: 'This webhook is inactive. Activate it first.' })
    const { payload, messageId } = call
    const [made = ''] = await insertCalls(trx, firmId, [{ webhookId: id, payload, messageId }])
    await jobs.enqueue(trx, 'webhook', [{ firmId, id: made }])
    await tellLog(trx, { caller, row, sentence: `${call.event} was sent to the webhook "${row.name}" again.` })
    return made
  })
}

async function renewSecret({ database, secrets }: CallServices, { caller, id }: About): Promise<string> {
  const { firmId } = caller
  if (fieldAccess(webhook, 'signingSecret', caller.role) !== 'FULL') throw new ApiError('forbidden')
  const secret = makeSigningSecret()
  await withFirmWrite(database, firmId, async (trx) => {
    await getWebhook(trx, { caller, id })
    const says = (name: string) => ({ sentence: `A new signing secret was created for the webhook "${name}".` })
    const change = { kind: 'update', id, input: { signingSecret: secret }, says } as const
    await writeRow(trx, webhook, change, { ...caller, box: secrets })
  })
  return secret
}

/** Throws `forbidden` for someone whom a wall excludes from what the calls may reveal. */
async function getWebhook(trx: Trx, { caller, id }: About): Promise<AnyRow> {
  const sentence = await whyNoPrograms(trx, caller)
  if (sentence) throw new ApiError('forbidden', { sentence })
  return getRow(trx, webhook, { ...caller, id })
}

async function getCall(trx: Trx, key: Parameters<typeof findCall>[1]): Promise<LoggedCall> {
  const call = await findCall(trx, key)
  if (!call) throw new ApiError('not_found')
  return call
}

async function tellLog(
  trx: Trx,
  { caller, row, sentence }: { caller: Caller; row: AnyRow; sentence: string },
): Promise<void> {
  await recordEvent(trx, {
    ...{ firmId: caller.firmId, level: 'AUDIT', type: 'webhook submitted', sentence, userId: caller.userId },
    ...{ entity: webhook.name, entityId: String(row.id), recordTitle: String(row.name) },
  })
}

/** A call as the role may see it. A receiver may have answered with the call's own content. */
function callJson(
  call: LoggedCall,
  { type, consoleUrl, role }: { type: WebhookType; consoleUrl: string; role: Role },
): WebhookCall {
  const payload = payloadFor(call.payload, sightOf(role))
  const isWhole = JSON.stringify(payload) === JSON.stringify(call.payload)
  return {
    id: call.id,
    messageId: messageName(call.messageId),
    event: call.event,
    payloadVersion,
    body: payload ? bodyOf(payload, { type, messageId: call.messageId, consoleUrl }) : '',
    status: call.status,
    sentence: call.sentence,
    attempts: call.attempts,
    createdAt: call.createdAt.toISOString(),
    calledAt: call.calledAt?.toISOString() ?? null,
    nextTryAt: call.nextTryAt?.toISOString() ?? null,
    durationMs: call.durationMs,
    requestHeaders: call.requestHeaders,
    answerStatus: call.answerStatus,
    answer: isWhole ? call.answer : null,
  }
}
