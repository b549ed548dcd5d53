import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { Candidate, Compared, HistoryLine, ItemAnswer } from '@courtcrier/contract/calls/inbox.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { ItemStatus, Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { type AnyRow, fieldAccess, type Resource, redact, tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { seesWay, sightOf, type Way, wayToCourts } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { findPossibleCourts } from '../../courts/court-in-doubt.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers } from '../../courts/directory/docket-number.ts'
import { findShortName } from '../../courts/directory/short-name.ts'
import { allowedMoves } from '../../notices/actions.ts'
import { caseOrder } from '../../notices/matching/case-order.ts'
import type { Contradiction } from '../../notices/matching/contradictions.ts'
import { sharesParty } from '../../notices/matching/parties.ts'
import { withoutActor } from '../../notices/nameless-steps.ts'
import type { MatchReview } from '../../notices/pipeline/stage.ts'
import { isStepSeen } from '../../notices/seen-steps.ts'
import { behaviourOf } from '../../records/behaviour.ts'
import type { RowKey } from '../../records/read-row.ts'
import { computedColumns } from '../../records/search.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { readFixes } from './inbox-fixes.ts'
import { readLinked } from './inbox-linked.ts'
import { readNotes } from './inbox-notes.ts'

/** Returns everything about one item that its reader may see. Throws `not_found`. */
export async function loadInboxView(trx: Trx, { id, ...scope }: RowKey): Promise<ItemAnswer> {
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
    possibleCourts: [...findPossibleCourts(outcomes.review?.understood ?? {})],
    linked: await readLinked(trx, scope, { ...shown, id }),
    notes: await readNotes(trx, scope, id),
    ...(await readFixes(trx, scope, item)),
    allowed: subjectAccess('inbox_item', role) === 'FULL' ? allowedMoves(item.status as ItemStatus) : [],
  }
}

interface Outcomes {
  parse?: { result?: { notice?: Notice } }
  review?: { understood?: Partial<Notice> } & Partial<MatchReview>
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
  /** The field that relates the rows to the requested record; if the role may not see it, no rows are returned. */
  by?: string
}

/** Returns the rows the viewer may see, as JSON and without hidden fields. */
export async function readVisible(trx: Trx, resource: Resource, wanted: Wanted): Promise<AnyRow[]> {
  const { role } = wanted.scope
  if (subjectAccess(resource.subject, role) === 'DENY') return []
  if (wanted.by !== undefined && fieldAccess(resource, wanted.by, role) === 'DENY') return []
  const rows = await readRows(trx, resource, wanted)
  return rows.map((row) => rowToJson(resource, redact(resource, row, role)))
}

async function readRows(trx: Trx, resource: Resource, { scope, where, order = 'id' }: Wanted): Promise<AnyRow[]> {
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns('t', resource, scope)} from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId} and ${isVisible('t', resource, scope)} and ${where} order by ${sql.ref(`t.${order}`)} limit 500`.execute(
    trx,
  )
  const { present } = behaviourOf(resource)
  return rows.map((record) => {
    const row = rowOf(resource, record)
    return present?.row(row, scope.role) ?? row
  })
}

async function readHistory(trx: Trx, scope: SearchScope, id: string): Promise<HistoryLine[]> {
  const { rows } = await sql<Omit<HistoryLine, 'at'> & { at: Date }>`
    select h.id, h.at, h.stage, h.outcome, h.sentence, h.user_id as "userId", u.full_name as "userName"
    from history h left join users u on u.firm_id = h.firm_id and u.id = h.user_id
    where h.firm_id = ${scope.firmId} and h.inbox_item_id = ${id}::uuid and ${isStepSeen('h', scope)}
    order by h.at, h.id`.execute(trx)
  return rows.map(({ at, ...step }) => ({ ...withoutActor(step, scope), at: new Date(at).toISOString() }))
}

/** A case as read, with its court's name. */
type CandidateRow = Omit<Candidate, 'isDoubted' | 'reasons' | 'differences' | 'agreements'> & { courts: string | null }

/** Returns the cases the notice may be about, each with what the notice contradicts, the two values side by side. */
async function readCandidates(trx: Trx, scope: SearchScope, { review, parse }: Outcomes): Promise<Candidate[]> {
  const ids = review?.candidates ?? []
  if (ids.length === 0 || subjectAccess(courtCase.subject, scope.role) === 'DENY') return []
  const canSee = sightOf(scope.role)
  const { rows } = await sql<CandidateRow & { courtIds: readonly string[] | null }>`
    select t.id, t.name, t.case_number as "caseNumber", t.status, m.name as "matterName", m.number as "matterNumber",
      cardinality(t.assigned_timekeepers) as "timekeeperCount", j.name as courts, j.ecfx_jurisdiction_ids as "courtIds"
    from cases t left join matters m on m.firm_id = t.firm_id and m.id = t.matter_id
      left join jurisdictions j on j.firm_id = t.firm_id and j.id = t.jurisdiction_id
    where t.firm_id = ${scope.firmId} and t.id = any(${[...ids]}::uuid[]) and ${isVisible('t', courtCase, scope)}
    ${caseOrder(canSee)}`.execute(trx)
  return rows.map(({ courts: name, courtIds, ...row }) => {
    const about = review?.doubts?.find(({ caseId }) => caseId === row.id)?.about ?? []
    // Both courts are displayed the same way, so that they can be compared.
    const only = seesWay(canSee, wayToCourts) && courtIds?.length === 1 ? courtIds[0] : undefined
    const courts = findShortName(only ?? '') ?? name
    const known = withoutHidden({ ...row, courts }, scope.role)
    const { courts: _, ...shown } = known
    const compare = (each: Contradiction) => compareOn(each, known, parse?.result?.notice)
    const seen = compared.filter((each) => seesWay(canSee, waysOfComparison[each]))
    // Someone who may not see every compared field is never informed that nothing is in doubt: that would reveal a
    // hidden field.
    const isDoubted = about.length > 0 || seen.length < compared.length
    // Matching facts help to judge contradicting ones; if nothing is in doubt, there is nothing to compare.
    const agreeing = isDoubted ? seen.filter((each) => !about.includes(each)) : []
    const differing = about.filter((each) => seen.includes(each))
    return {
      ...shown,
      isDoubted,
      reasons: seen.filter((each) => !about.includes(each) && isShared(each, known, parse?.result?.notice)),
      differences: differing.map(compare),
      agreements: agreeing.map(compare),
    }
  })
}

const compared: readonly Contradiction[] = ['number', 'name', 'court']

/** The fields on the path from a case to each value shown. */
const waysOfCandidate: Readonly<Record<string, Way>> = {
  name: [[courtCase, 'name']],
  caseNumber: [[courtCase, 'caseNumber']],
  status: [[courtCase, 'status']],
  timekeeperCount: [[courtCase, 'assignedTimekeepers']],
  matterName: [
    [courtCase, 'matterId'],
    [matter, 'name'],
  ],
  matterNumber: [
    [courtCase, 'matterId'],
    [matter, 'number'],
  ],
  courts: [
    [courtCase, 'jurisdictionId'],
    [jurisdiction, 'name'],
  ],
}

/** The fields that each comparison reveals; whether the court agrees is decided by the courts, not by their name. */
const waysOfComparison: Readonly<Record<Contradiction, Way>> = {
  number: [[courtCase, 'caseNumber']],
  name: [[courtCase, 'name']],
  court: [...wayToCourts, [jurisdiction, 'name']],
}

function withoutHidden<Row extends object>(row: Row, role: Role): Row {
  const canSee = sightOf(role)
  const shown = Object.entries(row).map(([key, value]) => [
    key,
    seesWay(canSee, waysOfCandidate[key] ?? []) ? value : null,
  ])
  return Object.fromEntries(shown) as Row
}

/** Returns the case of the notice with the row's number, or else its first. */
function entryOf(row: CandidateRow, notice: Notice | undefined): NoticeCase | undefined {
  const court = numberingCourt(notice?.courtId.value ?? '')
  const isOwn = ({ docketNumber: { value } }: NoticeCase) =>
    matchDocketNumbers(row.caseNumber ?? '', value, court) !== 'different'
  return notice?.cases.find(isOwn) ?? notice?.cases[0]
}

/** Whether a fact that isn't contradicted speaks for the case: a missing name contradicts nothing, and proves nothing. */
function isShared(about: Contradiction, row: CandidateRow, notice: Notice | undefined): boolean {
  const entry = entryOf(row, notice)
  const court = numberingCourt(notice?.courtId.value ?? '')
  if (about === 'name') return sharesParty(row.name ?? undefined, entry?.name?.value) === true
  if (about === 'court') return true
  return (
    entry !== undefined && matchDocketNumbers(row.caseNumber ?? '', entry.docketNumber.value, court) !== 'different'
  )
}

/** Returns one fact as stated by the notice and by the case. */
function compareOn(about: Contradiction, row: CandidateRow, notice: Notice | undefined): Compared {
  const courtId = notice?.courtId.value ?? ''
  const entry = entryOf(row, notice)
  const values: Record<Contradiction, readonly [string | null | undefined, string | null | undefined]> = {
    number: [entry?.docketNumber.value, row.caseNumber],
    name: [entry?.name?.value, row.name],
    court: [findShortName(courtId) ?? courtId, row.courts],
  }
  const [ofNotice, ofCase] = values[about]
  return { about, notice: ofNotice ?? null, case: ofCase ?? null }
}
