import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../auth/caller.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { boundBox } from '../base/db/rows.ts'
import { getRow } from '../resources/store.ts'
import { whyNoPrograms } from '../resources/wall-reach.ts'
import { findCall, keepSecret, type LoggedCall, listCalls, startCall } from '../webhooks/call-row.ts'
import { bodyOf, messageName, type Payload, payloadVersion, type WebhookType } from '../webhooks/payload.ts'
import { insertCalls } from '../webhooks/record-calls.ts'
import { type CallDeps, type CallServices, makeCall } from '../webhooks/run-call.ts'
import { makeSigningSecret } from '../webhooks/sign.ts'
import { recordEvent } from './audit.ts'
import { demand } from './resources.ts'
import { webhookOperations as operations } from './webhook-operations.ts'

/** A webhook's calls: the log of them, a test, sending one again, and a secret to sign them with. */
export function webhookRoutes(api: FastifyInstance, services: CallServices, deps: CallDeps = {}): void {
  api.post('/webhook/:id/test', { config: { operation: operations.test } }, async (request) =>
    sendTest(services, deps, about(request, 'FULL')),
  )
  api.get('/webhook/:id/calls', { config: { operation: operations.calls } }, async (request) =>
    pageOfCalls(services, request, about(request, 'READ')),
  )
  api.post(
    '/webhook/:id/calls/:callId/replay',
    { config: { operation: operations.replay } },
    async (request, reply) => {
      const { callId } = request.params as { callId: string }
      return reply.code(201).send({ id: await replay(services, { ...about(request, 'FULL'), callId }) })
    },
  )
  api.post('/webhook/:id/secret', { config: { operation: operations.secret } }, async (request, reply) =>
    reply.code(201).send({ secret: await renewSecret(services, about(request, 'FULL')) }),
  )
}

interface About {
  caller: Caller
  id: string
}

function about(request: FastifyRequest, needed: 'READ' | 'FULL'): About {
  const caller = demand(request, webhook, needed)
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw new ApiError('not_found')
  return { caller, id }
}

/** The test is made at once, not queued: whoever asks waits for the answer. */
async function sendTest(services: CallServices, deps: CallDeps, { caller, id }: About): Promise<AnyRow> {
  const { firmId } = caller
  const now = deps.now?.() ?? new Date()
  const due = await withFirm(services.database, firmId, async (trx) => {
    const row = await getWebhook(trx, { caller, id })
    const [callId = ''] = await insertCalls(trx, firmId, [
      { webhookId: id, payload: testPayload(id, now), status: 'sending' },
    ])
    await tellLog(trx, { caller, row, sentence: `A test was sent to the webhook "${row.name}".` })
    return startCall(trx, { firmId, id: callId })
  })
  if (!due) throw new ApiError('not_found')
  await makeCall(services, due, { ...deps, isLast: true })
  const call = await withFirm(services.database, firmId, (trx) => getCall(trx, { firmId, webhookId: id, id: due.id }))
  return callJson(call, { type: due.type, publicUrl: services.config.publicUrl })
}

function testPayload(id: string, now: Date): Payload {
  return {
    ...{ event: 'webhook.test', occurredAt: now.toISOString(), entity: 'webhook', entityId: id },
    ...{ sentence: 'This is a test; nothing happened.', path: '/webhooks', facts: {} },
  }
}

async function pageOfCalls(services: CallServices, request: FastifyRequest, { caller, id }: About): Promise<AnyRow> {
  const { before, limit } = readPage(request)
  const { firmId } = caller
  return withFirm(services.database, firmId, async (trx) => {
    const row = await getWebhook(trx, { caller, id })
    const calls = await listCalls(trx, { firmId, webhookId: id, before, limit: limit + 1 })
    const as = { type: row.webhookType as WebhookType, publicUrl: services.config.publicUrl }
    return { calls: calls.slice(0, limit).map((call) => callJson(call, as)), has_more: calls.length > limit }
  })
}

function readPage(request: FastifyRequest): { before?: string; limit: number } {
  const { before, limit = '25' } = request.query as Readonly<Record<string, string | undefined>>
  const problems = [
    ...(before === undefined || isUuid(before) ? [] : [{ field: 'before', code: 'not_reference' }]),
    ...(/^([1-9]\d?|100)$/.test(limit) ? [] : [{ field: 'limit', code: 'too_large:100' }]),
  ]
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return { limit: Number(limit), ...(before === undefined ? {} : { before }) }
}

async function replay(
  { database, jobs }: CallServices,
  { caller, id, callId }: About & { callId: string },
): Promise<string> {
  const { firmId } = caller
  if (!isUuid(callId)) throw new ApiError('not_found')
  return withFirm(database, firmId, async (trx) => {
    const row = await getWebhook(trx, { caller, id })
    const call = await getCall(trx, { firmId, webhookId: id, id: callId })
    if (row.isActive === false)
      throw new ApiError('wrong_state', { sentence: 'This webhook is out of use. Put it in use again first.' })
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
  await withFirm(database, firmId, async (trx) => {
    const row = await getWebhook(trx, { caller, id })
    await keepSecret(trx, { firmId, id, sealed: boundBox(webhook, row, secrets).seal(secret), replaces: true })
    await tellLog(trx, { caller, row, sentence: `A new signing secret was made for the webhook "${row.name}".` })
    await announce(trx, { firmId, entity: webhook.name, ids: [id] })
  })
  return secret
}

/** Throws `forbidden` for whom a wall keeps out of what the calls may tell. */
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

function callJson(call: LoggedCall, { type, publicUrl }: { type: WebhookType; publicUrl: string }): AnyRow {
  return {
    id: call.id,
    message_id: messageName(call.messageId),
    event: call.event,
    payload_version: payloadVersion,
    body: bodyOf(call.payload, { type, messageId: call.messageId, publicUrl }),
    status: call.status,
    sentence: call.sentence,
    attempts: call.attempts,
    created_at: call.createdAt.toISOString(),
    called_at: call.calledAt?.toISOString() ?? null,
    next_try_at: call.nextTryAt?.toISOString() ?? null,
    duration_ms: call.durationMs,
    request_headers: call.requestHeaders,
    answer_status: call.answerStatus,
    answer: call.answer,
  }
}
