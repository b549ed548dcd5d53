import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { behaviourOf } from './registry.ts'
import type { SearchScope } from './viewer.ts'
import { isVisible } from './visible-rows.ts'

/**
 * What is wrong with the references of each row, in the order of the rows: they lead to no record of the firm, to one
 * that whoever writes may not see and to which the row did not lead before, or to one of another kind than the field
 * takes (`only` of its definition). The database sees to single references itself, but lists of ids have no foreign key.
 */
export async function findReferenceProblems(
  trx: Trx,
  resource: Resource,
  { scope, rows, before = [] }: { scope: SearchScope; rows: readonly AnyRow[]; before?: readonly AnyRow[] },
): Promise<readonly (readonly Problem[])[]> {
  const problems = rows.map((): Problem[] => [])
  const keys = new Set(rows.flatMap((row) => Object.keys(row)))
  for (const key of keys) {
    const field = resource.fields[key]
    const target = field?.resource && !(field.isComputed && field.readOnly) ? findResource(field.resource) : undefined
    if (!field || !target) continue
    const ids = new Set(rows.flatMap((row) => idsIn(row[key])))
    if (ids.size === 0) continue
    const led = before.flatMap((row) => idsIn(row[key]))
    const known = await findKnown(trx, target, { scope, ids: [...ids], led, only: field.only })
    for (const [index, row] of rows.entries()) {
      const code = whatIsWrong(idsIn(row[key]), known, field.only)
      if (code) problems[index]?.push({ field: key, code })
    }
  }
  return problems
}

/** Whether a record that is there is of the kind that the field takes. */
type Known = ReadonlyMap<string, boolean>

function whatIsWrong(ids: readonly string[], known: Known, only: Field['only']): string | undefined {
  if (ids.some((id) => !known.has(id))) return 'not_reference'
  return only && ids.some((id) => !known.get(id)) ? `not_of_kind:${only.label}` : undefined
}

function idsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
}

async function findKnown(
  trx: Trx,
  target: Resource,
  {
    scope,
    ids,
    led,
    only,
  }: { scope: SearchScope; ids: readonly string[]; led: readonly string[]; only: Field['only'] },
): Promise<Known> {
  const { source } = behaviourOf(target)
  if (source) return new Map(ids.filter((id) => source.find(id) !== undefined).map((id) => [id, true]))
  const fits = only ? sql`${sql.ref(`t.${snakeCase(only.key)}`)} = ${only.value}` : sql`true`
  const { rows } = await sql<{ id: string; fits: boolean }>`
    select t.id, ${fits} as fits from ${sql.table(tableOf(target))} t
    where t.firm_id = ${scope.firmId}::integer and t.id = any(${[...ids]}::uuid[])
      and (t.id = any(${[...led]}::uuid[]) or ${isVisible(target, scope)})`.execute(trx)
  return new Map(rows.map((row) => [row.id, row.fits]))
}
