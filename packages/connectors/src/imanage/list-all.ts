import { problemError } from '../problems.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { type Entry, readList } from './answers.ts'

/** Entries that one call lists; iManage allows more, at the cost of a slow answer. */
const pageSize = 500
/** More entries than this in a folder are a mistake. */
const mostPages = 100

/** Returns all entries of a list, page by page. */
export async function listAll(api: ServiceApi, url: string, what: string): Promise<Entry[]> {
  const all = new Map<string, Entry>()
  for (let n = 0; n < mostPages; n++) {
    const page = new URL(url)
    page.searchParams.set('limit', String(pageSize))
    page.searchParams.set('offset', String(all.size))
    const entries = readList(await api.call({ method: 'GET', url: page, what }), what)
    const before = all.size
    for (const entry of entries) all.set(entry.id, entry)
    // A server that doesn't know pages answers everything at once, and the same again.
    if (entries.length < pageSize || (all.size === before && entries.length > pageSize)) return [...all.values()]
    if (all.size === before) break
  }
  throw problemError('rejected', `iManage's list has no end at ${what}.`)
}
