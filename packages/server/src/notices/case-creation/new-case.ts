import { lowered } from '@courtcrier/contract/lowered.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { courtAndWider } from '../../courts/directory/directory.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { partyNames } from '../matching/parties.ts'
import { plainWords } from '../matching/plain-letters.ts'
import { describeParties, namedParties } from './named-parties.ts'

/** Values of a new case that a notice suggests. */
export interface NewCaseValues extends AnyRow {
  name: string | null
  caseNumber: string | null
  jurisdictionId: string | null
  matterId: string | null
  assignedTimekeepers: readonly string[]
}

/** Values of a new case, as far as the notice and the records that the viewer may see have them; null where unclear. */
export async function newCaseValues(trx: Trx, scope: SearchScope, notice: Notice): Promise<NewCaseValues> {
  const [first] = notice.cases
  const jurisdictionId = await findJurisdiction(trx, scope, notice.courtId.value)
  const isFirstEntry = notice.documentNumber?.value === '1'
  return {
    name: first?.name?.value.slice(0, 500) ?? null,
    caseNumber: first?.docketNumber.value.slice(0, 120) ?? null,
    uniqueKey: first?.courtCaseId?.value ?? null,
    jurisdictionId,
    matterId: await findMatter(trx, scope, namesIn(notice)),
    judgeId: jurisdictionId ? await findJudge(trx, scope, { jurisdictionId, notice }) : null,
    assignedTimekeepers: await findServed(trx, scope, notice),
    description: describeParties(notice),
    // The first entry on a docket opens the case.
    filedDate: isFirstEntry ? (notice.filedDate?.value ?? null) : null,
  }
}

/** The fields by which each suggestion is found: without seeing them all, the viewer would learn what they contain. */
const waysOfMatter: Way = [
  [matter, 'clientId'],
  [matter, 'status'],
  [client, 'name'],
]
const waysOfJudge: Way = [
  [judge, 'jurisdictionId'],
  [judge, 'name'],
]
const waysOfServed: Way = [
  [timekeeper, 'email'],
  [timekeeper, 'status'],
]

function namesIn(notice: Notice): readonly string[] {
  const name = notice.cases[0]?.name?.value
  return [...(name ? [name] : []), ...namedParties(notice)].slice(0, mostNames)
}

/** More are the creditors of a bankruptcy. */
const mostNames = 100

/**
 * Returns the matter if the names contain that of one client only, and this has one open matter only. A name of up to
 * three letters has to be a whole party: "IBM" isn't the client of "IBM Credit Union", but that of "Roe v. IBM Corp."
 */
async function findMatter(trx: Trx, scope: SearchScope, names: readonly string[]): Promise<string | null> {
  if (names.length === 0 || !seesWay(sightOf(scope.role), waysOfMatter)) return null
  const parties = [...new Set(names.flatMap(partyNames))]
  const { rows } = await sql<{ id: string }>`
    with named as materialized (select distinct ${plainWords(sql`n`)} as words from unnest(${[...names]}::text[]) n),
    fitting as materialized (
      select c.id from clients c cross join lateral (select ${plainWords(sql`c.name`)} as words) own
      where c.firm_id = ${scope.firmId} and ${isVisible('c', client, scope)}
        and case when length(c.name) > 3 then exists (select from named where strpos(named.words, own.words) > 0)
          else trim(own.words) = any(${parties}::text[]) end
    )
    select t.id from matters t join fitting on fitting.id = t.client_id
    where t.firm_id = ${scope.firmId} and t.status = 'Open' and ${isVisible('t', matter, scope)} limit 2`.execute(trx)
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

/** Returns the judge whose initials the docket number ends with, if the jurisdiction has only one such. */
async function findJudge(
  trx: Trx,
  scope: SearchScope,
  { jurisdictionId, notice }: { jurisdictionId: string; notice: Notice },
): Promise<string | null> {
  const [initials] = notice.cases[0]?.parts.judges ?? []
  if (!initials || !seesWay(sightOf(scope.role), waysOfJudge)) return null
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from judges t where t.firm_id = ${scope.firmId} and t.jurisdiction_id = ${jurisdictionId}::uuid
      and ${isVisible('t', judge, scope)} limit 1000`.execute(trx)
  const named = rows.filter(({ name }) => initialsOf(name) === initials.toUpperCase())
  return named.length === 1 ? (named[0]?.id ?? null) : null
}

function initialsOf(name: string): string {
  const words = name.replace(/^(?:hon(?:orable|\.)?|judge|magistrate)\s+/gi, '').match(/\p{L}[\p{L}'’-]*/gu) ?? []
  return words
    .filter((word) => !/^(?:jr|sr|ii|iii|iv)$/i.test(word))
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')
}

/**
 * Returns the firm's jurisdiction for the court, or else for all such courts of its state; null if there are several,
 * because then a person has to choose.
 */
async function findJurisdiction(trx: Trx, scope: SearchScope, courtId: string): Promise<string | null> {
  if (!sightOf(scope.role)(jurisdiction, 'ecfxJurisdictionIds')) return null
  for (const id of courtAndWider(courtId)) {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${firmRows(jurisdiction)} t where t.firm_id = ${scope.firmId}
        and ${id} = any(t.ecfx_jurisdiction_ids) and ${isVisible('t', jurisdiction, scope)} limit 2`.execute(trx)
    if (rows.length > 0) return rows.length === 1 ? (rows[0]?.id ?? null) : null
  }
  return null
}

/** Returns the timekeepers the court served, since they work on the case. */
async function findServed(trx: Trx, scope: SearchScope, notice: Notice): Promise<readonly string[]> {
  const canSee = sightOf(scope.role)
  if (!seesWay(canSee, waysOfServed)) return []
  const emails = [...new Set(notice.recipients.flatMap((each) => each.emails.map((email) => lowered(email))))]
  const { rows } = await sql<{ id: string }>`
    select t.id from timekeepers t where t.firm_id = ${scope.firmId} and lowered(t.email) = any(${emails}::text[])
      and t.status = 'Active' and ${isVisible('t', timekeeper, scope)}
    order by ${canSee(timekeeper, 'fullName') ? sql`t.full_name` : sql`t.id`} limit 50`.execute(trx)
  return rows.map(({ id }) => id)
}
