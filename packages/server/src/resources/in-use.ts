import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'

/**
 * What would lead nowhere if the record were removed: "3 cases", "1 matter". Found by the references of all
 * definitions, so that no resource has to say who uses it. `targets` are the names the record goes by.
 */
export async function whatLeadsTo(
  trx: Trx,
  targets: readonly string[],
  { firmId, id }: { firmId: number; id: string },
): Promise<string[]> {
  const uses: string[] = []
  for (const resource of resources) {
    const tests = resource.isVirtual ? [] : testsOf(resource, targets, id)
    if (tests.length === 0) continue
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(tableOf(resource))}
      where firm_id = ${firmId} and (${sql.join(tests, sql` or `)})`.execute(trx)
    const n = rows[0]?.n ?? 0
    if (n > 0) uses.push(`${n} ${wordOf(resource.label[n === 1 ? 0 : 1])}`)
  }
  return uses
}

function testsOf(resource: Resource, targets: readonly string[], id: string) {
  return Object.entries(resource.fields).flatMap(([key, field]) => {
    if (field.isComputed || !field.resource || !targets.includes(field.resource)) return []
    const ref = sql.ref(snakeCase(key))
    return [field.kind === 'referenceList' ? sql`${id}::uuid = any(${ref})` : sql`${ref} = ${id}::uuid`]
  })
}

/** The label within a sentence; a word that is all capitals, such as DMS, keeps them. */
function wordOf(label: string): string {
  return /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
