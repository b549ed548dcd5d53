import type { Field } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, secretsSet } from '@courtcrier/contract/resource.ts'
import { destinationOf, hasDirectedSecrets } from '@courtcrier/contract/secret-destination.ts'
import { type RawBuilder, sql } from 'kysely'

export type DatabaseRecord = Readonly<Record<string, unknown>>

/** Seals secrets; the rest of a row is unchanged. */
export interface SecretBox {
  seal: (text: string, destination?: string) => Uint8Array
}

/**
 * The columns of a row's values, ready for an insert or update. Computed fields have none. A secret is sealed for the
 * destination the row sends it to, which the values and the row they change determine.
 */
export function columnValues(
  resource: Resource,
  values: AnyRow,
  { box, isNew, current = {} }: { box: SecretBox; isNew: boolean; current?: AnyRow },
): Map<string, RawBuilder<unknown>> {
  const columns = new Map<string, RawBuilder<unknown>>()
  const bound = boundBox(resource, { ...current, ...values }, box)
  const contained = new Map<string, AnyRow>()
  for (const [key, value] of Object.entries(values)) {
    const field = resource.fields[key]
    if (!field || field.isComputed) continue
    if (field.within) contained.set(field.within, { ...contained.get(field.within), [snakeCase(key)]: value })
    else columns.set(snakeCase(key), columnValue(field, value, bound))
  }
  for (const [name, part] of contained) {
    const json = sql`${JSON.stringify(part)}::text::jsonb`
    columns.set(name, isNew ? json : sql`${sql.ref(name)} || ${json}`)
  }
  return columns
}

/** A box that seals for the destination the row sends its secrets to. */
export function boundBox(resource: Resource, row: AnyRow, box: SecretBox): SecretBox {
  if (!hasDirectedSecrets(resource)) return box
  return { seal: (text) => box.seal(text, destinationOf(resource, row)) }
}

/** One value with the cast its column needs, so that arrays, maps and dates keep their type on both databases. */
function columnValue(field: Field, value: unknown, box: SecretBox): RawBuilder<unknown> {
  const kind = kindOf(field)
  const type = sql.raw(kind.column(field))
  if (value === null || value === undefined) return sql`null::${type}`
  if (field.kind === 'secret') return sql`${Buffer.from(box.seal(String(value)))}::bytea`
  if (field.kind === 'map') return sql`${JSON.stringify(value)}::text::jsonb`
  return sql`${value}::${type}`
}

/** Converts a database record to a row: times as ISO text; of secrets, only which are set. */
export function rowOf(resource: Resource, record: DatabaseRecord): AnyRow {
  const row: AnyRow = {
    id: resource.idKind === 'number' ? String(record.id) : record.id,
    createdAt: isoTime(record.created_at),
    updatedAt: isoTime(record.updated_at),
  }
  const { fields, secrets } = readFields(resource)
  for (const { key, field, column } of fields) {
    const value = field.within ? (record[field.within] as AnyRow | undefined)?.[column] : record[column]
    row[key] = value instanceof Date ? isoTime(value) : (value ?? absentValue(field))
  }
  if (secrets.length === 0) return row
  const isSet = (key: string) => (record[snakeCase(key)] ?? null) !== null
  return Object.assign(row, { [secretsSet]: secrets.filter(isSet) })
}

interface ReadField {
  key: string
  field: Field
  column: string
}

interface ReadFields {
  /** The ones read from the database. */
  fields: readonly ReadField[]
  secrets: readonly string[]
}

const fieldsRead = new WeakMap<Resource, ReadFields>()

/** The fields with their column names; calculated once, because every row of a page needs them. */
function readFields(resource: Resource): ReadFields {
  const known = fieldsRead.get(resource)
  if (known) return known
  const all = Object.entries(resource.fields).map(([key, field]) => ({ key, field, column: snakeCase(key) }))
  const fields = all.filter(({ field }) => field.kind !== 'secret')
  const secrets = all.filter(({ field }) => field.kind === 'secret').map(({ key }) => key)
  const read = { fields, secrets }
  fieldsRead.set(resource, read)
  return read
}

/** A grant the stored role doesn't name is denied; anything else absent is empty. */
function absentValue(field: Field): unknown {
  return (field.within ? field.default : undefined) ?? kindOf(field).empty()
}

function isoTime(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
