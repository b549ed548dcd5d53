import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Payload } from '../../records/happenings/payload.ts'
import { isKeptOut } from '../../records/walls/walls.ts'

interface Key {
  firmId: number
  webhookId: string
}

/**
 * Whether an ethical wall keeps the person who set the address of a webhook out of the record that a call is about: the
 * wall may be newer than the webhook, and the address may be theirs.
 */
export async function isMakerWalledOff(
  trx: Trx,
  { firmId, webhookId, payload }: Key & { payload: Pick<Payload, 'entity' | 'entityId'> },
): Promise<boolean> {
  const timekeeperId = await findMaker(trx, { firmId, webhookId })
  if (timekeeperId === undefined) return false
  return isKeptOut(trx, getResource(payload.entity), { firmId, timekeeperId, id: payload.entityId })
}

/** The maker's current timekeeper; undefined if no wall can exclude them. */
async function findMaker(trx: Trx, { firmId, webhookId }: Key): Promise<string | undefined> {
  const { rows } = await sql<{ timekeeperId: string | null }>`
    select u.timekeeper_id as "timekeeperId" from webhook_makers m
      join users u on u.firm_id = m.firm_id and u.id = m.user_id
    where m.firm_id = ${firmId}::integer and m.id = ${webhookId}::uuid`.execute(trx)
  return rows[0]?.timekeeperId ?? undefined
}
