import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { ImportRequest } from './import-request.ts'

/** What the firm allows an import. */
export interface Limits {
  mostDeletions: number | undefined
  /** So many errors are warnings. */
  warnings: number
}

export async function loadLimits(trx: Trx, { firmId, resource }: ImportRequest): Promise<Limits> {
  const { rows } = await sql<{ deletions: number | null; warnings: number | null }>`
    select max_case_deletions_on_import as deletions, import_warning_threshold as warnings
    from firms where id = ${firmId}::integer`.execute(trx)
  const deletions = resource.name === 'case' ? (rows[0]?.deletions ?? undefined) : undefined
  return { mostDeletions: deletions, warnings: rows[0]?.warnings ?? 0 }
}
