import { type RawBuilder, sql } from 'kysely'

/** The statuses that may follow each. */
export type Follows<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/** The statuses that `To` may follow. */
export type Before<Table extends Follows<string>, To extends string> = {
  [From in keyof Table]: To extends Table[From][number] ? From : never
}[keyof Table]

/** A new status of each row's own: one of a few, in a column of what the rows are joined with. */
interface Own<To extends string> {
  column: RawBuilder<unknown>
  oneOf: readonly To[]
}

export interface StatusChange<To extends string, From> {
  firmId: number
  /** The statuses that rows may have now; others are left unchanged. */
  from: readonly From[]
  to: To | Own<To>
  /** More columns to set. */
  set?: RawBuilder<unknown>
  /** What the rows are joined with. */
  joined?: RawBuilder<unknown>
  /** Which rows, apart from their status. */
  where: RawBuilder<unknown>
}

/** The rows of a kind of outgoing work: its table, what statements call a row, and which statuses follow which. */
interface Changed {
  table: string
  row: string
  follows: Follows<string>
}

/**
 * Returns the statement that changes the status of rows, as far as the new one may follow. It can be part of a larger
 * one, and a `returning` can follow it.
 */
export function statusChange(
  { table, row, follows }: Changed,
  { firmId, from, to, set, joined, where }: StatusChange<string, string>,
): RawBuilder<unknown> {
  const status = sql.ref(`${row}.status`)
  return sql`update ${sql.table(table)} ${sql.ref(row)}
    set status = ${newStatus(to)}, updated_at = now()${set ? sql`, ${set}` : sql``}
    ${joined ? sql`from ${joined}` : sql``}
    where ${sql.ref(`${row}.firm_id`)} = ${firmId} and ${where} and ${mayChange(follows, { status, from, to })}`
}

interface Restart {
  table: string
  /** The columns by which a row is planned once. */
  unique: RawBuilder<unknown>
  /** The statuses of rows that start over; others are left unchanged. */
  over: readonly string[]
  to: RawBuilder<unknown>
  /** More columns to set. */
  set: RawBuilder<unknown>
}

/** Returns what follows a statement that adds rows, so that those which ended without a result start over. */
export function startOver({ table, unique, over, to, set }: Restart): RawBuilder<unknown> {
  return sql`on conflict (${unique}) do update
    set status = ${to}, attempts = 0, sentence = null, updated_at = now(), ${set}
    where ${sql.ref(`${table}.status`)} in (${sql.join(over.map((each) => sql.lit(each)))})`
}

/** Returns the new status as SQL. */
function newStatus(to: string | Own<string>): RawBuilder<unknown> {
  return typeof to === 'string' ? sql.lit(to) : to.column
}

/** Returns the condition that a row's status is one of `from` and the new one may follow it. */
function mayChange(
  table: Follows<string>,
  { status, from, to }: { status: RawBuilder<unknown>; from: readonly string[]; to: string | Own<string> },
): RawBuilder<boolean> {
  const targets = typeof to === 'string' ? [to] : to.oneOf
  const following = (before: string) => targets.filter((target) => table[before]?.includes(target))
  const any = from.filter((before) => following(before).length === targets.length)
  const some = from.filter((before) => !any.includes(before))
  // Literals, so that indexes of the rows with certain statuses are used.
  const isOne = (column: RawBuilder<unknown>, statuses: readonly string[]) =>
    sql<boolean>`${column} in (${sql.join(statuses.map((each) => sql.lit(each)))})`
  const ways = [
    ...(any.length > 0 ? [isOne(status, any)] : []),
    ...some.map((before) => sql`${isOne(status, [before])} and ${isOne(newStatus(to), following(before))}`),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}
