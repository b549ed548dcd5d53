import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { recordEvent } from '../api/audit.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { ClaimedJob } from '../base/db/job.ts'
import { untilWritten } from '../base/db/patience.ts'
import type { Services } from '../base/services.ts'
import {
  type CallEnd,
  type DueCall,
  endCall,
  giveUpCall,
  keepSecret,
  postponeCall,
  startCall,
  turnOff,
} from './call-row.ts'
import { forgetWanted } from './happenings.ts'
import { isMakerWalledOff } from './maker.ts'
import { bodyOf } from './payload.ts'
import { type PostOptions, type PostResult, postCall } from './post-call.ts'
import { reachOf } from './reach.ts'
import { nextTry } from './schedule.ts'
import { makeSigningSecret, redactHeaders, signatureHeaders } from './sign.ts'
import { mostTogether, type Turn, type Turns } from './turns.ts'

export type CallServices = Pick<Services, 'database' | 'jobs' | 'secrets' | 'config'>

/** How calls are made; the clock and the network of a test can take the place of the real ones. */
export interface CallDeps extends Partial<PostOptions> {
  now?: () => Date
}

/**
 * Makes one call: takes it, posts it, records what came of it and when it is tried again. Where turns are taken, one
 * whose receiver has all the calls it gets is put back into the queue.
 */
export async function runCall(
  services: CallServices,
  job: ClaimedJob,
  { turns, ...deps }: CallDeps & { turns?: Turns } = {},
): Promise<void> {
  let turn: Turn | undefined
  try {
    const call = await withFirm(services.database, job.data.firmId, async (trx) => {
      const due = await startCall(trx, job.data)
      if (due && (await isMakerWalledOff(trx, due))) {
        await holdBack(trx, due)
        return undefined
      }
      const taken = due && turns?.take(due.webhookId, String(due.firmId))
      if (!taken || 'end' in taken) {
        turn = taken
        return due
      }
      await putBack(services, trx, { call: due, waitMs: taken.waitMs })
      return undefined
    })
    if (call) await makeCall(services, call, { ...deps, isLast: false })
  } finally {
    turn?.end()
  }
}

/** It stays in the webhook's log, from where it can be sent again. */
async function holdBack(trx: Trx, call: DueCall): Promise<void> {
  await giveUpCall(trx, call, heldBack)
  await tellFailure(trx, call, heldBack)
}

const heldBack =
  'Not sent: an ethical wall keeps whoever set up the address of this webhook out of the record. Someone no wall keeps out can send it again once the wall is lifted, or enter the address anew.'

async function putBack(
  { jobs }: CallServices,
  trx: Trx,
  { call, waitMs }: { call: DueCall; waitMs: number },
): Promise<void> {
  const { firmId, id } = call
  const sentence = `It waits for its turn: a webhook gets up to ${mostTogether} calls at a time.`
  await postponeCall(trx, { firmId, id }, { sentence, waitMs })
  await jobs.enqueue(trx, 'webhook', [{ firmId, id }], { afterMs: waitMs })
}

/** Makes a call that was taken. One that `isLast` is not tried again, for a person waits for the answer. */
export async function makeCall(
  services: CallServices,
  call: DueCall,
  { now = () => new Date(), isLast, ...post }: CallDeps & { isLast: boolean },
): Promise<CallEnd> {
  const calledAt = now()
  const start = performance.now()
  const { headers, result } = await postSigned(services, call, { now: calledAt, isLast, post })
  const tried = {
    calledAt,
    durationMs: Math.round(performance.now() - start),
    requestHeaders: redactHeaders(headers),
    answerStatus: result.outcome === 'answered' ? result.status : null,
    answer: result.outcome === 'answered' ? result.answer : null,
  }
  const end = { ...tried, ...verdictOf(call, result, { now: now(), isLast }) }
  await untilWritten(
    () => withFirm(services.database, call.firmId, (trx) => record(services, trx, { call, end, result })),
    () => isLast,
  )
  return end
}

async function postSigned(
  services: CallServices,
  call: DueCall,
  { now, isLast, post }: { now: Date; isLast: boolean; post: Partial<PostOptions> },
): Promise<{ headers: Readonly<Record<string, string>>; result: PostResult }> {
  if (!call.isActive && !isLast)
    return { headers: {}, result: { outcome: 'refused', sentence: 'The webhook is out of use, so it was not called.' } }
  const body = bodyOf(call.payload, { ...call, publicUrl: services.config.publicUrl })
  const secret = await secretOf(services, call)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Courtcrier',
    ...signatureHeaders(body, { type: call.type, secret, messageId: call.messageId, now }),
  }
  const options = { mayReach: reachOf(services.config.privateWebhooks), ...post }
  return { headers, result: await postCall(call.url, { body, headers }, options) }
}

/** A webhook that was saved without a secret gets one before its first call: nothing leaves unsigned. */
async function secretOf({ database, secrets }: CallServices, call: DueCall): Promise<string> {
  const { firmId, webhookId, secret } = call
  const destination = destinationOf(webhook, { url: call.url, webhookType: call.type })
  if (secret) return secrets.open(secret, destination)
  const made = makeSigningSecret()
  const sealed = secrets.seal(made, destination)
  const kept = await withFirm(database, firmId, (trx) =>
    keepSecret(trx, { firmId, id: webhookId, sealed, replaces: false }),
  )
  return kept ? secrets.open(kept, destination) : made
}

function verdictOf(
  { attempts }: DueCall,
  result: PostResult,
  { now, isLast }: { now: Date; isLast: boolean },
): Pick<CallEnd, 'status' | 'sentence' | 'nextTryAt'> {
  const sentence = sentenceOf(result)
  if (result.outcome === 'answered' && result.status >= 200 && result.status < 300)
    return { status: 'sent', sentence, nextTryAt: null }
  const isFinal = isLast || result.outcome === 'refused' || isGone(result)
  const retryAfterMs = result.outcome === 'answered' ? result.retryAfterMs : undefined
  const nextTryAt = isFinal ? undefined : nextTry(attempts, { now, retryAfterMs })
  if (nextTryAt) return { status: 'waiting', sentence, nextTryAt }
  const tries = attempts > 1 ? ` Given up after ${attempts} tries.` : ''
  return { status: 'failed', sentence: `${sentence}${tries}`, nextTryAt: null }
}

function isGone(result: PostResult): boolean {
  return result.outcome === 'answered' && result.status === 410
}

function sentenceOf(result: PostResult): string {
  if (result.outcome !== 'answered') return result.sentence
  const { status } = result
  if (status >= 200 && status < 300) return `The receiver took it (${status}).`
  if (status === 410) return 'The receiver wants no more calls (410), so the webhook was taken out of use.'
  if (status >= 300 && status < 400) return `The receiver answered with a redirect (${status}), which is not followed.`
  return `The receiver refused it (${status}).`
}

async function record(
  services: CallServices,
  trx: Trx,
  { call, end, result }: { call: DueCall; end: CallEnd; result: PostResult },
): Promise<void> {
  const { firmId, id, webhookId } = call
  if (!(await endCall(trx, { firmId, id }, end))) return
  if (end.nextTryAt) {
    const afterMs = Math.max(0, end.nextTryAt.getTime() - Date.now())
    await services.jobs.enqueue(trx, 'webhook', [{ firmId, id }], { afterMs })
  }
  if (end.status === 'failed' && (call.isActive || end.answerStatus !== null))
    await tellFailure(trx, call, end.sentence)
  if (!isGone(result) || !(await turnOff(trx, { firmId, id: webhookId }))) return
  forgetWanted(trx, firmId)
  await announce(trx, { firmId, entity: 'webhook', ids: [webhookId] })
}

async function tellFailure(trx: Trx, { firmId, webhookId, name, payload }: DueCall, sentence: string): Promise<void> {
  await recordEvent(trx, {
    firmId,
    level: 'ERROR',
    type: 'webhook submission failure',
    sentence: `The webhook "${name}" was not told of ${payload.event}. ${sentence}`,
    entity: 'webhook',
    entityId: webhookId,
    recordTitle: name,
  })
}
