import { snakeCase } from '@courtcrier/contract/names.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { courtBehaviour } from '../resources/ecfx-jurisdictions.ts'
import { type FoundValues, referencesIn, type Titles } from './mail-values.ts'

/**
 * What the records are called that templates name by a reference (`case.judge`): one statement for each kind of
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

interface Asked {
  firmId: number
  name: string
  ids: readonly string[]
}

async function titlesOf(trx: Trx, { firmId, name, ids }: Asked): Promise<Readonly<Record<string, string>>> {
  const resource = getResource(name)
  if (resource.isVirtual)
    return Object.fromEntries(ids.map((id) => [id, String(courtBehaviour.source?.find(id)?.[resource.title] ?? '')]))
  const { rows } = await sql<{ id: string; title: string | null }>`
    select t.id, ${sql.ref(`t.${snakeCase(resource.title)}`)}::text as title from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${firmId} and t.id = any(${ids}::uuid[])`.execute(trx)
  return Object.fromEntries(rows.map(({ id, title }) => [id, title ?? '']))
}
