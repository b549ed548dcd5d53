import { ApiError } from '@courtcrier/contract/errors.ts'
import type { ChangeCursor, SearchQuery } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirmSearch } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { behaviourOf, type VirtualSource } from '../records/behaviour.ts'
import type { Caller } from '../records/caller.ts'
import { type ChangedRows, findChanged } from '../records/changed-rows.ts'
import { countMatches, findPage, type Page } from '../records/find-page.ts'
import type { SearchScope } from '../records/viewer.ts'
import { wallIsBeingApplied } from '../records/walls/walls.ts'

type SearchServices = Pick<Services, 'database'>

/** The requested page of a listing by last change. Throws as `runSearch` does. */
export async function runChanged(
  services: SearchServices,
  resource: Resource,
  { query, caller }: { query: SearchQuery & { cursor: ChangeCursor }; caller: Caller },
): Promise<ChangedRows> {
  const { source } = behaviourOf(resource)
  if (source) return changedOfSource(source, { query, caller })
  return searchInTime(services, { caller, freeText: query.freeText }, (trx, scope) =>
    findChanged(trx, resource, { query, scope }),
  )
}

/** The program's own rows change with the program only, so all have the same time. */
function changedOfSource(
  source: VirtualSource,
  { query, caller }: { query: SearchQuery & { cursor: ChangeCursor }; caller: Caller },
): ChangedRows {
  const { cursor, max } = query
  const sort = [{ field: 'id', isDescending: false }]
  const all = source.search({ ...query, sort, offset: 0, max: Number.MAX_SAFE_INTEGER }, caller.role).rows
  const at = cursor === 'start' ? 0 : all.findIndex(({ id }) => id === cursor.id) + 1
  const rows = all.slice(at, at + max)
  const last = rows.at(-1)
  return { rows: [...rows], next: last ? { updatedAt: String(last.updatedAt), id: String(last.id) } : cursor }
}

interface WantedRows {
  query: SearchQuery
  caller: Caller
}

/** The requested page. Throws `too_broad`, and `unavailable` if the database takes too long. */
export async function runSearch(services: SearchServices, resource: Resource, wanted: WantedRows): Promise<Page> {
  const { query, caller } = wanted
  const { source } = behaviourOf(resource)
  if (source) {
    const { rows, total } = source.search(query, caller.role)
    return { rows: [...rows], total, isAtLeast: false }
  }
  return searchInTime(services, { caller, freeText: query.freeText }, (trx, scope) =>
    findPage(trx, resource, { query, scope }),
  )
}

/** The exact number of matches. */
export async function runCount(services: SearchServices, resource: Resource, wanted: WantedRows): Promise<number> {
  const { query, caller } = wanted
  const { source } = behaviourOf(resource)
  if (source) return source.search(query, caller.role).total
  return searchInTime(services, { caller, freeText: query.freeText }, (trx, scope) =>
    countMatches(trx, resource, { query, scope }),
  )
}

const tooSlow = 'This search takes too long. Narrow it down with another filter, or sort by another column.'

/**
 * Runs a search, which only reads, and runs it again if a wall that bars the caller is still being applied, because the
 * first run checks stamps only. Throws `too_broad` if the database takes too long for words, and `unavailable`
 * otherwise.
 */
export async function searchInTime<T>(
  { database }: SearchServices,
  { caller, freeText }: { caller: Caller; freeText: string },
  run: (trx: Trx, scope: SearchScope) => Promise<T>,
): Promise<T> {
  const search = (scope: SearchScope) => withFirmSearch(database, caller.firmId, (trx) => run(trx, scope))
  try {
    return await search({ ...caller, asksStampsOnly: true }).catch((error: unknown) => {
      if (codeOf(error) === wallIsBeingApplied) return search(caller)
      throw error
    })
  } catch (cause) {
    if (!isTimeOut(cause)) throw cause
    throw freeText ? new ApiError('too_broad', { cause }) : new ApiError('unavailable', { sentence: tooSlow, cause })
  }
}

/** PostgreSQL's code for a canceled statement. */
export function isTimeOut(error: unknown): boolean {
  return codeOf(error) === '57014'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
