import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { conditionHolds, parseCondition } from '@courtcrier/contract/rule-condition.ts'
import { type RuleTrial, trialLimits } from '@courtcrier/contract/rule-trial.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findPastFilings } from '../delivery/past-filings.ts'
import { readObject } from './negotiation.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { previewLimit } from './preview-limit.ts'
import { readText } from './read-texts.ts'
import { demand } from './resources.ts'

/** Which past notices a condition would have caught, before the rule is saved. */
export function notificationRuleRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  api.post(
    '/notification_rule/try',
    { config: { operation, worksWhileViewing: true, rateLimit: previewLimit } },
    async (request) => {
      const caller = demand(request, notificationRule, 'READ')
      const parsed = parseCondition(readText(readObject(request), notificationRule, 'template'))
      if ('problem' in parsed)
        return {
          problem: { message: parsed.problem, at: parsed.at },
          caught: [],
          count: 0,
          looked: 0,
        } satisfies RuleTrial
      const filings = await withFirm(database, caller.firmId, (trx) => findPastFilings(trx, caller, trialLimits.looked))
      const caught = filings.filter(({ facts }) => conditionHolds(parsed.condition, facts))
      return {
        caught: caught.slice(0, trialLimits.shown).map(({ id, title, at }) => ({ id, title, at })),
        count: caught.length,
        looked: filings.length,
      } satisfies RuleTrial
    },
  )
}

const count = { type: 'integer', minimum: 0 }
const operation: Operation = {
  tag: notificationRule.label[1],
  summary: 'Which of the latest notices a condition would have caught',
  body: jsonContent(objectSchema({ template: { type: ['string', 'null'] } }, ['template'])),
  answer: jsonContent(
    objectSchema(
      {
        problem: objectSchema({ message: textSchema, at: count }),
        caught: { type: 'array', items: objectSchema({ id: textSchema, title: textSchema, at: textSchema }) },
        count,
        looked: count,
      },
      ['problem'],
    ),
  ),
  refusals: [400, 403, 429],
}
