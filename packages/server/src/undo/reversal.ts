import { ApiError } from '@courtcrier/contract/errors.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { refusalSentence } from '../api/attempt.ts'
import type { ChangedRow } from '../api/record-changes.ts'
import type { Trx } from '../base/db/database.ts'
import type { Viewer } from '../resources/viewer.ts'
import { idsOf } from './row-ids.ts'

/** Who takes back what. */
export interface TakingBack {
  undoId: string
  resource: Resource
  caller: Viewer
}

/** A row as it was noted. */
export interface NotedRow {
  step: number
  id: string
  action: 'create' | 'update' | 'delete'
  /** `updatedAt` that the change gave it. */
  version: Date | null
  /** Columns whose former values are kept. */
  columns: readonly string[]
}

/** What is to become of a noted row. */
export interface Plan {
  noted: NotedRow
  /** The row by which it is known to people; absent when it is nowhere. */
  row?: AnyRow
  /** Values that it gets back. */
  values?: AnyRow
  /** Why it stays as it is. */
  refusal?: string
}

/** How one kind of change is taken back, for many rows at once. */
export interface Reversal {
  /** Finds out what can be done, and locks the rows. Writes nothing. */
  plan: (trx: Trx, taking: TakingBack, noted: readonly NotedRow[]) => Promise<Plan[]>
  /** Does it. Whatever the database or a rule refuses is thrown. */
  write: (trx: Trx, taking: TakingBack, plans: readonly Plan[]) => Promise<void>
  /** What the log is told. */
  event: (plan: Plan) => ChangedRow
}

export const gone = new ApiError('not_found').message
export const changedSince = 'Somebody changed this record since.'

/** The refusal of a rule or of the database as a sentence, worded for somebody who did not write the values just now. */
export function undoRefusal(resource: Resource, refusal: Pick<ApiError, 'message' | 'problems'>): string {
  return refusalSentence(resource, refusal, (code) =>
    code === 'not_reference' ? 'The record it led to is not there any more.' : describeProblem(code),
  )
}

/**
 * These noted rows as `r` with the row's id as `w.id`, to select from: found one by one by the primary key, from the list of them, whatever the
 * planner thinks of a table that a transaction has just filled. All of them are of the same action.
 */
export function notedRows({ resource, caller, undoId }: TakingBack, noted: readonly NotedRow[]): RawBuilder<unknown> {
  const ids = noted.map(({ id }) => id)
  return sql`unnest(${noted.map(({ step }) => step)}::integer[], ${ids}::text[], ${idsOf(resource, ids)})
      as w(step, row_id, id)
    join undo_rows r on r.firm_id = ${caller.firmId}::integer and r.undo_id = ${undoId}::uuid and r.step = w.step
      and r.table_name = ${tableOf(resource)} and r.row_id = w.row_id and r.action = ${noted[0]?.action ?? ''}`
}

export function idsOfPlans(plans: readonly Plan[]): string[] {
  return plans.map(({ noted }) => noted.id)
}
