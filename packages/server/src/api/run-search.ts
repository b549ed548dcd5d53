import { ApiError } from '@courtcrier/contract/errors.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirmSearch } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { countMatches, findPage, type Page } from '../resources/find-page.ts'
import { behaviourOf } from '../resources/registry.ts'

type SearchServices = Pick<Services, 'database'>

interface WantedRows {
  query: SearchQuery
  caller: Caller
}

/** The page that a caller asks for. Throws `too_broad`, and `unavailable` when the database needs too long. */
export async function runSearch(services: SearchServices, resource: Resource, wanted: WantedRows): Promise<Page> {
  const { query, caller } = wanted
  const { source } = behaviourOf(resource)
  if (source) {
    const { rows, total } = source.search(query, caller.role)
    return { rows: [...rows], total, isAtLeast: false }
  }
  return searchInTime(services, { caller, freeText: query.freeText }, (trx) =>
    findPage(trx, resource, { query, scope: caller }),
  )
}

/** How many rows fit, to the last one. */
export async function runCount(services: SearchServices, resource: Resource, wanted: WantedRows): Promise<number> {
  const { query, caller } = wanted
  const { source } = behaviourOf(resource)
  if (source) return source.search(query, caller.role).total
  return searchInTime(services, { caller, freeText: query.freeText }, (trx) =>
    countMatches(trx, resource, { query, scope: caller }),
  )
}

const tooSlow = 'This search takes too long. Narrow it down with another filter, or sort by another column.'

/** Runs a search. Throws `too_broad` when the database needs too long for words, and `unavailable` otherwise. */
export async function searchInTime<T>(
  { database }: SearchServices,
  { caller, freeText }: { caller: Caller; freeText: string },
  run: (trx: Trx) => Promise<T>,
): Promise<T> {
  try {
    return await withFirmSearch(database, caller.firmId, run)
  } catch (cause) {
    if (!isTimeOut(cause)) throw cause
    throw freeText ? new ApiError('too_broad', { cause }) : new ApiError('unavailable', { sentence: tooSlow, cause })
  }
}

/** PostgreSQL's code for a statement that was ended. */
export function isTimeOut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}
