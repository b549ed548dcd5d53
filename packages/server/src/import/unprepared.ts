import { type RawBuilder, sql } from 'kysely'
import { newId } from '../base/db/ids.ts'

/**
 * Goes behind a statement that must be planned anew each time: a prepared one keeps the plan it got while the table
 * was nearly empty, which reads all of it, and a prepared FETCH keeps the columns of the first cursor it read from.
 * Only statements that recur to the letter are prepared.
 */
export function unprepared(): RawBuilder<unknown> {
  return sql.raw(`/* ${newId()} */`)
}
