import { noticeTrialLimits } from '@courtcrier/contract/calls/trials.ts'
import { lowered } from '@courtcrier/contract/lowered.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { type Firm, firm as firmResource } from '@courtcrier/contract/resources/firm.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { type Condition, conditionHolds, parseCondition } from '@courtcrier/contract/rule-condition.ts'
import { seesWay, sightOf, type Way, waysFromFiling } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { chooseForNotice, isOwnLeftOut, preferenceOf } from '../addressing/choose-for-notice.ts'
import type { ChosenRecipients } from '../addressing/choose-recipients.ts'
import { findFilingPeople } from '../addressing/find-people.ts'
import { withoutNames } from '../nameless-steps.ts'
import type { Preference } from '../preferences/find-preference.ts'
import { preferencesJson } from '../preferences/notice-preference.ts'
import { findPastFilings, type PastFiling } from './past-filings.ts'
import { waysOfTrial } from './past-notices.ts'
import type { Tried } from './tried.ts'

/** What whom a filing was sent to reveals. A role that may not see all of it gets only the filings of the condition. */
const waysOfRecipients: Way = [
  ...waysOfTrial,
  ...Object.values(waysFromFiling).flat(),
  ...(['event', 'docketText', 'caseName', 'caseNumbers', 'filedOnBehalfOf'] as const).map(
    (key) => [envelope, key] as const,
  ),
  ...(['name', 'caseNumber', 'assignedTimekeepers'] as const).map((key) => [courtCase, key] as const),
  ...[matter, client].flatMap((each) => [[each, 'name'] as const, [each, 'number'] as const]),
  [judge, 'name'],
  [jurisdiction, 'name'],
  [courtDocument, 'title'],
  [delivery, 'email'],
  ...(['fullName', 'email', 'additionalReceiptEmails', 'status'] as const).map((key) => [timekeeper, key] as const),
]

/** A draft of a notification rule. */
export interface RuleDraft {
  /** The saved one it would replace. */
  id: string | null
  condition: Condition | undefined
  include: readonly string[]
  exclude: readonly string[]
  isActive: boolean
}

/**
 * The past filings that the draft would apply to, or that the saved rule applies to, with whom it would add and leave out,
 * beside what was done.
 */
export async function tryNotificationRule(
  trx: Trx,
  scope: SearchScope,
  draft: RuleDraft,
): Promise<{ looked: number; caught: readonly Tried[]; why?: string }> {
  const filings = await findPastFilings(trx, scope)
  const settings = await readSettings(trx, scope.firmId, draft.id)
  const isCaught = caughtBy(draft, settings.preferences, draft.id)
  const wasCaught = settings.saved ? caughtBy(settings.saved, settings.preferences, draft.id) : () => false
  const found = filings.filter((filing) => isCaught(filing) || wasCaught(filing))
  const isShown = seesWay(sightOf(scope.role), waysOfRecipients)
  const caught: Tried[] = []
  for (const [index, filing] of found.entries()) {
    const { id, title, at, addressed } = filing
    const applies = isCaught(filing)
    const isNeeded = isShown && index < noticeTrialLimits.shown
    const would = isNeeded
      ? await wouldNotify(trx, filing, { ...settings, firmId: scope.firmId, draft, applies })
      : null
    const did = isShown && addressed?.sentence ? withoutNames(addressed.sentence, scope) : null
    caught.push({ id, title, at, did, would, isCaught: applies })
  }
  const { length: looked } = filings
  return draft.isActive ? { looked, caught } : { looked, caught, why: 'It is not in use, so it applies to no filing.' }
}

interface SavedRule extends Pick<RuleDraft, 'isActive'> {
  condition: Condition | undefined
}

interface Settings {
  firm: Firm
  /** The firm's enabled preferences, in their order. */
  preferences: readonly Preference[]
  /** The rule as it is saved; undefined if it isn't, or if its condition can't be parsed. */
  saved: SavedRule | undefined
}

async function readSettings(trx: Trx, firmId: number, id: string | null): Promise<Settings> {
  const { rows } = await sql<{
    firm: DatabaseRecord
    preferences: readonly Preference[]
    saved: { template: string | null; isActive: boolean } | null
  }>`
    select to_jsonb(f.*) as firm, ${preferencesJson(firmId)} as preferences,
      (select json_build_object('template', r.template, 'isActive', r.is_active) from notification_rules r
        where r.firm_id = f.firm_id and r.id::text = ${id}) as saved
    from firms f where f.firm_id = ${firmId}::integer`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`there is no firm ${firmId}`)
  const parsed = row.saved && parseCondition(row.saved.template ?? '')
  return {
    firm: rowOf(firmResource, row.firm) as unknown as Firm,
    preferences: row.preferences,
    saved: row.saved && parsed && 'condition' in parsed ? { ...parsed, isActive: row.saved.isActive } : undefined,
  }
}

/** Returns whether a rule applies to a filing: by its condition, and by the preference that counts if any lists it. */
function caughtBy(
  { isActive, condition }: SavedRule,
  preferences: readonly Preference[],
  id: string | null,
): (filing: PastFiling) => boolean {
  const isNaming = ({ ruleIds }: Preference) => ruleIds.some((each) => each === id)
  const isListed = preferences.some(isNaming)
  const isOfPreference = ({ addressed }: PastFiling) => {
    if (!isListed || !addressed) return true
    const counting = preferenceOf(preferences, addressed.notice, addressed.caseJurisdictions)
    return counting !== undefined && isNaming(counting)
  }
  return (filing) => isActive && conditionHolds(condition, filing.facts) && isOfPreference(filing)
}

interface Rule extends Settings {
  firmId: number
  draft: RuleDraft
  /** Whether the draft applies to the filing. */
  applies: boolean
}

const unsavedId = 'draft'

/** Says whom the rule adds and leaves out, compared with those who were to be notified. */
async function wouldNotify(trx: Trx, { addressed }: PastFiling, rule: Rule): Promise<string> {
  if (!addressed) return 'It would apply once people are notified of the filing.'
  const before = new Set(addressed.result.recipients.map(({ email }) => lowered(email)))
  const { added, leftOut } = await changesOf(trx, addressed, { rule, before })
  const parts = [
    added.length > 0 && `Also notified: ${added.join(', ')}.`,
    leftOut.length > 0 && `Left out: ${leftOut.join(', ')}.`,
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(' ')
  return before.size > 0 ? 'The same people would be notified.' : 'No one would be notified.'
}

/**
 * Chooses the recipients as the pipeline does, with the draft, with the saved rule and without either. What differs is the
 * rule's doing; what has changed since for other reasons isn't.
 */
async function changesOf(
  trx: Trx,
  { notice, caseIds, receivedAt, result }: NonNullable<PastFiling['addressed']>,
  { rule, before }: { rule: Rule; before: ReadonlySet<string> },
): Promise<{ added: readonly string[]; leftOut: readonly string[] }> {
  const { firmId, firm, draft, applies } = rule
  if (result.ownFiler && isOwnLeftOut(firm, notice)) return { added: [], leftOut: [] }
  const found = await findFilingPeople(trx, { firmId, caseIds })
  const jurisdictionIds = found.cases.flatMap(({ jurisdictionId }) => jurisdictionId ?? [])
  const preference = preferenceOf(found.preferences, notice, jurisdictionIds)
  const choice = { firmId, firm, receivedAt, notice, found, preference }
  const others = { ...found, rules: found.rules.filter(({ id }) => id !== draft.id) }
  const { include, exclude } = draft
  const own = { id: draft.id ?? unsavedId, name: unsavedId, condition: null, include, exclude }
  const without = emailsOf(await chooseForNotice(trx, { ...choice, found: others }))
  const saved = emailsOf(await chooseForNotice(trx, choice))
  const now = applies ? emailsOf(await chooseForNotice(trx, { ...choice, found: others, draft: own })) : without
  return {
    added: [...now].filter((email) => !before.has(email) && !(without.has(email) && saved.has(email))),
    leftOut: [...before].filter((email) => !now.has(email) && (without.has(email) || saved.has(email))),
  }
}

function emailsOf({ recipients }: ChosenRecipients): ReadonlySet<string> {
  return new Set(recipients.map(({ email }) => email))
}
