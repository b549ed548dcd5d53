import { sql } from 'kysely'
import { statement } from '../../base/db/statement.ts'

interface Question {
  firmId: number
  envelopeId: string | undefined
  /** The cases that the notice may be of. */
  caseIds: readonly string[]
}

/**
 * Finds the cases that a notice would take its filing out of, if they are behind ethical walls that none of the notice's
 * own cases is behind.
 */
export const findLeftBehind = statement<Question, { id: string }, readonly string[]>({
  columns: '"envelopeId" uuid, "caseIds" uuid[]',
  row: ({ envelopeId, caseIds }) => ({ envelopeId, caseIds }),
  write: ({ firmId, rows, every }) => sql`
    select r.n, c.id
    from ${rows} join envelopes e on e.firm_id = ${firmId} and e.id = r."envelopeId"
      join cases c on c.firm_id = ${firmId} and c.id = any(e.other_case_ids || e.case_id)
    where e.id = any(${every('envelopeId')}::uuid[]) and c.wall_set <> 0 and c.id <> all(r."caseIds")
      and not exists (select from cases own where own.firm_id = ${firmId} and own.id = any(r."caseIds") and own.wall_set = c.wall_set)
    order by r.n, c.id`,
  answer: (rows) => rows.map(({ id }) => id),
})
