import { credential } from '@courtcrier/contract/resources/credential.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { storableJson, storableText } from '../base/db/storable-text.ts'
import { recordEvent } from '../records/audit.ts'
import { findCredential } from './find-credential.ts'
import type { KnownHealth, StoreOutage } from './known-health.ts'

type PausedOutage = StoreOutage & { nextAt: string }

/** So many attempts in a row without an answer pause a DMS. */
const mostUnanswered = 3

/** How the copies of a DMS wait that doesn't answer. */
export interface PausedStore {
  sentence: string
  waitMs: number
}

/** Whether the copies of a DMS wait for it to answer. */
export function isOut(outage: StoreOutage | null | undefined): outage is PausedOutage {
  return outage?.nextAt !== undefined
}

/** What every copy of a paused DMS says, and its credential: what is wrong, since when, and when it is tried next. */
export function pausedSentence(name: string, { since, nextAt, reason }: PausedOutage): string {
  return `The DMS "${name}" hasn't answered since ${shown(since)} UTC. Its copies wait, and one of them is tried at ${shown(nextAt)} UTC. ${reason}`
}

/** To the minute: `2026-11-28 10:15`. */
function shown(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}

/**
 * Whether a copy may try if a paused DMS answers again: returns how it waits if not, because it isn't time yet or another
 * one tries. Only one is let through each time.
 */
export async function waitForTry(trx: Trx, known: KnownHealth, waitOf: WaitOf): Promise<PausedStore | undefined> {
  const current = await lockOutage(trx, known)
  if (!current || !isOut(current.outage)) return undefined
  const { outage, now } = current
  if (leftMsOf(outage, now) > 0) return pausedStore(known, { outage, now })
  await writeOutage(trx, known, { ...outage, ...nextTry(outage, { now, waitOf }) })
  return undefined
}

interface Unanswered {
  reason: string
  /** How long it was waited for. */
  tookMs: number
  /** Whether it was tried because it is paused. */
  isTry: boolean
  waitOf: WaitOf
}

/** The wait before a try, in milliseconds; the first one is 1. */
type WaitOf = (attempt: number) => number

/**
 * Records that a DMS didn't answer. If it didn't several times in a row, it is paused, which is logged once: returns how
 * its copies wait. Says nothing about a credential that was changed meanwhile, or that is refused anyway.
 */
export async function noteUnanswered(
  trx: Trx,
  known: KnownHealth,
  found: Unanswered,
): Promise<PausedStore | undefined> {
  const current = await lockOutage(trx, known)
  if (!current || current.health === 'failing') return undefined
  if (known.version !== undefined && (await findCredential(trx, known))?.version !== known.version) return undefined
  const { outage: former, now } = current
  if (isOut(former) && !found.isTry) return pausedStore(known, { outage: former, now })
  const outage: StoreOutage = {
    failures: (former?.failures ?? 0) + 1,
    since: former?.since ?? new Date(now.getTime() - found.tookMs).toISOString(),
    reason: found.reason.slice(0, 500),
  }
  if (outage.failures >= mostUnanswered) Object.assign(outage, nextTry(outage, { now, waitOf: found.waitOf }))
  await writeOutage(trx, known, outage)
  if (!isOut(outage)) return undefined
  if (!isOut(former)) await tellBegin(trx, known, outage)
  await announce(trx, { firmId: known.firmId, entity: credential.name, ids: [known.credentialId] })
  return pausedStore(known, { outage, now })
}

/** Records that a DMS answered, whatever it said: what waits for it goes on, and the log says how much that is. */
export async function noteAnswered(trx: Trx, known: Key): Promise<void> {
  const current = await lockOutage(trx, known)
  if (!current?.outage) return
  const { firmId, credentialId } = known
  await sql`
    update credentials set outage = null, updated_at = now(),
      health = case health when 'unreached' then 'unknown' else health end,
      sentence = case when health <> 'unreached' then sentence end
    where firm_id = ${firmId} and id = ${credentialId}::uuid`.execute(trx)
  if (!isOut(current.outage)) return
  await tellEnd(trx, known, current.outage)
  // A worker that receives this announcement releases the copies that wait.
  await announce(trx, { firmId, entity: credential.name, ids: [credentialId] })
}

/** Which credential. */
type Key = Pick<KnownHealth, 'firmId' | 'credentialId' | 'name'>

interface Current {
  health: string
  outage: StoreOutage | null
  now: Date
}

async function lockOutage(trx: Trx, { firmId, credentialId }: Key): Promise<Current | undefined> {
  const { rows } = await sql<Current>`
    select health, outage, clock_timestamp() as now from credentials
    where firm_id = ${firmId} and id = ${credentialId}::uuid for no key update`.execute(trx)
  return rows[0]
}

async function writeOutage(trx: Trx, { firmId, credentialId, name }: Key, outage: StoreOutage): Promise<void> {
  const sentence = isOut(outage) ? storableText(pausedSentence(name, outage)).slice(0, 1000) : null
  await sql`
    update credentials set outage = ${storableJson(outage)}::text::jsonb, updated_at = now(),
      health = case when ${sentence}::text is null then health else 'unreached' end,
      sentence = coalesce(${sentence}::text, sentence),
      checked_at = case when ${sentence}::text is null then checked_at else now() end
    where firm_id = ${firmId} and id = ${credentialId}::uuid`.execute(trx)
}

function nextTry(
  { failures }: StoreOutage,
  { now, waitOf }: { now: Date; waitOf: WaitOf },
): Pick<StoreOutage, 'nextAt' | 'reckonedAt'> {
  const nextAt = new Date(now.getTime() + waitOf(failures - mostUnanswered + 1))
  return { nextAt: nextAt.toISOString(), reckonedAt: now.toISOString() }
}

/** How long it is until a paused DMS is tried again: not the hours by which a clock was ahead when that was reckoned. */
function leftMsOf({ nextAt, reckonedAt = nextAt }: PausedOutage, now: Date): number {
  const isOfLaterClock = Date.parse(reckonedAt) > now.getTime() && reckonedAt !== nextAt
  return isOfLaterClock ? 0 : Math.max(0, Date.parse(nextAt) - now.getTime())
}

/** Not all copies come back at the same moment: the first one tries, and the others wait again. */
function pausedStore({ name }: Key, { outage, now }: { outage: PausedOutage; now: Date }): PausedStore {
  const waitMs = Math.round(leftMsOf(outage, now) * (1 + Math.random() / 10)) + 50
  return { sentence: pausedSentence(name, outage), waitMs }
}

/** The first time within a day as an error, of which administrators are notified. */
async function tellBegin(trx: Trx, known: Key, outage: PausedOutage): Promise<void> {
  const { firmId, credentialId, name } = known
  const { rows } = await sql`
    select 1 from system_events where firm_id = ${firmId} and entity = 'credential' and entity_id = ${credentialId}
      and action = 'dms_unanswered' and level = 'ERROR' and created_at > now() - interval '1 day' limit 1`.execute(trx)
  await recordEvent(trx, {
    ...{ firmId, entity: credential.name, entityId: credentialId, action: 'dms_unanswered', recordTitle: name },
    ...{ level: rows.length > 0 ? 'WARNING' : 'ERROR', type: 'DMS upload failure' },
    facts: { reason: outage.reason, since: shown(outage.since) },
    sentence: pausedSentence(name, outage),
  })
}

async function tellEnd(trx: Trx, { firmId, credentialId, name }: Key, { since }: StoreOutage): Promise<void> {
  const { rows } = await sql<{ waited: number }>`
    select count(*)::integer as waited from document_copies d
      join storage_policies p on p.firm_id = d.firm_id and p.id = d.storage_policy_id
    where d.firm_id = ${firmId} and d.waits_for = 'answer' and d.waits_for in ('credential', 'answer')
      and d.status = 'delayed' and p.dms_credential_id = ${credentialId}::uuid`.execute(trx)
  const waited = String(rows[0]?.waited ?? 0)
  await recordEvent(trx, {
    ...{ firmId, entity: credential.name, entityId: credentialId, action: 'dms_answers', recordTitle: name },
    ...{ level: 'INFO', type: 'DMS upload success' },
    facts: { waited, since: shown(since) },
    sentence: `The DMS "${name}" answers again, for the first time since ${shown(since)} UTC. Copies that waited for it: ${waited}.`,
  })
}
