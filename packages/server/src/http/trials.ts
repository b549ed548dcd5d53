import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import {
  type NoticeTrial,
  tryCaseRule,
  tryIgnoredCase,
  tryPolicy as tryPolicyCall,
  tryPreference,
} from '@courtcrier/contract/calls/trials.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { jurisdictionPreference } from '@courtcrier/contract/resources/jurisdiction-preference.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { waysOfTrial } from '../notices/trials/past-notices.ts'
import { tryCaseRule as tryRuleOn, waysOfCaseRule } from '../notices/trials/try-case-rule.ts'
import { tryIgnoredCase as tryIgnoredOn, waysOfIgnoredCase } from '../notices/trials/try-ignored-case.ts'
import { tryPreference as tryPreferenceOn, waysOfPreference } from '../notices/trials/try-preference.ts'
import { findForPolicy, type PolicyDraft, tryPolicy, waysOfPolicyTrial } from '../outbox/copies/try-policy.ts'
import type { Caller } from '../records/caller.ts'
import type { SearchScope } from '../records/viewer.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { serveCall } from './server/serve-call.ts'
import { type FoundByTrial, trialAnswer } from './trial-answer.ts'

/** Shows what unsaved records would have done with past notices. */
export function trialRoutes(api: FastifyInstance, { database, stores }: Pick<Services, 'database' | 'stores'>): void {
  const config = { worksWhileViewing: true, rateLimit: previewLimit }
  const answer = async (request: FastifyRequest, { resource, ways, look }: Trial): Promise<NoticeTrial> => {
    const caller = demandTrial(request, { resource, ways })
    return trialAnswer(await withFirm(database, caller.firmId, (trx) => look(trx, caller)))
  }
  serveCall(api, tryCaseRule, ({ body, request }) => answer(request, caseRuleTrial(body)), config)
  serveCall(api, tryIgnoredCase, ({ body, request }) => answer(request, ignoredCaseTrial(body)), config)
  serveCall(api, tryPreference, ({ body, request }) => answer(request, preferenceTrial(body)), config)
  serveCall(
    api,
    tryPolicyCall,
    async ({ body, request }) => {
      const caller = demandTrial(request, { resource: storagePolicy, ways: waysOfPolicyTrial })
      const draft = policyDraft(body)
      const found = await withFirm(database, caller.firmId, (trx) => findForPolicy(trx, caller, draft))
      const { problems, warnings, ...trial } = await tryPolicy({ stores }, found, { scope: caller, draft })
      return { ...trialAnswer(trial), problems, warnings }
    },
    config,
  )
}

/** Refuses a role that may not see all that a trial reveals. */
function demandTrial(request: FastifyRequest, { resource, ways }: Omit<Trial, 'look'>): Caller {
  demand(request, resource, 'READ')
  const caller = demand(request, inboxItem, 'READ')
  if (!seesWay(sightOf(caller.role), [...waysOfTrial, ...ways])) throw new ApiError('forbidden')
  return caller
}

function policyDraft(body: BodyOf<typeof tryPolicyCall>): PolicyDraft {
  return {
    id: body.id ?? null,
    storeDocuments: body.storeDocuments ?? true,
    storeEmail: body.storeEmail ?? 'none',
    documentPath: body.documentPath ?? '',
    documentName: body.documentName ?? '',
    documentProperties: body.documentProperties ?? {},
    dmsCredentialId: body.dmsCredentialId || undefined,
  }
}

function caseRuleTrial({ timekeepers, partyEmailDomains, matterId }: BodyOf<typeof tryCaseRule>): Trial {
  const rule = {
    timekeepers: timekeepers ?? [],
    partyEmailDomains: partyEmailDomains ?? [],
    matterId: matterId ?? null,
  }
  return { resource: autoCaseCreation, ways: waysOfCaseRule, look: (trx, scope) => tryRuleOn(trx, scope, rule) }
}

function ignoredCaseTrial(body: BodyOf<typeof tryIgnoredCase>): Trial {
  const draft = {
    id: body.id ?? null,
    caseNumber: body.caseNumber ?? '',
    name: body.name || null,
    courtId: body.ecfxJurisdictionId ?? '',
    status: body.ignoredByStatus || null,
    domain: body.ignoredByEmailDomain || null,
  }
  return { resource: ignoredCase, ways: waysOfIgnoredCase, look: (trx, scope) => tryIgnoredOn(trx, scope, draft) }
}

function preferenceTrial(body: BodyOf<typeof tryPreference>): Trial {
  const { id, order, enabled, jurisdictionGroups, partyEmailDomains } = body
  const draft = {
    id: id ?? null,
    order: order ?? 1,
    isEnabled: enabled ?? true,
    groups: jurisdictionGroups ?? [],
    domains: partyEmailDomains ?? [],
  }
  const look: Look = (trx, scope) => tryPreferenceOn(trx, scope, draft)
  return { resource: jurisdictionPreference, ways: waysOfPreference, look }
}

interface Trial {
  resource: Resource
  /** What it reveals besides the notices. */
  ways: Way
  look: Look
}

type Look = (trx: Trx, scope: SearchScope) => Promise<FoundByTrial>
