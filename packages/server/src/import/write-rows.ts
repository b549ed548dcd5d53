import type { Field } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import { nextVersion } from '../base/db/row-version.ts'
import type { SecretBox } from '../base/db/rows.ts'
import { boundBox } from '../base/db/rows.ts'
import type { UndoJournal } from '../undo/journal.ts'
import { keepChanged, keepCreated } from '../undo/keep-rows.ts'
import { unprepared } from './unprepared.ts'

/** Values to be written to one row. */
export interface RowWrite {
  id: string
  values: AnyRow
  /** The row that is changed. */
  current?: AnyRow | undefined
}

interface Writing {
  firmId: number
  box: SecretBox
  undo?: UndoJournal
}

/** Makes rows of validated values, all in one statement. */
export async function insertRows(
  trx: Trx,
  resource: Resource,
  { writes, firmId, box, undo }: Writing & { writes: readonly RowWrite[] },
): Promise<void> {
  for (const { columns, records } of byColumns(resource, writes, box)) {
    const names = columns.map(({ name }) => sql.ref(name))
    await sql`
      insert into ${sql.table(tableOf(resource))} (firm_id, id, ${sql.join(names)})
      select ${firmId}::integer, v.id, ${sql.join(columns.map(({ name }) => sql.ref(`v.${name}`)))}
      from ${recordset(columns, records)}`.execute(trx)
    await keepCreated(trx, undo, idsOf(records))
  }
}

/** Changes rows, those that change the same columns in one statement. */
export async function updateRows(
  trx: Trx,
  resource: Resource,
  { writes, firmId, box, undo }: Writing & { writes: readonly RowWrite[] },
): Promise<void> {
  for (const { columns, records } of byColumns(resource, writes, box)) {
    const assignments = columns.map(({ name, isContainer }) => {
      const value = sql.ref(`v.${name}`)
      return sql`${sql.ref(name)} = ${isContainer ? sql`${sql.ref(`t.${name}`)} || ${value}` : value}`
    })
    await keepChanged(trx, undo, { ids: idsOf(records), columns: columns.map(({ name }) => name) })
    await sql`
      update ${sql.table(tableOf(resource))} t set ${sql.join([...assignments, sql`updated_at = ${nextVersion}`])}
      from ${recordset(columns, records)}
      where t.firm_id = ${firmId}::integer and t.id = v.id
        and t.id = any(${idsOf(records)}::uuid[]) ${unprepared()}`.execute(trx)
  }
}

interface WrittenColumn {
  name: string
  type: string
  /** Holds several fields; what is not given stays. */
  isContainer: boolean
}

interface WrittenGroup {
  columns: readonly WrittenColumn[]
  records: AnyRow[]
}

/** The rows as records of their columns, those with the same columns together. */
function byColumns(resource: Resource, writes: readonly RowWrite[], box: SecretBox): Iterable<WrittenGroup> {
  const groups = new Map<string, WrittenGroup>()
  for (const { id, values, current } of writes) {
    const bound = boundBox(resource, { ...current, ...values }, box)
    const columns = new Map<string, WrittenColumn>()
    const record: Record<string, unknown> = { id }
    for (const [key, value] of Object.entries(values)) {
      const field = resource.fields[key]
      if (!field || field.isComputed) continue
      const name = field.within ?? snakeCase(key)
      columns.set(name, {
        name,
        type: field.within ? 'jsonb' : kindOf(field).column(field),
        isContainer: field.within !== undefined,
      })
      record[name] = field.within
        ? { ...(record[name] as AnyRow | undefined), [snakeCase(key)]: value }
        : jsonValue(field, value, bound)
    }
    if (columns.size === 0) continue
    const signature = [...columns.keys()].join()
    const group = groups.get(signature) ?? { columns: [...columns.values()], records: [] }
    groups.set(signature, group)
    group.records.push(record)
  }
  return groups.values()
}

function jsonValue(field: Field, value: unknown, box: SecretBox): unknown {
  if (value === null || value === undefined) return null
  if (field.kind === 'secret') return `\\x${Buffer.from(box.seal(String(value))).toString('hex')}`
  return value
}

function idsOf(records: readonly AnyRow[]): string[] {
  return records.map(({ id }) => String(id))
}

function recordset(columns: readonly WrittenColumn[], records: readonly AnyRow[]): RawBuilder<unknown> {
  const definitions = columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  return sql`jsonb_to_recordset(${jsonRows(records)}::text::jsonb) as v(id uuid, ${sql.join(definitions)})`
}
