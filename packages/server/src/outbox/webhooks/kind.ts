import { webhook } from '@courtcrier/contract/resources/webhook.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { openTurns, shareOfSlow, type TurnLimits, type Turns } from '@courtcrier/lib/turns.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { JobData } from '../../base/db/job.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import { consoleUrlOf } from '../../base/firm-url.ts'
import type { Services } from '../../base/services.ts'
import { recordEvent } from '../../records/audit.ts'
import { bodyOf } from '../../records/happenings/payload.ts'
import { programScope } from '../../records/viewer.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import { type PostOptions, type PostResult, postCall } from '../../retrieval/post-call.ts'
import { openHolding } from '../lease.ts'
import { type End, type Kind, type Performed, performNow } from '../run.ts'
import { type CallAttempt, type DueCall, endCall, keepSecret, startCall } from './call-row.ts'
import { directedCall } from './directed-call.ts'
import { reachOf } from './reach.ts'
import { makeSigningSecret, redactHeaders, signatureHeaders } from './sign.ts'

export type CallServices = Pick<Services, 'database' | 'jobs' | 'secrets' | 'config' | 'log'>

/** How calls are made; tests can replace the clock and the network. */
export interface CallDeps extends Partial<PostOptions> {
  now?: () => Date
}

/** Facts recorded with a call's status. */
interface Note {
  /** Undefined if nothing was sent. */
  tried?: CallAttempt
  /** By the caller's clock. */
  endedAt: Date
  isGone?: boolean
}

/** A call with what was checked when it was claimed. */
interface ClaimedCall extends DueCall {
  /** Why it isn't sent. */
  heldBack?: string
  /** Whether it may be sent isn't known before its notice has been read. */
  isEarly?: true
  /** A person is waiting for the answer, so even a deactivated webhook is called. */
  isAskedFor?: boolean
}

export const callConcurrency = 48
/** Half of the concurrency for a firm's webhooks, so that other firms get theirs whatever its receivers do. */
export const callTurns: TurnLimits = { mostTogether: 4, mostOfFirm: 24, ...shareOfSlow(callConcurrency) }

/**
 * Calls to the firm's webhooks, a few at a time for each: calls beyond that are put back until it is their turn. Calls
 * wait for receivers, not for the processor; however many receivers hang, others get their calls.
 */
export function callKind(
  services: CallServices,
  { turns = openTurns(callTurns, services.database.outage), ...deps }: CallDeps & { turns?: Turns } = {},
): Kind<ClaimedCall, Note> {
  const holding = openHolding(services, callRows)
  return {
    queue: 'webhook',
    rows: { table: 'webhook_calls', statuses: ['waiting', 'sending'] },
    concurrency: callConcurrency,
    on: services,
    leavesToOthers: holding.leavesToOthers,
    claim: async (trx, key) => {
      const due = await startCall(trx, { ...key, ...holding.amongOthers() })
      return due && { ...due, ...(await directedCall(trx, due)) }
    },
    inTurn: {
      turns,
      destination: ({ webhookId }) => webhookId,
      waiting: () => ({ later: waitsForTurn, note: { endedAt: new Date() } }),
    },
    perform: async (call) => {
      const endedAt = deps.now?.() ?? new Date()
      if (call.isEarly) return { later: waitsForReading, waitMs: readingMs, note: { endedAt } }
      // It stays in the webhook's log and can be sent again from there.
      if (call.heldBack) return { failed: call.heldBack, note: { endedAt } }
      return holding.during(call, () => makeCall(services, call, deps))
    },
    record: (trx, call, end) => record(trx, call, { end, box: services.secrets }),
    nextTry: waitAfter,
  }
}

const waitsForReading =
  'Waiting until the notice has been read, since an ethical wall may hide it from the user who made this webhook.'
/** Reading one takes no longer, unless name servers don't answer. */
const readingMs = 5000
const waitsForTurn = `Waiting for its turn: a webhook gets up to ${callTurns.mostTogether} calls at a time.`

const callRows = { table: 'webhook_calls', status: 'sending' }

/** Claims a call that this process has just recorded, which no other one begins while the person waits. */
export function claimCallNow(trx: Trx, services: CallServices, key: JobData): Promise<DueCall | undefined> {
  return startCall(trx, { ...key, ...openHolding(services, callRows).amongOthers() })
}

/** Makes a claimed call while a person waits for the answer: immediately, and only once. */
export async function makeCallNow(services: CallServices, call: DueCall, deps: CallDeps): Promise<void> {
  const kind = callKind(services, deps)
  const claimed = { ...call, isAskedFor: true as const }
  await performNow(kind, claimed, (run) => withFirm(services.database, call.firmId, run))
}

async function makeCall(
  services: CallServices,
  call: ClaimedCall,
  { now = () => new Date(), ...post }: CallDeps,
): Promise<Performed<Note>> {
  const calledAt = now()
  const start = performance.now()
  const { headers, result } = await postSigned(services, call, { now: calledAt, post })
  const answered = result.outcome === 'answered' ? result : undefined
  const note = {
    endedAt: now(),
    isGone: answered?.status === 410,
    tried: {
      calledAt,
      durationMs: Math.round(performance.now() - start),
      requestHeaders: redactHeaders(headers),
      answerStatus: answered?.status ?? null,
      answer: answered?.answer ?? null,
    },
  }
  const sentence = sentenceOf(result)
  if (answered && answered.status >= 200 && answered.status < 300) return { done: sentence, note }
  if (result.outcome === 'refused' || note.isGone) return { failed: sentence, note }
  return { retry: sentence, retryAfterMs: Math.min(answered?.retryAfterMs ?? 0, mostRetryAfter), note }
}

async function postSigned(
  services: CallServices,
  call: ClaimedCall,
  { now, post }: { now: Date; post: Partial<PostOptions> },
): Promise<{ headers: Readonly<Record<string, string>>; result: PostResult }> {
  if (!call.isActive && !call.isAskedFor)
    return { headers: {}, result: { outcome: 'refused', sentence: 'The webhook is inactive, so it was not called.' } }
  const body = bodyOf(call.payload, { ...call, consoleUrl: await consoleUrlOf(services, call.firmId) })
  const secret = await secretOf(services, call)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Courtcrier',
    ...signatureHeaders(body, { type: call.type, secret, messageId: call.messageId, now }),
  }
  const options = { mayReach: reachOf(services.config.privateWebhooks), ...post }
  return { headers, result: await postCall(call.url, { body, headers }, options) }
}

/** A webhook that was saved without a secret gets one before its first call: nothing is sent unsigned. */
async function secretOf({ database, secrets }: CallServices, call: DueCall): Promise<string> {
  const { firmId, webhookId, secret } = call
  const destination = destinationOf(webhook, { url: call.url, webhookType: call.type })
  if (secret) return secrets.open(secret, destination)
  const made = makeSigningSecret()
  const sealed = secrets.seal(made, destination)
  const kept = await withFirm(database, firmId, (trx) => keepSecret(trx, { firmId, id: webhookId, sealed }))
  return kept ? secrets.open(kept, destination) : made
}

function sentenceOf(result: PostResult): string {
  if (result.outcome !== 'answered') return result.sentence
  const { status } = result
  if (status >= 200 && status < 300) return `The receiver accepted it (${status}).`
  if (status === 410) return 'The receiver wants no more calls (410), so the webhook was deactivated.'
  if (status >= 300 && status < 400) return `The receiver answered with a redirect (${status}), which is not followed.`
  return `The receiver refused it (${status}).`
}

const statuses = { done: 'sent', waiting: 'waiting', failed: 'failed' } as const

async function record(trx: Trx, call: DueCall, { end, box }: { end: End<Note>; box: SecretBox }): Promise<boolean> {
  const { firmId } = call
  const { status, sentence, waitMs, note } = end
  const nextTryAt = waitMs === undefined ? null : new Date(note.endedAt.getTime() + waitMs)
  const written = { status: statuses[status], sentence, nextTryAt, tried: note.tried }
  if (!(await endCall(trx, { key: call, firmId, end: written }))) return false
  if (status === 'failed' && (call.isActive || note.tried?.answerStatus != null)) await tellFailure(trx, call, sentence)
  if (note.isGone) await deactivate(trx, call, box)
  return true
}

async function deactivate(trx: Trx, { firmId, webhookId }: DueCall, box: SecretBox): Promise<void> {
  const says = (name: string) => ({
    sentence: `The webhook "${name}" was deactivated, because its receiver wants no more calls (410).`,
  })
  const change = { kind: 'update', id: webhookId, input: { isActive: false }, says } as const
  await writeRow(trx, webhook, change, { ...programScope(firmId), box })
}

async function tellFailure(trx: Trx, { firmId, webhookId, name, payload }: DueCall, sentence: string): Promise<void> {
  await recordEvent(trx, {
    firmId,
    level: 'ERROR',
    type: 'webhook submission failure',
    sentence: `The webhook "${name}" wasn't notified of ${payload.event}. ${sentence}`,
    entity: 'webhook',
    entityId: webhookId,
    recordTitle: name,
  })
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits between attempts, as Standard Webhooks recommends: ten attempts over three days. In milliseconds. */
const waits: readonly number[] = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
]

/** Milliseconds until the next attempt after this many; undefined when a call is given up. */
function waitAfter(attempts: number): number | undefined {
  return waits[attempts - 1]
}

/** A receiver may ask for more time, but no more than this, in milliseconds. */
const mostRetryAfter = 24 * hour
