import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { storableText } from '../base/db/storable-text.ts'

/** A problem of a record, as the firm's log would say it. */
export interface LoggedProblem {
  firmId: number
  entity: string
  id: string
  action: EventAction
  /** As in the event's facts, under `result`. */
  reason: string
}

/** How many reasons are logged of one record within a day. Some say something else each time, such as a request's number. */
const mostReasons = 5

/**
 * Returns whether administrators haven't been notified of this reason since the first one of the day. Another reason than
 * the first may be what they can mend.
 */
export async function isNewReason(
  trx: Trx,
  { firmId, entity, id, action, reason }: LoggedProblem,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ same: number; all: number }>`
    select (count(*) filter (where facts ->> 'result' = ${storableText(reason)}))::int as same, count(*)::int as all
    from system_events
    where firm_id = ${firmId} and entity = ${entity} and entity_id = ${id} and action = ${action}
      and created_at >= ${since}`.execute(trx)
  const { same, all } = rows[0] ?? { same: 0, all: 0 }
  return same === 0 && all < mostReasons
}
