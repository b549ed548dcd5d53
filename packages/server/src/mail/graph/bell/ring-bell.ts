import { findJsonExcess } from '@courtcrier/contract/json-excess.ts'
import * as z from 'zod/mini'
import { announce } from '../../../base/db/changes.ts'
import type { Trx } from '../../../base/db/database.ts'
import { areEqualSecrets } from '../../providers/equal-secrets.ts'
import { parseJson } from '../../providers/sns-message.ts'
import { type BellProof, demandRenewal, forgetSubscription, stateHash } from './bell-rows.ts'

/** Announced to the process that reads a mailbox. */
export const bellEntity = 'graph_bell'

/** "Change notification" and "lifecycle notification": only what a bell needs, and never the message itself. */
const form = z.object({
  value: z
    .array(
      z.object({
        subscriptionId: z.string().check(z.maxLength(200)),
        clientState: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
        lifecycleEvent: z.optional(z.string().check(z.maxLength(100))),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
})

type Notification = z.output<typeof form>['value'][number]

/** Returns which notifications of a call have the subscription's secret; none for a call that isn't Graph's. */
export function provenNotifications(body: Buffer, { stateHash: right }: BellProof): readonly Notification[] {
  const text = body.toString('utf8')
  if (findJsonExcess(text)) return []
  const read = form.safeParse(parseJson(text))
  if (!read.success) return []
  return read.data.value.filter(({ clientState }) => areEqualSecrets(stateHash(clientState ?? ''), right))
}

/**
 * Takes what Graph says of the subscription, and has the mailbox checked now. What was missed is found there, as
 * is everything else.
 */
export async function ringBell(
  trx: Trx,
  { firmId, id }: { firmId: number; id: string },
  notifications: readonly Notification[],
): Promise<void> {
  for (const { lifecycleEvent, subscriptionId } of notifications) {
    if (lifecycleEvent === 'reauthorizationRequired') await demandRenewal(trx, { firmId, id })
    if (lifecycleEvent === 'subscriptionRemoved') await forgetSubscription(trx, { firmId, id, subscriptionId })
  }
  await announce(trx, { firmId, entity: bellEntity, ids: [id] })
}
