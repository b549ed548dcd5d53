import {
  type AccessKey,
  type AccessType,
  type everyone,
  type PermissionSubject,
  permittedField,
  type Role,
} from './access.ts'
import type { Field, IdKind, ValueOf } from './fields/field.ts'
import { kindOf } from './fields/registry.ts'
import type { Problem } from './messages.ts'
import { labelFromKey, pascalCase, pluralOf, snakeCase } from './names.ts'

/** Fields every row has in addition to its own. Timestamps are ISO with milliseconds. */
export interface BaseRow {
  id: string
  createdAt: string
  updatedAt: string
}

/** A row of unknown type: keys are camelCase field names. Denied fields are absent. */
export type AnyRow = Record<string, unknown>

/** Values that are written, and the row as it is; a new one has none. */
export interface EnteredRow {
  values: AnyRow
  current?: AnyRow | undefined
}

export interface ListSpec<K extends string = string> {
  /** Columns of the table, in order. */
  columns: readonly K[]
  /** The field of the default order; a leading minus means descending. */
  sort: K | `-${K}`
  /**
   * Fields it can be sorted by, for resources with so many rows that each order needs an index: migrations create one
   * for each, and migrating adds one over the searched text. All fields when absent.
   */
  sortable?: readonly K[]
  /** Fields offered as filters; all sortable ones when absent. */
  filters?: readonly K[]
  /** Lets a search return one row for all that share a value. */
  fold?: FoldSpec<K>
  /** The fields that map a record to what it stands for elsewhere; records without a value in all are "Not Mapped". */
  mappedBy?: readonly K[]
  /** Named parts of the rows. The console shows the first until another, or a value of its field, is chosen. */
  parts?: readonly ListPart<K>[]
}

/** The rows with one of these values. */
export interface ListPart<K extends string = string> {
  name: string
  field: K
  values: readonly string[]
}

/**
 * Rows that share a value, as one row. The row that stands for the others is the first of those that match the search,
 * by these fields' values in their order here, then by ID. Filters on these fields apply to that row only, so searches
 * that differ only in them never return the same rows twice.
 */
export interface FoldSpec<K extends string = string> {
  /** A reference; rows without a value stand for themselves. */
  by: K
  /** Required fields, each with all its values. */
  first: readonly { field: K; order: readonly string[] }[]
}

/** A step of the form, for fields that belong together. */
export interface Step<K extends string = string> {
  /** In camelCase; part of its translation's key. */
  name: string
  /** The label on screen; derived from the name when absent. */
  label?: string
  /** Its fields, in order. */
  fields: readonly K[]
}

/** The fields by which a new record is compared with existing ones. */
export interface Likeness<K extends string = string> {
  name: K
  number: K
  /** Other fields that distinguish records; shown with each match. */
  with: readonly K[]
}

/** How a record is deactivated when its history must stay: one field is set to one value. */
export interface Deactivation<K extends string = string> {
  field: K
  value: string | boolean
}

interface ResourceSpec<F extends Readonly<Record<string, Field>>, K extends string> {
  /** Singular and plural, as shown on screen. */
  label: readonly [string, string]
  /** The console's route. */
  route: string
  /** The role's flag that opens the route; '' opens it to everyone signed in. */
  access: AccessKey | ''
  /** The permission that governs the rows; the resource's own name when absent. */
  subject?: PermissionSubject | typeof everyone
  /** The field that names a row to a person. */
  title: K
  fields: F
  list: ListSpec<K>
  /** Groups of fields no two rows of a firm may share. */
  unique?: readonly (readonly K[])[]
  /** Pairs of dates, the second never before the first. */
  inOrder?: readonly (readonly [K, K])[]
  /** Fields that tell records with the same title apart; shown with the title wherever one is chosen. */
  tellsApart?: readonly K[]
  /** Fields of the form, in order; all writable ones when absent. */
  form?: readonly K[]
  /** The form in parts, instead of `form`: a new record is created step by step. */
  steps?: readonly Step<K>[]
  /** Creates `POST /{entity}/similar`, and makes the form warn about records that may already exist. */
  likeness?: Likeness<K>
  /** What to do with a record in use instead of deleting it. */
  deactivation?: Deactivation<K>
  idKind?: IdKind
  /** Whether rows come from the program instead of a table. */
  isVirtual?: boolean
  /** Whether rows can't be created, changed or deleted through the API. */
  isReadOnly?: boolean
  /** Whether there is one row per firm, with its own routes instead of the generic five. */
  isSingleton?: boolean
  /** What is wrong with values that are each valid: forms say it as they are entered, and saves are refused. */
  rules?: (entered: EnteredRow) => readonly Problem[]
  /** The label of the time when a record was created; a line of a log happened then. */
  createdLabel?: string
  /** Whether records may be mentioned by a name shorter than their title, which `GET /{entity}/titles` returns. */
  hasShortName?: boolean
  /** Whether a change can be undone for a while, so no confirmation is needed first; true when absent. */
  isUndoable?: boolean
}

/** A resource as the engines use it. `'~row'` exists for the type only. */
export interface Resource<Row = unknown> {
  readonly name: string
  readonly label: readonly [string, string]
  readonly route: string
  readonly access: AccessKey | ''
  readonly subject: string
  readonly title: string
  readonly fields: Readonly<Record<string, Field>>
  readonly list: ListSpec
  readonly unique: readonly (readonly string[])[]
  readonly inOrder: readonly (readonly [string, string])[]
  readonly tellsApart: readonly string[]
  readonly form: readonly string[]
  /** Empty if the form has one part. */
  readonly steps: readonly Step[]
  readonly likeness?: Likeness
  readonly deactivation?: Deactivation
  readonly rules?: (entered: EnteredRow) => readonly Problem[]
  readonly createdLabel?: string
  readonly idKind: IdKind
  readonly isVirtual: boolean
  readonly isReadOnly: boolean
  readonly isSingleton: boolean
  readonly hasShortName: boolean
  readonly isUndoable: boolean
  readonly '~row'?: Row
}

export type RowOf<R> = R extends Resource<infer Row> ? Row : never

/** Names of the fields every resource has, which a definition must not use. */
export const baseFields = ['id', 'createdAt', 'updatedAt'] as const

/**
 * Defines a resource: everything else about it (columns, validators, routes, wire format, tables, forms,
 * permissions) is derived from this. Throws when field numbers or names clash.
 */
export function defineResource<const F extends Readonly<Record<string, Field>>>(
  name: string,
  spec: ResourceSpec<F, (keyof F & string) | (typeof baseFields)[number]>,
): Resource<BaseRow & { -readonly [K in keyof F]: ValueOf<F[K]> }> {
  const fields: Readonly<Record<string, Field>> = spec.fields
  refuseClashes(name, fields)
  return {
    name,
    label: spec.label,
    route: spec.route,
    access: spec.access,
    subject: spec.subject ?? name,
    title: spec.title,
    fields,
    list: spec.list,
    unique: spec.unique ?? [],
    inOrder: spec.inOrder ?? [],
    tellsApart: spec.tellsApart ?? [],
    form:
      spec.steps?.flatMap((step) => step.fields) ??
      spec.form ??
      Object.keys(fields).filter((key) => !fields[key]?.readOnly && !fields[key]?.isForPrograms),
    steps: spec.steps ?? [],
    ...(spec.likeness && { likeness: spec.likeness }),
    ...(spec.deactivation && { deactivation: spec.deactivation }),
    ...(spec.rules && { rules: spec.rules }),
    ...(spec.createdLabel && { createdLabel: spec.createdLabel }),
    idKind: spec.idKind ?? 'uuid',
    isVirtual: spec.isVirtual ?? false,
    isReadOnly: spec.isReadOnly ?? false,
    isSingleton: spec.isSingleton ?? false,
    hasShortName: spec.hasShortName ?? false,
    isUndoable: spec.isUndoable ?? !spec.isReadOnly,
  }
}

/** Returns a role's access to a field; the ID and timestamps every row has follow the resource. */
export function fieldAccess(resource: Resource, field: string, role: Role): AccessType {
  const access = permittedField(resource.subject, snakeCase(field), role)
  if (isBaseField(field)) return access === 'FULL' ? 'READ' : access
  if (!Object.hasOwn(resource.fields, field)) return 'DENY'
  const sources = resource.fields[field]?.workedOutOf ?? []
  return sources.every(([subject, name]) => permittedField(subject, name, role) !== 'DENY') ? access : 'DENY'
}

/** The key under which a row lists the secrets that are set; their values are never shown. */
export const secretsSet = Symbol('secrets set')

/** Returns the row without fields the role may not see, and without secrets, which no one sees. */
export function redact(resource: Resource, row: AnyRow, role: Role): AnyRow {
  return redactor(resource, role)(row)
}

/**
 * Returns a function that redacts the rows of a page: hidden fields are calculated once. A row with nothing to hide is
 * returned unchanged.
 */
export function redactor(resource: Resource, role: Role): (row: AnyRow) => AnyRow {
  const known = new Map<string, boolean>()
  const isSeen = (key: string): boolean => {
    const seen = known.get(key) ?? fieldAccess(resource, key, role) !== 'DENY'
    known.set(key, seen)
    return seen
  }
  const isShown = (key: string): boolean => resource.fields[key]?.kind !== 'secret' && isSeen(key)
  return (row) => {
    const keys = Object.keys(row)
    const told = (row as { [secretsSet]?: readonly string[] })[secretsSet]
    if (!told && keys.every(isShown)) return row
    const kept: AnyRow = {}
    for (const key of keys) if (isShown(key)) kept[key] = row[key]
    return told ? Object.assign(kept, { [secretsSet]: told.filter(isSeen) }) : kept
  }
}

/**
 * Returns whether a field's values are the same to a unique group if they are the same names (`nameKey`): names, numbers
 * and codes that people enter, but not keys the program makes.
 */
export function comparesNames(resource: Resource, key: string): boolean {
  return findField(resource, key)?.kind === 'text' && !resource.isReadOnly
}

/** Returns whether a firm may have so many rows that nothing may depend on reading all of them. */
export function isLarge(resource: Resource): boolean {
  return resource.list.sortable !== undefined
}

/** Returns the field's definition, also for the ID and timestamps every row has. */
export function findField(resource: Resource, key: string): Field | undefined {
  if (key === 'createdAt') return createdAt
  if (key === 'updatedAt') return updatedAt
  if (key === 'id') return idFieldOf(resource)
  return Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined
}

const createdAt: Field = { kind: 'timestamp', number: 2, readOnly: true, label: 'Created' }
const updatedAt: Field = { kind: 'timestamp', number: 3, readOnly: true, label: 'Last changed' }
const idFields = new WeakMap<Resource, Field>()

function idFieldOf(resource: Resource): Field {
  const known = idFields.get(resource)
  if (known) return known
  const { idKind, name } = resource
  const field: Field = { kind: 'reference', number: 1, readOnly: true, label: 'Id', idKind, resource: name }
  idFields.set(resource, field)
  return field
}

/** Returns a field's label on screen. */
export function labelOf(resource: Resource, key: string): string {
  if (key === 'createdAt' && resource.createdLabel) return resource.createdLabel
  const field = findField(resource, key)
  if (field?.label) return field.label
  // A reference is labeled like the record it leads to; an ID of another system is entered and read as one.
  const isId = (field?.kind === 'text' || field?.kind === 'number') && /.Id$/.test(key)
  return isId ? `${labelFromKey(key)} ID` : labelFromKey(key)
}

/** Returns a step's label on screen. */
export function stepLabel(step: Step): string {
  return step.label ?? labelFromKey(step.name)
}

/** Returns the name of the resource's table. */
export function tableOf(resource: Resource): string {
  return pluralOf(resource.name)
}

/** Returns the name of the resource's protobuf message; its list message ends in `List`. */
export function messageOf(resource: Resource): string {
  return pascalCase(resource.name)
}

/** Returns a row with every field at its empty or default value. */
export function emptyRow(resource: Resource): AnyRow {
  const values = Object.entries(resource.fields).map(([key, field]) => [key, field.default ?? kindOf(field).empty()])
  return Object.fromEntries(values)
}

function isBaseField(field: string): boolean {
  return (baseFields as readonly string[]).includes(field)
}

function refuseClashes(name: string, fields: Readonly<Record<string, Field>>): void {
  const numbers = new Map<number, string>()
  for (const [key, field] of Object.entries(fields)) {
    if (isBaseField(key)) throw new Error(`${name}.${key}: this name belongs to every resource`)
    for (const number of [field.number, field.formerly ?? []].flat()) {
      const other = numbers.get(number)
      if (other || !Number.isInteger(number) || number < 4 || number >= 1000) {
        throw new Error(`${name}.${key}: field number ${number} is taken by ${other ?? 'the base fields'}`)
      }
      numbers.set(number, key)
    }
  }
}
