import { signIn } from '../harness.ts'
import { allRows } from './examine.ts'

/** What counts as healthy: everything is when absent. */
export interface Healthy {
  court?: (courtId: string) => boolean
  email?: (address: string) => boolean
  /** By the ID of a storage policy. */
  policy?: (id: string) => boolean
}

/** How long the notices of one firm waited, from their arrival to the last of their emails and copies. */
export interface Waits {
  notices: number
  /** Of these, how many hadn't ended when the run gave up. Their time until then counts. */
  unfinished: number
  /** In milliseconds. */
  median: number
  p95: number
  most: number
}

interface NoticeWait {
  ms: number
  hasEnded: boolean
}

/**
 * Reads how long the firm at this address has waited for what is healthy in the notices received since then. `isOver`
 * says whether nothing of it is left to do.
 */
export async function readWaits(
  url: string,
  since: Date,
  { court = all, email = all, policy = all }: Healthy,
): Promise<{ isOver: boolean; waits: Waits }> {
  const call = await signIn(url, 'Administrator')
  const items = (await allRows(call, 'inbox_item', 'inbox_items')).filter(
    ({ received_at: at, ecfx_jurisdiction_id: id }) => timeOf(at) >= since.getTime() && court(String(id)),
  )
  const deliveries = await allRows(call, 'delivery', 'deliveries')
  const copies = await allRows(call, 'document_copy', 'document_copies')
  const ends = new Map<unknown, unknown[]>()
  const add = (item: unknown, end: unknown) => ends.set(item, [...(ends.get(item) ?? []), end])
  for (const each of deliveries) if (email(String(each.email))) add(each.inbox_item_id, each.sent_at)
  for (const each of copies) if (policy(String(each.storage_policy_id))) add(each.inbox_item_id, each.stored_at)
  const now = Date.now()
  const waits = items
    .map(({ id, received_at: at, next_stage: next }) => waitOf({ at, next, ends: ends.get(id) ?? [], now }))
    .filter((wait) => wait !== undefined)
  return { isOver: items.length > 0 && waits.every(({ hasEnded }) => hasEnded), waits: summarize(waits) }
}

const all = () => true

/** Undefined for a notice with nothing to send or save, such as the second of a filing. */
function waitOf({
  at,
  next,
  ends,
  now,
}: {
  at: unknown
  next: unknown
  ends: unknown[]
  now: number
}): NoticeWait | undefined {
  const hasEnded = !next && ends.every(Boolean)
  if (hasEnded && ends.length === 0) return undefined
  const end = hasEnded ? Math.max(...ends.map(timeOf)) : now
  return { hasEnded, ms: end - timeOf(at) }
}

function timeOf(value: unknown): number {
  return Date.parse(String(value))
}

function summarize(waits: readonly NoticeWait[]): Waits {
  const sorted = waits.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
  return {
    notices: waits.length,
    unfinished: waits.filter(({ hasEnded }) => !hasEnded).length,
    median: at(0.5),
    p95: at(0.95),
    most: at(1),
  }
}
