import type { Role } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { validateInput } from '@courtcrier/contract/input.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { announce } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { columnValues, type DatabaseRecord, rowOf, type SecretBox } from '../db/rows.ts'
import { whatLeadsTo } from './in-use.ts'
import { behaviourOf } from './registry.ts'
import { computedColumns } from './search.ts'

/** Who writes, and with what the secrets are sealed. */
export interface Writer {
  firmId: number
  role: Role
  box: SecretBox
  /** Who it is; absent when the program itself writes. */
  userId?: string
}

async function findRow(
  trx: Trx,
  resource: Resource,
  { firmId, id }: { firmId: number; id: string },
): Promise<AnyRow | undefined> {
  const { source } = behaviourOf(resource)
  if (source) return source.find(id)
  if (!isUuid(id)) return undefined
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns(resource)} from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${firmId} and t.id = ${id}::uuid`.execute(trx)
  return rows[0] && rowOf(resource, rows[0])
}

/** The row. Throws `not_found`, also for ids of other firms. */
export async function getRow(trx: Trx, resource: Resource, key: { firmId: number; id: string }): Promise<AnyRow> {
  const row = await findRow(trx, resource, key)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Makes a row of validated input. Throws `invalid_input` with every problem named. */
export async function createRow(trx: Trx, resource: Resource, input: AnyRow, writer: Writer): Promise<AnyRow> {
  await refuseWriter(trx, resource, writer)
  const values = valuesOf(validateInput(resource, input, { role: writer.role }))
  const id = newId()
  await refuseProblems(trx, resource, { firmId: writer.firmId, id, values })
  const columns = columnValues(resource, values, { box: writer.box, isNew: true })
  await sql`
    insert into ${sql.table(tableOf(resource))} (firm_id, id, ${sql.join([...columns.keys()].map((name) => sql.ref(name)))})
    values (${writer.firmId}, ${id}::uuid, ${sql.join([...columns.values()])})`.execute(trx)
  await behaviourOf(resource).afterSave?.(trx, { firmId: writer.firmId, id, values })
  await announce(trx, { firmId: writer.firmId, entity: resource.name, ids: [id] })
  return getRow(trx, resource, { firmId: writer.firmId, id })
}

/** Changes the given fields of a row; what is not given stays. */
export async function updateRow(
  trx: Trx,
  resource: Resource,
  { id, input, writer }: { id: string; input: AnyRow; writer: Writer },
): Promise<{ before: AnyRow; after: AnyRow }> {
  const { firmId } = writer
  const before = await getRow(trx, resource, { firmId, id })
  await refuseWriter(trx, resource, writer)
  const values = valuesOf(validateInput(resource, input, { role: writer.role, current: before }))
  await refuseProblems(trx, resource, { firmId, id, values, current: before })
  const columns = columnValues(resource, values, { box: writer.box, isNew: false })
  if (columns.size === 0) return { before, after: before }
  const assignments = [...columns].map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`
    update ${sql.table(tableOf(resource))} set ${sql.join([...assignments, sql`updated_at = now()`])}
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await behaviourOf(resource).afterSave?.(trx, { firmId, id, values, current: before })
  await announce(trx, { firmId, entity: resource.name, ids: [id] })
  return { before, after: await getRow(trx, resource, { firmId, id }) }
}

/** Removes a row. Throws `in_use` with what leads to it, `wrong_state` when the resource refuses, `forbidden` when it refuses the user. */
export async function deleteRow(
  trx: Trx,
  resource: Resource,
  { firmId, id, userId }: { firmId: number; id: string; userId?: string },
): Promise<AnyRow> {
  const row = await getRow(trx, resource, { firmId, id })
  await refuseWriter(trx, resource, { firmId, userId })
  const refusal = await behaviourOf(resource).whyNotDeleted?.(trx, row, firmId)
  if (refusal) throw new ApiError('wrong_state', { sentence: refusal })
  const { alsoKnownAs = resource.name, afterDelete } = behaviourOf(resource)
  const users = await whatLeadsTo(trx, [resource.name, alsoKnownAs], { firmId, id })
  if (users.length > 0) throw new ApiError('in_use', { sentence: `This record is used by ${users.join(', ')}.` })
  await sql`delete from ${sql.table(tableOf(resource))} where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await afterDelete?.(trx, { firmId, id })
  await announce(trx, { firmId, entity: resource.name, ids: [id] })
  return row
}

async function refuseWriter(
  trx: Trx,
  resource: Resource,
  { firmId, userId }: { firmId: number; userId?: string },
): Promise<void> {
  const sentence = await behaviourOf(resource).whyNotWritten?.(trx, { firmId, userId })
  if (sentence) throw new ApiError('forbidden', { sentence })
}

function valuesOf(result: ReturnType<typeof validateInput>): AnyRow {
  if ('problems' in result) throw new ApiError('invalid_input', { problems: result.problems })
  return result.values
}

async function refuseProblems(
  trx: Trx,
  resource: Resource,
  save: { firmId: number; id: string; values: AnyRow; current?: AnyRow },
): Promise<void> {
  const missing = await missingReferences(trx, resource, save)
  const own = (await behaviourOf(resource).beforeSave?.(trx, save)) ?? []
  const problems = [...missing, ...own]
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
}

/** References must lead to a record of the same firm; lists of ids have no foreign key that would see to it. */
async function missingReferences(
  trx: Trx,
  resource: Resource,
  { firmId, values }: { firmId: number; values: AnyRow },
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [key, value] of Object.entries(values)) {
    const field = resource.fields[key]
    const target = field?.resource ? findResource(field.resource) : undefined
    if (!target) continue
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
    if (ids.length > 0 && !(await areAllThere(trx, target, { firmId, ids })))
      problems.push({ field: key, code: 'not_reference' })
  }
  return problems
}

async function areAllThere(
  trx: Trx,
  target: Resource,
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<boolean> {
  const { source } = behaviourOf(target)
  if (source) return ids.every((id) => source.find(id) !== undefined)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(tableOf(target))}
    where firm_id = ${firmId} and id = any(${[...ids]}::uuid[])`.execute(trx)
  return rows[0]?.n === new Set(ids).size
}
