import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { ItemStatus, Notice, NoticeCase, StageName } from '@courtcrier/contract/notice.ts'
import { type AnyRow, fieldAccess, type Resource, redact, tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { findCourt, numberingCourt } from '../courts/directory.ts'
import { matchDocketNumbers } from '../courts/docket-number.ts'
import type { Contradiction } from '../matching/contradictions.ts'
import { allowedMoves } from '../pipeline/actions.ts'
import type { MatchReview, SenderResult, Vouch } from '../pipeline/stage.ts'
import { whyHeld } from '../pipeline/trust-gate.ts'
import { behaviourOf } from '../resources/registry.ts'
import type { RowKey } from '../resources/store.ts'
import type { SearchScope } from '../resources/viewer.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { readFixes } from './inbox-fixes.ts'
import { readLinked } from './inbox-linked.ts'
import { readNotes } from './inbox-notes.ts'

/** Everything there is to see of one item, without what its reader may not see. Throws `not_found`. */
export async function loadInboxView(trx: Trx, { id, ...scope }: RowKey): Promise<AnyRow> {
  const { firmId, role } = scope
  const [item] = await readRows(trx, inboxItem, { scope, where: sql`t.id = ${id}::uuid` })
  if (!item) throw new ApiError('not_found')
  const shown = redact(inboxItem, item, role)
  const envelopeId = (shown.envelopeId as string | null | undefined) ?? null
  const ofFiling = (resource: Resource, order?: string) =>
    readVisible(trx, resource, { where: sql`t.envelope_id = ${envelopeId}::uuid`, order, scope, by: 'envelopeId' })
  const outcomes = await readOutcomes(trx, firmId, id)
  const [shownEnvelope] = await readVisible(trx, envelope, { where: sql`t.id = ${envelopeId}::uuid`, scope })
  return {
    item: rowToJson(inboxItem, shown),
    envelope: shownEnvelope ?? null,
    documents: await ofFiling(courtDocument, 'position'),
    deliveries: await ofFiling(delivery),
    copies: await ofFiling(documentCopy),
    history: await readHistory(trx, scope, id),
    notice: outcomes.parse?.result?.notice ?? null,
    understood: outcomes.review?.understood ?? null,
    candidates: await readCandidates(trx, scope, outcomes),
    linked: await readLinked(trx, scope, { ...shown, id }),
    notes: await readNotes(trx, scope, id),
    ...(await readFixes(trx, scope, {
      item,
      candidates: outcomes.review?.candidates ?? [],
      isDoubted: isEachDoubted(outcomes),
      canTrust: canTrust(item, outcomes),
    })),
    allowed: subjectAccess('inbox_item', role) === 'FULL' ? allowedMoves(item.status as ItemStatus) : [],
  }
}

/** The notice is held because nobody stands for its sender, and goes on by a person's word. */
function canTrust({ status, nextStage }: AnyRow, { vouch, authenticate, parse }: Outcomes): boolean {
  if (status !== 'Action Required' || !nextStage || !authenticate?.result) return false
  const notice = parse?.result?.notice
  const results = { authenticate: authenticate.result, parse: notice && { notice } }
  return whyHeld({ results, vouch }, nextStage as StageName) !== undefined
}

interface Outcomes {
  parse?: { result?: { notice?: Notice } }
  authenticate?: { result?: SenderResult }
  review?: { understood?: unknown } & Partial<MatchReview>
  vouch?: Vouch
}

async function readOutcomes(trx: Trx, firmId: number, id: string): Promise<Outcomes> {
  const { rows } = await sql<{ outcomes: Outcomes }>`
    select outcomes from item_progress where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  return rows[0]?.outcomes ?? {}
}

interface Wanted {
  scope: SearchScope
  where: RawBuilder<unknown>
  order?: string | undefined
  /** The field by which the rows lead to what was asked for; by one that the role may not see, none is found. */
  by?: string
}

/** The rows that whoever asks may see, as JSON and without the fields that are not for them. */
export async function readVisible(trx: Trx, resource: Resource, wanted: Wanted): Promise<AnyRow[]> {
  const { role } = wanted.scope
  if (subjectAccess(resource.subject, role) === 'DENY') return []
  if (wanted.by !== undefined && fieldAccess(resource, wanted.by, role) === 'DENY') return []
  const rows = await readRows(trx, resource, wanted)
  return rows.map((row) => rowToJson(resource, redact(resource, row, role)))
}

async function readRows(trx: Trx, resource: Resource, { scope, where, order = 'id' }: Wanted): Promise<AnyRow[]> {
  const { rows } = await sql<DatabaseRecord>`
    select * from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId} and ${isVisible(resource, scope)} and ${where} order by ${sql.ref(order)} limit 500`.execute(
    trx,
  )
  const { present } = behaviourOf(resource)
  return rows.map((record) => {
    const row = rowOf(resource, record)
    return present?.row(row, scope.role) ?? row
  })
}

async function readHistory(trx: Trx, scope: SearchScope, id: string): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`
    select h.id, h.at, h.stage, h.outcome, h.sentence, h.user_id, u.full_name as user_name
    from history h left join users u on u.firm_id = h.firm_id and u.id = h.user_id
    where h.firm_id = ${scope.firmId} and h.inbox_item_id = ${id}::uuid order by h.at, h.id`.execute(trx)
  return rows.map((step) => withoutActor(step, scope))
}

/** A step that a person took, without their name for others whose role may not see what users are called. */
export function withoutActor(step: AnyRow, { role, userId }: Pick<SearchScope, 'role' | 'userId'>): AnyRow {
  if (sightOf(role)(user, user.title) || (userId !== undefined && step.user_id === userId)) return step
  const sentence = namings.reduce((told, [naming, nameless]) => told.replace(naming, nameless), String(step.sentence))
  return { ...step, user_name: null, sentence }
}

/** How the sentences of steps name a person; by their words, for what people are called changes. */
const namings: readonly (readonly [RegExp, string])[] = [
  [/^.* vouched for the sender\./, 'A person vouched for the sender.'],
  [/^.* entered it and stands for the court's sender\./, "A person entered it and stands for the court's sender."],
  [/^(Entered|Added) by hand by .*\.$/, '$1 by hand.'],
  [/^(.*) was chosen by .*/s, '$1 was chosen by a person.'],
]

function isEachDoubted({ review }: Outcomes): boolean {
  return review?.candidates?.every((id) => review.doubts?.some(({ caseId }) => caseId === id)) === true
}

/** The cases that may be meant, each with what the notice says otherwise, the two values side by side. */
async function readCandidates(trx: Trx, scope: SearchScope, { review, parse }: Outcomes): Promise<AnyRow[]> {
  const ids = review?.candidates ?? []
  if (ids.length === 0 || subjectAccess(courtCase.subject, scope.role) === 'DENY') return []
  const { rows } = await sql<AnyRow & { id: string; courts: string | null; courtIds: readonly string[] | null }>`
    select t.id, t.name, t.case_number, t.status, m.name as matter_name, m.number as matter_number,
      cardinality(t.assigned_timekeepers) as timekeeper_count, j.name as courts, j.ecfx_jurisdiction_ids as "courtIds"
    from cases t left join matters m on m.firm_id = t.firm_id and m.id = t.matter_id
      left join jurisdictions j on j.firm_id = t.firm_id and j.id = t.jurisdiction_id
    where t.firm_id = ${scope.firmId} and t.id = any(${[...ids]}::uuid[]) and ${isVisible(courtCase, scope)}
    order by t.status desc, t.name`.execute(trx)
  const canSee = sightOf(scope.role)
  return rows.map(({ courts: name, courtIds, ...row }) => {
    const about = review?.doubts?.find(({ caseId }) => caseId === row.id)?.about ?? []
    // One court is shown as the notice's is, so that the two can be compared.
    const courts = courtIds?.length === 1 ? (findCourt(courtIds[0] ?? '')?.citation ?? name) : name
    const known = withoutHidden({ ...row, courts }, scope.role)
    const { courts: _, ...shown } = known
    const compare = (each: Contradiction) => compareOn(each, known, parse?.result?.notice)
    const seen = compared.filter((each) => seesWay(canSee, waysOfCandidate[comparedBy[each]] ?? []))
    // Whoever may not see all of it is never told that nothing is in doubt: that would tell what a hidden field holds.
    const isDoubted = about.length > 0 || seen.length < compared.length
    // What agrees helps to judge what doesn't; where nothing is in doubt there is nothing to compare.
    const agreeing = isDoubted ? seen.filter((each) => !about.includes(each)) : []
    const differing = about.filter((each) => seen.includes(each))
    return {
      ...shown,
      is_doubted: isDoubted,
      differences: differing.map(compare),
      agreements: agreeing.map(compare),
    }
  })
}

const compared: readonly Contradiction[] = ['number', 'name', 'court']

/** What of a case each comparison tells. */
const comparedBy: Readonly<Record<Contradiction, string>> = { number: 'case_number', name: 'name', court: 'courts' }

/** How a case leads to what is told of it where it may be meant. */
const waysOfCandidate: Readonly<Record<string, Way>> = {
  name: [[courtCase, 'name']],
  case_number: [[courtCase, 'caseNumber']],
  status: [[courtCase, 'status']],
  timekeeper_count: [[courtCase, 'assignedTimekeepers']],
  matter_name: [
    [courtCase, 'matterId'],
    [matter, 'name'],
  ],
  matter_number: [
    [courtCase, 'matterId'],
    [matter, 'number'],
  ],
  courts: [
    [courtCase, 'jurisdictionId'],
    [jurisdiction, 'name'],
  ],
}

function withoutHidden(row: AnyRow, role: Role): AnyRow {
  const canSee = sightOf(role)
  const shown = Object.entries(row).map(([key, value]) => [
    key,
    seesWay(canSee, waysOfCandidate[key] ?? []) ? value : null,
  ])
  return Object.fromEntries(shown)
}

/** What the notice and the case each say of one thing. */
function compareOn(about: Contradiction, row: AnyRow, notice: Notice | undefined): AnyRow {
  const courtId = notice?.courtId.value ?? ''
  const court = numberingCourt(courtId)
  const isOwn = ({ docketNumber: { value } }: NoticeCase) =>
    matchDocketNumbers(String(row.case_number ?? ''), value, court) !== 'different'
  const entry = notice?.cases.find(isOwn) ?? notice?.cases[0]
  const values: Record<Contradiction, readonly [unknown, unknown]> = {
    number: [entry?.docketNumber.value, row.case_number],
    name: [entry?.name?.value, row.name],
    court: [findCourt(courtId)?.citation ?? courtId, row.courts],
  }
  const [ofNotice, ofCase] = values[about]
  return { about, notice: ofNotice ?? null, case: ofCase ?? null }
}
