import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Save } from '../behaviour.ts'
import { column } from '../column.ts'
import { findTwins } from '../twins.ts'

interface Given {
  values: AnyRow
  problems: readonly Problem[]
}

/**
 * Returns a function that names what a save leaves without a name, where the definition says how. Rows that are saved
 * together get different numbers.
 */
export function openNamer(trx: Trx, resource: Resource): (save: Save) => Promise<Given> {
  const fields = Object.entries(resource.fields).filter(([, { given }]) => given !== undefined)
  let last: number | undefined
  const number = async (key: string, save: Save): Promise<string> => {
    last ??= await findLast(trx, resource, { key, firmId: save.firmId })
    for (;;) {
      last += 1
      const name = `${resource.label[0]} ${last}`
      // The number is free, but the name may be another record's in other letters.
      const twins = await findTwins(trx, resource, { ...save, values: { ...save.values, [key]: name } })
      if (!twins.some(({ field }) => field === key)) return name
    }
  }
  return async (save) => {
    const given: AnyRow = {}
    const problems: Problem[] = []
    for (const [key, field] of fields) {
      if (!(key in save.values) || !isEmptyValue(save.values[key])) continue
      const name = field.given === 'numbered' ? await number(key, save) : nameFrom(field.given ?? [], save)
      if (name === undefined) problems.push({ field: key, code: 'required' })
      else given[key] = [...name].slice(0, field.max).join('')
    }
    return { values: given, problems }
  }
}

function nameFrom(keys: readonly string[], { current, values }: Save): string | undefined {
  const row = { ...current, ...values }
  const named = keys.find((key) => !isEmptyValue(row[key]))
  return named === undefined ? undefined : String(row[named])
}

/** The highest number given so far. Until this transaction ends, no other gives one. */
async function findLast(
  trx: Trx,
  resource: Resource,
  { key, firmId }: { key: string; firmId: number },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`name:${resource.name}:${firmId}`}, 0))`.execute(trx)
  const own = column('t', key)
  const { rows } = await sql<{ last: number | null }>`
    select max(substring(${own} from '[0-9]+$')::integer) as last from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${firmId}::integer and ${own} ~* ${`^${resource.label[0]} [0-9]{1,6}$`}`.execute(trx)
  return rows[0]?.last ?? 0
}
