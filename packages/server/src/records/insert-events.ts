import { type RawBuilder, sql } from 'kysely'

/** Its own columns but the firm's, which every event has, and the time, which the database sets. */
type EventColumn =
  | 'id'
  | 'level'
  | 'type'
  | 'sentence'
  | 'user_id'
  | 'entity'
  | 'entity_id'
  | 'details'
  | 'action'
  | 'record_title'
  | 'facts'

interface NewEvents {
  firmId: number
  columns: readonly EventColumn[]
  /** Selects the columns, in their order. */
  from: RawBuilder<unknown>
}

/**
 * The statement that adds events to a firm's log; nothing else does. It can be part of the statement that does what the
 * events report. Sentences and titles are cut to what the log keeps.
 */
export function insertEvents({ firmId, columns, from }: NewEvents): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(columns.map(whatIsKept))
  return sql`insert into system_events (firm_id, ${names}) select ${firmId}::integer, ${values} from (${from}) as e (${names})`
}

const longest: Partial<Record<EventColumn, number>> = { sentence: 2000, record_title: 1000 }

function whatIsKept(column: EventColumn): RawBuilder<unknown> {
  const length = longest[column]
  return length === undefined ? sql`e.${sql.ref(column)}` : sql`left(e.${sql.ref(column)}, ${sql.lit(length)})`
}
