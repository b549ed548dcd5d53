import type { Role } from '@courtcrier/contract/access.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import type { WebhookEvent } from '@courtcrier/contract/resources/webhook.ts'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { SecretBox } from '../base/db/rows.ts'
import type { Touch } from './touch.ts'
import type { SearchScope, Viewer } from './viewer.ts'
import type { SaidOfChange } from './write/change.ts'

/** A save. `current` is absent for a new row. */
export interface Save {
  firmId: number
  id: string
  values: AnyRow
  current?: AnyRow
  /** Who saves; no user if the program itself does. */
  writer: { role: Role; userId?: string; timekeeperId?: string | undefined; by?: string; box?: SecretBox }
}

/** What a resource does beyond its definition; every member is optional. */
export interface Behaviour {
  /** Values that a new row has from other rows; a row that an undo restores has its own. */
  complete?: (trx: Trx, save: Save) => Promise<AnyRow>
  /** Checks a save before it happens; problems refuse it. */
  beforeSave?: (trx: Trx, save: Save) => Promise<readonly Problem[]>
  /** What a touch does beyond the acting person's rights; checked for every save, deletion, import and undo. */
  whyBeyond?: (trx: Trx, touch: Touch) => Promise<readonly Problem[]>
  /** Follows up on a save, in its transaction. */
  afterSave?: (trx: Trx, save: Save) => Promise<void>
  /**
   * Whether a write changes other rows of the firm too, so that two simultaneous ones would each wait for a row the
   * other has locked: they run one after another instead.
   */
  takesTurns?: boolean
  /** The values that an import writes to existing rows, by ID, where they differ from the file's. */
  importedAs?: (
    trx: Trx,
    rows: readonly { id: string; current: AnyRow; input: AnyRow }[],
    firmId: number,
  ) => Promise<ReadonlyMap<string, AnyRow>>
  /** A sentence that refuses a writer, whatever they write; no user if the program itself writes. */
  whyNotWritten?: (trx: Trx, writer: Pick<SearchScope, 'firmId' | 'role' | 'userId'>) => Promise<string | undefined>
  /**
   * A sentence that refuses a person one row, as it is or as it would become; checked before every save and deletion.
   */
  whyNotAllowed?: (row: AnyRow, viewer: Viewer) => string | undefined
  /** The log's sentence for an update, instead of one with the record's title. */
  updateSentence?: (values: AnyRow) => string
  /** The webhook events for a new row and a changed one. */
  happenings?: { created: WebhookEvent; updated: WebhookEvent }
  /** Values the server sets on a new row. */
  stamp?: (writer: SearchScope & { by?: string }) => AnyRow
  /** A sentence that refuses a deletion. */
  whyNotDeleted?: (trx: Trx, row: AnyRow, firmId: number) => Promise<string | undefined>
  /** Follows up on a deletion, in its transaction. */
  afterDelete?: (trx: Trx, key: { firmId: number; id: string }) => Promise<void>
  /**
   * Which rows a person may see, as a condition on a row of the table `alias`; the others don't exist for that person, in any call. The
   * program itself sees every row. Undefined for a person who sees all of them.
   */
  visible?: (alias: string, viewer: Viewer) => RawBuilder<boolean> | undefined
  /**
   * The fields through which a row reveals another record; a person who may not see that record may not see the row
   * either.
   */
  tellsOf?: { entity: string; id: string; userId: string }
  /** Another resource with a row of the same ID; references to that one lead to this. */
  alsoKnownAs?: string
  /** How two numbers of its `likeness` compare, if they vary in more than punctuation and zeros. */
  compareNumbers?: (typed: string, kept: string) => 'same' | 'compatible' | 'different'
  /** Whether a row of the table `alias` is within the scope of these values' numbers, where the same number means the same record. */
  samePlace?: (alias: string, values: AnyRow, firmId: number) => RawBuilder<boolean>
  /** Computed lists of the records that refer to a row; writing one changes their references. */
  members?: Readonly<Record<string, Members>>
  /** SQL of the computed fields, by key, for the table of an alias: of other rows only what the viewer sees counts. */
  computed?: Readonly<Record<string, (alias: string, scope: SearchScope) => RawBuilder<unknown>>>
  /**
   * Conditions on a row of the table `alias`, of which each row that passes the filters fulfills exactly one, if rows
   * are found by them where the filters have no index.
   */
  partsFound?: (alias: string, filters: SearchQuery['filters']) => readonly RawBuilder<boolean>[] | undefined
  /**
   * Counts what a search finds, up to `most` or more, if that is kept somewhere; undefined for a search that has to be
   * counted row by row.
   */
  countFound?: (
    trx: Trx,
    search: { query: Pick<SearchQuery, 'filters' | 'freeText' | 'fold'>; scope: SearchScope },
    most: number,
  ) => Promise<number | undefined>
  /** What a role may read of a row's values, if that depends on more than the fields. */
  present?: Presentation
  /** Which rows of the table `alias` a role may find by words, if some rows contain words the role may not see. */
  isSearchable?: (alias: string, role: Role) => RawBuilder<boolean>
  /** What the database deletes or clears along with a row, and what an undo of the deletion does about it. */
  dependents?: readonly Dependent[]
  /**
   * The name by which other records, lists and emails mention a row, if it is shorter than its title; the definition
   * says so by `hasShortName`. `fields` are those it is made of.
   */
  label?: { fields: readonly string[]; of: (row: AnyRow) => string }
  /** Rows of a virtual resource. */
  source?: VirtualSource
}

/** The records of a list: those of a resource whose field refers to the row. */
export interface Members {
  resource: Resource
  key: string
  /** What the log says of a record that joins the row of this name; otherwise that it was changed. */
  saysJoined?: (owner: string) => (title: string) => SaidOfChange
}

/** Rows of another table that refer to a row through a foreign key that cascades or sets null. */
export interface Dependent {
  table: string
  /** The column with the reference. */
  column: string
  /**
   * `row`: they were deleted and are restored; `link`: they stayed and refer to the row again; `never`: they are gone.
   */
  comesBack: 'row' | 'link' | 'never'
}

export interface Presentation {
  /** The fields it changes. A filter on one would reveal what the rows don't. */
  fields: readonly string[]
  row: (row: AnyRow, role: Role) => AnyRow
}

export interface VirtualSource {
  find: (id: string) => AnyRow | undefined
  /** The query has passed `parseSearchQuery` for this role. */
  search: (query: SearchQuery, role: Role) => { rows: readonly AnyRow[]; total: number }
}

let registered: Readonly<Record<string, Behaviour>> | undefined

/** Hands the behaviors to the engine, which knows no entity; `behaviours/registry.ts` calls it when it is loaded. */
export function registerBehaviours(behaviours: Readonly<Record<string, Behaviour>>): void {
  registered = behaviours
}

/**
 * What a resource does beyond its definition. Throws before the registry is loaded: no row is read without its rules.
 */
export function behaviourOf(resource: { name: string }): Behaviour {
  if (!registered) throw new Error('behaviours/registry.ts must be loaded before rows are read or written.')
  return registered[resource.name] ?? {}
}
