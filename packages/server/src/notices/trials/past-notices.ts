import type { Tried } from '@courtcrier/contract/calls/trials.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type Believed, findBelieved } from '../../mail/believed.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { withoutNames } from '../nameless-steps.ts'
import type { MatchResult, Results, SenderResult } from '../pipeline/stage.ts'
import { isProven } from '../pipeline/trust-gate.ts'
import { isStepSeen } from '../seen-steps.ts'
import { type Answering, type LookBack, lookBack, type Place } from './look-back.ts'

/** A notice that was received, and what was done with it. */
export interface PastNotice {
  /** The inbox item. */
  id: string
  title: string
  at: string
  /** What decides about it. The rest is read only of those that are shown. */
  notice: Pick<Notice, 'courtId' | 'cases' | 'recipients' | 'format'>
  sender: string | null
  /** What of its message is believed, if something proves who wrote it. */
  believed: Believed | undefined
  /** Whether the message itself proves its sender. */
  isProven: boolean
  /** Undefined if no case was found or chosen. */
  match: MatchResult | undefined
  /** The firm's own jurisdictions of its cases. */
  caseJurisdictions: readonly string[]
  /** Whether the firm had no case it could have been of when it was received. */
  isOfNewCase: boolean
  preference: Results['address']['preference']
  /** Its filing, once it is recorded. */
  envelopeId: string | null
  /** The status of its case. */
  caseStatus: string | null
  /** The ignored cases that had it ignored. */
  ignoredBy: readonly string[]
}

/** The fields that a trial reveals of a notice; a role that may not see all of them may not try anything. */
export const waysOfTrial: Way = (
  [
    'caseId',
    'caseName',
    'docketNumber',
    'ecfxJurisdictionId',
    'event',
    'sender',
    'subject',
    'receivedAt',
    'status',
  ] as const
).map((key) => [inboxItem, key])

interface PastNoticeRow extends Omit<PastNotice, 'title' | 'at' | 'isProven' | 'match' | 'preference' | 'believed'> {
  at: Date
  authenticate: SenderResult | null
  misfit: string | null
  name: string | null
  number: string | null
  match: MatchResult | null
  preference: Results['address']['preference'] | null
}

/** Looks at the notices of the days a trial goes back, as far as the viewer may see them. */
export function lookAtNotices<T>(
  looking: LookBack<T>,
  look: (notices: readonly PastNotice[], trx: Trx) => Promise<void> | void,
  answer: Answering<T>,
): Promise<T> {
  const { scope } = looking
  return lookBack(looking, {
    find: (trx, place) => findPastNotices(trx, scope, place),
    look,
    countBefore: (trx, place) => countMessages(trx, scope, place),
    answer,
  })
}

/** How many messages that the viewer may see were received before the place. */
export async function countMessages(trx: Trx, scope: SearchScope, place: Place): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inbox_items t where ${isReceivedAt(place, scope)}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Whether the item `t` is one that the viewer may see, of the days a trial goes back and before the place. */
export function isReceivedAt({ since, after }: Place, scope: SearchScope): RawBuilder<boolean> {
  const isBefore = after && sql`and (t.received_at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  return sql<boolean>`t.firm_id = ${scope.firmId}::integer and t.received_at > ${since}::timestamptz
    ${isBefore ?? sql``} and ${isVisible('t', inboxItem, scope)}`
}

/** The outcomes of the item `p`, as the record `o`: each part that is read of the whole would have it decompressed again. */
export const outcomesOf = sql`cross join lateral jsonb_to_record(p.outcomes) as o (authenticate jsonb, parse jsonb,
  match jsonb, address jsonb, review jsonb, ignored jsonb)`

/** The latest notices before the place that the viewer may see, newest first. */
async function findPastNotices(trx: Trx, scope: SearchScope, place: Place): Promise<readonly PastNotice[]> {
  const { rows } = await sql<PastNoticeRow>`
    select t.id, t.envelope_id as "envelopeId", t.received_at as at, t.case_name as name, t.docket_number as number, t.sender,
      jsonb_build_object('courtId', n.notice -> 'courtId', 'cases', n.notice -> 'cases',
        'recipients', n.notice -> 'recipients', 'format', n.notice -> 'format') as notice,
      o.authenticate -> 'result' as authenticate, o.parse #>> '{result,misfit}' as misfit, o.match -> 'result' as match,
      o.address #> '{result,preference}' as preference, c.status as "caseStatus",
      array(select own.jurisdiction_id from cases own where own.firm_id = t.firm_id and own.jurisdiction_id is not null
        and own.id in (select jsonb_array_elements_text(o.match #> '{result,caseIds}')::uuid)) as "caseJurisdictions",
      case when o.match is null then coalesce(jsonb_array_length(o.review -> 'candidates'), 0) = 0
        else c.created_at > t.received_at end is true as "isOfNewCase",
      array(select rule.rule from jsonb_to_recordset(o.ignored -> 'by') as rule (kind text, rule text)
        where t.disposition = 'IGNORED' and rule.kind = 'ignored_cases') as "ignoredBy"
    from inbox_items t join item_progress p on p.firm_id = t.firm_id and p.id = t.id
      ${outcomesOf}
      cross join lateral (select o.parse #> '{result,notice}' as notice offset 0) n
      left join cases c on c.firm_id = t.firm_id and c.id = t.case_id
    where ${isReceivedAt(place, scope)} and n.notice is not null
    order by t.received_at desc, t.id desc limit ${place.limit}`.execute(trx)
  return rows.map(({ name, number, at, authenticate, misfit, match, preference, ...row }) => ({
    ...row,
    isProven: isProven({
      results: {
        authenticate: authenticate ?? undefined,
        parse: { notice: row.notice, ...(misfit !== null && { misfit }) },
      },
    }),
    at: new Date(at).toISOString(),
    title: [name, number].filter(Boolean).join(', '),
    believed: findBelieved(authenticate ?? undefined),
    match: match ?? undefined,
    preference: preference ?? undefined,
  }))
}

/** Returns what one stage did with each of the items, in the words of the history as far as the viewer may see it. */
export async function findSteps(
  trx: Trx,
  scope: SearchScope,
  { stage, ids }: { stage: 'match' | 'store'; ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; did: string }>`
    select distinct on (h.inbox_item_id) h.inbox_item_id as id, h.sentence as did from history h
    where h.firm_id = ${scope.firmId}::integer and h.inbox_item_id = any(${[...ids]}::uuid[]) and h.stage = ${stage}
      and ${isStepSeen('h', scope)}
    order by h.inbox_item_id, h.at desc, h.id desc`.execute(trx)
  return new Map(rows.map(({ id, did }) => [id, withoutNames(did, scope)]))
}

/** The whole notices of the items. */
export async function findWholeNotices(
  trx: Trx,
  { firmId }: SearchScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Notice>> {
  const { rows } = await sql<{ id: string; notice: Notice }>`
    select p.id, p.outcomes #> '{parse,result,notice}' as notice from item_progress p
    where p.firm_id = ${firmId}::integer and p.id = any(${[...ids]}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, notice }) => [id, notice]))
}

/** Says beside what would have happened to notices what one stage did with them. */
export async function besideSteps<Each extends Omit<Tried, 'did'>>(
  trx: Trx,
  scope: SearchScope,
  { stage, tried }: { stage: 'match' | 'store'; tried: readonly Each[] },
): Promise<readonly (Each & Pick<Tried, 'did'>)[]> {
  const did = await findSteps(trx, scope, { stage, ids: tried.map(({ id }) => id) })
  return tried.map((each) => ({ ...each, did: did.get(each.id) ?? null }))
}
