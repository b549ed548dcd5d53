import { sql } from 'kysely'
import { announceLater, type Change } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import type { Services } from '../base/services.ts'
import type { Problem, Stored } from '../dms/connector.ts'
import { backOff, maxAttempts } from '../pipeline/back-off.ts'
import { noteRefused, noteWell, probeMs } from '../stores/health.ts'
import { noteHappening } from '../webhooks/happenings.ts'
import type { CopyRow } from './copy-row.ts'
import { lostProperties } from './lost-properties.ts'

/** What came of a try to store a copy. */
export type CopyResult =
  | (Stored & { path: string; link: string | undefined })
  | (Problem & { isUntried?: boolean })
  | Waiting

/** It is not its turn yet. */
export interface Waiting {
  waitMs: number
  sentence: string
}

/** A try to store, and what came of it. */
export interface EndedCopy {
  copy: CopyRow
  result: CopyResult
}

/** Writes down what came of each, and queues the next tries. Gives the statuses the copies have now. */
export async function recordCopies(
  services: Services,
  trx: Trx,
  { firmId, ended }: { firmId: number; ended: readonly EndedCopy[] },
): Promise<readonly ('succeeded' | 'delayed' | 'failed')[]> {
  const ends = ended.map((each) => ({ ...each, end: endOf(each) }))
  await recordEnds(
    trx,
    firmId,
    ends.flatMap(({ copy, end }) => (end ? [{ id: copy.id, ...end }] : [])),
  )
  for (const { copy, result, end } of ends)
    if (!end && !('wasThere' in result)) await recordDelay(services, trx, { copy, result })
  await recordHealth(trx, ended)
  return ends.map(({ end }) => end?.status ?? 'delayed')
}

interface End {
  status: 'succeeded' | 'failed'
  sentence: string
  path: string | null
  link: string | null
  target: string | null
}

/** Undefined when it is to be tried again. */
function endOf({ copy, result }: EndedCopy): End | undefined {
  if ('wasThere' in result) {
    const stored = result.wasThere ? `It was there already: ${result.path}` : `Stored as ${result.path}`
    const remark = result.remark ?? lostProperties(copy.store, copy.policy)
    const sentence = remark === undefined ? stored : `${stored}. ${remark}`
    return { status: 'succeeded', sentence, path: result.path, link: result.link ?? null, target: copy.store.name }
  }
  // A person repairs it when they can, and nothing of what waits for that is given up.
  if ('waitMs' in result || result.problem === 'auth') return undefined
  if (result.problem !== 'rejected' && copy.attempts < maxAttempts) return undefined
  const tries = copy.attempts > 1 ? ` Given up after ${copy.attempts} tries.` : ''
  return { status: 'failed', sentence: `${result.sentence}${tries}`, path: null, link: null, target: copy.store.name }
}

/** A copy that was canceled meanwhile and is stored all the same is recorded as what it is: stored. */
async function recordEnds(trx: Trx, firmId: number, ends: readonly (End & { id: string })[]): Promise<void> {
  if (ends.length === 0) return
  const rows = ends.map((end) => ({ ...end, event_id: newId(), sentence: end.sentence.slice(0, 1000) }))
  const { rows: written } = await sql<{ id: string; status: End['status'] }>`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)
        as r (id uuid, event_id uuid, status text, sentence text, path text, link text, target text)
    ), ended as (
      update document_copies c set status = r.status, sentence = r.sentence, path = r.path, link = r.link, target = r.target,
        stored_at = case when r.status = 'succeeded' then now() end, updated_at = now()
      from r
      where c.firm_id = ${firmId} and c.id = any(${ends.map(({ id }) => id)}::uuid[]) and c.id = r.id
        and (c.status = 'started' or c.status = 'canceled' and r.status = 'succeeded')
      returning r.*
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${firmId}::integer, event_id, case status when 'succeeded' then 'INFO' else 'ERROR' end,
        case status when 'succeeded' then 'DMS upload success' else 'DMS upload failure' end, sentence, 'document_copy', id
      from ended
    )
    select id, status from ended`.execute(trx)
  for (const { id, status } of written)
    noteHappening(trx, firmId, { event: status === 'succeeded' ? 'storage.stored' : 'storage.failed', ids: [id] })
  await announceLater(trx, { firmId, entity: 'document_copy', ids: ends.map(({ id }) => id) })
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
}

async function recordDelay(
  services: Services,
  trx: Trx,
  { copy, result }: { copy: CopyRow; result: Exclude<CopyResult, Stored> },
): Promise<void> {
  const { waitMs, waitsFor, isTry } = delayOf(services, copy, result)
  const { rows } = await sql<{ id: string }>`
    with delayed as (
      update document_copies set status = 'delayed', sentence = ${result.sentence.slice(0, 1000)}, waits_for = ${waitsFor},
        target = ${copy.store.name}, attempts = attempts - ${isTry ? 0 : 1}::integer, updated_at = now()
      where firm_id = ${copy.firmId} and id = ${copy.id}::uuid and status = 'started'
      returning id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${copy.firmId}::integer, ${newId()}::uuid, 'WARNING', 'DMS upload failure', ${result.sentence}::text, 'document_copy', id
      from delayed where ${isTry && copy.attempts === 1}::boolean
    )
    select id from delayed`.execute(trx)
  if (rows.length === 0) return
  await announceLater(trx, changeOf(copy))
  const job = { firmId: copy.firmId, id: copy.id }
  await services.jobs.enqueue(trx, 'copy', [job], { afterMs: waitMs })
}

interface Delay {
  waitMs: number
  waitsFor: 'retry' | 'folder' | 'credential'
  /** Whether it counts among the tries after which a copy is given up. */
  isTry: boolean
}

function delayOf({ config }: Services, { attempts }: CopyRow, result: Exclude<CopyResult, Stored>): Delay {
  if ('waitMs' in result) return { waitMs: result.waitMs, waitsFor: 'folder', isTry: false }
  if (result.problem === 'auth') return { waitMs: backOff(1, probeMs), waitsFor: 'credential', isTry: false }
  const waitMs = Math.max(backOff(attempts, config.retrySeconds * 1000), result.retryAfterMs ?? 0)
  return { waitMs, waitsFor: 'retry', isTry: true }
}

/** Once for each credential, whatever number of copies was stored with it. */
async function recordHealth(trx: Trx, ended: readonly EndedCopy[]): Promise<void> {
  for (const copies of Map.groupBy(ended, ({ copy }) => copy.store.credentialId).values()) {
    const store = copies[0]?.copy.store
    const refused = copies
      .map(({ result }) => result)
      .find((result) => 'problem' in result && result.problem === 'auth' && !result.isUntried)
    if (store && refused && 'problem' in refused) await noteRefused(trx, store, refused.sentence)
    else if (store && copies.some(({ result }) => 'wasThere' in result)) await noteWell(trx, store)
  }
}

function changeOf(copy: CopyRow): Change {
  return { firmId: copy.firmId, entity: 'document_copy', ids: [copy.id] }
}
