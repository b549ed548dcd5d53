import { sql } from 'kysely'
import { announceLater } from '../../../base/db/changes.ts'
import type { Trx } from '../../../base/db/database.ts'
import { statement } from '../../../base/db/statement.ts'
import type { Recorded, Recording } from '../recording.ts'

/** Records with the filing whether the firm itself made it. */
export async function recordOwnFiling(trx: Trx, { work, result }: Recording<'address'>): Promise<Recorded> {
  const { firmId, envelopeId } = work
  if (!envelopeId) return {}
  const isChanged = await noteFiler(trx, { firmId, envelopeId, isOwn: result.ownFiler !== undefined })
  if (isChanged) await announceLater(trx, { firmId, entity: 'envelope', ids: [envelopeId] })
  return {}
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
