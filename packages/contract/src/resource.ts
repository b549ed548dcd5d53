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
import { labelFromKey, pascalCase, pluralOf, snakeCase } from './names.ts'

/** What every row has, besides its own fields. Timestamps are ISO with milliseconds. */
export interface BaseRow {
  id: string
  createdAt: string
  updatedAt: string
}

/** A row whose type is not known here: keys are camelCase field names. Denied fields are absent. */
export type AnyRow = Record<string, unknown>

export interface ListSpec<K extends string = string> {
  /** Columns of the table, in order. */
  columns: readonly K[]
  /** The field it is sorted by at first; a leading minus means descending. */
  sort: K | `-${K}`
  /**
   * Fields it can be sorted by, where a firm has so many rows that each order needs an index of its own: migrations
   * make one for each, and one over the searched text comes with the migration run. All fields when absent.
   */
  sortable?: readonly K[]
  /** Fields that are offered as filters; all sortable ones when absent. */
  filters?: readonly K[]
}

/** A part of the form: what belongs together is asked together. */
export interface Step<K extends string = string> {
  /** In camelCase; part of its translation's key. */
  name: string
  /** What people see; made from the name when absent. */
  label?: string
  /** The fields it asks for, in order. */
  fields: readonly K[]
}

/** By which fields a record that is typed in is held against those that are there already. */
export interface Likeness<K extends string = string> {
  name: K
  number: K
  /** What else tells records apart, and is shown with each that is found. */
  with: readonly K[]
}

/** How a record is taken out of use when its history must stay: one field is set to one value. */
export interface Deactivation<K extends string = string> {
  field: K
  value: string | boolean
}

interface ResourceSpec<F extends Readonly<Record<string, Field>>, K extends string> {
  /** Singular and plural, as people see them. */
  label: readonly [string, string]
  /** The console's route. */
  route: string
  /** The role's flag that opens the route; '' opens to everyone signed in. */
  access: AccessKey | ''
  /** The permission that governs the rows; the resource's own name when absent. */
  subject?: PermissionSubject | typeof everyone
  /** The field that names a row to a person. */
  title: K
  fields: F
  list: ListSpec<K>
  /** Groups of fields no two rows of a firm may share. */
  unique?: readonly (readonly K[])[]
  /** Fields of the form, in order; all writable ones when absent. */
  form?: readonly K[]
  /** The form in parts, instead of `form`: a new record is made step by step. */
  steps?: readonly Step<K>[]
  /** Makes `POST /{entity}/similar`, and the form warns of what may be there already. */
  likeness?: Likeness<K>
  /** What is done with a record that is in use, instead of deleting it. */
  deactivation?: Deactivation<K>
  idKind?: IdKind
  /** Rows come from the program, not from a table. */
  isVirtual?: boolean
  /** Neither created, changed nor deleted through the API. */
  isReadOnly?: boolean
  /** One row a firm; it has routes of its own instead of the five. */
  isSingleton?: boolean
  /** Whether a change can be taken back for a while, so that nobody has to be asked before; true when absent. */
  isUndoable?: boolean
}

/** A resource as the engines see it. `'~row'` exists for the type only. */
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
  readonly form: readonly string[]
  /** Empty when the form is one part. */
  readonly steps: readonly Step[]
  readonly likeness?: Likeness
  readonly deactivation?: Deactivation
  readonly idKind: IdKind
  readonly isVirtual: boolean
  readonly isReadOnly: boolean
  readonly isSingleton: boolean
  readonly isUndoable: boolean
  readonly '~row'?: Row
}

export type RowOf<R> = R extends Resource<infer Row> ? Row : never

/** Names of the fields that every resource has and that a definition must not use. */
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
    form:
      spec.steps?.flatMap((step) => step.fields) ??
      spec.form ??
      Object.keys(fields).filter((key) => !fields[key]?.readOnly),
    steps: spec.steps ?? [],
    ...(spec.likeness && { likeness: spec.likeness }),
    ...(spec.deactivation && { deactivation: spec.deactivation }),
    idKind: spec.idKind ?? 'uuid',
    isVirtual: spec.isVirtual ?? false,
    isReadOnly: spec.isReadOnly ?? false,
    isSingleton: spec.isSingleton ?? false,
    isUndoable: spec.isUndoable ?? !spec.isReadOnly,
  }
}

/** What a role may do with a field; the ids and times every row has follow the resource. */
export function fieldAccess(resource: Resource, field: string, role: Role): AccessType {
  const access = permittedField(resource.subject, snakeCase(field), role)
  if (isBaseField(field)) return access === 'FULL' ? 'READ' : access
  if (!Object.hasOwn(resource.fields, field)) return 'DENY'
  const sources = resource.fields[field]?.workedOutOf ?? []
  return sources.every(([subject, name]) => permittedField(subject, name, role) !== 'DENY') ? access : 'DENY'
}

/** Under this a row says which of its secrets are set; what they are nobody is told. */
export const secretsSet = Symbol('secrets set')

/** The row without what the role may not see, and without secrets, which nobody sees. */
export function redact(resource: Resource, row: AnyRow, role: Role): AnyRow {
  return redactor(resource, role)(row)
}

/** Redacts the rows of a page: what the role may not see is worked out once. A row that it sees all of is given as it is. */
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

/** Whether a firm may have so many rows that nothing may depend on reading all of them. */
export function isLarge(resource: Resource): boolean {
  return resource.list.sortable !== undefined
}

/** The field's definition, also for the ids and times every row has. */
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

/** What people see for a field. */
export function labelOf(resource: Resource, key: string): string {
  return findField(resource, key)?.label ?? labelFromKey(key)
}

/** What people see for a step. */
export function stepLabel(step: Step): string {
  return step.label ?? labelFromKey(step.name)
}

/** Name of the resource's table. */
export function tableOf(resource: Resource): string {
  return pluralOf(resource.name)
}

/** Name of the resource's protobuf message; its list message has `List` behind it. */
export function messageOf(resource: Resource): string {
  return pascalCase(resource.name)
}

/** A row with every field at its empty or default value. */
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
    const other = numbers.get(field.number)
    if (other || !Number.isInteger(field.number) || field.number < 4 || field.number >= 1000) {
      throw new Error(`${name}.${key}: field number ${field.number} is taken by ${other ?? 'the base fields'}`)
    }
    if (isBaseField(key)) throw new Error(`${name}.${key}: this name belongs to every resource`)
    numbers.set(field.number, key)
  }
}
