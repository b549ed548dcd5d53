import { trialLimits, tryRule } from '@courtcrier/contract/calls/previews.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { conditionHolds, parseCondition } from '@courtcrier/contract/rule-condition.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findPastFilings } from '../notices/addressing/past-filings.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { serveCall } from './server/serve-call.ts'

/** Shows which past notices a condition would have matched, before the rule is saved. */
export function notificationRuleRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const config = { worksWhileViewing: true, rateLimit: previewLimit }
  serveCall(
    api,
    tryRule,
    async ({ body, request }) => {
      const caller = demand(request, notificationRule, 'READ')
      const parsed = parseCondition(body.template ?? '')
      if ('problem' in parsed) {
        const problem = { message: parsed.problem, at: parsed.at }
        return { problem, caught: [], count: 0, looked: 0 }
      }
      const filings = await withFirm(database, caller.firmId, (trx) => findPastFilings(trx, caller, trialLimits.looked))
      const caught = filings.filter(({ facts }) => conditionHolds(parsed.condition, facts))
      return {
        caught: caught.slice(0, trialLimits.shown).map(({ id, title, at }) => ({ id, title, at })),
        count: caught.length,
        looked: filings.length,
      }
    },
    config,
  )
}
