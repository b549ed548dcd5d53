import { ApiError } from '@courtcrier/contract/errors.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { isNarrowing } from './free-text.ts'

interface TextSearch {
  where: RawBuilder<unknown>
  freeText: string
  firmId: number
  /** More rows than this may not fit. */
  most: number
}

/** Rows tried first. A firm with no more than these may search for anything. */
const probed = { narrowing: 1000, other: 10_000 } as const

/**
 * Throws `too_broad` for words that are in nearly every row; otherwise makes the database use the text index. Left to
 * itself it only guesses how common a word is, and a wrong guess takes seconds. A refused word either almost certainly
 * matches more than `most` rows or has nothing to look up in an index.
 */
export async function refuseTooBroad(trx: Trx, resource: Resource, search: TextSearch): Promise<void> {
  const isIndexed = isNarrowing(search.freeText)
  const wanted = isIndexed ? probed.narrowing : probed.other
  const { tried, fitting } = await tryNewest(trx, resource, { search, wanted })
  if (tried < wanted) return
  if (!isIndexed) throw new ApiError('too_broad')
  if (await isInTooMany(trx, resource, { ...search, newest: fitting / tried })) throw new ApiError('too_broad')
  await sql`select set_config('enable_indexscan', 'off', true)`.execute(trx)
}

async function tryNewest(
  trx: Trx,
  resource: Resource,
  { search, wanted }: { search: TextSearch; wanted: number },
): Promise<{ tried: number; fitting: number }> {
  const { rows } = await sql<{ tried: number; fitting: number }>`
    select count(*)::int as tried, (count(*) filter (where ${search.where}))::int as fitting
    from (select * from ${firmRows(resource)} where firm_id = ${search.firmId} order by id desc limit ${wanted}) t`.execute(
    trx,
  )
  return rows[0] ?? { tried: 0, fitting: 0 }
}

interface SampledSearch extends TextSearch {
  /** The share of the newest rows that fit. */
  newest: number
}

/**
 * A word in too many rows has at least this part of its expected share among the newest ones; a rarer word isn't worth
 * a sample.
 */
const suspect = 1 / 4

/**
 * For a word in a tenth of a million rows, the index takes half a second; sampling rows across the table takes a few
 * milliseconds. The sample must suggest this many times the limit, from this many pages (rows on one page are alike),
 * to rule out chance.
 */
const sample = { rows: 3000, times: 6, pages: 20 } as const

async function isInTooMany(trx: Trx, resource: Resource, { where, most, newest }: SampledSearch): Promise<boolean> {
  if (newest === 0) return false
  const table = tableOf(resource)
  const known = await sql<{ size: number }>`
    select reltuples::float8 as size from pg_class where oid = to_regclass(${table})`.execute(trx)
  const size = known.rows[0]?.size ?? 0
  const fewest = (sample.rows * sample.times * most) / size
  // No statistics yet, or so small that the index is fast for any word.
  if (size <= 0 || fewest > sample.rows) return false
  if (newest < (suspect * fewest) / sample.rows) return false
  const { rows } = await sql<{ fitting: number; pages: number }>`
    select count(*)::int as fitting, count(distinct (ctid::text::point)[0])::int as pages from (
      select t.ctid from ${sql.table(table)} t tablesample system (${(100 * sample.rows) / size}::float4) where ${where}
    ) found`.execute(trx)
  const { fitting = 0, pages = 0 } = rows[0] ?? {}
  return fitting >= fewest && pages >= sample.pages
}
