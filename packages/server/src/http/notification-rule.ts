import { tryRule } from '@courtcrier/contract/calls/trials.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { parseCondition } from '@courtcrier/contract/rule-condition.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { tryNotificationRule } from '../notices/trials/try-notification-rule.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { serveCall } from './server/serve-call.ts'
import { openTrialRunner, type TrialRunner } from './trial-runner.ts'

/** Shows whom a draft of a rule would have added and left out in past filings, before it is saved. */
export function notificationRuleRoutes(
  api: FastifyInstance,
  services: Pick<Services, 'database'> & { runTrial?: TrialRunner },
): void {
  const { runTrial: run = openTrialRunner(services) } = services
  const config = { worksWhileViewing: true, rateLimit: previewLimit }
  serveCall(
    api,
    tryRule,
    async ({ body, request, reply }, tell) => {
      const caller = demand(request, notificationRule, 'READ')
      const parsed = parseCondition(body.template ?? '')
      if ('problem' in parsed) {
        const problem = { message: parsed.problem, at: parsed.at }
        return { problem, caught: [], count: 0, looked: 0 }
      }
      const draft = {
        id: body.id ?? null,
        condition: parsed.condition,
        include: body.includeEmails ?? [],
        exclude: body.excludeEmails ?? [],
        isActive: body.isActive ?? true,
      }
      return run({ caller, reply, tell }, (looking) => tryNotificationRule(looking, draft))
    },
    config,
  )
}
