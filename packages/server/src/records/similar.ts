import type { Role } from '@courtcrier/contract/access.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import {
  type AnyRow,
  fieldAccess,
  type Likeness,
  type Resource,
  redact,
  tableOf,
} from '@courtcrier/contract/resource.ts'
import { mostSimilar, type SimilarReason, type SimilarRecord, similarReasons } from '@courtcrier/contract/similar.ts'
import { digitRuns } from '@courtcrier/lib/digit-runs.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { behaviourOf } from './behaviour.ts'
import { whereOf } from './search.ts'
import { compareNames, compareNumbers } from './similarity.ts'
import type { SearchScope } from './viewer.ts'

export interface SimilarSearch {
  scope: SearchScope & { userId: string | undefined }
  /** The values typed so far; if they include an ID, that row itself is left out. */
  values: AnyRow
}

/**
 * Records that may be the one being entered, most likely first: with the same number or a variant of it, or with the
 * same name or a similar one. A field the role may not see reveals nothing.
 */
export async function findSimilar(
  trx: Trx,
  resource: Resource & { likeness: Likeness },
  { scope, values }: SimilarSearch,
): Promise<SimilarRecord[]> {
  const typed = typedOf(resource, { values, role: scope.role })
  if (!typed.name && !typed.number) return []
  const records = await readCandidates(trx, resource, { scope, typed, values })
  const found = records
    .map((record) => ({ row: rowOf(resource, record), reasons: reasonsOf(resource, record, typed) }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => rankOf(a.reasons) - rankOf(b.reasons))
  return found.slice(0, mostSimilar).map(({ row, reasons }) => tell(resource, { row, reasons, role: scope.role }))
}

interface Typed {
  name: string
  number: string
}

function typedOf(
  { likeness, ...resource }: Resource & { likeness: Likeness },
  { values, role }: { values: AnyRow; role: Role },
): Typed {
  const seen = (key: string) => {
    const value = values[key]
    return typeof value === 'string' && fieldAccess(resource, key, role) !== 'DENY' ? value.trim() : ''
  }
  return { name: seen(likeness.name), number: seen(likeness.number) }
}

/** Rows examined: for a number, and on either side of a name. */
const most = { sameNumber: 100, neighbors: 30 } as const

type KeyedRecord = DatabaseRecord & { is_number_place: boolean; name_key: string | null; typed_name_key: string | null }

/**
 * Rows with the same serial number, and the name's neighbors in alphabetical order, read forward and backward: two
 * names that differ in one place share either their beginning or their end. So few rows are read, however many there
 * are.
 */
async function readCandidates(
  trx: Trx,
  resource: Resource,
  { scope, typed, values }: SimilarSearch & { typed: Typed },
): Promise<KeyedRecord[]> {
  const { firmId } = scope
  const key = await keysOf(trx, typed)
  const t = sql.table(tableOf(resource))
  const parts: RawBuilder<unknown>[] = []
  if (key.numbers.length > 0) {
    parts.push(sql`(select t.id from ${t} t where t.firm_id = ${firmId} and t.number_key = any(${key.numbers}::text[])
      limit ${most.sameNumber})`)
  }
  if (key.name) parts.push(...neighbors(t, { firmId, key: key.name }))
  if (parts.length === 0) return []
  const place = behaviourOf(resource).samePlace?.('t', values, firmId) ?? sql<boolean>`true`
  const seen = whereOf('t', resource, { query: { filters: [], freeText: '' }, scope })
  const isOther = typeof values.id === 'string' ? sql`t.id::text <> ${values.id}` : sql`true`
  const { rows } = await sql<KeyedRecord>`
    with near (id) as (${sql.join(parts, sql` union `)})
    select t.*, ${place} as is_number_place, ${key.name}::text as typed_name_key
    from near join ${t} t on t.firm_id = ${firmId} and t.id = near.id where ${seen} and ${isOther}
    -- Ties in a fixed order: otherwise they reveal which row was written last, as by a wall around it.
    order by t.id`.execute(trx)
  return rows
}

function neighbors(t: RawBuilder<unknown>, { firmId, key }: { firmId: number; key: string }): RawBuilder<unknown>[] {
  const back = [...key].reverse().join('')
  const side = (column: string, value: string, isAfter: boolean) => {
    const ref = sql.ref(`t.${column}`)
    const condition = isAfter ? sql`${ref} >= ${value} order by ${ref}` : sql`${ref} < ${value} order by ${ref} desc`
    return sql`(select t.id from ${t} t where t.firm_id = ${firmId} and ${condition} limit ${most.neighbors})`
  }
  return [
    side('name_key', key, true),
    side('name_key', key, false),
    side('name_key_back', back, true),
    side('name_key_back', back, false),
  ]
}

/** Computes the stored keys for the typed values, with the database's own functions. */
async function keysOf(trx: Trx, { name, number }: Typed): Promise<{ numbers: string[]; name: string }> {
  const { rows } = await sql<{ number: string; name: string }>`
    select similar_number(${number}) as number, similar_name(${name}) as name`.execute(trx)
  const [keys = { number: '', name: '' }] = rows
  // In a shortened number the serial may not be the longest run of digits.
  const numbers = number ? [...new Set([keys.number, ...digitRuns(number)])].filter((run) => run !== '') : []
  return { numbers, name: keys.name }
}

function reasonsOf(
  resource: Resource & { likeness: Likeness },
  record: KeyedRecord,
  typed: Typed,
): readonly SimilarReason[] {
  const { name, number } = resource.likeness
  const compare = behaviourOf(resource).compareNumbers ?? compareNumbers
  const byName = compareNames(typed.name, String(record[snakeCase(name)] ?? ''), {
    a: record.typed_name_key ?? '',
    b: record.name_key ?? '',
  })
  const kept = String(record[snakeCase(number)] ?? '')
  const byNumber = typed.number && record.is_number_place ? numberReason(typed.number, kept, compare) : undefined
  return [byNumber, byName].filter((reason) => reason !== undefined)
}

function numberReason(typed: string, kept: string, compare: typeof compareNumbers): SimilarReason | undefined {
  if (typed === kept) return 'same_number'
  const match = compare(typed, kept)
  if (match === 'same') return 'other_spelling'
  return match === 'compatible' ? 'part_of_number' : undefined
}

const weights: Readonly<Record<SimilarReason, number>> = {
  same_number: 16,
  other_spelling: 12,
  same_name: 8,
  part_of_number: 6,
  near_name: 5,
}

function rankOf(reasons: readonly SimilarReason[]): number {
  return -reasons.reduce((sum, reason) => sum + weights[reason], 0)
}

function tell(
  resource: Resource & { likeness: Likeness },
  { row, reasons, role }: { row: AnyRow; reasons: readonly SimilarReason[]; role: Role },
): SimilarRecord {
  const { name, number, with: also } = resource.likeness
  const seen = redact(resource, row, role)
  const keys = [name, number, ...also].filter((key) => key in seen)
  return {
    id: String(row.id),
    title: resource.title in seen ? String(seen[resource.title] ?? '') : null,
    reasons,
    why: reasons.map((reason) => similarReasons[reason]).join(' '),
    values: rowToJson(resource, Object.fromEntries(keys.map((key) => [key, seen[key]]))),
  }
}
