import type { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type * as z from 'zod/mini'
import type { Feature } from '../features.ts'

export type FieldKindName =
  | 'text'
  | 'longText'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'timeOfDay'
  | 'timeZone'
  | 'email'
  | 'emailList'
  | 'domainList'
  | 'textList'
  | 'select'
  | 'reference'
  | 'referenceList'
  | 'map'
  | 'color'
  | 'secret'
  | 'file'

/** Options every field accepts, whatever its kind. */
export interface FieldOptions {
  /** The label on screen; derived from the key when absent. */
  label?: string
  required?: boolean
  /**
   * How Courtcrier names a record if this is left empty: as its kind with a number, or by the first of these fields that
   * has a value; where none has one, it is required.
   */
  given?: 'numbered' | readonly string[]
  /** Whether only the server sets it. */
  readOnly?: boolean
  /** Whether only programs set it, by the API: no form and no cell asks people for it. */
  isForPrograms?: boolean
  /** Whether the free-text search covers it. */
  search?: boolean
  /** Stored in this jsonb column under its snake_case key instead of in its own column. Can't be sorted or filtered. */
  within?: string
  /**
   * Whether it is calculated on read: it has no column and can't be sorted or filtered. Read-only unless a hook writes
   * it.
   */
  isComputed?: boolean
  /** The fields, by subject and name, it is calculated from: someone denied one of them doesn't see it either. */
  workedOutOf?: readonly (readonly [subject: string, field: string])[]
  /** Whether what it refers to may be deleted all the same: it only says what the row is, or was, about besides. */
  isAside?: boolean
  /** Shown only if the firm is subscribed to this feature. */
  feature?: Feature
  /** Forms show it only while the field with this key has one of the values. */
  onlyWith?: { key: string; values: readonly string[] }
  /** Forms hide it while, for one of these, each of its fields has one of its values. */
  notWith?: readonly Readonly<Record<string, readonly string[]>>[]
  /** Whether rows can be filtered by this computed field despite that. */
  isFilterable?: boolean
  /** A sentence below the input. */
  help?: string
  /** The sentence below the input for each value of the field that `onlyWith` names, or else of its own. */
  helpWith?: Readonly<Record<string, string>>
  /** Whether it determines where or how the row's secrets are sent: changing it requires entering them again. */
  directsSecrets?: boolean
  /** Whether it says what the row's secrets open, such as whose mailbox: changing it requires entering them again, too. */
  opensBySecrets?: boolean
  /**
   * Whether it directs something elsewhere: `to` says where, `what` says which of the firm's notices, documents or events
   * go there. Nothing goes there that the person who set it may not see (`directs.ts`).
   */
  directs?: 'to' | 'what'
}

/** Options added by the kinds; each kind reads its own. */
export interface KindOptions {
  min?: number
  max?: number
  integer?: boolean
  /**
   * The choices of a select as wire values; the order determines their protobuf numbers, so new ones only go at the
   * end.
   */
  values?: readonly string[]
  /** The label of each choice; derived from the value when absent. */
  valueLabels?: Readonly<Record<string, string>>
  /** The field of the firm that lists further choices, in the firm's own words; they are texts on the wire. */
  moreIn?: string
  /**
   * The number under which a select with further choices had only `values`. Programs from before still read and write it:
   * it carries the choice if it is one of them.
   */
  formerly?: number
  /** The tone of choices that are a status: they are shown with a dot. */
  tones?: Readonly<Record<string, Tone>>
  /** What a number counts, if it is shown in units. */
  unit?: 'bytes'
  /** The referenced resource. */
  resource?: string
  /** Restricts a reference to records whose field has this value, which users know by the label. */
  only?: { key: string; value: string; label: string }
  /**
   * What a text refers to: the name of a resource, shown in the firm's wording, the ID of one of its records, the path
   * of a file, shown as its name above its folder, or a sentence the server composed or the name of a country, shown in
   * the reader's language.
   */
  holds?: 'resource' | 'recordId' | 'path' | 'sentence' | 'place'
  /** The kind of ID the referenced resource has. */
  idKind?: IdKind
  pattern?: RegExp
  /** The message code when `pattern` doesn't match. */
  patternCode?: string
  /** Value of a new row. */
  default?: string | number | boolean
  /** Whether a secret has several lines, as a private key does. */
  isLong?: boolean
  /** The fewest entries of a list. */
  minItems?: number
  /** The most characters of an entry of a list of texts. */
  longestItem?: number
}

/** `warn` needs a person, `bad` was lost or failed, `busy` is in progress, `ok` is done. */
export type Tone = 'ok' | 'warn' | 'bad' | 'busy' | 'neutral'

export type IdKind = 'uuid' | 'number' | 'text'

/** A field of a resource. `'~value'` exists for the type only. */
export interface Field<T = unknown> extends FieldOptions, KindOptions {
  readonly kind: FieldKindName
  /** Its protobuf number, which never changes meaning. */
  readonly number: number
  readonly '~value'?: T
}

export type ValueOf<F> = F extends Field<infer T> ? T : never

/** Scalar types of the `.proto` language that the kinds use. */
export type ProtoType = 'string' | 'bool' | 'uint64' | 'sint32' | 'double' | 'enum' | 'map<string, string>'

/** A kind of field: its column, its validator, its form on the wire and in CSV. */
export interface FieldKind {
  name: FieldKindName
  /** PostgreSQL type of its column. */
  column: (field: Field) => string
  /** The value of an unset field: null, false, [] or {}. */
  empty: () => unknown
  /** Validates and normalizes a non-empty value; problems are message codes (see messages.ts). */
  schema: (field: Field) => z.ZodMiniType
  proto: (field: Field) => ProtoType
  /** Whether the wire has one entry per item. */
  isRepeated?: boolean
  /** Writes one value (one item of a repeated field), without its tag. */
  write: (writer: BinaryWriter, value: unknown, field: Field) => void
  read: (reader: BinaryReader, field: Field) => unknown
  wireType: (field: Field) => WireType
  /** The CSV cell for a value; '' if unset, and for a secret. */
  toCsv: (value: unknown) => string
  /** Returns the value of a CSV cell, not yet validated; the caller handles ''. */
  fromCsv: (text: string) => unknown
  /** Whether tables can be sorted and filtered by it. */
  isSortable?: boolean
}

/** Returns the sentence below the input of the field with this key, beside a row's other values. */
export function helpFor(key: string, { help, helpWith, onlyWith }: Field, values: Readonly<Record<string, unknown>>) {
  return helpWith?.[String(values[onlyWith?.key ?? key])] ?? help
}

/** Returns whether a value is that of an unset field. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}
