import { everyone, subjectAccess } from '@courtcrier/contract/access.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { fieldAccess, isLarge, type Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { searchedKeys } from '../base/db/text-indexes.ts'
import { freeTextConditions, isNarrowing } from './free-text.ts'
import { rankOf } from './rank-record.ts'
import { behaviourOf } from './registry.ts'
import type { Viewer } from './viewer.ts'
import { isVisible } from './visible-rows.ts'

/** A record that a person may go to. */
export interface FoundRecord {
  entity: string
  id: string
  title: string
  /** What else it was found by or is told apart by: numbers, addresses. */
  detail: string
}

export interface Found {
  /** The likeliest first; of each entity at most `mostOfEach`, one after another. */
  records: readonly FoundRecord[]
  /** The entities of which more fit than are given. */
  more: readonly string[]
}

/** So many of one entity are given: a person who wants another one types on, or asks its list. */
export const mostOfEach = 5

/**
 * Records of all that the person may read whose searched text has every word, or whose id it is. One look at the
 * newest rows of every table tells which of them have the words so often that an index would cost more than it finds;
 * the others are then asked by their indexes, together.
 */
export async function findRecords(trx: Trx, scope: Viewer, text: string): Promise<Found> {
  const search: Search = { scope, text, wanted: isUuid(text) ? 'id' : 'words' }
  const tables = findable(scope).filter((resource) => !behaviourOf(resource).source)
  const first = await runAll(
    trx,
    tables.map((resource) => selectOf(resource, search, isLarge(resource) ? newest : Number.POSITIVE_INFINITY)),
  )
  const rest = tables.filter((resource) => isLarge(resource) && mayHaveMore(first, resource, search))
  const later = rest.length === 0 ? [] : await findByIndex(trx, rest, search)
  const asked = new Set(rest.map(({ name }) => name))
  const found = [...first.filter(({ entity }) => !asked.has(entity)), ...later, ...virtualRows(search)]
  return ranked(found, text)
}

interface Search {
  scope: Viewer
  text: string
  wanted: 'id' | 'words'
}

interface Row {
  entity: string
  id: string
  title: string
  others: readonly (string | null)[]
}

/** Of the newest rows so many are tried; where so many of them fit, there is no need to look further. */
const newest = 250
const plenty = 25
/** What fits is ranked, so more is read than given. */
const mostRead = 60

/**
 * What has a page of its own to go to. Lines of the log tell of other records, and each kind of credential is found
 * in the list of all; what is each person's own has no list.
 */
function findable({ role }: Viewer): readonly Resource[] {
  return resources.filter((resource) => {
    const { tellsOf, alsoKnownAs } = behaviourOf(resource)
    if (resource.isSingleton || resource.subject === everyone || tellsOf || alsoKnownAs) return false
    return subjectAccess(resource.subject, role) !== 'DENY' && fieldAccess(resource, resource.title, role) !== 'DENY'
  })
}

function selectOf(resource: Resource, search: Search, rows: number): RawBuilder<Row> {
  const { firmId } = search.scope
  const others = otherKeys(resource, search).map((key) => sql`${column(key)}::text`)
  const from = Number.isFinite(rows)
    ? sql`(select * from ${firmRows(resource)} where firm_id = ${firmId} order by id desc limit ${rows})`
    : firmRows(resource)
  // A constant of the program; as a parameter every table would be another statement to the database.
  return sql<Row>`(select ${sql.lit(resource.name)} as entity, t.id::text as id,
    coalesce(${column(resource.title)}::text, '') as title, array[${sql.join(others)}]::text[] as others
    from ${from} t where ${conditionOf(resource, search)} limit ${mostRead})`
}

function conditionOf(resource: Resource, { scope, text, wanted }: Search): RawBuilder<unknown> {
  const fits = wanted === 'id' ? [sql`t.id = ${text}::uuid`] : freeTextConditions(resource, text, scope.role)
  return sql.join([sql`t.firm_id = ${scope.firmId}`, ...fits, isVisible(resource, scope)], sql` and `)
}

/** The searched fields that the role sees; whole texts of a court are found by, and too long to be shown. */
function otherKeys(resource: Resource, { scope }: Search): readonly string[] {
  return searchedKeys(resource).filter(
    (key) =>
      key !== resource.title &&
      resource.fields[key]?.kind !== 'longText' &&
      fieldAccess(resource, key, scope.role) !== 'DENY',
  )
}

function mayHaveMore(found: readonly Row[], { name }: Resource, { text, wanted }: Search): boolean {
  if (wanted === 'words' && !isNarrowing(text)) return false
  return found.filter(({ entity }) => entity === name).length < plenty
}

/** The planner takes a rare word for a common one and reads all rows in order; without that choice it uses the index. */
async function findByIndex(trx: Trx, tables: readonly Resource[], search: Search): Promise<readonly Row[]> {
  if (search.wanted === 'words') await sql`select set_config('enable_indexscan', 'off', true)`.execute(trx)
  return runAll(
    trx,
    tables.map((resource) => selectOf(resource, search, Number.POSITIVE_INFINITY)),
  )
}

async function runAll(trx: Trx, selects: readonly RawBuilder<Row>[]): Promise<readonly Row[]> {
  if (selects.length === 0) return []
  const { rows } = await sql<Row>`${sql.join(selects, sql` union all `)}`.execute(trx)
  return rows
}

function virtualRows({ scope, text, wanted }: Search): Row[] {
  return findable(scope).flatMap((resource) => {
    const { source } = behaviourOf(resource)
    if (!source || wanted === 'id') return []
    const sort = [{ field: resource.title, isDescending: false }]
    const query = { max: mostOfEach + 1, offset: 0, freeText: text, sort, filters: [] }
    return source.search(query, scope.role).rows.map((row) => ({
      entity: resource.name,
      id: String(row.id),
      title: String(row[resource.title] ?? ''),
      others: [],
    }))
  })
}

/** Entities stand in the order of their best record; equals in that of the resources. */
function ranked(found: readonly Row[], text: string): Found {
  const groups = resources.flatMap(({ name }) => {
    const rows = found
      .filter(({ entity }) => entity === name)
      .map((row) => ({ row, rank: rankOf([row.title, ...row.others], text) }))
      .toSorted((a, b) => a.rank - b.rank || b.row.id.localeCompare(a.row.id))
    return rows.length > 0 ? [{ name, rows, best: rows[0]?.rank ?? 0 }] : []
  })
  const sorted = groups.toSorted((a, b) => a.best - b.best)
  return {
    records: sorted.flatMap(({ rows }) => rows.slice(0, mostOfEach).map(({ row }) => recordOf(row))),
    more: sorted.filter(({ rows }) => rows.length > mostOfEach).map(({ name }) => name),
  }
}

function recordOf({ entity, id, title, others }: Row): FoundRecord {
  const detail = others.filter((text) => text).join(' · ')
  return { entity, id, title, detail: detail.length > longestDetail ? `${detail.slice(0, longestDetail)}…` : detail }
}

const longestDetail = 160

function column(key: string): RawBuilder<unknown> {
  return sql.ref(`t.${snakeCase(key)}`)
}
