import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, labelOf, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { nextVersion } from '../base/db/row-version.ts'
import { unprepared } from '../import/unprepared.ts'
import { findBeyond } from '../resources/beyond.ts'
import { findReferenceProblems } from '../resources/reference-problems.ts'
import { behaviourOf } from '../resources/registry.ts'
import { byColumns, knownColumns, loadFormer, lockCurrent } from './noted-rows.ts'
import {
  changedSince,
  gone,
  type NotedRow,
  notedRows,
  type Plan,
  type Reversal,
  type TakingBack,
  undoRefusal,
} from './reversal.ts'

/** Gives rows that were changed their former values. */
export const changeBack: Reversal = {
  plan: planChanges,
  write: writeChanges,
  event: ({ row = {}, values = {} }) => ({
    type: 'object update',
    row: { ...row, ...values },
    before: row,
    values,
  }),
}

async function planChanges(trx: Trx, taking: TakingBack, noted: readonly NotedRow[]): Promise<Plan[]> {
  const current = await lockCurrent(trx, taking, noted)
  const former = await loadFormer(trx, taking, noted)
  const plans = noted.map((entry): Plan => {
    const row = current.get(entry.id)
    if (!row) return { noted: entry, refusal: gone }
    const values = pickColumns(taking.resource, former.get(entry.id) ?? {}, entry.columns)
    const refusal = row.updatedAt === entry.version?.toISOString() ? forbiddenSentence(taking, values) : changedSince
    return { noted: entry, row, values, ...(refusal ? { refusal } : {}) }
  })
  return refuseByRules(trx, taking, plans)
}

/** The values of the fields that these columns hold. */
function pickColumns(resource: Resource, row: AnyRow, columns: readonly string[]): AnyRow {
  const kept = Object.entries(resource.fields).filter(
    ([key, field]) => !field.isComputed && columns.includes(field.within ?? snakeCase(key)),
  )
  return Object.fromEntries(kept.map(([key]) => [key, row[key]]))
}

/** Who may no longer change a field may not change it back either. */
function forbiddenSentence({ resource, caller }: TakingBack, values: AnyRow): string | undefined {
  const forbidden = Object.keys(values).filter((key) => fieldAccess(resource, key, caller.role) !== 'FULL')
  if (forbidden.length === 0) return undefined
  return `Your role may not change ${forbidden.map((key) => labelOf(resource, key)).join(', ')}.`
}

/** Asks of rows that get values back what is asked of a save. */
export async function refuseByRules(
  trx: Trx,
  { resource, caller }: TakingBack,
  plans: readonly Plan[],
): Promise<Plan[]> {
  const rows = plans.map(({ refusal, values = {} }) => (refusal === undefined ? values : {}))
  const wrong = await findReferenceProblems(trx, resource, { scope: caller, rows })
  const { beforeSave, whyNotAllowed } = behaviourOf(resource)
  const judged: Plan[] = []
  for (const [index, plan] of plans.entries()) {
    const { noted, values = {}, row } = plan
    const forbidden = plan.refusal ?? whyNotAllowed?.({ ...row, ...values }, caller)
    if (forbidden !== undefined) {
      judged.push({ ...plan, refusal: forbidden })
      continue
    }
    const current = noted.action === 'update' && row ? { current: row } : {}
    const save = { firmId: caller.firmId, id: noted.id, values, writer: caller, ...current }
    const touch = {
      ...save,
      ...(row && noted.action === 'update' ? { before: row } : {}),
      after: { ...row, ...values },
    }
    const own = [...(wrong[index] ?? []), ...((await beforeSave?.(trx, save)) ?? [])]
    const problems = own.length > 0 ? own : await findBeyond(trx, resource, touch)
    judged.push(problems.length === 0 ? plan : { ...plan, refusal: undoRefusal(resource, { message: '', problems }) })
  }
  return judged
}

async function writeChanges(trx: Trx, taking: TakingBack, plans: readonly Plan[]): Promise<void> {
  const { resource, caller } = taking
  const table = sql.table(tableOf(resource))
  for (const group of byColumns(plans)) {
    const noted = group.map((plan) => plan.noted)
    const columns = knownColumns(resource, noted[0]?.columns ?? [])
    const assignments = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
    await sql`
      update ${table} t set ${sql.join([...assignments, sql`updated_at = ${nextVersion}`])}
      from (
        select w.id as noted_row_id, ${sql.join(columns.map((name) => sql.ref(`v.${name}`)))}
        from ${notedRows(taking, noted)} cross join lateral jsonb_populate_record(null::${table}, r.before) v
      ) v
      where t.firm_id = ${caller.firmId}::integer and t.id = v.noted_row_id ${unprepared()}`.execute(trx)
  }
  await followVersions(trx, taking, plans)
  const { afterSave } = behaviourOf(resource)
  if (!afterSave) return
  for (const { noted, row, values = {} } of plans)
    await afterSave(trx, {
      firmId: caller.firmId,
      id: noted.id,
      values,
      writer: caller,
      ...(row ? { current: row } : {}),
    })
}

/**
 * The rows are again what an earlier change left, under a new `updated_at`: so that that change can be taken back too,
 * it follows.
 */
async function followVersions(trx: Trx, taking: TakingBack, plans: readonly Plan[]): Promise<void> {
  const { resource, caller } = taking
  const table = tableOf(resource)
  const noted = plans.map((plan) => plan.noted)
  await sql`
    update undo_rows e set version = v.updated_at
    from (
      select r.row_id, r.former_version, t.updated_at from ${notedRows(taking, noted)}
      join ${sql.table(table)} t on t.firm_id = ${caller.firmId}::integer and t.id = w.id
    ) v
    where e.firm_id = ${caller.firmId}::integer and e.table_name = ${table} and e.row_id = v.row_id and e.version = v.former_version ${unprepared()}`.execute(
    trx,
  )
}
