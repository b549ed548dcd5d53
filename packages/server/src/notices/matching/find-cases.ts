import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { digitRuns } from '@courtcrier/lib/digit-runs.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { courtAndWider, numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers } from '../../courts/directory/docket-number.ts'
import { type Contradiction, judgeMatch, type KnownCase, type Sureness } from './contradictions.ts'
import { findRenumbered, type RenumberedCase } from './find-renumbered.ts'
import { sharesParty } from './parties.ts'

/** What it was found by; by another number than the notice's, with what shows that both are of one case, if anything does. */
export type FoundBy = { caseId: string } | { docketNumber: string } | { otherNumber: string; evidence?: string }

export interface CaseMatch {
  id: string
  name: string
  number: string
  status: string
  by: FoundBy
  sureness: Sureness
  /** What contradicts it; empty for a matched case. */
  contradictions: readonly Contradiction[]
  /** The court's ID of the docket it was found for. */
  courtCaseId: string | undefined
}

export interface CasesFound {
  /** The case of each docket of the notice that fits exactly one case without contradictions. */
  matched: readonly CaseMatch[]
  /** Cases to choose from: a docket fits several and none was matched, or its only case has contradictions. */
  candidates: readonly CaseMatch[]
}

/**
 * Finds the firm's cases that a notice is about. The court's own case ID decides; otherwise the docket number, with
 * missing parts as wildcards and an exact match before a compatible one. If the names share no party, or the number or
 * the court differs, neither decides, and a person chooses; so they do between a case and one with the number that is
 * behind another ethical wall. A criminal case is also found by the magistrate judge's number it had before, and the
 * reverse.
 */
export async function findCases(trx: Trx, firmId: number, notice: Notice): Promise<CasesFound> {
  const rows = await readCandidates(trx, { firmId, notice })
  const perDocket: (readonly CaseMatch[])[] = []
  for (const entry of notice.cases) {
    const picked = pickCases(entry, notice, rows)
    perDocket.push(
      picked.length > 0
        ? [...picked, ...pickBehindWalls(picked, { entry, notice, rows })]
        : await pickRenumbered(trx, { firmId, notice, entry }),
    )
  }
  const isSure = (cases: readonly CaseMatch[]) => cases.length === 1 && cases[0]?.contradictions.length === 0
  const matched = withoutRepeats(perDocket.filter(isSure).flat())
  const isMatched = ({ id }: CaseMatch) => matched.some((other) => other.id === id)
  // A notice of several dockets names those of other courts as well: once one docket is matched, don't ask about them.
  const isDoubtful = ({ contradictions }: CaseMatch) => contradictions.some((each) => each !== 'court')
  // A docket that may be any of several cases is none of the others'.
  const isAmbiguous = (cases: readonly CaseMatch[]) =>
    cases.filter(({ contradictions }) => contradictions.length === 0).length > 1 && !cases.some(isMatched)
  const isOpen = (cases: readonly CaseMatch[]) => cases.some(isDoubtful) || isAmbiguous(cases)
  const open = matched.length > 0 ? perDocket.filter(isOpen).flat() : perDocket.flat()
  return { matched, candidates: withoutRepeats(open.filter((entry) => !isMatched(entry))) }
}

function withoutRepeats(cases: readonly CaseMatch[]): readonly CaseMatch[] {
  return cases.filter((entry, index) => cases.findIndex(({ id }) => id === entry.id) === index)
}

interface CaseRow extends KnownCase {
  id: string
  status: string
  /** The set of ethical walls that it is behind; 0 is none. */
  wallSet: number
}

interface Question {
  firmId: number
  notice: Notice
}

/**
 * Cases that share digits of the number or the court's case ID with the notice, those of its court first, and of these
 * the ones behind ethical walls: no number of others that someone adds leaves these out.
 */
const readCandidates = statement<Question, CaseRow, readonly CaseRow[]>({
  columns: 'court text, courts text[], keys text[], runs text[]',
  row: numbersOf,
  write: ({ firmId, rows }) => sql`
    select r.n, c.*, array(select distinct e.ecfx_jurisdiction_id from envelopes e
        where e.firm_id = ${firmId} and e.case_id = c.id and (c."hasOtherCourts" or c."isOfWider")) as "pastCourts",
      (select coalesce(jsonb_agg(jsonb_build_array(f.court_id, f.docket_number, f.case_name)), '[]')
        from confirmed_matches f where f.firm_id = ${firmId} and f.case_id = c.id) as confirmed
    from ${rows}
      cross join lateral (
        select c.id, c.name, c.status, c.case_number as "caseNumber", c.unique_key as "uniqueKey",
          c.wall_set as "wallSet", j.ecfx_jurisdiction_ids && r.courts as "isOfCourt", not r.court = any(j.ecfx_jurisdiction_ids) as "isOfWider", cardinality(j.ecfx_jurisdiction_ids) > 1 as "hasOtherCourts"
        from cases c join jurisdictions j on j.firm_id = c.firm_id and j.id = c.jurisdiction_id
        -- Each side of it has an index: a condition without one reads every case of the firm for every notice.
        where c.firm_id = ${firmId} and (c.unique_key = any(r.keys) or c.number_key = any(r.runs))
        order by r.court = any(j.ecfx_jurisdiction_ids) desc, "isOfCourt" desc, c.wall_set <> 0 desc, c.status desc, c.id
        limit 200
      ) c`,
  answer: (rows) => rows,
})

function numbersOf({ notice: { courtId, cases } }: Question) {
  return {
    court: courtId.value,
    courts: courtAndWider(courtId.value),
    keys: cases.flatMap((entry) => (entry.courtCaseId ? [entry.courtCaseId.value] : [])),
    runs: cases.flatMap((entry) => digitRuns(entry.docketNumber.value)),
  }
}

function pickCases(entry: NoticeCase, notice: Notice, rows: readonly CaseRow[]): CaseMatch[] {
  const key = entry.courtCaseId?.value
  const number = entry.docketNumber.value
  const court = numberingCourt(notice.courtId.value)
  const asMatch = (by: FoundBy) => (row: CaseRow) => matchOf(row, { by, entry, notice })
  const own = rows.filter(({ isOfCourt }) => isOfCourt)
  const byKey = own.filter((row) => key !== undefined && row.uniqueKey === key)
  if (key !== undefined && byKey.length > 0) return byKey.map(asMatch({ caseId: key }))
  // A case with another ID of the court is another case, however similar the number: defendants share one number.
  const open = own.filter((row) => !row.uniqueKey || key === undefined)
  for (const wanted of ['same', 'compatible'] as const) {
    const found = open.filter((row) => matchDocketNumbers(row.caseNumber, number, court) === wanted)
    if (found.length > 0) return found.map((row) => asMatch({ docketNumber: row.caseNumber })(row))
  }
  // Every court counts from one, so the number of a case in another court is evidence only together with a party.
  const elsewhere = rows.filter(
    (row) =>
      !row.isOfCourt &&
      matchDocketNumbers(row.caseNumber, number, court) !== 'different' &&
      sharesParty(row.name, entry.name?.value) === true,
  )
  return elsewhere.map((row) => asMatch({ docketNumber: row.caseNumber })(row))
}

interface Picking {
  entry: NoticeCase
  notice: Notice
  rows: readonly CaseRow[]
}

/**
 * The cases behind other ethical walls than the picked ones that may be the docket's as well. Otherwise someone whom such
 * a wall excludes could add a case that fits better, by the court's own ID or a complete number, and get its notices.
 */
function pickBehindWalls(picked: readonly CaseMatch[], { entry, notice, rows }: Picking): CaseMatch[] {
  const walls = new Set(rows.filter(({ id }) => picked.some((each) => each.id === id)).map(({ wallSet }) => wallSet))
  const behind = rows.filter((row) => row.wallSet !== 0 && !walls.has(row.wallSet) && mayBeOf(row, { entry, notice }))
  return behind.map((row) => matchOf(row, { by: { docketNumber: row.caseNumber }, entry, notice }))
}

/** Of the same number, in the same court, everything else may be wrong; a similar one is evidence only with a party. */
function mayBeOf(row: CaseRow, { entry, notice }: Omit<Picking, 'rows'>): boolean {
  const key = entry.courtCaseId?.value
  const match = matchDocketNumbers(row.caseNumber, entry.docketNumber.value, numberingCourt(notice.courtId.value))
  if (match === 'different') return false
  if (match === 'same' && !row.isOfWider) return true
  const isOtherById = row.isOfCourt && match !== 'same' && row.uniqueKey && key !== undefined && row.uniqueKey !== key
  return !isOtherById && sharesParty(row.name, entry.name?.value) === true
}

async function pickRenumbered(
  trx: Trx,
  { firmId, notice, entry }: Question & { entry: NoticeCase },
): Promise<readonly CaseMatch[]> {
  const known = await findRenumbered(trx, { firmId, notice, entry })
  const matches = known.map((each) => matchRenumbered(each, { notice, entry }))
  const proven = matches.filter(({ contradictions }) => contradictions.length === 0)
  return proven.length > 0 ? proven : matches
}

/** The court's ID stays with the number that the case has. */
function matchRenumbered(known: RenumberedCase, { notice, entry }: Omit<MatchBasis, 'by'>): CaseMatch {
  const { caseNumber: otherNumber, evidence } = known
  const match = matchOf(known, { by: { otherNumber, ...(evidence && { evidence }) }, entry, notice })
  const contradictions = evidence ? match.contradictions.filter((each) => each !== 'number') : match.contradictions
  return { ...match, courtCaseId: undefined, contradictions, sureness: evidence ? 'certain' : match.sureness }
}

interface MatchBasis {
  by: FoundBy
  entry: NoticeCase
  notice: Notice
}

function matchOf(row: Omit<CaseRow, 'wallSet'>, { by, entry, notice }: MatchBasis): CaseMatch {
  const { id, name, caseNumber: number, status } = row
  return { id, name, number, status, by, courtCaseId: entry.courtCaseId?.value, ...judgeMatch(row, entry, notice) }
}
