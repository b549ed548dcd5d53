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

/** Rows that are tried at first. A firm that has no more of them may look for anything. */
const probed = { narrowing: 1000, other: 10_000 } as const

/**
 * Throws `too_broad` for words that are in nearly every row, and otherwise sees to it that the index over the text is
 * used: which of both a word is, the database only guesses, and a wrong guess takes seconds. What is refused is as good
 * as known to fit more than `most` rows, or has nothing to look up in an index.
 */
export async function refuseTooBroad(trx: Trx, resource: Resource, search: TextSearch): Promise<void> {
  const isIndexed = isNarrowing(search.freeText)
  const wanted = isIndexed ? probed.narrowing : probed.other
  const { tried, fitting } = await tryNewest(trx, resource, { search, wanted })
  if (tried < wanted) return
  if (!isIndexed) throw new ApiError('too_broad')
  if (fitting > 0 && (await isInTooMany(trx, resource, search))) throw new ApiError('too_broad')
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

/**
 * A word in every tenth of a million rows costs the index half a second, and a look at some rows anywhere in the table a
 * few milliseconds. So many times the allowed number must be expected from them, on so many pages of the table (rows on
 * one page are alike), that chance cannot be the reason.
 */
const sample = { rows: 3000, times: 6, pages: 20 } as const

async function isInTooMany(trx: Trx, resource: Resource, { where, most }: TextSearch): Promise<boolean> {
  const table = tableOf(resource)
  const known = await sql<{ size: number }>`
    select reltuples::float8 as size from pg_class where oid = to_regclass(${table})`.execute(trx)
  const size = known.rows[0]?.size ?? 0
  const fewest = (sample.rows * sample.times * most) / size
  // Unknown as yet, or so small that the index is fast whatever the word is.
  if (size <= 0 || fewest > sample.rows) return false
  const { rows } = await sql<{ fitting: number; pages: number }>`
    select count(*)::int as fitting, count(distinct (ctid::text::point)[0])::int as pages from (
      select t.ctid from ${sql.table(table)} t tablesample system (${(100 * sample.rows) / size}::float4) where ${where}
    ) found`.execute(trx)
  const { fitting = 0, pages = 0 } = rows[0] ?? {}
  return fitting >= fewest && pages >= sample.pages
}
