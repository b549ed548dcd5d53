import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { behaviourOf } from '../../records/behaviour.ts'
import { nameOf, readNamed } from '../../records/titles.ts'
import { type FoundValues, referencesIn, type Titles } from './mail-values.ts'

/**
 * Returns the titles of the records that templates name by a reference (`case.judge`): one statement for each kind of
 * record, and none for most templates, which name no reference.
 */
export async function findNamedTitles(
  trx: Trx,
  firmId: number,
  named: readonly { found: FoundValues; template: string }[],
): Promise<Titles> {
  const wanted = new Map<string, Set<string>>()
  for (const { found, template } of named)
    for (const [name, ids] of referencesIn(found, (placeholder) => template.includes(placeholder)))
      wanted.set(name, new Set([...(wanted.get(name) ?? []), ...ids]))
  const titles: Record<string, Readonly<Record<string, string>>> = {}
  for (const [name, ids] of wanted) titles[name] = await titlesOf(trx, { firmId, name, ids: [...ids] })
  return titles
}

interface TitleSearch {
  firmId: number
  name: string
  ids: readonly string[]
}

async function titlesOf(trx: Trx, { firmId, name, ids }: TitleSearch): Promise<Readonly<Record<string, string>>> {
  const resource = getResource(name)
  if (resource.isVirtual)
    return Object.fromEntries(ids.map((id) => [id, nameOf(resource, behaviourOf(resource).source?.find(id) ?? {})]))
  const rows = await readNamed(trx, resource, sql`t.firm_id = ${firmId} and t.id = any(${ids}::uuid[])`)
  return Object.fromEntries(rows.map((row) => [String(row.id), nameOf(resource, row)]))
}
