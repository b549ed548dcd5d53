import type { Role } from '@courtcrier/contract/access.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { WebhookEvent } from '@courtcrier/contract/resources/webhook.ts'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Touch } from './touch.ts'
import type { SearchScope, Viewer } from './viewer.ts'

/** What a save is about. `current` is absent for a new row. */
export interface Save {
  firmId: number
  id: string
  values: AnyRow
  current?: AnyRow
  /** Who saves; no user when the program itself does. */
  writer: { role: Role; userId?: string; timekeeperId?: string | undefined }
}

/** What a resource does beyond its definition; every member is optional. */
export interface Behaviour {
  /** Looks at a save before it happens; problems refuse it. */
  beforeSave?: (trx: Trx, save: Save) => Promise<readonly Problem[]>
  /** What of a touch goes beyond the rights of the person who acts; asked of every save, deletion, import and undo. */
  whyBeyond?: (trx: Trx, touch: Touch) => Promise<readonly Problem[]>
  /** Does what follows from a save, in its transaction. */
  afterSave?: (trx: Trx, save: Save) => Promise<void>
  /** A sentence that refuses whoever writes, whatever is written; no user when the program itself does. */
  whyNotWritten?: (trx: Trx, writer: { firmId: number; userId?: string }) => Promise<string | undefined>
  /** A sentence that refuses a person one row, as it is or as it would become; asked before any save and deletion. */
  whyNotAllowed?: (row: AnyRow, viewer: Viewer) => string | undefined
  /** What the firm's webhooks are told of a new row and of a changed one. */
  happenings?: { created: WebhookEvent; updated: WebhookEvent }
  /** Values that the server gives a new row. */
  stamp?: (writer: SearchScope) => AnyRow
  /** A sentence that refuses a deletion. */
  whyNotDeleted?: (trx: Trx, row: AnyRow, firmId: number) => Promise<string | undefined>
  /** Does what follows from a deletion, in its transaction. */
  afterDelete?: (trx: Trx, key: { firmId: number; id: string }) => Promise<void>
  /**
   * Which rows a person may see, as a condition on a row `t`; the others are not there for that person, whatever is
   * asked or done. The program itself sees every row.
   */
  visible?: (viewer: Viewer) => RawBuilder<boolean>
  /** Whether the ethical wall `w` stands around a row `t`; what leads to the row is behind that wall too. */
  behindWall?: RawBuilder<boolean>
  /** The fields by which a row tells of another record; whoever may not see that record may not see the row either. */
  tellsOf?: { entity: string; id: string; userId: string }
  /** Another resource that has a row of the same id; references to that one lead to this. */
  alsoKnownAs?: string
  /** How two numbers of its `likeness` compare, where they are written in more ways than signs and zeros. */
  compareNumbers?: (typed: string, kept: string) => 'same' | 'compatible' | 'different'
  /** Whether the row `t` is where the same number means the same record as the one of these values. */
  samePlace?: (values: AnyRow, firmId: number) => RawBuilder<boolean>
  /** SQL of the computed fields, by key; the row's table is `t`. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** What of a row's values a role may read, where that depends on more than the fields. */
  present?: Presentation
  /** Which rows `t` a role finds by words, where the words are of what the role may not see in some of them. */
  isSearchable?: (role: Role) => RawBuilder<boolean>
  /** What the database deletes or clears together with a row, and what becomes of it when the deletion is taken back. */
  dependents?: readonly Dependent[]
  /** Rows of a virtual resource. */
  source?: VirtualSource
}

/** Rows of another table that lead to a row by a foreign key that cascades or sets null. */
export interface Dependent {
  table: string
  /** The column that leads to the row. */
  column: string
  /** `row`: they were deleted and are put back; `link`: they stayed and lead to the row again; `never`: they are gone. */
  comesBack: 'row' | 'link' | 'never'
}

export interface Presentation {
  /** The fields it changes. A filter on one would tell what the rows do not. */
  fields: readonly string[]
  row: (row: AnyRow, role: Role) => AnyRow
}

export interface VirtualSource {
  find: (id: string) => AnyRow | undefined
  /** The query is one that `parseSearchQuery` allowed this role. */
  search: (query: SearchQuery, role: Role) => { rows: readonly AnyRow[]; total: number }
}
