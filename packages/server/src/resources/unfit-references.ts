import type { Problem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'

/** References that lead to a record of another sort than the field takes, by `only` of its definition. */
export async function findUnfitReferences(
  trx: Trx,
  resource: Resource,
  { firmId, values }: { firmId: number; values: AnyRow },
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const [field, { only, resource: target }] of Object.entries(resource.fields)) {
    const id = values[field]
    if (!only || !target || typeof id !== 'string') continue
    const { rows } = await sql`
      select 1 from ${sql.table(tableOf(getResource(target)))} t where t.firm_id = ${firmId} and t.id = ${id}::uuid
        and ${sql.ref(`t.${snakeCase(only.key)}`)} <> ${only.value}`.execute(trx)
    if (rows.length > 0) problems.push({ field, code: `not_of_kind:${only.label}` })
  }
  return problems
}
