import type { Role } from '@courtcrier/contract/access.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { behaviourOf } from './behaviour.ts'
import type { SearchScope } from './viewer.ts'
import { isVisible } from './visible-rows.ts'

interface Names {
  /** What mentions a record: its short name if it has one, else its title. */
  titles: Readonly<Record<string, string>>
  /** The titles of records with a short name. */
  full: Readonly<Record<string, string>>
}

interface Wanted {
  scope: SearchScope
  ids: readonly string[]
}

/** The names that mention records, by ID; missing and hidden ones are left out. */
export async function findTitles(trx: Trx, resource: Resource, wanted: Wanted): Promise<Names['titles']> {
  return (await findNames(trx, resource, wanted)).titles
}

/** The names of records, short and in full, by ID; missing and hidden ones are left out. */
export async function findNames(trx: Trx, resource: Resource, { scope, ids }: Wanted): Promise<Names> {
  const { source } = behaviourOf(resource)
  if (source) {
    const rows = ids.map((id) => source.find(id)).filter((row) => row !== undefined)
    return namesOf(resource, rows, scope.role)
  }
  const known = ids.filter(isUuid)
  if (known.length === 0) return { titles: {}, full: {} }
  const where = sql`t.firm_id = ${scope.firmId} and t.id = any(${known}::uuid[]) and ${isVisible('t', resource, scope)}`
  return namesOf(resource, await readNamed(trx, resource, where), scope.role)
}

/** Reads what rows are named by: their titles, and the fields of their short names. */
export async function readNamed(trx: Trx, resource: Resource, where: RawBuilder<unknown>): Promise<AnyRow[]> {
  const keys = [...new Set([resource.title, ...(behaviourOf(resource).label?.fields ?? [])])]
  const columns = keys.map((key) => sql`${sql.ref(`t.${snakeCase(key)}`)} as ${sql.ref(key)}`)
  const { rows } = await sql<AnyRow>`
    select t.id, ${sql.join(columns)} from ${sql.table(tableOf(resource))} t where ${where} order by t.id`.execute(trx)
  return rows
}

/** Returns the name that mentions a row; without a role, the program's own. */
export function nameOf(resource: Resource, row: AnyRow, role?: Role): string {
  const { label } = behaviourOf(resource)
  const isShown = label?.fields.every((key) => !role || fieldAccess(resource, key, role) !== 'DENY')
  return label && isShown ? label.of(row) : String(row[resource.title] ?? '')
}

function namesOf(resource: Resource, rows: readonly AnyRow[], role: Role): Names {
  const titles = Object.fromEntries(rows.map((row) => [String(row.id), nameOf(resource, row, role)]))
  const named = rows.map((row) => [String(row.id), String(row[resource.title] ?? '')] as const)
  return { titles, full: Object.fromEntries(named.filter(([id, title]) => titles[id] !== title)) }
}
