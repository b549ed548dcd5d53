import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, labelOf, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import type { CanSee } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { dictionaryOf } from './dictionary.ts'

interface UseSearch {
  firmId: number
  ids: readonly string[]
  /** Whether a row of the table `alias` is visible to the caller; if absent, every row is. */
  isSeen?: (alias: string, resource: Resource) => RawBuilder<boolean>
  /** Which fields the caller may see; a reference in a hidden field isn't named. If absent, all. */
  canSee?: CanSee
}

/**
 * What refers to the records with these IDs: "3 cases", "1 matter". Found through the references in all definitions, so
 * no resource has to say who uses it. `targets` are the records' resource names.
 */
export async function whatLeadsTo(
  trx: Trx,
  targets: readonly string[],
  asked: UseSearch,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { firmId } = asked
  const uses = new Map<string, string[]>()
  const dictionary = await dictionaryOf(trx, firmId)
  for (const resource of resources) {
    const pairs = resource.isVirtual ? [] : pairsOf(resource, targets, asked)
    if (pairs.length === 0) continue
    // A union counts a record only once if it refers to another through two fields.
    const { rows } = await sql<{ target: string; n: number }>`
      select target, count(*) filter (where seen)::int as n from (${sql.join(pairs, sql` union `)}) as pairs group by target`.execute(
      trx,
    )
    for (const { target, n } of rows) {
      // For hidden records it says neither what they are nor how many.
      if (n === 0) {
        uses.set(target, uses.get(target) ?? [])
        continue
      }
      const words = `${n} ${termInSentence(resource, n === 1 ? 'one' : 'many', dictionary)}`
      uses.set(target, [...(uses.get(target) ?? []), words])
    }
  }
  return uses
}

/**
 * Why a record others refer to isn't removed, and how to deactivate it instead if its definition supports that;
 * undefined if nothing refers to it.
 */
export function inUseSentence(
  uses: readonly string[] | undefined,
  about?: { resource: Resource; row: AnyRow },
): string | undefined {
  const reason =
    uses &&
    (uses.length > 0 ? `This record is used by ${uses.join(', ')}.` : "This record is in use and can't be deleted.")
  const { resource, row } = about ?? {}
  const deactivation = resource?.deactivation
  if (!reason || !resource || !deactivation || row?.[deactivation.field] === deactivation.value) return reason
  return `${reason} It can be deactivated instead: ${describe(resource, deactivation)}.`
}

/** "Status: Closed", "May sign in: No". */
function describe(resource: Resource, { field, value }: NonNullable<Resource['deactivation']>): string {
  const word =
    typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (resource.fields[field]?.valueLabels?.[value] ?? value)
  return `${labelOf(resource, field)}: ${word}`
}

/** One query of references per reference field. */
function pairsOf(resource: Resource, targets: readonly string[], { firmId, ids, isSeen, canSee }: UseSearch) {
  const isThere = isSeen?.('t', resource) ?? sql`true`
  const table = sql.table(tableOf(resource))
  const wanted = sql`${[...ids]}::uuid[]`
  return Object.entries(resource.fields).flatMap(([key, field]) => {
    if (field.isComputed || field.isAside || !field.resource || !targets.includes(field.resource)) return []
    const ref = sql.ref(`t.${snakeCase(key)}`)
    const seen = canSee?.(resource, key) === false ? sql`false` : isThere
    return [
      field.kind === 'referenceList'
        ? sql`select v.id as target, t.id::text as source, ${seen} as seen from ${table} t, unnest(${ref}) as v(id)
            where t.firm_id = ${firmId}::integer and ${ref} && ${wanted} and v.id = any(${wanted})`
        : sql`select ${ref} as target, t.id::text as source, ${seen} as seen from ${table} t
            where t.firm_id = ${firmId}::integer and ${ref} = any(${wanted})`,
    ]
  })
}
