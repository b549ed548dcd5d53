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
  | 'colour'
  | 'secret'
  | 'file'

/** What every field can say of itself, whatever its kind. */
export interface FieldOptions {
  /** What people see; made from the key when absent. */
  label?: string
  required?: boolean
  /** Only the server sets it. */
  readOnly?: boolean
  /** Part of the free-text search. */
  search?: boolean
  /** Kept inside this jsonb column under its snake_case key instead of in a column of its own. Not sorted or filtered. */
  within?: string
  /** Worked out when it is read; it has no column, and is not sorted or filtered. Read-only unless a hook writes it. */
  isComputed?: boolean
  /** The fields, by subject and name, that it is worked out of: whoever is denied one of them does not see it either. */
  workedOutOf?: readonly (readonly [subject: string, field: string])[]
  /** Shown only where the firm has booked this. */
  feature?: Feature
  /** A computed field that rows can be filtered by all the same. */
  isFilterable?: boolean
  /** One sentence under the input. */
  help?: string
  /** It decides where the row's secrets are sent, or how: another value asks for them again. */
  directsSecrets?: boolean
}

/** Everything the kinds add; each kind reads its own. */
export interface KindOptions {
  min?: number
  max?: number
  integer?: boolean
  /** The choices of a select, wire values; their order is their protobuf number, so it only ever grows. */
  values?: readonly string[]
  /** What people see for each choice; made from the value when absent. */
  valueLabels?: Readonly<Record<string, string>>
  /** The resource a reference leads to. */
  resource?: string
  /** A reference leads only to records whose field has this value, which people know by the label. */
  only?: { key: string; value: string; label: string }
  /** What a text stands for: the name of a resource, shown as the firm's word for it, or the id of one of its records. */
  holds?: 'resource' | 'recordId'
  /** The kind of id the referenced resource has. */
  idKind?: IdKind
  pattern?: RegExp
  /** The code of the message when `pattern` does not fit. */
  patternCode?: string
  /** Value of a new row. */
  default?: string | number | boolean
  /** Whether a secret has lines of its own, as a key has. */
  isLong?: boolean
  /** At least this many entries of a list. */
  minItems?: number
}

export type IdKind = 'uuid' | 'number' | 'text'

/** A field of a resource. `'~value'` exists for the type only. */
export interface Field<T = unknown> extends FieldOptions, KindOptions {
  readonly kind: FieldKindName
  /** Its protobuf number; never changes meaning. */
  readonly number: number
  readonly '~value'?: T
}

export type ValueOf<F> = F extends Field<infer T> ? T : never

/** Scalar types of the `.proto` language that the kinds use. */
export type ProtoType = 'string' | 'bool' | 'uint64' | 'sint32' | 'double' | 'enum' | 'map<string, string>'

/** What a kind of field knows: its column, its validator, its form on the wire and in CSV. */
export interface FieldKind {
  name: FieldKindName
  /** PostgreSQL type of its column. */
  column: (field: Field) => string
  /** What a row holds when nothing was given: null, false, [] or {}. */
  empty: () => unknown
  /** Validates and normalises a value that is not empty; problems are message codes (see messages.ts). */
  schema: (field: Field) => z.ZodMiniType
  proto: (field: Field) => ProtoType
  /** True when the wire has one entry per item. */
  isRepeated?: boolean
  /** Writes one value (one item of a repeated field), without its tag. */
  write: (writer: BinaryWriter, value: unknown, field: Field) => void
  read: (reader: BinaryReader, field: Field) => unknown
  wireType: (field: Field) => WireType
  /** The cell of a value; '' for one that is not set, and for a secret. */
  toCsv: (value: unknown) => string
  /** The value of a CSV cell, still to be validated; '' is handled by the caller. */
  fromCsv: (text: string) => unknown
  /** Whether tables can be sorted and filtered by it. */
  isSortable?: boolean
}

/** Whether a value is what an unset field holds. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}
