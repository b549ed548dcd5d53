import { sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { nextVersion } from '../base/db/row-version.ts'
import type { Payload, WebhookType } from './payload.ts'

interface Key {
  firmId: number
  id: string
}

/** A call that is to be made now, with the webhook that it is for. */
export interface DueCall extends Key {
  webhookId: string
  messageId: string
  payload: Payload
  attempts: number
  name: string
  url: string
  type: WebhookType
  isActive: boolean
  secret: Uint8Array | null
}

/** Takes a call to be made; undefined when it was made, given up or deleted meanwhile. */
export async function startCall(trx: Trx, { firmId, id }: Key): Promise<DueCall | undefined> {
  const { rows } = await sql<DueCall>`
    with due as (
      update webhook_calls set status = 'sending', attempts = attempts + 1, updated_at = now()
      where firm_id = ${firmId} and id = ${id}::uuid and status in ('waiting', 'sending')
      returning id, webhook_id, message_id, payload, attempts
    )
    select ${firmId}::integer as "firmId", d.id, d.webhook_id as "webhookId", d.message_id as "messageId", d.payload,
      d.attempts, w.name, w.url, w.webhook_type as type, w.is_active as "isActive", w.signing_secret as secret
    from due d join webhooks w on w.firm_id = ${firmId} and w.id = d.webhook_id`.execute(trx)
  return rows[0]
}

/** Puts back a call that was taken and not made: it counts as no try. */
export async function postponeCall(
  trx: Trx,
  { firmId, id }: Key,
  { sentence, waitMs }: { sentence: string; waitMs: number },
): Promise<void> {
  await sql`
    update webhook_calls set status = 'waiting', attempts = attempts - 1, sentence = ${sentence},
      next_try_at = now() + make_interval(secs => ${waitMs / 1000}::float8), updated_at = now()
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

/** Ends a call that was taken and is not to be made. */
export async function giveUpCall(trx: Trx, { firmId, id }: Key, sentence: string): Promise<void> {
  await sql`
    update webhook_calls set status = 'failed', attempts = attempts - 1, sentence = ${sentence}, next_try_at = null,
      updated_at = now() where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

/** What a try came to. */
export interface CallEnd {
  status: 'waiting' | 'sent' | 'failed'
  sentence: string
  nextTryAt: Date | null
  calledAt: Date
  durationMs: number
  requestHeaders: Readonly<Record<string, string>>
  answerStatus: number | null
  answer: string | null
}

/** Writes down what a try came to. Gives false when that was done, or the call is no longer there. */
export async function endCall(trx: Trx, { firmId, id }: Key, end: CallEnd): Promise<boolean> {
  const { rows } = await sql`
    update webhook_calls set status = ${end.status}, sentence = ${end.sentence.slice(0, 1000)},
      next_try_at = ${end.nextTryAt?.toISOString() ?? null}::timestamptz, called_at = ${end.calledAt.toISOString()}::timestamptz,
      duration_ms = ${end.durationMs}::integer, request_headers = ${JSON.stringify(end.requestHeaders)}::text::jsonb,
      answer_status = ${end.answerStatus}::integer,
      answer = ${end.answer?.toWellFormed().replaceAll('\0', '') ?? null}, updated_at = now()
    where firm_id = ${firmId} and id = ${id}::uuid and status = 'sending' returning id`.execute(trx)
  return rows.length > 0
}

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

/** Calls of a webhook, the newest first; those before a call when one is named. */
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

/** Takes a webhook out of use; gives false when it was so already. */
export async function turnOff(trx: Trx, { firmId, id }: Key): Promise<boolean> {
  const { rows } = await sql`
    update webhooks t set is_active = false, updated_at = ${nextVersion}
    where firm_id = ${firmId} and id = ${id}::uuid and is_active returning id`.execute(trx)
  return rows.length > 0
}

/** Gives a webhook a sealed secret; one that has a secret by now keeps it unless it is to be replaced. Gives the kept one. */
export async function keepSecret(
  trx: Trx,
  { firmId, id, sealed, replaces }: Key & { sealed: Uint8Array; replaces: boolean },
): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ secret: Uint8Array }>`
    update webhooks t set signing_secret = case when ${replaces}::boolean then ${Buffer.from(sealed)}::bytea
        else coalesce(signing_secret, ${Buffer.from(sealed)}::bytea) end,
      -- Whoever edits the webhook meanwhile is not told that somebody changed it when nobody did.
      updated_at = case when ${replaces}::boolean then ${nextVersion} else updated_at end
    where firm_id = ${firmId} and id = ${id}::uuid returning signing_secret as secret`.execute(trx)
  return rows[0]?.secret
}

/** Remembers who directed a webhook to its address (`maker.ts` asks). */
export async function keepMaker(trx: Trx, { firmId, id, userId }: Key & { userId: string }): Promise<void> {
  await sql`
    insert into webhook_makers (firm_id, id, user_id) values (${firmId}::integer, ${id}::uuid, ${userId}::uuid)
    on conflict (firm_id, id) do update set user_id = excluded.user_id`.execute(trx)
}

/** Calls are kept for 30 days. */
export async function forgetOldCalls(database: Database): Promise<void> {
  await withSystem(database, (trx) =>
    sql`delete from webhook_calls where created_at < now() - interval '30 days'`.execute(trx),
  )
}
