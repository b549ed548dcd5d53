import type { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { Trx } from '../../base/db/database.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import type { EventLine } from '../audit.ts'
import type { UsedKey } from '../caller.ts'
import type { UndoJournal } from '../undo/journal.ts'
import type { SearchScope } from '../viewer.ts'

/** Who writes, how, and the key that encrypts secrets. */
export interface Writer extends SearchScope {
  box: SecretBox
  /** Records the rows as they were; without it nothing can be undone. */
  undo?: UndoJournal | undefined
  /** The API key of a program that writes. */
  key?: UsedKey | undefined
  /** How the change came about if a person didn't make it in the console or through the API, for the log. */
  by?: 'an import' | 'an undo' | 'a rule' | 'a notice' | 'provisioning'
  /** Leaves nothing in the log: the records a demo starts with were never entered by anyone. */
  isUnlogged?: true
}

/** A change to one row, as forms, bulk edits, imports and undo supply it. */
export type RowChange = RowCreation | RowUpdate | RowDeletion

interface RowCreation {
  kind: 'create'
  id?: string
  input: AnyRow
  stored?: StoredRow
}

/** Fields missing from the input stay as they are. */
export interface RowUpdate {
  kind: 'update'
  id: string
  input: AnyRow
  /** Values of fields that no one enters, which the program sets. */
  set?: AnyRow
  /** What the log says of it, for a row with this title; otherwise that it was changed. */
  says?: (title: string) => SaidOfChange
  /** What `updatedAt` of the row the change was based on may be; another one refuses it. */
  expected?: readonly string[] | undefined
  stored?: StoredRow
}

export type SaidOfChange = Pick<EventLine, 'sentence' | 'action' | 'facts'>

interface RowDeletion {
  kind: 'delete'
  id: string
  expected?: readonly string[] | undefined
}

/**
 * Columns from the undo journal, written back as they are: what was valid once isn't validated again, and secrets are
 * never opened.
 */
export interface StoredRow {
  columns: readonly string[]
  /** A JSON object of the columns. */
  json: string
  /** Restores what was removed together with the row, or who had directed its values, before hooks run. */
  alongside?: (trx: Trx) => Promise<void>
}

/** The result for one change. */
export type Written = Done | Refused

export type Done =
  | { kind: 'created'; id: string; row: AnyRow; values: AnyRow }
  | { kind: 'updated'; id: string; row: AnyRow; before: AnyRow; values: AnyRow; says?: RowUpdate['says'] }
  /** The row already had these values. */
  | { kind: 'unchanged'; id: string; row: AnyRow; before: AnyRow; values: AnyRow }
  | { kind: 'deleted'; id: string; row: AnyRow }

export interface Refused {
  kind: 'refused'
  id: string
  refusal: ApiError
  /** The row as it is, if the writer may see it. */
  before?: AnyRow
}

/** A change that every rule allows, ready to be written. */
export interface Ready {
  kind: 'ready'
  change: RowChange
  id: string
  /** The row as it is; absent for a new one. */
  before?: AnyRow
  /** The validated input. */
  values: AnyRow
  /** The values that differ from the row's. */
  changes: AnyRow
}
