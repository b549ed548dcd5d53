import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the statement that lets copies `c` of filings that change to another case take a path there, instead of the
 * one that an attempt claimed in the former case's folder. It can be part of a larger one.
 */
export function leaveFolders(firmId: number, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update document_copies c set path = null, place = null, link = null
    where c.firm_id = ${firmId}::integer and c.status = 'delayed' and c.path is not null and ${where}`
}
