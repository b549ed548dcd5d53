import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'

interface Key {
  firmId: number
  /** The mailbox's. */
  id: string
}

/** Where Microsoft Graph notifies of new messages in a mailbox, and until when. */
interface BellRow {
  /** What the subscription is for: the mailbox, its folder, and the address that is called. */
  source: string
  /** Null if there is none. */
  subscriptionId: string | null
  endsAt: Date | null
  /** Graph asked to renew it before its time. */
  isDue: boolean
}

/** Returns the bell of a mailbox, if it ever had one. */
export async function readBell(trx: Trx, { firmId, id }: Key): Promise<BellRow | undefined> {
  const { rows } = await sql<BellRow>`
    select source, subscription_id as "subscriptionId", ends_at as "endsAt", is_due as "isDue" from graph_bells
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  return rows[0]
}

interface NewBell extends Key {
  source: string
  /** The part of its address that can't be guessed. */
  pathKey: string
  /** What Graph repeats with each call. */
  state: string
}

/** Saves what proves the calls of a subscription, before it is created: Graph calls while it is. */
export async function prepareBell(trx: Trx, { firmId, id, source, pathKey, state }: NewBell): Promise<void> {
  await sql`insert into graph_bells (firm_id, id, source, path_key, state_hash)
    values (${firmId}::integer, ${id}::uuid, ${source}, ${pathKey}, ${stateHash(state)})
    on conflict (firm_id, id) do update set source = excluded.source, path_key = excluded.path_key,
      state_hash = excluded.state_hash, subscription_id = null, ends_at = null, is_due = false`.execute(trx)
}

/** Saves that there is a subscription, until a time; one that was renewed may have been removed meanwhile. */
export async function noteSubscription(
  trx: Trx,
  { firmId, id, subscriptionId, endsAt, isNew }: Key & { subscriptionId: string; endsAt: Date; isNew: boolean },
): Promise<void> {
  await sql`update graph_bells set subscription_id = ${subscriptionId}, ends_at = ${endsAt}::timestamptz, is_due = false
    where firm_id = ${firmId} and id = ${id}::uuid
      and (${isNew}::boolean or subscription_id = ${subscriptionId}::text)`.execute(trx)
}

/** Saves that there is no subscription any more; with `subscriptionId`, only if it was that one. */
export async function forgetSubscription(
  trx: Trx,
  { firmId, id, subscriptionId }: Key & { subscriptionId?: string },
): Promise<void> {
  await sql`update graph_bells set subscription_id = null, ends_at = null, is_due = false
    where firm_id = ${firmId} and id = ${id}::uuid
      and (${subscriptionId ?? null}::text is null or subscription_id = ${subscriptionId ?? null}::text)`.execute(trx)
}

/** Saves that Graph asks to renew it. */
export async function demandRenewal(trx: Trx, { firmId, id }: Key): Promise<void> {
  await sql`update graph_bells set is_due = true where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

/** What proves a call for a mailbox in use whose bell is wanted. */
export interface BellProof {
  pathKey: string
  stateHash: string
}

export async function findBellProof(trx: Trx, { firmId, id }: Key): Promise<BellProof | undefined> {
  const { rows } = await sql<BellProof>`
    select b.path_key as "pathKey", b.state_hash as "stateHash"
    from graph_bells b join mailboxes m on m.firm_id = b.firm_id and m.id = b.id
    where b.firm_id = ${firmId} and b.id = ${id}::uuid and m.is_active and m.has_bell and m.service = 'GRAPH'`.execute(
    trx,
  )
  return rows[0]
}

/** Only the hash is stored: it is enough to compare. */
export function stateHash(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}
