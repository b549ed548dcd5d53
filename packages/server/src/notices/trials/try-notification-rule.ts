import type { NoticeTrial, Tried } from '@courtcrier/contract/calls/trials.ts'
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
import { findFilingPeople } from '../addressing/find-people.ts'
import { withoutNames } from '../nameless-steps.ts'
import type { Preference } from '../preferences/find-preference.ts'
import { preferencesJson } from '../preferences/notice-preference.ts'
import { compareRecipients, emailsOf, type RecipientChanges, sayChanges } from './changed-recipients.ts'
import { type LookBack, openTally } from './look-back.ts'
import { type Addressed, findAddressed, lookAtFilings, type PastFiling } from './past-filings.ts'
import { waysOfTrial } from './past-notices.ts'

/** What whom a filing was sent to reveals. A role that may not see all of it gets only the filings of the condition. */
export const waysOfRecipients: Way = [
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
export async function tryNotificationRule(looking: LookBack<NoticeTrial>, draft: RuleDraft): Promise<NoticeTrial> {
  const { scope, within } = looking
  const settings = await within((trx) => readSettings(trx, scope.firmId, draft.id))
  const isListed = settings.preferences.some((each) => isNaming(each, draft.id))
  const tally = openTally<Found>()
  const look = async (filings: readonly PastFiling[], trx: Trx) => {
    const fitting = filings.filter(
      ({ facts }) => isMet(draft, facts) || (settings.saved && isMet(settings.saved, facts)),
    )
    const addressed = isListed
      ? await findAddressed(trx, scope, { filings: fitting.map(({ id }) => id) })
      : new Map<string, Addressed>()
    for (const filing of fitting.filter(({ id }) =>
      isOfPreference(addressed.get(id), settings.preferences, draft.id),
    )) {
      const applies = isMet(draft, filing.facts)
      tally.add({ filing, applies }, applies)
    }
  }
  const why = draft.isActive ? {} : { why: 'It is not in use, so it applies to no filing.' }
  return lookAtFilings(looking, look, async (extent) => {
    const caught = await within((trx) => describe(trx, scope, { ...settings, draft, found: tally.shown() }))
    return { ...extent, count: tally.count(), caught, ...why }
  })
}

interface Found {
  filing: PastFiling
  /** Whether the draft applies to it. */
  applies: boolean
}

/** Says of each filing what was done and what would be; neither to a role that may not see all it reveals. */
async function describe(
  trx: Trx,
  scope: SearchScope,
  { found, ...settings }: Settings & { draft: RuleDraft; found: readonly Found[] },
): Promise<readonly Tried[]> {
  const isShown = seesWay(sightOf(scope.role), waysOfRecipients)
  const addressed = isShown
    ? await findAddressed(trx, scope, { filings: found.map(({ filing }) => filing.id) })
    : new Map<string, Addressed>()
  const tried: Tried[] = []
  for (const { filing, applies } of found) {
    const { id, title, at } = filing
    const own = addressed.get(id)
    const would = isShown ? await wouldNotify(trx, own, { ...settings, firmId: scope.firmId, applies }) : null
    tried.push({ id, title, at, did: own?.sentence ? withoutNames(own.sentence, scope) : null, would })
  }
  return tried
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

function isMet({ isActive, condition }: SavedRule, facts: PastFiling['facts']): boolean {
  return isActive && conditionHolds(condition, facts)
}

function isNaming({ ruleIds }: Preference, id: string | null): boolean {
  return ruleIds.some((each) => each === id)
}

/** A rule that preferences list applies where one of those counts. */
function isOfPreference(
  addressed: Addressed | undefined,
  preferences: readonly Preference[],
  id: string | null,
): boolean {
  if (!addressed) return true
  const counting = preferenceOf(preferences, addressed.notice, addressed.caseJurisdictions)
  return counting !== undefined && isNaming(counting, id)
}

interface Rule extends Settings {
  firmId: number
  draft: RuleDraft
  /** Whether the draft applies to the filing. */
  applies: boolean
}

const unsavedId = 'draft'

/** Says whom the rule adds and leaves out, compared with those who were to be notified. */
async function wouldNotify(trx: Trx, addressed: Addressed | undefined, rule: Rule): Promise<string> {
  if (!addressed) return 'It would apply once people are notified of the filing.'
  return sayChanges(await changesOf(trx, addressed, rule))
}

/** Chooses the recipients as the pipeline does, with the draft, with the saved rule and without either. */
async function changesOf(trx: Trx, addressed: Addressed, rule: Rule): Promise<RecipientChanges> {
  const { notice, caseIds, receivedAt, result } = addressed
  const { firmId, firm, draft, applies } = rule
  const before = new Set(result.recipients.map(({ email }) => lowered(email)))
  if (result.ownFiler && isOwnLeftOut(firm, notice)) return { before, added: [], leftOut: [] }
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
  return compareRecipients({ before, without, saved, now })
}
