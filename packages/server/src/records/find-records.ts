import { everyone, subjectAccess } from '@courtcrier/contract/access.ts'
import { mostFound } from '@courtcrier/contract/calls/console.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { fieldAccess, isLarge, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { readUuid } from '@courtcrier/contract/uuid.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { searchedKeys } from '../base/db/text-indexes.ts'
import { behaviourOf } from './behaviour.ts'
import { column } from './column.ts'
import { freeTextConditions, isNarrowing } from './free-text.ts'
import { rankOf } from './rank-record.ts'
import type { Viewer } from './viewer.ts'
import { isVisible } from './visible-rows.ts'

/** A record a person may open. */
export interface FoundRecord {
  entity: string
  id: string
  title: string
  /** What else it was found or distinguished by: numbers, addresses. */
  detail: string
}

export interface FoundRecords {
  /** The likeliest first; of each entity at most `mostFound`, one after another. */
  records: readonly FoundRecord[]
  /** The entities with more matches than are returned. */
  more: readonly string[]
}

/**
 * Returns records the person may read whose searched text has every word, or whose ID it is. One query of the newest
 * rows of every table shows which have the words so often that an index would cost more than it finds; the others are
 * then searched by their indexes, together.
 */
export async function findRecords(trx: Trx, scope: Viewer, text: string): Promise<FoundRecords> {
  const id = readUuid(text)
  const search: Search = id === undefined ? { scope, text, wanted: 'words' } : { scope, text: id, wanted: 'id' }
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
  /** What tells it apart from its namesakes. */
  telling: readonly (string | null)[]
}

/** The newest rows tried per table; if this many of them match, there is no need to look further. */
const newest = 250
const plenty = 25
/** Matches are ranked, so more are read than returned. */
const mostRead = 60

/**
 * Returns the resources with a page of their own. Events are about other records, each kind of credential is found in
 * the list of all, and a person's own rows have no list.
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
  const others = otherKeys(resource, search).map((key) => sql`${column('t', key)}::text`)
  const from = Number.isFinite(rows)
    ? sql`(select * from ${firmRows(resource)} where firm_id = ${firmId} order by id desc limit ${rows})`
    : firmRows(resource)
  // A constant of the program; as a parameter, every table would be a separate statement to the database.
  return sql<Row>`(select ${sql.lit(resource.name)} as entity, t.id::text as id,
    coalesce(${column('t', resource.title)}::text, '') as title, array[${sql.join(others)}]::text[] as others,
    array[${sql.join(tellingOf(resource, search.scope))}]::text[] as telling
    from ${from} t where ${conditionOf(resource, search)} limit ${mostRead})`
}

function conditionOf(resource: Resource, { scope, text, wanted }: Search): RawBuilder<unknown> {
  const fits =
    wanted === 'id'
      ? [sql`t.id = ${text}::uuid`]
      : freeTextConditions('t', resource, { freeText: text, role: scope.role })
  return sql.join([sql`t.firm_id = ${scope.firmId}`, ...fits, isVisible('t', resource, scope)], sql` and `)
}

/** The searched fields the role sees; long court texts are searched, but too long to show. */
function otherKeys(resource: Resource, { scope }: Search): readonly string[] {
  return searchedKeys(resource).filter(
    (key) =>
      key !== resource.title &&
      resource.fields[key]?.kind !== 'longText' &&
      fieldAccess(resource, key, scope.role) !== 'DENY',
  )
}

/** The titles of other records are left out if the viewer may not see them. */
function tellingOf(resource: Resource, scope: Viewer): RawBuilder<unknown>[] {
  const seen = resource.tellsApart.filter((key) => fieldAccess(resource, key, scope.role) !== 'DENY')
  return seen.flatMap((key) => {
    const { kind, resource: led } = resource.fields[key] ?? {}
    if (kind !== 'reference') return kind === 'select' ? [] : [sql`${column('t', key)}::text`]
    const target = led === undefined ? undefined : findResource(led)
    if (!target || target.isVirtual || fieldAccess(target, target.title, scope.role) === 'DENY') return []
    return [
      sql`(select r.${sql.ref(snakeCase(target.title))}::text from ${firmRows(target)} r
        where r.firm_id = t.firm_id and r.id = ${column('t', key)} and ${isVisible('r', target, scope)})`,
    ]
  })
}

function mayHaveMore(found: readonly Row[], { name }: Resource, { text, wanted }: Search): boolean {
  if (wanted === 'words' && !isNarrowing(text)) return false
  return found.filter(({ entity }) => entity === name).length < plenty
}

/**
 * The planner mistakes a rare word for a common one and reads all rows in order; without that option it uses the index.
 */
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
    const query = { max: mostFound + 1, offset: 0, freeText: text, sort, filters: [] }
    return source.search(query, scope.role).rows.map((row) => ({
      entity: resource.name,
      id: String(row.id),
      title: String(row[resource.title] ?? ''),
      others: [],
      telling: resource.tellsApart.map((key) => (typeof row[key] === 'string' ? row[key] : null)),
    }))
  })
}

/** Entities are ordered by their best record, equal ones as in the registry. */
function ranked(found: readonly Row[], text: string): FoundRecords {
  const groups = resources.flatMap(({ name }) => {
    const rows = found
      .filter(({ entity }) => entity === name)
      .map((row) => ({ row, rank: rankOf([row.title, ...row.others], text) }))
      .toSorted((a, b) => a.rank - b.rank || b.row.id.localeCompare(a.row.id))
    return rows.length > 0 ? [{ name, rows, best: rows[0]?.rank ?? 0 }] : []
  })
  const sorted = groups.toSorted((a, b) => a.best - b.best)
  return {
    records: sorted.flatMap(({ rows }) => rows.slice(0, mostFound).map(({ row }) => recordOf(row))),
    more: sorted.filter(({ rows }) => rows.length > mostFound).map(({ name }) => name),
  }
}

function recordOf({ entity, id, title, others, telling }: Row): FoundRecord {
  const known = [...telling, ...others].filter((text) => text && text !== title)
  const detail = [...new Set(known)].join(' · ')
  return { entity, id, title, detail: detail.length > longestDetail ? `${detail.slice(0, longestDetail)}…` : detail }
}

const longestDetail = 160
