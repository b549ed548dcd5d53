import { snakeCase } from '../packages/contract/src/names.ts'
import type { Filter, SearchQuery } from '../packages/contract/src/query.ts'
import { tableOf } from '../packages/contract/src/resource.ts'
import { getResource } from '../packages/contract/src/resources/registry.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** The one field in which a plain data table would search for words. */
const named: Readonly<Record<string, string>> = { inbox_item: 'subject' }

/**
 * Returns the indexes a database's owner would create for words, so that a missing one doesn't slow the plain
 * statement.
 */
export function plainIndexes(entities: readonly string[]): string[] {
  return entities.map((entity) => {
    const table = tableOf(getResource(entity))
    return `create index if not exists bench_${table}_words on ${table} using gin (${nameOf(entity)} gin_trgm_ops)`
  })
}

/**
 * Returns the statement the tables' owner would write for the same page: without firms, roles or walls, searching for
 * words in the name alone and counting as many rows as a page reports.
 */
export function plainStatement(entity: string, query: SearchQuery, isCount: boolean): Statement {
  const table = tableOf(getResource(entity))
  const values: unknown[] = [1]
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions = ['t.firm_id = $1', ...query.filters.map((filter) => conditionOf(filter, put))]
  for (const word of query.freeText.split(/\s+/).filter(Boolean))
    conditions.push(`t.${nameOf(entity)} ilike ${put(`%${word}%`)}`)
  const from = `from ${table} t where ${conditions.join(' and ')}`
  if (isCount) return { text: `select count(*) ${from}`, values }
  const order = query.sort.map(({ field, isDescending }) => `t.${snakeCase(field)} ${isDescending ? 'desc' : 'asc'}`)
  const counted = `(select count(*) from (select ${from} limit 10001) counted) as total`
  return {
    text: `select t.*, ${counted} ${from} order by ${[...order, 't.id'].join(', ')} limit ${query.max} offset ${query.offset}`,
    values,
  }
}

/** Returns the statement they would write for the titles of these records. */
export function plainTitles(entity: string, ids: readonly string[]): Statement {
  const resource = getResource(entity)
  const title = snakeCase(resource.title)
  return {
    text: `select t.id, t.${title} from ${tableOf(resource)} t where t.firm_id = $1 and t.id = any($2::uuid[])`,
    values: [1, ids],
  }
}

function nameOf(entity: string): string {
  return named[entity] ?? 'name'
}

function conditionOf(filter: Filter, put: (value: unknown) => string): string {
  if (!('in' in filter)) throw new Error(`The bench asks for no such filter: ${JSON.stringify(filter)}`)
  const column = `t.${snakeCase(filter.field)}`
  const isList = filter.field === 'assignedTimekeepers'
  const type = filter.field.endsWith('Id') && filter.field !== 'ecfxJurisdictionId' ? 'uuid' : 'text'
  return isList ? `${column} && ${put(filter.in)}::uuid[]` : `${column} = any(${put(filter.in)}::${type}[])`
}
