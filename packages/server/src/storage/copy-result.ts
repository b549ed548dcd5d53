import { sql } from 'kysely'
import { type Change, changeChannel, changePayload } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Problem, Stored } from '../dms/connector.ts'
import { backOff, maxAttempts } from '../pipeline/back-off.ts'
import type { Services } from '../services.ts'
import type { CopyRow } from './copy-row.ts'

/** What came of a try to store a copy. */
export type CopyResult = (Stored & { path: string }) | Problem

/** Writes down what came of it, and queues the next try. Gives the status the copy has now. */
export async function recordCopy(
  services: Services,
  trx: Trx,
  { copy, result }: { copy: CopyRow; result: CopyResult },
): Promise<'succeeded' | 'delayed' | 'failed'> {
  if ('wasThere' in result) {
    const sentence = result.wasThere ? `It was there already: ${result.path}` : `Stored as ${result.path}`
    await recordEnd(trx, copy, { status: 'succeeded', sentence, path: result.path })
    return 'succeeded'
  }
  if (result.problem === 'rejected' || copy.attempts >= maxAttempts) {
    const tries = copy.attempts > 1 ? ` Given up after ${copy.attempts} tries.` : ''
    await recordEnd(trx, copy, { status: 'failed', sentence: `${result.sentence}${tries}`, path: null })
    return 'failed'
  }
  await recordDelay(services, trx, { copy, problem: result })
  return 'delayed'
}

interface End {
  status: 'succeeded' | 'failed'
  sentence: string
  path: string | null
}

/** A copy that was canceled meanwhile and is stored all the same is recorded as what it is: stored. */
async function recordEnd(trx: Trx, copy: CopyRow, end: End): Promise<void> {
  const isStored = end.status === 'succeeded'
  const statuses = isStored ? ['started', 'canceled'] : ['started']
  const sentence = end.sentence.slice(0, 1000)
  await sql`
    with ended as (
      update document_copies set status = ${end.status}, sentence = ${sentence}, path = ${end.path},
        stored_at = case when ${isStored}::boolean then now() end, updated_at = now()
      where firm_id = ${copy.firmId} and id = ${copy.id}::uuid and status = any(${statuses}::text[])
      returning id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${copy.firmId}::integer, ${newId()}::uuid, ${isStored ? 'INFO' : 'ERROR'}::text,
        ${isStored ? 'DMS upload success' : 'DMS upload failure'}::text, ${sentence}::text, 'document_copy', id from ended
    )
    select pg_notify(${changeChannel}, ${changePayload(changeOf(copy))}) from ended`.execute(trx)
}

async function recordDelay(
  services: Services,
  trx: Trx,
  { copy, problem }: { copy: CopyRow; problem: Problem },
): Promise<void> {
  const wait = Math.max(backOff(copy.attempts, services.config.retrySeconds * 1000), problem.retryAfterMs ?? 0)
  const { rows } = await sql<{ id: string }>`
    with delayed as (
      update document_copies set status = 'delayed', sentence = ${problem.sentence.slice(0, 1000)}, updated_at = now()
      where firm_id = ${copy.firmId} and id = ${copy.id}::uuid and status = 'started'
      returning id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${copy.firmId}::integer, ${newId()}::uuid, 'WARNING', 'DMS upload failure', ${problem.sentence}::text, 'document_copy', id
      from delayed where ${copy.attempts === 1}::boolean
    )
    select id, pg_notify(${changeChannel}, ${changePayload(changeOf(copy))}) from delayed`.execute(trx)
  if (rows.length === 0) return
  const job = { firmId: copy.firmId, id: copy.id }
  await services.jobs.enqueue(trx, 'copy', [job], { startAfter: new Date(Date.now() + wait) })
}

function changeOf(copy: CopyRow): Change {
  return { firmId: copy.firmId, entity: 'document_copy', ids: [copy.id] }
}
