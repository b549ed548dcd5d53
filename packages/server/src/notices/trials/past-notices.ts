import { noticeTrialLimits } from '@courtcrier/contract/calls/trials.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type Believed, findBelieved } from '../../mail/believed.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { withoutNames } from '../nameless-steps.ts'
import type { MatchResult, Results, SenderResult } from '../pipeline/stage.ts'
import { isProven } from '../pipeline/trust-gate.ts'
import { isStepSeen } from '../seen-steps.ts'

/** A notice that was received, and what was done with it. */
export interface PastNotice {
  /** The inbox item. */
  id: string
  title: string
  at: string
  notice: Notice
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
  /** What the stage did with it, in the words of the history. */
  did: string | null
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

/** The latest notices that the viewer may see, newest first, with what one stage did with each. */
export async function findPastNotices(
  trx: Trx,
  scope: SearchScope,
  stage: 'match' | 'address' | 'store',
): Promise<readonly PastNotice[]> {
  const { days, looked } = noticeTrialLimits
  const { rows } = await sql<PastNoticeRow>`
    select t.id, t.envelope_id as "envelopeId", t.received_at as at, t.case_name as name, t.docket_number as number, t.sender,
      p.outcomes #> '{parse,result,notice}' as notice, p.outcomes #> '{authenticate,result}' as authenticate,
      p.outcomes #>> '{parse,result,misfit}' as misfit, p.outcomes #> '{match,result}' as match,
      p.outcomes #> '{address,result,preference}' as preference, c.status as "caseStatus",
      array(select own.jurisdiction_id from cases own where own.firm_id = t.firm_id and own.jurisdiction_id is not null
        and own.id in (select jsonb_array_elements_text(p.outcomes #> '{match,result,caseIds}')::uuid)) as "caseJurisdictions",
      case when p.outcomes -> 'match' is null then coalesce(jsonb_array_length(p.outcomes #> '{review,candidates}'), 0) = 0
        else c.created_at > t.received_at end is true as "isOfNewCase",
      array(select rule.rule from jsonb_to_recordset(p.outcomes #> '{ignored,by}') as rule (kind text, rule text)
        where t.disposition = 'IGNORED' and rule.kind = 'ignored_cases') as "ignoredBy",
      (select h.sentence from history h where h.firm_id = t.firm_id and h.inbox_item_id = t.id and h.stage = ${stage} and ${isStepSeen('h', scope)}
        order by h.at desc, h.id desc limit 1) as did
    from inbox_items t join item_progress p on p.firm_id = t.firm_id and p.id = t.id
      left join cases c on c.firm_id = t.firm_id and c.id = t.case_id
    where t.firm_id = ${scope.firmId}::integer and t.received_at > now() - make_interval(days => ${days}::integer)
      and p.outcomes #> '{parse,result,notice}' is not null and ${isVisible('t', inboxItem, scope)}
    order by t.received_at desc, t.id desc limit ${looked}`.execute(trx)
  return rows.map(({ name, number, at, authenticate, misfit, match, preference, did, ...row }) => ({
    ...row,
    isProven: isProven({
      results: {
        authenticate: authenticate ?? undefined,
        parse: { notice: row.notice, ...(misfit !== null && { misfit }) },
      },
    }),
    did: did === null ? null : withoutNames(did, scope),
    at: new Date(at).toISOString(),
    title: [name, number].filter(Boolean).join(', '),
    believed: findBelieved(authenticate ?? undefined),
    match: match ?? undefined,
    preference: preference ?? undefined,
  }))
}
