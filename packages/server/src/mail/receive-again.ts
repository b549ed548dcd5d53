import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirmAtWork } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { LaterArrival, Origin } from './origin.ts'

interface Again {
  firmId: number
  /** Of the message and of the one that was received before. */
  fingerprint: string
  later: LaterArrival
}

/**
 * Keeps a message that was received before, if nothing proves the sender of that item yet: what came first may have passed
 * servers that lose a signature, or a stranger may have sent it, and the court's own must not be turned away for it. A job
 * finds out (`later-arrivals.ts`). Returns the item's ID.
 */
export async function receiveAgain(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  { firmId, fingerprint, later }: Again,
): Promise<string> {
  return withFirmAtWork(database, firmId, async (trx) => {
    const known = await readOpen(trx, { firmId, where: sql`i.fingerprint = ${fingerprint}` })
    if (!known) throw new Error('a message was neither new nor known')
    const { id, isOpen, arrivals } = known
    if (!isOpen || arrivals.length > mostLater || arrivals.some((each) => keyOf(each) === keyOf(later))) return id
    await sql`update item_progress set outcomes = jsonb_set(outcomes, '{receive,again}',
        coalesce(outcomes #> '{receive,again}', '[]') || ${JSON.stringify([later])}::text::jsonb)
      where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
    await jobs.enqueue(trx, 'arrival', [{ firmId, id }])
    return id
  })
}

/** Those that wait to be examined, which takes a moment. */
const mostLater = 20

/** An item, and whether a later arrival may prove its sender. */
export interface OpenItem {
  id: string
  status: string
  /** Whether nothing proves its sender yet, and no person has decided about it. */
  isOpen: boolean
  /** The message as it is read, then as it was received later. */
  arrivals: readonly LaterArrival[]
}

/** Returns an item, locked until the transaction ends; undefined if it doesn't exist. */
export async function readOpen(
  trx: Trx,
  { firmId, where }: { firmId: number; where: RawBuilder<unknown> },
): Promise<OpenItem | undefined> {
  const { rows } = await sql<Omit<OpenItem, 'arrivals'> & Omit<LaterArrival, 'origin'> & { receive: Origin | null }>`
    select i.id, i.status, i.raw_content as file, i.size, i.source_type as via, i.source,
      p.outcomes -> 'receive' as receive,
      i.status in ('New', 'Started', 'Retry', 'Action Required') and not (p.outcomes ? 'vouch')
        and not (coalesce(p.outcomes -> 'receive', '{}') ?| array['part', 'entered'])
        and coalesce(p.outcomes #>> '{authenticate,result,trust}', 'unverified') = 'unverified' as "isOpen"
    from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId}::integer and ${where} for update of i`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  const { id, status, isOpen, receive, ...first } = row
  const { again = [], ...origin } = receive ?? {}
  return { id, status, isOpen, arrivals: [{ ...first, origin }, ...again] }
}

/** What can prove a sender: the bytes, and the server that delivered them. */
function keyOf({ file, origin: { ip, authserv } }: LaterArrival): string {
  return JSON.stringify([file, ip, authserv])
}
