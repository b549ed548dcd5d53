import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { behaviourOf } from './behaviour.ts'
import type { SearchScope } from './viewer.ts'
import { isVisible } from './visible-rows.ts'

/** The values to write to a row, and the row as it is, if there is one. */
interface RowReferences {
  values: AnyRow
  before?: AnyRow | undefined
}

/**
 * The problems with each row's references, in the order of the rows: no such record in the firm, one the writer may not
 * see and the row didn't refer to before, or one the field doesn't accept (`only` in its definition). The database
 * checks single references itself, but lists of IDs have no foreign key: what they begin to refer to is locked here.
 */
export async function findReferenceProblems(
  trx: Trx,
  resource: Resource,
  { scope, rows }: { scope: SearchScope; rows: readonly RowReferences[] },
): Promise<readonly (readonly Problem[])[]> {
  const problems = rows.map((): Problem[] => [])
  const keys = new Set(rows.flatMap(({ values }) => Object.keys(values)))
  for (const key of keys) {
    const field = resource.fields[key]
    const target = field?.resource && !(field.isComputed && field.readOnly) ? findResource(field.resource) : undefined
    if (!field || !target) continue
    const ids = new Set(rows.flatMap(({ values }) => idsIn(values[key])))
    if (ids.size === 0) continue
    if (field.kind === 'referenceList') await holdListed(trx, target, { scope, ids: addedIds(rows, key) })
    const known = await findKnown(trx, target, { scope, ids: [...ids], only: field.only })
    for (const [index, { values, before }] of rows.entries()) {
      const code = whatIsWrong(idsIn(values[key]), { known, former: idsIn(before?.[key]), only: field.only })
      if (code) problems[index]?.push({ field: key, code })
    }
  }
  return problems
}

/** The IDs that a field of one of the rows doesn't have yet. */
function addedIds(rows: readonly RowReferences[], key: string): readonly string[] {
  const added = rows.flatMap(({ values, before }) => {
    const former = new Set(idsIn(before?.[key]))
    return idsIn(values[key]).filter((id) => !former.has(id))
  })
  return [...new Set(added)]
}

/** Keeps records from being deleted until the transaction ends, as a foreign key would; waits for one that deletes them. */
async function holdListed(
  trx: Trx,
  target: Resource,
  { scope, ids }: { scope: SearchScope; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0 || behaviourOf(target).source) return
  await sql`
    select from ${sql.table(tableOf(target))} t where t.firm_id = ${scope.firmId}::integer and t.id = any(${[...ids]}::uuid[])
    order by t.id for key share`.execute(trx)
}

type Known = ReadonlyMap<string, { isVisible: boolean; isOfKind: boolean }>

function whatIsWrong(
  ids: readonly string[],
  { known, former, only }: { known: Known; former: readonly string[]; only: Field['only'] },
): string | undefined {
  if (ids.some((id) => !known.get(id)?.isVisible && !(known.has(id) && former.includes(id)))) return 'not_reference'
  return only && ids.some((id) => !known.get(id)?.isOfKind) ? `not_of_kind:${only.label}` : undefined
}

function idsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
}

async function findKnown(
  trx: Trx,
  target: Resource,
  { scope, ids, only }: { scope: SearchScope; ids: readonly string[]; only: Field['only'] },
): Promise<Known> {
  const { source } = behaviourOf(target)
  if (source) {
    const there = ids.filter((id) => source.find(id) !== undefined)
    return new Map(there.map((id) => [id, { isVisible: true, isOfKind: true }]))
  }
  const fits = only ? sql`${sql.ref(`t.${snakeCase(only.key)}`)} = ${only.value}` : sql`true`
  const { rows } = await sql<{ id: string; isVisible: boolean; isOfKind: boolean }>`
    select t.id, ${isVisible('t', target, scope)} as "isVisible", ${fits} as "isOfKind" from ${sql.table(tableOf(target))} t
    where t.firm_id = ${scope.firmId}::integer and t.id = any(${[...ids]}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
