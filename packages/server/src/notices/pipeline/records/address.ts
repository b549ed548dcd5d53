import { sql } from 'kysely'
import { announceLater } from '../../../base/db/changes.ts'
import type { Trx } from '../../../base/db/database.ts'
import type { JobQueue } from '../../../base/db/jobs.ts'
import { statement } from '../../../base/db/statement.ts'
import { applyOwnTitles, wantOwnTitles } from '../../titles/apply-titles.ts'
import { leaveToService } from '../../titles/leave-to-service.ts'
import type { Recorded, Recording } from '../recording.ts'
import type { OwnTitlesPlan } from '../stage.ts'

/**
 * Records with the filing whether the firm itself made it, and titles its documents as they title themselves if the
 * preference that counts says so.
 */
export async function recordFiling(trx: Trx, { work, result, jobs }: Recording<'address'>): Promise<Recorded> {
  const { firmId, envelopeId } = work
  if (!envelopeId) return {}
  const isChanged = await noteFiler(trx, { firmId, envelopeId, isOwn: result.ownFiler !== undefined })
  if (isChanged) await announceLater(trx, { firmId, entity: 'envelope', ids: [envelopeId] })
  return result.ownTitles ? recordTitles(trx, jobs, { firmId, envelopeId, plan: result.ownTitles }) : {}
}

async function recordTitles(
  trx: Trx,
  jobs: JobQueue,
  { firmId, envelopeId, plan }: { firmId: number; envelopeId: string; plan: OwnTitlesPlan },
): Promise<Recorded> {
  await wantOwnTitles(trx, { firmId, envelopeId, processingId: plan.processingId })
  const count = await applyOwnTitles(trx, { firmId, envelopeId })
  await leaveToService(trx, jobs, { firmId, envelopeId })
  const note =
    count === 1
      ? 'One document was titled as it titles itself'
      : `${count} documents were titled as they title themselves`
  return count > 0 ? { note: `${note}: ${plan.because}` } : {}
}

interface Filer {
  firmId: number
  envelopeId: string
  isOwn: boolean
}

/** Returns whether it changed. The latest notice of the filing decides; of several at once, one that shows it. */
const noteFiler = statement<Filer, { id: string }, boolean>({
  columns: '"envelopeId" uuid, "isOwn" boolean',
  row: (filer) => filer,
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select "envelopeId" as id, bool_or("isOwn") as is_own, min(n) as n from ${rows} group by 1
    )
    update envelopes e set filed_by_firm = r.is_own, updated_at = now() from r
    where e.firm_id = ${firmId} and e.id = any(${every('envelopeId')}::uuid[]) and e.id = r.id
      and e.filed_by_firm <> r.is_own
    returning r.n, e.id`,
  answer: (rows) => rows.length > 0,
})
