import { previewDaily as previewDailyCall } from '@courtcrier/contract/calls/previews.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import { consoleUrlOf } from '../base/firm-url.ts'
import type { Services } from '../base/services.ts'
import { findForDaily, previewDaily } from '../outbox/digests/group-preview.ts'
import { getRow } from '../records/read-row.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { serveCall } from './server/serve-call.ts'

/** Previews the next daily message of a preference group, as it would be sent now to one of its people. */
export function dailyPreviewRoutes(api: FastifyInstance, { database, config }: Pick<Services, 'database' | 'config'>) {
  serveCall(
    api,
    previewDailyCall,
    async ({ params: { id }, query: { timekeeperId }, request }) => {
      const caller = demand(request, timekeeperGroup, 'READ')
      for (const told of [timekeeper, envelope, delivery]) demand(request, told, 'READ')
      const found = await withFirm(database, caller.firmId, async (trx) => {
        // Throws `not_found` for an ID the caller may not see.
        await getRow(trx, timekeeperGroup, { ...caller, id })
        return findForDaily(trx, caller, { groupId: id, timekeeperId, now: new Date() })
      })
      if (!found) throw new ApiError('wrong_state', { sentence: 'No one in this group is active and has an address.' })
      // Filled in by a firm's template outside the transaction, so that none waits for it.
      const { publicUrl, mailFrom } = config
      const consoleUrl = await consoleUrlOf({ database, config }, caller.firmId)
      return previewDaily(found, { publicUrl, consoleUrl, mailFrom })
    },
    { rateLimit: previewLimit },
  )
}
