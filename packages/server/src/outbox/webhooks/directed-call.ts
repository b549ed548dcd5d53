import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../../base/db/database.ts'
import { isStillUnread } from '../../notices/unread-messages.ts'
import { findDirectors } from '../../records/directors/find-directors.ts'
import type { Payload } from '../../records/happenings/payload.ts'
import { payloadFor } from '../../records/happenings/payload-for.ts'
import { isKeptOut, mayWallsHide } from '../../records/visible-rows.ts'
import { isAnyWall } from '../../records/walls/walls.ts'

interface Call {
  firmId: number
  webhookId: string
  payload: Payload
}

/** What a call may contain, or why it isn't sent, as a sentence; or that this can't be known yet. */
export type DirectedCall = { payload: Payload; heldBack?: string; isEarly?: true }

/**
 * Reduces a call to what the people who set the address of its webhook, and what it receives, may see now: a wall may be
 * newer than the webhook, a role may be narrower, and the address may be theirs.
 */
export async function directedCall(trx: Trx, { firmId, webhookId, payload }: Call): Promise<DirectedCall> {
  const webhook = { entity: 'webhook', id: webhookId }
  const directors = (await findDirectors(trx, { firmId, records: [webhook] }))(webhook)
  const resource = getResource(payload.entity)
  let seen = payload
  for (const { role, userId, timekeeperId, isDeleted } of directors) {
    if (isDeleted && mayWallsHide(resource, firmId) && (await isAnyWall(trx, firmId)))
      return { payload, heldBack: heldBackByWall }
    if (!role) continue
    const viewer = { firmId, role, userId, timekeeperId, id: payload.entityId }
    if (resource === inboxItem && (await isStillUnread(trx, viewer))) return { payload, isEarly: true }
    if (await isKeptOut(trx, resource, viewer)) return { payload, heldBack: heldBackByWall }
    const shown = payloadFor(seen, sightOf(role))
    if (!shown) return { payload, heldBack: heldBackByRole }
    seen = shown
  }
  return { payload: seen }
}

const heldBackByWall =
  "Not sent: an ethical wall keeps the user who set up this webhook's address out of the record. Someone no wall restricts can send it again once the wall is lifted, or enter the address again."

const heldBackByRole =
  "Not sent: the role of the user who set up this webhook's address doesn't include this kind of record. Someone whose role does can enter the address again."
