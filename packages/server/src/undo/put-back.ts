import { tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { unprepared } from '../import/unprepared.ts'
import { behaviourOf } from '../resources/registry.ts'
import { refuseByRules } from './change-back.ts'
import { byColumns, knownColumns, loadDeleted } from './noted-rows.ts'
import { gone, idsOfPlans, type NotedRow, notedRows, type Plan, type Reversal, type TakingBack } from './reversal.ts'

/** Puts rows that were deleted back as they were, with what was deleted together with them. */
export const putBack: Reversal = {
  plan: planRows,
  write: writeRows,
  event: ({ row = {} }) => ({ type: 'object create', row }),
}

async function planRows(trx: Trx, taking: TakingBack, noted: readonly NotedRow[]): Promise<Plan[]> {
  const former = await loadDeleted(trx, taking, noted)
  const plans = noted.map((entry): Plan => {
    const row = former.get(entry.id)
    if (!row) return { noted: entry, refusal: gone }
    const { id: _, createdAt: __, updatedAt: ___, ...values } = row
    return { noted: entry, row, values }
  })
  return refuseByRules(trx, taking, plans)
}

async function writeRows(trx: Trx, taking: TakingBack, plans: readonly Plan[]): Promise<void> {
  const { resource, caller } = taking
  const table = sql.table(tableOf(resource))
  for (const group of byColumns(plans)) {
    const noted = group.map((plan) => plan.noted)
    const columns = knownColumns(resource, noted[0]?.columns ?? [])
    await sql`
      insert into ${table} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(columns.map((name) => sql.ref(`v.${name}`)))}
      from ${notedRows(taking, noted)}
      cross join lateral jsonb_populate_record(null::${table}, r.before) v ${unprepared()}`.execute(trx)
  }
  await putDependentsBack(trx, taking, plans)
  const { afterSave } = behaviourOf(resource)
  if (!afterSave) return
  for (const { noted, values = {} } of plans)
    await afterSave(trx, { firmId: caller.firmId, id: noted.id, values, writer: caller })
}

async function putDependentsBack(trx: Trx, taking: TakingBack, plans: readonly Plan[]): Promise<void> {
  const { resource, caller, undoId } = taking
  for (const { table, column, comesBack } of behaviourOf(resource).dependents ?? []) {
    if (comesBack === 'never') continue
    const noted = sql`r.firm_id = ${caller.firmId}::integer and r.undo_id = ${undoId}::uuid
      and r.step = any(${plans.map(({ noted: { step } }) => step)}::integer[]) and r.table_name = ${table}
      and r.owner_id = any(${idsOfPlans(plans)}::text[])`
    if (comesBack === 'row') {
      await sql`
        insert into ${sql.table(table)}
        select v.* from undo_rows r cross join lateral jsonb_populate_record(null::${sql.table(table)}, r.before) v
        where ${noted} and r.action = 'part'`.execute(trx)
    } else {
      // What leads to somebody else by now stays so.
      await sql`
        update ${sql.table(table)} t set ${sql.ref(column)} = r.owner_id::uuid from undo_rows r
        where ${noted} and r.action = 'link' and t.firm_id = r.firm_id and t.id = r.row_id::uuid
          and ${sql.ref(`t.${column}`)} is null`.execute(trx)
    }
  }
}
