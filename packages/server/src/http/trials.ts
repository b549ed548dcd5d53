import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import {
  type NoticeTrial,
  tryCaseRule,
  tryFirmLists,
  tryIgnoredCase,
  tryPolicy as tryPolicyCall,
  tryPreference,
} from '@courtcrier/contract/calls/trials.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { jurisdictionPreference } from '@courtcrier/contract/resources/jurisdiction-preference.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../base/services.ts'
import type { LookBack } from '../notices/trials/look-back.ts'
import { waysOfTrial } from '../notices/trials/past-notices.ts'
import { type FoundByCaseRule, tryCaseRule as tryRuleOn, waysOfCaseRule } from '../notices/trials/try-case-rule.ts'
import { tryFirmLists as tryListsOn, waysOfFirmLists } from '../notices/trials/try-firm-lists.ts'
import { tryIgnoredCase as tryIgnoredOn, waysOfIgnoredCase } from '../notices/trials/try-ignored-case.ts'
import { tryPreference as tryPreferenceOn, waysOfPreference } from '../notices/trials/try-preference.ts'
import { findForPolicy, type PolicyDraft } from '../outbox/copies/find-for-policy.ts'
import { tryPolicy, waysOfPolicyTrial } from '../outbox/copies/try-policy.ts'
import type { Caller } from '../records/caller.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { serveCall } from './server/serve-call.ts'
import { openTrialRunner, type TrialRunner } from './trial-runner.ts'

/** Shows what unsaved records would have done with past notices. */
export function trialRoutes(
  api: FastifyInstance,
  services: Pick<Services, 'database' | 'stores'> & { runTrial?: TrialRunner },
): void {
  const { stores, runTrial: run = openTrialRunner(services) } = services
  const config = { worksWhileViewing: true, rateLimit: previewLimit }
  const answer = <Found>(asked: Asked<Found>, { resource, ways, look }: Trial<Found>): Promise<Found> =>
    run({ caller: demandTrial(asked.request, { resource, ways }), reply: asked.reply, tell: asked.tell }, look)
  serveCall(api, tryCaseRule, ({ body, ...asked }, tell) => answer({ ...asked, tell }, caseRuleTrial(body)), config)
  serveCall(
    api,
    tryIgnoredCase,
    ({ body, ...asked }, tell) => answer({ ...asked, tell }, ignoredCaseTrial(body)),
    config,
  )
  serveCall(api, tryPreference, ({ body, ...asked }, tell) => answer({ ...asked, tell }, preferenceTrial(body)), config)
  serveCall(api, tryFirmLists, ({ body, ...asked }, tell) => answer({ ...asked, tell }, firmListsTrial(body)), config)
  serveCall(
    api,
    tryPolicyCall,
    ({ body, request, reply }, tell) => {
      const caller = demandTrial(request, { resource: storagePolicy, ways: waysOfPolicyTrial })
      const draft = policyDraft(body)
      return run({ caller, reply, tell }, (looking) =>
        findForPolicy(looking, draft, (found) => tryPolicy({ stores }, found, { scope: caller, draft })),
      )
    },
    config,
  )
}

interface Asked<Found> {
  request: FastifyRequest
  reply: FastifyReply
  tell?: ((step: Found) => void) | undefined
}

/** Refuses a role that may not see all that a trial reveals. */
function demandTrial(request: FastifyRequest, { resource, ways }: Pick<Trial<unknown>, 'resource' | 'ways'>): Caller {
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

function caseRuleTrial({
  timekeepers,
  partyEmailDomains,
  matterId,
}: BodyOf<typeof tryCaseRule>): Trial<FoundByCaseRule> {
  const rule = {
    timekeepers: timekeepers ?? [],
    partyEmailDomains: partyEmailDomains ?? [],
    matterId: matterId ?? null,
  }
  return { resource: autoCaseCreation, ways: waysOfCaseRule, look: (looking) => tryRuleOn(looking, rule) }
}

function ignoredCaseTrial(body: BodyOf<typeof tryIgnoredCase>): Trial<NoticeTrial> {
  const draft = {
    id: body.id ?? null,
    caseNumber: body.caseNumber ?? '',
    name: body.name || null,
    courtId: body.ecfxJurisdictionId ?? '',
    status: body.ignoredByStatus || null,
    domain: body.ignoredByEmailDomain || null,
  }
  return { resource: ignoredCase, ways: waysOfIgnoredCase, look: (looking) => tryIgnoredOn(looking, draft) }
}

function preferenceTrial(body: BodyOf<typeof tryPreference>): Trial<NoticeTrial> {
  const { id, order, enabled, jurisdictionGroups, partyEmailDomains, notificationRules } = body
  const draft = {
    id: id ?? null,
    order: order ?? 1,
    isEnabled: enabled ?? true,
    groups: jurisdictionGroups ?? [],
    domains: partyEmailDomains ?? [],
    ruleIds: notificationRules ?? [],
    autoCaseCreationId: body.autoCaseCreationId ?? null,
    documentProcessingId: body.documentProcessingId ?? null,
  }
  const look = (looking: LookBack<NoticeTrial>) => tryPreferenceOn(looking, draft)
  return { resource: jurisdictionPreference, ways: waysOfPreference, look }
}

function firmListsTrial(body: BodyOf<typeof tryFirmLists>): Trial<NoticeTrial> {
  const copyOf = (list: readonly string[] | null | undefined) => (list ? [...list] : undefined)
  const draft = {
    ignoredEmailDomains: copyOf(body.ignoredEmailDomains),
    acceptedEmailDomains: copyOf(body.acceptedEmailDomains),
    ignoredCaseStatuses: copyOf(body.ignoredCaseStatuses),
  }
  return { resource: firm, ways: waysOfFirmLists, look: (looking) => tryListsOn(looking, draft) }
}

interface Trial<Found> {
  resource: Resource
  /** What it reveals besides the notices. */
  ways: Way
  look: (looking: LookBack<Found>) => Promise<Found>
}
