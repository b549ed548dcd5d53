import type { NoticeTrial, Tried } from '@courtcrier/contract/calls/trials.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { type Firm, firm as firmResource } from '@courtcrier/contract/resources/firm.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { addressIn } from '../../mail/preview.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { withoutNames } from '../nameless-steps.ts'
import type { CaughtBy } from '../pipeline/caught-by.ts'
import { ignoreReasons } from '../pipeline/ignore-reasons.ts'
import type { SenderResult } from '../pipeline/stage.ts'
import { type DomainLists, whyCheckedIgnored } from '../pipeline/why-domain-ignored.ts'
import { isSameStatus } from '../pipeline/why-ignored.ts'
import { type LookBack, lookBack, openTally, type Place } from './look-back.ts'
import { countMessages, isReceivedAt, outcomesOf } from './past-notices.ts'
import { ignored, processed } from './try-ignored-case.ts'

/** What it reveals of the firm's records. */
export const waysOfFirmLists: Way = [
  [courtCase, 'status'],
  [courtCase, 'name'],
  [inboxItem, 'disposition'],
  [inboxItem, 'reason'],
  ...(['ignoredEmailDomains', 'acceptedEmailDomains', 'ignoredCaseStatuses'] as const).map(
    (key) => [firmResource, key] as const,
  ),
]

type Lists = DomainLists & Pick<Firm, 'ignoredCaseStatuses'>

/** Lists as they may be saved; those that are absent are as they are. */
export type ListsDraft = { [Key in keyof Lists]: Lists[Key] | undefined }

/**
 * The past messages that the firm would have ignored by its lists, and those that it would no longer ignore. Where the
 * draft changes anything, only what it changes is shown.
 */
export async function tryFirmLists(looking: LookBack<NoticeTrial>, draft: ListsDraft): Promise<NoticeTrial> {
  const { scope, within } = looking
  const saved = await within((trx) => readLists(trx, scope))
  const lists: Lists = {
    ignoredEmailDomains: draft.ignoredEmailDomains ?? saved.ignoredEmailDomains,
    acceptedEmailDomains: draft.acceptedEmailDomains ?? saved.acceptedEmailDomains,
    ignoredCaseStatuses: draft.ignoredCaseStatuses ?? saved.ignoredCaseStatuses,
  }
  const [all, changed] = [openTally<Tried>(), openTally<Tried>()]
  return lookBack(looking, {
    find: (trx, place) => findMessages(trx, scope, place),
    countBefore: (trx, place) => countMessages(trx, scope, place),
    look: (messages) => {
      for (const message of messages) {
        const why = whyIgnored(message, lists)
        const wasCaught = wasIgnored(message)
        if (why === undefined && !wasCaught) continue
        const { id, title, at, did } = message
        const tried = { id, title, at, did, would: why === undefined ? processed : `${why} ${ignored}` }
        all.add(tried, why !== undefined)
        if ((why !== undefined) !== wasCaught) changed.add(tried, true)
      }
    },
    answer: async (extent) => {
      const caught = (changed.count() > 0 ? changed : all).shown()
      return { ...extent, count: all.count(), caught }
    },
  })
}

async function readLists(trx: Trx, { firmId }: SearchScope): Promise<Lists> {
  const { rows } = await sql<DatabaseRecord>`select * from firms where firm_id = ${firmId}::integer`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`there is no firm ${firmId}`)
  return rowOf(firmResource, row) as unknown as Firm
}

interface PastMessage {
  id: string
  title: string
  at: string
  /** Why it ended as it did. */
  did: string | null
  sender: string | null
  /** Entered by a person, so that the domain lists don't apply. */
  isEntered: boolean
  check: SenderResult | null
  isIgnored: boolean
  /** The firm's rules that had it ignored. */
  by: readonly CaughtBy[]
  /** The name and the status of each of its cases. */
  cases: readonly { name: string; status: string }[]
}

async function findMessages(trx: Trx, scope: SearchScope, place: Place): Promise<readonly PastMessage[]> {
  const { rows } = await sql<Omit<PastMessage, 'title' | 'at'> & { at: Date; title: string | null }>`
    select t.id, t.received_at as at, t.reason as did, t.sender, t.source_type = 'manual' as "isEntered",
      coalesce(nullif(concat_ws(', ', nullif(t.case_name, ''), nullif(t.docket_number, '')), ''), t.subject) as title,
      o.authenticate -> 'result' as check, t.disposition = 'IGNORED' as "isIgnored",
      coalesce(o.ignored -> 'by', '[]') as by,
      (select coalesce(json_agg(json_build_object('name', c.name, 'status', c.status)), '[]') from cases c
        where c.firm_id = t.firm_id and ${isVisible('c', courtCase, scope)} and c.id = any(case when o.match is null then array[t.case_id]
          else array(select jsonb_array_elements_text(o.match #> '{result,caseIds}')::uuid) end)) as cases
    from inbox_items t join item_progress p on p.firm_id = t.firm_id and p.id = t.id
      ${outcomesOf}
    where ${isReceivedAt(place, scope)} and t.disposition <> 'SPLIT'
    order by t.received_at desc, t.id desc limit ${place.limit}`.execute(trx)
  return rows.map(({ at, title, did, ...row }) => ({
    ...row,
    did: did === null ? null : withoutNames(did, scope),
    title: title ?? '',
    at: new Date(at).toISOString(),
  }))
}

function wasIgnored({ isIgnored, by, did }: PastMessage): boolean {
  return isIgnored && (by.some(({ kind }) => kind !== 'ignored_cases') || isNotAccepted(did))
}

function isNotAccepted(reason: string | null): boolean {
  const [before = '', after = ''] = ignoreReasons.domainNotAccepted('\n').split('\n')
  return reason?.startsWith(before) === true && reason.endsWith(after)
}

/** Why a message would be ignored by the lists; a notice that is also of another case isn't ignored by the status of one. */
function whyIgnored(message: PastMessage, lists: Lists): string | undefined {
  const { isEntered, by, cases, sender, check } = message
  if (!isEntered) {
    const why = whyCheckedIgnored(addressIn(sender ?? ''), check ?? {}, lists)
    if (why) return why.sentence
    // The check of what was ignored isn't saved, so a forward's writer is known only by the entry that ignored it.
    const entry = by.find(({ kind, rule }) => kind === 'ignored_domains' && lists.ignoredEmailDomains.includes(rule))
    if (entry) return ignoreReasons.ignoredDomain(entry.rule)
  }
  const isOfStatus = ({ status }: PastMessage['cases'][number]) =>
    lists.ignoredCaseStatuses.some((listed) => isSameStatus(listed, status))
  if (cases.length === 0 || !cases.every(isOfStatus)) return undefined
  return [...new Set(cases.map(({ name, status }) => ignoreReasons.ignoredStatus(name, status.toLowerCase())))].join(
    ' ',
  )
}
