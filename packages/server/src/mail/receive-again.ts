import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirmAtWork } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { MessagePart } from '../courts/message/message.ts'
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
 * finds out (`later-arrivals.ts`). Returns the item's ID; undefined if too many copies wait, of which none may be dropped.
 */
export async function receiveAgain(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  { firmId, fingerprint, later }: Again,
): Promise<string | undefined> {
  return withFirmAtWork(database, firmId, async (trx) => {
    const known = await readOpen(trx, { firmId, where: sql`i.fingerprint = ${fingerprint}` })
    if (!known) throw new Error('a message was neither new nor known')
    const { id, isOpen, arrivals } = known
    if (!isOpen || arrivals.some((each) => keyOf(each) === keyOf(later))) return id
    if (arrivals.length > mostLater) return undefined
    await sql`update item_progress set outcomes = jsonb_set(outcomes, '{receive,again}',
        coalesce(outcomes #> '{receive,again}', '[]') || ${JSON.stringify([later])}::text::jsonb)
      where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
    await jobs.enqueue(trx, 'arrival', [{ firmId, id }])
    return id
  })
}

/** Those that wait to be examined: for a moment, or for minutes if name servers of a stranger's choice don't answer. */
const mostLater = 20

/** An item, and whether a later arrival may prove its sender. */
export interface OpenItem {
  id: string
  status: ItemStatus
  /** Whether nothing proves its sender yet, nor did a person confirm it or, if it was split, for all parts. */
  isOpen: boolean
  /** The notices it was split into for which nothing proves the sender yet, nor did a person. */
  parts: readonly OpenPart[]
  /** The message as it is read, then as it was received later. */
  arrivals: readonly LaterArrival[]
}

export interface OpenPart {
  id: string
  status: ItemStatus
  part: MessagePart
}

/** Returns an item, locked until the transaction ends; undefined if it doesn't exist. */
export async function readOpen(
  trx: Trx,
  { firmId, where }: { firmId: number; where: RawBuilder<unknown> },
): Promise<OpenItem | undefined> {
  const { rows } = await sql<Omit<OpenItem, 'arrivals'> & Omit<LaterArrival, 'origin'> & { receive: Origin | null }>`
    select i.id, i.status, i.raw_content as file, i.size, i.source_type as via, i.source,
      p.outcomes -> 'receive' as receive,
      ${isUndecided('i', 'p')} and not (coalesce(p.outcomes -> 'receive', '{}') ?| array['part', 'entered']) as "isOpen",
      case when i.disposition = 'SPLIT' and ${isUnproven('p')} then (
        select jsonb_agg(jsonb_build_object('id', c.id, 'status', c.status, 'part', cp.outcomes #> '{receive,part}'))
        from inbox_items c join item_progress cp on cp.firm_id = c.firm_id and cp.id = c.id
        where c.firm_id = i.firm_id and c.parent_id = i.id and cp.outcomes #> '{receive,part}' is not null
          and ${isUndecided('c', 'cp')}) end as parts
    from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId}::integer and ${where} for update of i`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  const { id, status, receive, ...first } = row
  const parts = row.parts ?? []
  const { again = [], ...origin } = receive ?? {}
  return {
    id,
    status,
    isOpen: row.isOpen || parts.length > 0,
    parts,
    arrivals: [{ ...arrivalOf(first), origin }, ...again],
  }
}

function arrivalOf({ file, size, via, source }: Omit<LaterArrival, 'origin'>): Omit<LaterArrival, 'origin'> {
  return { file, size, via, source }
}

/**
 * Whether nothing proves an item's sender, and no person confirmed or handles it. One that was ignored, canceled or
 * failed counts too: a stranger may have sent a notice first in a form that no one would read.
 */
function isUndecided(item: 'i' | 'c', progress: 'p' | 'cp'): RawBuilder<boolean> {
  const status = sql.ref(`${item}.status`)
  const isConfirmed = sql`${sql.ref(`${progress}.outcomes`)} ? 'vouch'`
  return sql`((${status} in ('New', 'Started', 'Retry', 'Action Required', 'Canceled', 'Failed')
      or ${status} = 'Succeeded' and ${sql.ref(`${item}.disposition`)} = 'IGNORED')
    and not (${isConfirmed}) and ${isUnproven(progress)})`
}

function isUnproven(progress: 'p' | 'cp'): RawBuilder<boolean> {
  return sql`coalesce(${sql.ref(`${progress}.outcomes`)} #>> '{authenticate,result,trust}', 'unverified') = 'unverified'`
}

/** What can prove a sender: the bytes, and the server that delivered them. */
function keyOf({ file, origin: { ip, authserv } }: LaterArrival): string {
  return JSON.stringify([file, ip, authserv])
}
