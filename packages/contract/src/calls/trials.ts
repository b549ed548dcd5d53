import * as z from 'zod/mini'
import type { Resource } from '../resource.ts'
import { autoCaseCreation } from '../resources/auto-case-creation.ts'
import { firm } from '../resources/firm.ts'
import { ignoredCase } from '../resources/ignored-case.ts'
import { jurisdictionPreference } from '../resources/jurisdiction-preference.ts'
import { notificationRule } from '../resources/notification-rule.ts'
import { storagePolicy } from '../resources/storage-policy.ts'
import { anyId } from '../uuid.ts'
import { defineCall, described, type Fixed } from './call.ts'
import { draftOf, draftText } from './draft.ts'

/** How far back a trial goes, and the most notices it shows. */
export const noticeTrialLimits = { days: 90, shown: 10 } as const

const count = z.int().check(z.minimum(0))

const tried = z.object({
  id: described(z.string(), "The notice's inbox item"),
  title: z.string(),
  at: z.iso.datetime(),
  did: described(z.nullable(z.string()), 'What happened to it, as its history says'),
  would: described(z.nullable(z.string()), 'What would happen to it'),
})

const trial = z.object({
  caught: described(
    z.array(tried),
    'The latest notices the record would have applied to, or that the saved one applied to, newest first',
  ),
  count: described(count, 'How many of the notices checked it would have applied to'),
  looked: described(
    count,
    'How many notices were checked: all of these days that the caller can see, unless `left` is there',
  ),
  left: z.optional(
    described(
      z.object({ count, before: z.iso.datetime() }),
      'What there was no time to check: how many messages of these days, received before this time; of a notification rule, filings',
    ),
  ),
  reached: z.optional(
    described(
      z.iso.datetime(),
      'Of a step, if more follow: everything received from this time on was checked, and nothing before',
    ),
  ),
  why: z.optional(described(z.string(), 'Why it would have applied to none, whatever the notices say')),
})
export type NoticeTrial = Fixed<z.output<typeof trial>>
/** A past notice as a trial shows it. */
export type Tried = NoticeTrial['caught'][number]

const property = z.object({
  property: described(
    z.nullable(z.string()),
    "The policy's name for it; null for what the credential says of every document",
  ),
  name: described(z.nullable(z.string()), 'The name under which the DMS gets it; null if it is left out'),
  value: z.string(),
  why: described(z.nullable(z.string()), 'Why it is left out, or what the DMS objects to'),
})
export type TriedProperty = Fixed<z.output<typeof property>>

function trialCall<const Path extends `/${string}`, Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  resource: Resource,
  path: Path,
  body: Body,
  answer: Answer,
) {
  return defineCall({
    method: 'POST',
    path,
    tag: resource.label[1],
    summary: `What a draft of it would have done with the notices of the last ${noticeTrialLimits.days} days, beside what happened`,
    body,
    answer,
    isInSteps: true,
    refusals: [400, 403, 429],
  })
}

function savedId(what: string) {
  return z.optional(described(z.nullable(anyId()), `The saved ${what} that the draft would replace`))
}

/** A draft of an auto case creation, tried as if a preference named it for every notice. */
export const tryCaseRule = trialCall(
  autoCaseCreation,
  '/auto_case_creation/try',
  z.object(draftOf(autoCaseCreation, 'timekeepers', 'partyEmailDomains', 'matterId')),
  z.extend(trial, {
    untried: z.optional(described(count, 'How many more unknown cases there was no time to try it on')),
  }),
)

export const tryIgnoredCase = trialCall(
  ignoredCase,
  '/ignored_case/try',
  z.object({
    id: savedId('ignored case'),
    ...draftOf(ignoredCase, 'caseNumber', 'name', 'ecfxJurisdictionId', 'ignoredByStatus', 'ignoredByEmailDomain'),
  }),
  trial,
)

export const tryPreference = trialCall(
  jurisdictionPreference,
  '/jurisdiction_preference/try',
  z.object({
    id: savedId('preference'),
    ...draftOf(
      jurisdictionPreference,
      'order',
      'enabled',
      'jurisdictionGroups',
      'partyEmailDomains',
      'notificationRules',
      'autoCaseCreationId',
      'documentProcessingId',
    ),
  }),
  trial,
)

/**
 * A draft of the firm's lists of what it ignores; a list that is absent is as saved. What the draft would change comes
 * before what stays as it is.
 */
export const tryFirmLists = trialCall(
  firm,
  '/firm/try',
  z.object(draftOf(firm, 'ignoredEmailDomains', 'acceptedEmailDomains', 'ignoredCaseStatuses')),
  trial,
)

/** A draft of a notification rule; the filings it would have applied to, with whom it would add and leave out. */
export const tryRule = trialCall(
  notificationRule,
  '/notification_rule/try',
  z.object({
    id: savedId('rule'),
    template: draftText(notificationRule, 'template'),
    ...draftOf(notificationRule, 'includeEmails', 'excludeEmails', 'isActive'),
  }),
  z.extend(trial, {
    problem: z.optional(
      described(
        z.object({ message: z.string(), at: count }),
        'What is wrong with the condition, and at which character, counted from 0',
      ),
    ),
    caught: described(
      z.array(z.extend(tried, { id: described(z.string(), 'The filing') })),
      'The latest filings that it would have applied to or that the saved rule applies to, newest first; what happened and what would is null for roles that may not see all that it reveals',
    ),
  }),
)

/**
 * A draft of a storage policy, tried as if it were the policy of every case; a saved one that applied to some filings, on
 * those only.
 */
export const tryPolicy = trialCall(
  storagePolicy,
  '/storage_policy/try',
  z.object({
    id: savedId('policy'),
    ...draftOf(storagePolicy, 'storeDocuments', 'storeEmail'),
    documentPath: draftText(storagePolicy, 'documentPath'),
    documentName: draftText(storagePolicy, 'documentName'),
    ...draftOf(storagePolicy, 'documentProperties', 'dmsCredentialId'),
  }),
  z.extend(trial, {
    caught: described(
      z.array(z.extend(tried, { properties: described(z.array(property), 'What the DMS gets of its properties') })),
      'The latest filings that it would have saved, newest first',
    ),
    problems: described(
      z.array(z.object({ field: z.enum(['documentPath', 'documentName', 'documentProperties']), message: z.string() })),
      'What is wrong with the templates; nothing is tried then',
    ),
    warnings: described(z.array(z.string()), "What the DMS of the policy's credential doesn't support"),
  }),
)
