import * as z from 'zod/mini'
import { problemError } from '../problems.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { type Entry, readList } from './answers.ts'

/** Entries that one call lists; iManage allows more, at the cost of a slow answer. */
const pageSize = 500
/** More entries than this in a folder are a mistake. */
const mostPages = 100

const cursorForm = z.object({ cursor: z.string().check(z.minLength(1)) })

/**
 * Returns all entries of a list, page by page: where a page comes with a cursor for the next one, by that, because such
 * servers ignore an offset.
 */
export async function listAll(api: ServiceApi, url: string, what: string): Promise<Entry[]> {
  const all = new Map<string, Entry>()
  let cursor: string | undefined
  for (let n = 0; n < mostPages; n++) {
    const answer = await api.call({ method: 'GET', url: pageOf(url, { cursor, offset: all.size }), what })
    const entries = readList(answer, what)
    const before = all.size
    for (const entry of entries) all.set(entry.id, entry)
    cursor = cursorForm.safeParse(answer.json).data?.cursor
    const isLast = cursor === undefined ? entries.length < pageSize : entries.length === 0
    // A server that doesn't know pages answers everything at once, and the same again.
    if (isLast || (all.size === before && entries.length > pageSize)) return [...all.values()]
    if (all.size === before) break
  }
  throw problemError('rejected', `iManage's list has no end at ${what}.`)
}

function pageOf(url: string, { cursor, offset }: { cursor: string | undefined; offset: number }): URL {
  const page = new URL(url)
  page.searchParams.set('limit', String(pageSize))
  if (cursor !== undefined) page.searchParams.set('cursor', cursor)
  else if (offset > 0) page.searchParams.set('offset', String(offset))
  return page
}
