import { lowered } from '@courtcrier/contract/lowered.ts'
import type { Notice, NoticeKind } from '@courtcrier/contract/notice.ts'
import type { AnyRow, RowOf } from '@courtcrier/contract/resource.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { findCourt, numberingCourt } from '../../courts/directory/directory.ts'
import { isDocketNumber, normalizeDocketNumber } from '../../courts/directory/docket-number.ts'
import { programScope, type SearchScope } from '../../records/viewer.ts'
import { isAtOneOf, type Preference } from '../preferences/find-preference.ts'
import { findNoticePreference } from '../preferences/notice-preference.ts'
import { newCaseValues } from './new-case.ts'

export type CaseRule = RowOf<typeof autoCaseCreation>

/** Whom a rule assigns. */
export type Assigning = Readonly<Record<'timekeepers' | 'partyEmailDomains', readonly string[]>>

/** A case as it would be written. */
interface PlannedCase {
  values: AnyRow & { name: string; jurisdictionId: string; assignedTimekeepers: readonly string[] }
  /** The case's number without what changes during a case. */
  plainNumber: string
}

/** A case that a rule makes from a notice, before it is written. */
export interface CasePlan extends PlannedCase {
  rule: CaseRule
  preference: Preference
}

/** Why the rule makes no case of this notice, as the end of a sentence. */
export interface NoPlan {
  rule: CaseRule
  because: string
}

interface Question {
  firmId: number
  notice: Notice
}

/**
 * Plans the case that the firm's rule for this notice would make; the notice has none. Undefined if no rule applies.
 * Anything that a person would have to guess is a reason not to make one.
 */
export async function planCase(trx: Trx, { firmId, notice }: Question): Promise<CasePlan | NoPlan | undefined> {
  const preference = await findNoticePreference(trx, { firmId, notice })
  const rule = await findCaseRule(trx, firmId, preference?.autoCaseCreationId)
  if (!preference || !rule) return undefined
  const plan = await planByRule(trx, programScope(firmId), { notice, rule })
  return 'because' in plan ? { rule, ...plan } : { rule, preference, ...plan }
}

/** Plans the case that a rule would make, of what the viewer may see. */
export async function planByRule(
  trx: Trx,
  scope: SearchScope,
  { notice, rule }: { notice: Notice; rule: Assigning & Pick<CaseRule, 'matterId'> },
): Promise<PlannedCase | { because: string }> {
  const { firmId } = scope
  const unclear = whyUnclear(notice)
  if (unclear) return { because: unclear }
  const values = await newCaseValues(trx, scope, notice)
  const people = await findAssigned(trx, { firmId, notice, rule })
  const matterId = rule.matterId ?? values.matterId
  const { name, caseNumber, jurisdictionId } = values
  if (!name || !caseNumber) return { because: "the notice doesn't name the case" }
  if (!jurisdictionId) return { because: `${courtName(notice)} isn't in exactly one of the firm's jurisdictions` }
  if (!matterId) return { because: "it names no matter, and the notice's parties fit none" }
  if (people.length === 0) return { because: 'no timekeeper of the rule was served, and it names none' }
  const plainNumber = normalizeDocketNumber(caseNumber, numberingCourt(notice.courtId.value))
  if (await wasDeleted(trx, { firmId, jurisdictionId, plainNumber }))
    return { because: 'a person deleted the case it made for this number' }
  const planned = { ...values, name, caseNumber, jurisdictionId, matterId, assignedTimekeepers: people }
  return { values: planned, plainNumber }
}

/** Only notices about one case have it made; a message that a person must read first has none. */
function whyUnclear(notice: Notice): string | undefined {
  const [entry, ...others] = notice.cases
  if (!madeFrom.has(notice.kind)) return 'the message is no notice of a filing'
  if (!entry || others.length > 0) return 'the notice names several cases'
  if (!isDocketNumber(entry.docketNumber.value, numberingCourt(notice.courtId.value)) || isIncomplete(entry.parts))
    return 'its docket number is incomplete'
  return undefined
}

const madeFrom: ReadonlySet<NoticeKind> = new Set(['filing', 'modification', 'claim', 'service'])

/** Without its year, a number names a case only together with others. */
function isIncomplete({ serial, year, type }: Notice['cases'][number]['parts']): boolean {
  return serial === undefined || (year === undefined && type !== 'mdl')
}

function courtName({ courtId }: Notice): string {
  return findCourt(courtId.value)?.citation ?? courtId.value
}

/** Returns the firm's rule; undefined if none is named. */
export async function findCaseRule(
  trx: Trx,
  firmId: number,
  id: string | null | undefined,
): Promise<CaseRule | undefined> {
  if (!id) return undefined
  const { rows } = await sql<DatabaseRecord>`
    select * from auto_case_creations where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  const [record] = rows
  return record && (rowOf(autoCaseCreation, record) as unknown as CaseRule)
}

/** Returns the rule's active timekeepers, and those served at one of its domains, in the order of their names. */
export async function findAssigned(
  trx: Trx,
  { firmId, notice, rule }: { firmId: number; notice: Notice; rule: Assigning },
): Promise<readonly string[]> {
  const served = notice.recipients.flatMap(({ emails }) =>
    emails.filter((email) => isAtOneOf(email, rule.partyEmailDomains)),
  )
  const { rows } = await sql<{ id: string }>`
    select t.id from timekeepers t where t.firm_id = ${firmId}::integer and t.status = 'Active'
      and (t.id = any(${[...rule.timekeepers]}::uuid[])
        or lowered(t.email) = any(${[...new Set(served.map((email) => lowered(email)))]}::text[]))
    order by t.full_name, t.id limit ${mostAssigned}`.execute(trx)
  return rows.map(({ id }) => id)
}

const mostAssigned = 50

/** Whether a person deleted the case that a rule made for this number. */
async function wasDeleted(
  trx: Trx,
  { firmId, jurisdictionId, plainNumber }: { firmId: number; jurisdictionId: string; plainNumber: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from case_creations k where k.firm_id = ${firmId}::integer and k.jurisdiction_id = ${jurisdictionId}::uuid
      and k.plain_number = ${plainNumber}
      and not exists (select from cases c where c.firm_id = k.firm_id and c.id = k.case_id) limit 1`.execute(trx)
  return rows.length > 0
}
