import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { numberingCourt } from '../courts/directory/directory.ts'
import { matchDocketNumbers } from '../courts/directory/docket-number.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isVisible } from '../records/visible-rows.ts'
import type { ActionTarget, ItemState } from './item-state.ts'

type UnansweredItem = Pick<ItemState, 'status' | 'nextStage' | 'caseName' | 'docketNumber' | 'courtId' | 'sender'>

/** Finds the other notices of a filing that stopped because a document is missing. Locks them in order of their IDs. */
export async function lockOthersMissing(
  trx: Trx,
  { firmId, itemId, envelopeId, sight }: Omit<ActionTarget, 'userId'> & { envelopeId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid and i.envelope_id = ${envelopeId}::uuid and ${lacksDocument}
      and ${isSeen(sight)}
    order by i.id for update of i`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Whether someone may see the item `i`; every item, if no one acts. */
function isSeen(sight: SearchScope | undefined): RawBuilder<boolean> {
  return sight ? isVisible('i', inboxItem, sight) : sql<boolean>`true`
}

/** Returns how many other notices of the filing stopped because a document is missing. */
export async function countOthersMissing(
  trx: Trx,
  { firmId, itemId, envelopeId, sight }: Omit<ActionTarget, 'userId'> & { envelopeId: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid and i.envelope_id = ${envelopeId}::uuid and ${lacksDocument}
      and ${isSeen(sight)}`.execute(trx)
  return rows[0]?.n ?? 0
}

/**
 * Finds the other copies of a notice that stopped for the same reason: those of its filing, or, as long as it has none,
 * the messages of its sender that say the same. Locks them in order of their IDs.
 */
export async function lockCopies(trx: Trx, target: Omit<ActionTarget, 'userId'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id ${copiesOf(target)} order by i.id for update of i`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Returns how many other copies of the notice stopped for the same reason. */
export async function countCopies(trx: Trx, key: Omit<ActionTarget, 'userId'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${copiesOf(key)}`.execute(trx)
  return rows[0]?.n ?? 0
}

/**
 * They must agree in sender, warning and reason, and in what they say: a person judged only one of them, and a forged
 * message may name the same filing.
 */
function copiesOf({ firmId, itemId, sight }: Omit<ActionTarget, 'userId'>) {
  return sql`
    from inbox_items own join item_progress op on op.firm_id = own.firm_id and op.id = own.id
      join inbox_items i on i.firm_id = own.firm_id and i.id <> own.id and i.status = 'Action Required'
        and i.next_stage is not distinct from own.next_stage and i.envelope_id is not distinct from own.envelope_id
        and i.sender = own.sender and i.sender_flag is not distinct from own.sender_flag
        and i.reason is not distinct from own.reason
      join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where own.firm_id = ${firmId} and own.id = ${itemId}::uuid and ${isSeen(sight)}
      and case when op.outcomes #>> '{parse,result,filingKey}' is null
        then p.outcomes #>> '{review,contentId}' = op.outcomes #>> '{review,contentId}'
        else p.outcomes #>> '{parse,result,filingKey}' = op.outcomes #>> '{parse,result,filingKey}'
          and ${saidIn('p')} = ${saidIn('op')} end`
}

/**
 * What a notice says and where its links lead: a message that names the same filing, but says something else about it
 * or leads elsewhere, may be forged, and no one has read it.
 */
function saidIn(progress: 'p' | 'op'): RawBuilder<unknown> {
  const outcomes = sql.ref(`${progress}.outcomes`)
  const fact = (path: string) => sql`${outcomes} #> ${sql.lit(`{parse,result,notice,${path}}`)}`
  const facts = ['docketText,value', 'event,value', 'filingUser,value', 'schedule'].map(fact)
  return sql`jsonb_build_array(${sql.join(facts)}, array(
    select distinct substring(url #>> '{}' from '^[a-zA-Z]+://([^/?#]*)') as host
    from jsonb_path_query(${outcomes}, '$.parse.result.notice.**.link.url') as url order by host))`
}

/** Finds other items that stopped because no one on the same case can be notified. Locks them in order of their IDs. */
export async function lockUnaddressed(
  trx: Trx,
  { firmId, itemId, caseId, sight }: Omit<ActionTarget, 'userId'> & { caseId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from inbox_items i where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid
      and ${isUnaddressed(caseId)} and ${isSeen(sight)} order by i.id for update of i`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function countUnaddressed(
  trx: Trx,
  { firmId, itemId, caseId, sight }: Omit<ActionTarget, 'userId'> & { caseId: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from inbox_items i where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid
      and ${isUnaddressed(caseId)} and ${isSeen(sight)}`.execute(trx)
  return rows[0]?.n ?? 0
}

const isUnaddressed = (caseId: string) =>
  sql`i.status = 'Action Required' and i.next_stage = 'address' and i.case_id = ${caseId}::uuid`

/** Whether the item `i` with the progress `p` stopped at the end because a document is missing. */
const lacksDocument = sql`i.status = 'Action Required' and p.outcomes #>> '{retrieve,result,gap}' <> ''`

/**
 * Finds other items that need a case and may be of this docket, even if they write its number or name
 * differently; they are matched again. Locks them in order of their IDs.
 */
export async function lockUnmatched(
  trx: Trx,
  { firmId, itemId, ...docket }: Omit<ActionTarget, 'userId'> & { courtId: string; docketNumber: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string; number: string }>`
    select i.id, i.docket_number as number from inbox_items i
    where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid and i.status = 'Action Required' and i.next_stage = 'match'
      and i.ecfx_jurisdiction_id = ${docket.courtId} and i.docket_number is not null`.execute(trx)
  const court = numberingCourt(docket.courtId)
  const isOfDocket = (number: string) => matchDocketNumbers(number, docket.docketNumber, court) !== 'different'
  const ids = rows.filter(({ number }) => isOfDocket(number)).map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows: locked } = await sql<{ id: string }>`
    select i.id from inbox_items i where i.firm_id = ${firmId} and i.id = any(${ids}::uuid[])
      and i.status = 'Action Required' and i.next_stage = 'match' order by i.id for update of i`.execute(trx)
  return locked.map(({ id }) => id)
}

/**
 * Finds other items waiting for the same answer as this one: which case a docket is, or which court a sender's messages
 * are from, unless the sender is an e-filing service, which writes for many courts. Locks them in order of their IDs,
 * as every transaction that locks several items does.
 */
export async function lockSiblings(
  trx: Trx,
  { firmId, itemId, sight }: Omit<ActionTarget, 'userId'>,
  item: UnansweredItem,
): Promise<readonly string[]> {
  const condition = sameQuestion({ firmId, itemId }, item)
  if (!condition) return []
  const { rows } = await sql<{ id: string }>`
    select i.id from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid and ${condition}
      and ${sharesStamp({ firmId, itemId })} and ${isSeen(sight)} order by i.id for update of i`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Returns how many other items the answer would also apply to. */
export async function countSiblings(
  trx: Trx,
  { firmId, itemId, sight }: Omit<ActionTarget, 'userId'>,
  item: UnansweredItem,
): Promise<number> {
  const condition = sameQuestion({ firmId, itemId }, item)
  if (!condition) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId} and i.id <> ${itemId}::uuid and ${condition}
      and ${sharesStamp({ firmId, itemId })} and ${isSeen(sight)}`.execute(trx)
  return rows[0]?.n ?? 0
}

/** What one document is stamped says nothing about another: an answer to such a doubt is for its filing only. */
function sharesStamp({ firmId, itemId }: Omit<ActionTarget, 'userId'>): RawBuilder<unknown> {
  return sql`(
    i.envelope_id is not distinct from (
      select o.envelope_id from inbox_items o where o.firm_id = ${firmId} and o.id = ${itemId}::uuid)
    or not exists (
      select from item_progress s where s.firm_id = ${firmId} and s.id in (i.id, ${itemId}::uuid)
        and s.outcomes #> '{review,stamped}' is not null))`
}

/** The case name must match too: the same number with another name may be another case, which needs its own answer. */
function sameQuestion(
  { firmId, itemId }: Pick<ActionTarget, 'firmId' | 'itemId'>,
  { nextStage, caseName, docketNumber, courtId, sender }: UnansweredItem,
) {
  if (docketNumber && courtId) {
    return sql`i.status = 'Action Required' and i.docket_number = ${docketNumber}
      and name_key(i.case_name) is not distinct from name_key(${caseName}::text)
      and i.ecfx_jurisdiction_id = ${courtId} and i.next_stage = 'match'`
  }
  if (nextStage !== 'parse' || !sender) return undefined
  return sql`i.status = 'Action Required' and i.sender = ${sender} and i.next_stage = 'parse' and ${lacksCourt}
    and ${isOfOneCourt('p')} and not ${isOfFirm(firmId, sender)}
    and exists (select from item_progress own where own.firm_id = ${firmId} and own.id = ${itemId}::uuid
      and ${isOfOneCourt('own')})`
}

/**
 * Whether nothing says that the sender writes of several courts: an e-filing service does, as a hint shows, and someone
 * who forwards notices. One that names courts that contradict each other has an answer of its own.
 */
function isOfOneCourt(progress: 'p' | 'own'): RawBuilder<unknown> {
  const outcomes = sql.ref(`${progress}.outcomes`)
  return sql`(${outcomes} #> '{review,courtHint}' is null
    and ${outcomes} #>> '{authenticate,result,trust}' is distinct from 'forwarded'
    and coalesce(${outcomes} #> '{review,understood,courtEvidence}', '[]') = '[]')`
}

/** Whether one of the firm's own people sent it, who forward notices of any court. */
function isOfFirm(firmId: number, sender: string): RawBuilder<unknown> {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()
  const isTheirs = (table: 'users' | 'timekeepers') => sql`exists (select from ${sql.table(table)} t
    where t.firm_id = ${firmId} and lower(split_part(t.email, '@', 2)) = ${domain})`
  return sql`(${isTheirs('users')} or ${isTheirs('timekeepers')})`
}

/** Whether the progress `p` is that of a court notice that was understood except for its court. */
export const lacksCourt = sql<boolean>`(p.outcomes #> '{review,understood,kind}' is not null
  and p.outcomes #> '{review,understood,courtId}' is null)`
