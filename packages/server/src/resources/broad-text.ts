import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { firmRows } from '../db/firm-rows.ts'
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
/** Where this share of them fits, enough rows to refuse are found faster one by one than by the index. */
const manyShare = 0.05
const mostTried = 250_000

/**
 * Throws `too_broad` for words that are in nearly every row, and otherwise sees to it that the index over the text is
 * used: which of both a word is, the database only guesses, and a wrong guess takes seconds. What is refused is known to
 * fit more than `most` rows, or has nothing to look up in an index.
 */
export async function refuseTooBroad(trx: Trx, resource: Resource, search: TextSearch): Promise<void> {
  const isIndexed = isNarrowing(search.freeText)
  const wanted = isIndexed ? probed.narrowing : probed.other
  const { tried, fitting } = await tryRows(trx, resource, { search, wanted })
  if (tried < wanted) return
  if (!isIndexed) throw new ApiError('too_broad')
  if (fitting >= wanted * manyShare && (await fitTooMany(trx, resource, search))) throw new ApiError('too_broad')
  await sql`select set_config('enable_indexscan', 'off', true)`.execute(trx)
}

async function tryRows(
  trx: Trx,
  resource: Resource,
  { search, wanted }: { search: TextSearch; wanted: number },
): Promise<{ tried: number; fitting: number }> {
  const { rows } = await sql<{ tried: number; fitting: number }>`
    select count(*)::int as tried, (count(*) filter (where ${search.where}))::int as fitting
    from (${someRows(resource, search.firmId, wanted)}) t`.execute(trx)
  return rows[0] ?? { tried: 0, fitting: 0 }
}

async function fitTooMany(trx: Trx, resource: Resource, { where, firmId, most }: TextSearch): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from (${someRows(resource, firmId, mostTried)}) t where ${where} limit ${most + 1}
    ) fitting`.execute(trx)
  return (rows[0]?.n ?? 0) > most
}

function someRows(resource: Resource, firmId: number, count: number): RawBuilder<unknown> {
  return sql`select * from ${firmRows(resource)} where firm_id = ${firmId} order by id desc limit ${count}`
}
