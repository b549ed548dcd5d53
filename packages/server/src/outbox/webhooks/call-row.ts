import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { statement } from '../../base/db/statement.ts'
import type { Payload, WebhookType } from '../../records/happenings/payload.ts'
import { type AmongOthers, alikeAmongOthers, leased, mayBeBegun, unleased } from '../lease.ts'
import { mayEnd } from '../may-end.ts'

interface Key {
  firmId: number
  id: string
}

/** A call to be made now, with its webhook. */
export interface DueCall extends Key {
  webhookId: string
  messageId: string
  payload: Payload
  attempts: number
  begun: number
  name: string
  url: string
  type: WebhookType
  isActive: boolean
  secret: Uint8Array | null
}

/**
 * Claims a call; undefined if it was made, given up or deleted in the meantime, or is left to the process making it.
 */
export const startCall = statement<Key & AmongOthers, DueCall, DueCall | undefined>({
  columns: 'id uuid',
  row: ({ id }) => ({ id }),
  alike: alikeAmongOthers,
  write: ({ firmId, rows, every, questions: [others] }) => sql`
    with due as (
      update webhook_calls set status = 'sending', attempts = attempts + 1, updated_at = now(), ${leased(others?.lease)}
      where firm_id = ${firmId} and id = any(${every('id')}::uuid[]) and ${mayBeBegun(others)}
      returning id, webhook_id, message_id, payload, attempts, begun
    )
    select r.n, ${firmId}::integer as "firmId", d.id, d.webhook_id as "webhookId", d.message_id as "messageId", d.payload,
      d.attempts, d.begun, w.name, w.url, w.webhook_type as type, w.is_active as "isActive", w.signing_secret as secret
    from due d join ${rows} using (id) join webhooks w on w.firm_id = ${firmId} and w.id = d.webhook_id`,
  answer: ([row]) => row,
})

/** An attempt as the log shows it. */
export interface CallAttempt {
  calledAt: Date
  durationMs: number
  requestHeaders: Readonly<Record<string, string>>
  answerStatus: number | null
  answer: string | null
}

export interface CallEnd {
  status: 'waiting' | 'sent' | 'failed'
  sentence: string
  nextTryAt: Date | null
  /** Undefined if nothing was sent: that doesn't count as an attempt and leaves the log of the last one. */
  tried: CallAttempt | undefined
}

/**
 * Records the result of an attempt. Returns false if that was already done, the call no longer exists, or another process
 * has begun the next attempt and the receiver didn't accept this one.
 */
export const endCall = statement<{ key: Key & { begun: number }; firmId: number; end: CallEnd }, object, boolean>({
  columns: `id uuid, begun int, status text, sentence text, "nextTryAt" timestamptz, "calledAt" timestamptz, "durationMs" int,
    "requestHeaders" jsonb, "answerStatus" int, answer text`,
  row: ({ key: { id, begun }, end: { tried, ...end } }) => ({
    ...{ ...end, id, begun, sentence: end.sentence.slice(0, 1000), nextTryAt: end.nextTryAt?.toISOString() ?? null },
    ...(tried && { ...tried, calledAt: tried.calledAt.toISOString() }),
  }),
  write: ({ firmId, rows, every }) => sql`
    update webhook_calls c set status = r.status, sentence = r.sentence, next_try_at = r."nextTryAt", updated_at = now(),
      ${unleased},
      attempts = c.attempts - case when r."calledAt" is null then 1 else 0 end,
      called_at = coalesce(r."calledAt", c.called_at), duration_ms = coalesce(r."durationMs", c.duration_ms),
      request_headers = coalesce(r."requestHeaders", c.request_headers),
      answer_status = case when r."calledAt" is null then c.answer_status else r."answerStatus" end,
      answer = case when r."calledAt" is null then c.answer else r.answer end
    from ${rows}
    where c.firm_id = ${firmId} and c.id = any(${every('id')}::uuid[]) and c.id = r.id and ${mayEnd('c')}
    returning r.n`,
  answer: (rows) => rows.length > 0,
})

/** A call as the log shows it. */
export interface LoggedCall {
  id: string
  messageId: string
  event: string
  payloadVersion: string
  payload: Payload
  status: 'waiting' | 'sending' | 'sent' | 'failed'
  attempts: number
  createdAt: Date
  calledAt: Date | null
  nextTryAt: Date | null
  durationMs: number | null
  requestHeaders: Readonly<Record<string, string>>
  answerStatus: number | null
  answer: string | null
  sentence: string | null
}

/** Returns a webhook's calls, newest first; with `before`, only those before that call. */
export async function listCalls(
  trx: Trx,
  {
    firmId,
    webhookId,
    before,
    limit,
  }: { firmId: number; webhookId: string; before?: string | undefined; limit: number },
): Promise<readonly LoggedCall[]> {
  const { rows } = await sql<LoggedCall>`
    select ${loggedColumns} from webhook_calls
    where firm_id = ${firmId} and webhook_id = ${webhookId}::uuid
      ${before === undefined ? sql`` : sql`and id < ${before}::uuid`}
    order by id desc limit ${limit}`.execute(trx)
  return rows
}

export async function findCall(
  trx: Trx,
  { firmId, webhookId, id }: Key & { webhookId: string },
): Promise<LoggedCall | undefined> {
  const { rows } = await sql<LoggedCall>`
    select ${loggedColumns} from webhook_calls
    where firm_id = ${firmId} and webhook_id = ${webhookId}::uuid and id = ${id}::uuid`.execute(trx)
  return rows[0]
}

const loggedColumns = sql`id, message_id as "messageId", event, payload_version as "payloadVersion", payload, status,
  attempts, created_at as "createdAt", called_at as "calledAt", next_try_at as "nextTryAt", duration_ms as "durationMs",
  request_headers as "requestHeaders", answer_status as "answerStatus", answer, sentence`

/**
 * Stores the sealed secret of a webhook that has none; an existing one stays. Returns the stored one. No one entered it,
 * so it isn't logged, and is no new version either: someone editing the webhook has no conflict with it.
 */
export async function keepSecret(
  trx: Trx,
  { firmId, id, sealed }: Key & { sealed: Uint8Array },
): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ secret: Uint8Array }>`
    update webhooks set signing_secret = coalesce(signing_secret, ${Buffer.from(sealed)}::bytea)
    where firm_id = ${firmId} and id = ${id}::uuid returning signing_secret as secret`.execute(trx)
  return rows[0]?.secret
}

/** Calls are kept for 30 days. */
export async function forgetOldCalls(database: Database): Promise<void> {
  await withSystem(database, (trx) =>
    sql`delete from webhook_calls where created_at < now() - interval '30 days'`.execute(trx),
  )
}
