import type { NoticeTrial, Tried } from '@courtcrier/contract/calls/trials.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { type Firm, firm as firmResource } from '@courtcrier/contract/resources/firm.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { jurisdictionGroup } from '@courtcrier/contract/resources/jurisdiction-group.ts'
import { jurisdictionPreference } from '@courtcrier/contract/resources/jurisdiction-preference.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { courtAndWider, findCourt } from '../../courts/directory/directory.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { findPreference, type Preference } from '../preferences/find-preference.ts'
import { groupsJson, preferencesJson } from '../preferences/notice-preference.ts'
import { type LookBack, openTally } from './look-back.ts'
import { findAddressed } from './past-filings.ts'
import { findWholeNotices, lookAtNotices, type PastNotice } from './past-notices.ts'
import { type Counted, effectsOf, type PreferenceLists } from './preference-effects.ts'

/** What it reveals of the firm's records. */
export const waysOfPreference: Way = [
  [courtCase, 'jurisdictionId'],
  [jurisdiction, 'ecfxJurisdictionIds'],
  [jurisdictionGroup, 'categories'],
  [jurisdictionGroup, 'jurisdictionIds'],
  ...(['description', 'order', 'enabled', 'jurisdictionGroups', 'partyEmailDomains'] as const).map(
    (key) => [jurisdictionPreference, key] as const,
  ),
]

/** A draft of a jurisdiction preference. */
export interface PreferenceDraft {
  /** The saved one it would replace. */
  id: string | null
  order: number
  isEnabled: boolean
  groups: readonly string[]
  domains: readonly string[]
  ruleIds: readonly string[]
  autoCaseCreationId: string | null
  documentProcessingId: string | null
}

/**
 * The past notices for which the draft would be the first preference that fits, and those it would no longer apply to,
 * with what would follow.
 */
export async function tryPreference(looking: LookBack<NoticeTrial>, draft: PreferenceDraft): Promise<NoticeTrial> {
  const { scope, within } = looking
  const settings = await within((trx) => readSettings(trx, scope.firmId, draft))
  const lists = listsOf(settings, draft)
  const tally = openTally<Found>()
  const look = (notices: readonly PastNotice[]) => {
    for (const past of notices) {
      const served = servedNotice(past, settings.jurisdictions)
      const now = findPreference(lists.now, served)
      const isCaught = now?.id === draftId(draft)
      const wasCaught = draft.id !== null && past.preference?.id === draft.id
      if (isCaught || wasCaught) tally.add(foundOf(past, { now, saved: findPreference(lists.saved, served) }), isCaught)
    }
  }
  const why = draft.isEnabled ? {} : { why: 'It is disabled, so it applies to no notice.' }
  return lookAtNotices(looking, look, async (extent) => {
    const caught = await within((trx) => describe(trx, scope, { ...settings, lists, draft, found: tally.shown() }))
    return { ...extent, count: tally.count(), caught, ...why }
  })
}

const unsavedId = 'draft'
const draftId = ({ id }: PreferenceDraft) => id ?? unsavedId

function listsOf({ preferences, groups }: Settings, draft: PreferenceDraft): PreferenceLists {
  const { isEnabled, order, ...values } = draft
  const own = { ...values, id: draftId(draft), groups, description: '', isForAll: draft.groups.length === 0 }
  const without = preferences.filter(({ id }) => id !== draft.id)
  // Of several with the same order the oldest counts, and a new one will be the newest.
  const isBefore = (each: (typeof without)[number]) =>
    each.order < order || (each.order === order && (draft.id === null || each.id < draft.id))
  const [before, after] = [without.filter(isBefore), without.filter((each) => !isBefore(each))]
  return { now: [...before, ...(isEnabled ? [own] : []), ...after], saved: preferences, without }
}

interface Found extends Counted, Pick<PastNotice, 'title' | 'at' | 'preference'> {}

function foundOf(past: PastNotice, counting: Pick<Counted, 'now' | 'saved'>): Found {
  const { id, title, at, isProven, isOfNewCase, preference, match } = past
  return { id, title, at, isProven, isOfNewCase, preference, wasMade: match?.madeBy !== undefined, ...counting }
}

/** Says of each notice which preference applied and which would, and what would follow. */
async function describe(
  trx: Trx,
  scope: SearchScope,
  { found, firm, lists, draft }: Settings & { found: readonly Found[]; lists: PreferenceLists; draft: PreferenceDraft },
): Promise<readonly Tried[]> {
  const ids = found.map(({ id }) => id)
  const addressed = await findAddressed(trx, scope, { notices: ids })
  const notices = await findWholeNotices(trx, scope, ids)
  const tried: Tried[] = []
  for (const counted of found) {
    const { id, title, at, preference, now } = counted
    const of = { addressed: addressed.get(id), notice: notices.get(id) }
    const effects = await effectsOf(trx, scope, { firm, lists, counted, ...of })
    const did = preference
      ? `The jurisdiction preference "${preference.description}" applied.`
      : 'No jurisdiction preference applied.'
    const first = now?.id === draftId(draft) ? 'This one would apply.' : insteadSentence(now)
    tried.push({ id, title, at, did, would: [first, ...effects].join(' ') })
  }
  return tried
}

function insteadSentence(now: Preference | undefined): string {
  return now
    ? `The jurisdiction preference "${now.description}" would apply.`
    : 'No jurisdiction preference would apply.'
}

interface Jurisdiction {
  id: string
  courts: readonly string[]
}

interface Settings {
  firm: Firm
  preferences: readonly (Preference & { order: number })[]
  groups: Preference['groups']
  jurisdictions: readonly Jurisdiction[]
}

async function readSettings(trx: Trx, firmId: number, draft: PreferenceDraft): Promise<Settings> {
  const { rows } = await sql<Omit<Settings, 'firm'> & { firm: DatabaseRecord }>`
    select to_jsonb(f.*) as firm, ${preferencesJson(firmId)} as preferences,
      ${groupsJson(firmId, sql`${[...draft.groups]}::uuid[]`)} as groups,
      (select coalesce(json_agg(json_build_object('id', j.id, 'courts', j.ecfx_jurisdiction_ids)), '[]')
        from jurisdictions j where j.firm_id = f.firm_id) as jurisdictions
    from firms f where f.firm_id = ${firmId}::integer`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`there is no firm ${firmId}`)
  return { ...row, firm: rowOf(firmResource, row.firm) as unknown as Firm }
}

/** As the pipeline judges it: once the notice has a case, by the jurisdictions of its cases. */
function servedNotice({ notice, match, caseJurisdictions }: PastNotice, jurisdictions: readonly Jurisdiction[]) {
  const courts = courtAndWider(notice.courtId.value)
  const ofCourt = jurisdictions.filter(({ courts: own }) => own.some((id) => courts.includes(id)))
  return {
    court: findCourt(notice.courtId.value),
    jurisdictionIds: match ? caseJurisdictions : ofCourt.map(({ id }) => id),
    emails: notice.recipients.flatMap(({ emails }) => emails),
  }
}
