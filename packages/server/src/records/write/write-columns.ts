import type { Field } from '@courtcrier/contract/fields/field.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../../base/db/columns.ts'
import type { Trx } from '../../base/db/database.ts'
import { nextVersion } from '../../base/db/row-version.ts'
import { boundBox, type SecretBox } from '../../base/db/rows.ts'
import { keepChanged, keepCreated } from '../undo/keep-rows.ts'
import { idsOf } from '../undo/row-ids.ts'
import type { Ready, Writer } from './change.ts'

/** Creates rows, those with the same columns in one statement. */
export async function insertRows(
  trx: Trx,
  resource: Resource,
  { rows, writer }: { rows: readonly Ready[]; writer: Writer },
): Promise<void> {
  const table = sql.table(tableOf(resource))
  for (const { columns, ids, records } of byColumns(resource, rows, writer.box)) {
    // A row from the journal has its firm, ID and times among its columns. Its coming back is a change of its own.
    const names = columns.map(({ name }) => name).filter((name) => name !== 'firm_id' && name !== 'id')
    const values = names.map((name) => (name === 'updated_at' ? nextVersion('v') : sql.ref(`v.${name}`)))
    await sql`
      insert into ${table} (${sql.join(['firm_id', 'id', ...names].map((name) => sql.ref(name)))})
      select ${writer.firmId}::integer, v.id, ${sql.join(values)}
      from ${populated(resource, records)}`.execute(trx)
    await keepCreated(trx, writer.undo, ids)
  }
}

/** Changes rows, those that change the same columns in one statement. */
export async function updateRows(
  trx: Trx,
  resource: Resource,
  { rows, writer }: { rows: readonly Ready[]; writer: Writer },
): Promise<void> {
  for (const { columns, ids, records } of byColumns(resource, rows, writer.box)) {
    const assignments = columns.map(({ name, isContainer }) => {
      const value = sql.ref(`v.${name}`)
      return sql`${sql.ref(name)} = ${isContainer ? sql`${sql.ref(`t.${name}`)} || ${value}` : value}`
    })
    await keepChanged(trx, writer.undo, { ids, columns: columns.map(({ name }) => name) })
    await sql`
      update ${sql.table(tableOf(resource))} t set ${sql.join([...assignments, sql`updated_at = ${nextVersion('t')}`])}
      from ${populated(resource, records)}
      where t.firm_id = ${writer.firmId}::integer and t.id = v.id
        and t.id = any(${idsOf(resource, ids)})`.execute(trx)
  }
}

interface WrittenColumn {
  name: string
  /** Contains several fields; those not given stay. */
  isContainer: boolean
}

interface WrittenGroup {
  columns: readonly WrittenColumn[]
  ids: string[]
  /** JSON objects of the columns and the ID. */
  records: string[]
}

/** The rows as records of their columns, those with the same columns together. */
function byColumns(resource: Resource, rows: readonly Ready[], box: SecretBox): Iterable<WrittenGroup> {
  const groups = new Map<string, WrittenGroup>()
  for (const ready of rows) {
    const { columns, json } = recordOf(resource, ready, box)
    if (columns.length === 0) continue
    const signature = columns.map(({ name }) => name).join()
    const group = groups.get(signature) ?? { columns, ids: [], records: [] }
    groups.set(signature, group)
    group.ids.push(ready.id)
    group.records.push(json)
  }
  return groups.values()
}

function recordOf(
  resource: Resource,
  { change, id, before, changes }: Ready,
  box: SecretBox,
): { columns: readonly WrittenColumn[]; json: string } {
  if (change.kind !== 'delete' && change.stored) {
    const { columns, json } = change.stored
    const names = knownColumns(resource, columns).filter((name) => name !== 'updated_at' || change.kind === 'create')
    return {
      columns: names.map((name) => ({ name, isContainer: false })),
      json: `${json.slice(0, json.lastIndexOf('}'))}, "id": ${JSON.stringify(id)}}`.replace(/^\{\s*,/, '{'),
    }
  }
  const bound = boundBox(resource, { ...before, ...changes }, box)
  const columns = new Map<string, WrittenColumn>()
  const record: Record<string, unknown> = { id }
  for (const [key, value] of Object.entries(changes)) {
    const field = resource.fields[key]
    if (!field || field.isComputed) continue
    const name = field.within ?? snakeCase(key)
    columns.set(name, { name, isContainer: field.within !== undefined })
    record[name] = field.within
      ? { ...(record[name] as AnyRow | undefined), [snakeCase(key)]: value }
      : jsonValue(field, value, bound)
  }
  return { columns: [...columns.values()], json: JSON.stringify(record, wellFormed) }
}

/** jsonb refuses lone surrogates, which text that was cut can have. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function jsonValue(field: Field, value: unknown, box: SecretBox): unknown {
  if (value === null || value === undefined) return null
  if (field.kind === 'secret') return `\\x${Buffer.from(box.seal(String(value))).toString('hex')}`
  return value
}

/** The columns that the table still has: a newer version may have dropped one. */
function knownColumns(resource: Resource, columns: readonly string[]): string[] {
  const known = new Set(columnsOf(resource).map(({ name }) => name))
  return columns.filter((name) => known.has(name))
}

/** The records as rows `v` of the resource's table. */
function populated(resource: Resource, records: readonly string[]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(null::${sql.table(tableOf(resource))}, ${`[${records.join()}]`}::text::jsonb) v`
}
