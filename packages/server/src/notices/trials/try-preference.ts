import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { jurisdictionGroup } from '@courtcrier/contract/resources/jurisdiction-group.ts'
import { jurisdictionPreference } from '@courtcrier/contract/resources/jurisdiction-preference.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { courtAndWider, findCourt } from '../../courts/directory/directory.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { findPreference, type Preference } from '../preferences/find-preference.ts'
import { groupsJson, preferencesJson } from '../preferences/notice-preference.ts'
import { findPastNotices, type PastNotice } from './past-notices.ts'
import type { Tried } from './tried.ts'

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
}

/** The past notices for which the draft would be the first preference that fits, and those it would no longer apply to. */
export async function tryPreference(
  trx: Trx,
  scope: SearchScope,
  draft: PreferenceDraft,
): Promise<{ looked: number; caught: readonly Tried[]; why?: string }> {
  const notices = await findPastNotices(trx, scope, 'address')
  const { preferences, groups, jurisdictions } = await readSettings(trx, scope.firmId, draft)
  const own = { ...draft, groups, description: '', isForAll: draft.groups.length === 0, isDraft: true }
  const others = preferences.filter(({ id }) => id !== draft.id).map((each) => ({ ...each, isDraft: false }))
  // Of several with the same order the oldest counts, and a new one will be the newest.
  const isBefore = ({ id, order }: (typeof others)[number]) =>
    order < draft.order || (order === draft.order && (draft.id === null || id < draft.id))
  const [before, after] = [others.filter(isBefore), others.filter((each) => !isBefore(each))]
  const inOrder = [...before, ...(draft.isEnabled ? [own] : []), ...after]
  const caught = notices.flatMap((past) => {
    const first = findPreference(inOrder, servedNotice(past, jurisdictions))
    const isCaught = first?.isDraft === true
    const wasCaught = draft.id !== null && past.preference?.id === draft.id
    return isCaught || wasCaught ? [triedOf(past, isCaught ? undefined : (first?.description ?? null))] : []
  })
  const why = draft.isEnabled ? {} : { why: 'It is disabled, so it applies to no notice.' }
  return { looked: notices.length, caught, ...why }
}

/** `instead` is the preference that would apply in its place, null if none would. */
function triedOf({ id, title, at, preference }: PastNotice, instead: string | null | undefined): Tried {
  const did = preference
    ? `The jurisdiction preference "${preference.description}" applied.`
    : 'No jurisdiction preference applied.'
  if (instead === undefined) return { id, title, at, did, would: 'This one would apply.', isCaught: true }
  const would =
    instead === null
      ? 'No jurisdiction preference would apply.'
      : `The jurisdiction preference "${instead}" would apply.`
  return { id, title, at, did, would, isCaught: false }
}

interface Jurisdiction {
  id: string
  courts: readonly string[]
}

interface Settings {
  preferences: readonly (Preference & { order: number })[]
  groups: Preference['groups']
  jurisdictions: readonly Jurisdiction[]
}

async function readSettings(trx: Trx, firmId: number, draft: PreferenceDraft): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select ${preferencesJson(firmId)} as preferences, ${groupsJson(firmId, sql`${[...draft.groups]}::uuid[]`)} as groups,
      (select coalesce(json_agg(json_build_object('id', j.id, 'courts', j.ecfx_jurisdiction_ids)), '[]')
        from jurisdictions j where j.firm_id = ${firmId}::integer) as jurisdictions`.execute(trx)
  return rows[0] ?? { preferences: [], groups: [], jurisdictions: [] }
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
