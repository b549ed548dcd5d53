import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { findField, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Save } from './behaviour.ts'
import { column } from './column.ts'
import { sameValuesOf } from './same-values.ts'
import { idsOf } from './undo/row-ids.ts'

/**
 * The fields whose values another record of the firm already has. Only a save that is refused anyway asks: otherwise the
 * unique index decides, which no simultaneous save gets past.
 */
export async function findTwins(trx: Trx, resource: Resource, save: Save): Promise<readonly Problem[]> {
  const { firmId, id, values, current } = save
  const row = { ...current, ...values }
  const problems: Problem[] = []
  for (const group of resource.unique) {
    if (!group.some((key) => key in values) || group.some((key) => isEmptyValue(row[key]))) continue
    const same = group.map((key) => isSame(resource, key, row[key]))
    const { rows } = await sql`
      select 1 from ${sql.table(tableOf(resource))} t where t.firm_id = ${firmId}::integer
        and t.id <> all(${idsOf(resource, [id])}) and ${sql.join(same, sql` and `)} limit 1`.execute(trx)
    if (rows.length > 0) problems.push(...group.map((field) => ({ field, code: 'not_unique' })))
  }
  return problems
}

function isSame(resource: Resource, key: string, value: unknown): RawBuilder<boolean> {
  const field = findField(resource, key)
  const own = column('t', key)
  const same = sameValuesOf(resource, key)
  if (same) return sql`${same.sqlKeyOf(own)} = ${same.sqlKeyOf(sql`${String(value)}::text`)}`
  return sql`${own} = ${value}::${sql.raw(field ? kindOf(field).column(field) : 'text')}`
}
