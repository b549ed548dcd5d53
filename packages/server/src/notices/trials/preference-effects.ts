import { lowered } from '@courtcrier/contract/lowered.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { documentProcessing } from '@courtcrier/contract/resources/document-processing.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { jurisdictionPreference } from '@courtcrier/contract/resources/jurisdiction-preference.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { chooseForNotice, isOwnLeftOut, preferenceOf } from '../addressing/choose-for-notice.ts'
import { findFilingPeople } from '../addressing/find-people.ts'
import { findCaseRule, planByRule } from '../case-creation/plan-case.ts'
import type { Preference } from '../preferences/find-preference.ts'
import { findProcessing } from '../preferences/notice-preference.ts'
import { compareRecipients, emailsOf, sayChanges } from './changed-recipients.ts'
import type { Addressed } from './past-filings.ts'
import { plannedSentence, unproven, waysOfCaseRule } from './try-case-rule.ts'
import { waysOfRecipients } from './try-notification-rule.ts'

/** The firm's enabled preferences, in their order: with the draft, as saved, and without either. */
export type PreferenceLists = Readonly<Record<'now' | 'saved' | 'without', readonly Preference[]>>

/** A past notice for which the draft counts, or counted no longer. */
export interface Counted {
  id: string
  isProven: boolean
  isOfNewCase: boolean
  /** Whether a rule made its case. */
  wasMade: boolean
  /** What counts for it with the draft, and as saved. */
  now: Preference | undefined
  saved: Preference | undefined
}

interface Effects {
  firm: Firm
  lists: PreferenceLists
  counted: Counted
  /** How its people were found, once it had a case. */
  addressed: Addressed | undefined
  notice: Addressed['notice'] | undefined
}

/**
 * Returns what follows from the preference that would count for a notice, as sentences: whom its rules would add and leave
 * out, the case its auto case creation would make, and how its documents would be processed. Without what the role may
 * not see.
 */
export async function effectsOf(trx: Trx, scope: SearchScope, effects: Effects): Promise<readonly string[]> {
  const canSee = sightOf(scope.role)
  return [
    ...(seesWay(canSee, waysOfRules) ? await changedPeople(trx, scope, effects) : []),
    ...(seesWay(canSee, waysOfCases) ? await madeCase(trx, scope, effects) : []),
    ...(seesWay(canSee, waysOfProcessing) ? await processed(trx, scope, effects) : []),
  ]
}

const fieldsOf = (resource: Resource, keys: readonly string[]): Way => keys.map((key) => [resource, key] as const)

const waysOfRules: Way = [
  ...waysOfRecipients,
  ...fieldsOf(jurisdictionPreference, ['notificationRules']),
  ...fieldsOf(notificationRule, ['template', 'includeEmails', 'excludeEmails', 'isActive']),
]

const waysOfCases: Way = [
  ...waysOfCaseRule,
  ...fieldsOf(jurisdictionPreference, ['autoCaseCreationId']),
  ...fieldsOf(autoCaseCreation, ['name', 'timekeepers', 'partyEmailDomains', 'matterId']),
]

const waysOfProcessing: Way = [
  ...fieldsOf(jurisdictionPreference, ['documentProcessingId']),
  ...fieldsOf(documentProcessing, ['name', 'waitForStamp', 'maxMinutesWaitForStamp', 'extractionEnabled']),
]

/** Chooses the recipients as the pipeline does, by each list of preferences. */
async function changedPeople(
  trx: Trx,
  { firmId }: SearchScope,
  { firm, lists, addressed }: Effects,
): Promise<readonly string[]> {
  if (!addressed || (addressed.result.ownFiler && isOwnLeftOut(firm, addressed.notice))) return []
  const { notice, caseIds, receivedAt, result } = addressed
  const found = await findFilingPeople(trx, { firmId, caseIds })
  const jurisdictionIds = found.cases.flatMap(({ jurisdictionId }) => jurisdictionId ?? [])
  const chosenBy = async (preferences: readonly Preference[]) => {
    const preference = preferenceOf(preferences, notice, jurisdictionIds)
    return emailsOf(
      await chooseForNotice(trx, { firmId, firm, receivedAt, notice, found: { ...found, preferences }, preference }),
    )
  }
  const before = new Set(result.recipients.map(({ email }) => lowered(email)))
  const [now, saved] = [await chosenBy(lists.now), await chosenBy(lists.saved)]
  const changes = compareRecipients({ before, now, saved, without: await chosenBy(lists.without) })
  return changes.added.length + changes.leftOut.length > 0 ? [sayChanges(changes)] : []
}

/** Only a notice whose case the firm didn't have has one made. */
async function madeCase(
  trx: Trx,
  scope: SearchScope,
  { counted: { now, isProven, isOfNewCase, wasMade }, notice }: Effects,
): Promise<readonly string[]> {
  if (!notice || !isOfNewCase) return []
  const rule = await findCaseRule(trx, scope.firmId, now?.autoCaseCreationId)
  if (!rule) return wasMade ? ['No rule would make its case.'] : []
  const plan = isProven ? await planByRule(trx, scope, { notice, rule }) : unproven
  return [`The rule "${rule.name}" would count.`, plannedSentence(plan)]
}

async function processed(
  trx: Trx,
  { firmId }: SearchScope,
  { counted: { now, saved } }: Effects,
): Promise<readonly string[]> {
  const processing = await findProcessing(trx, firmId, now?.documentProcessingId)
  if (!processing) return saved?.documentProcessingId ? ['No document processing would apply.'] : []
  const { name, waitForStamp, maxMinutesWaitForStamp: minutes, extractionEnabled } = processing
  return [
    `The document processing "${name}" would apply.`,
    ...(waitForStamp && minutes !== null
      ? [
          `Documents without the court's stamp would wait for it for up to ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`,
        ]
      : []),
    ...(extractionEnabled ? ['Titles would be read from the documents.'] : []),
  ]
}
