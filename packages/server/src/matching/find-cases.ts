import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { numberedRows } from '../base/db/json-rows.ts'
import { together } from '../base/db/together.ts'
import { courtAndWider, numberingCourt } from '../courts/directory.ts'
import { matchDocketNumbers, parseDocketNumber } from '../courts/docket-number.ts'
import { type Contradiction, judgeMatch, type KnownCase, type Sureness } from './contradictions.ts'
import { digitRuns } from './digit-runs.ts'
import { sharesParty } from './parties.ts'

export interface CaseMatch {
  id: string
  name: string
  number: string
  status: string
  /** How it was found, as the sentence says it. */
  by: string
  sureness: Sureness
  /** What speaks against it; none of a case that is matched. */
  contradictions: readonly Contradiction[]
  /** The court's id of the docket that it was found for. */
  courtCaseId: string | undefined
}

export interface CasesFound {
  /** One case for each docket of the notice that names exactly one, which nothing contradicts. */
  matched: readonly CaseMatch[]
  /** Cases to choose from, where a docket fits several and none was matched, or where something contradicts its only one. */
  candidates: readonly CaseMatch[]
}

/**
 * The firm's cases that a notice is about. The court's own case id decides; else the docket number with missing parts as
 * wild cards, an exact one before a compatible one. Neither decides against a name that shares no party, another number,
 * or another court: then a person does.
 */
export async function findCases(trx: Trx, firmId: number, notice: Notice): Promise<CasesFound> {
  const rows = await readCandidates(trx, { firmId, notice })
  const perDocket = notice.cases.map((entry) => pickCases(entry, notice, rows))
  const isSure = (cases: readonly CaseMatch[]) => cases.length === 1 && cases[0]?.contradictions.length === 0
  const matched = withoutRepeats(perDocket.filter(isSure).flat())
  const isMatched = ({ id }: CaseMatch) => matched.some((other) => other.id === id)
  // A notice of several dockets names those of other courts as well: where one is matched, they are no question.
  const isDoubtful = ({ contradictions }: CaseMatch) => contradictions.some((each) => each !== 'court')
  const open = matched.length > 0 ? perDocket.filter((cases) => cases.some(isDoubtful)).flat() : perDocket.flat()
  return { matched, candidates: withoutRepeats(open.filter((entry) => !isMatched(entry))) }
}

function withoutRepeats(cases: readonly CaseMatch[]): readonly CaseMatch[] {
  return cases.filter((entry, index) => cases.findIndex(({ id }) => id === entry.id) === index)
}

interface CaseRow extends KnownCase {
  id: string
  status: string
}

interface Question {
  firmId: number
  notice: Notice
}

/** Cases that share digits of the number or the court's case id with the notice, those of its court first. */
const readCandidates = together(async (trx: Trx, asked: readonly Question[]) => {
  const [{ firmId } = { firmId: 0 }] = asked
  const { rows } = await sql<CaseRow & { n: number }>`
    select r.n, c.*, array(select distinct e.ecfx_jurisdiction_id from envelopes e
        where e.firm_id = ${firmId} and e.case_id = c.id and (c."hasOtherCourts" or c."isOfWider")) as "pastCourts",
      (select coalesce(jsonb_agg(jsonb_build_array(f.court_id, f.docket_number, f.case_name)), '[]')
        from confirmed_matches f where f.firm_id = ${firmId} and f.case_id = c.id) as confirmed
    from jsonb_to_recordset(${numberedRows(asked.map(numbersOf))}::text::jsonb)
        as r (n int, court text, courts text[], keys text[], serials text[], numbers text[], runs text[])
      cross join lateral (
        select c.id, c.name, c.status, c.case_number as "caseNumber", c.unique_key as "uniqueKey",
          j.ecfx_jurisdiction_ids && r.courts as "isOfCourt", not r.court = any(j.ecfx_jurisdiction_ids) as "isOfWider", cardinality(j.ecfx_jurisdiction_ids) > 1 as "hasOtherCourts"
        from cases c join jurisdictions j on j.firm_id = c.firm_id and j.id = c.jurisdiction_id
        where c.firm_id = ${firmId} and (c.unique_key = any(r.keys) or c.case_number like any(r.serials)
          or c.case_number = any(r.numbers) or c.number_key = any(r.runs))
        order by r.court = any(j.ecfx_jurisdiction_ids) desc, "isOfCourt" desc, c.status desc, c.id limit 200
      ) c`.execute(trx)
  const found = Map.groupBy(rows, ({ n }) => n)
  return asked.map((_, n): readonly CaseRow[] => found.get(n) ?? [])
})

function numbersOf({ notice: { courtId, cases } }: Question) {
  const numbers = cases.map((entry) => entry.docketNumber.value)
  return {
    court: courtId.value,
    courts: courtAndWider(courtId.value),
    keys: cases.flatMap((entry) => (entry.courtCaseId ? [entry.courtCaseId.value] : [])),
    serials: numbers.flatMap((number) => {
      const serial = parseDocketNumber(number, numberingCourt(courtId.value))?.serial
      return serial === undefined ? [] : [`%${serial}%`]
    }),
    numbers,
    runs: numbers.flatMap(digitRuns),
  }
}

function pickCases(entry: NoticeCase, notice: Notice, rows: readonly CaseRow[]): CaseMatch[] {
  const key = entry.courtCaseId?.value
  const number = entry.docketNumber.value
  const court = numberingCourt(notice.courtId.value)
  const asMatch = (by: string) => (row: CaseRow) => matchOf(row, { by, entry, notice })
  const own = rows.filter(({ isOfCourt }) => isOfCourt)
  const byKey = own.filter((row) => key !== undefined && row.uniqueKey === key)
  if (byKey.length > 0) return byKey.map(asMatch(`case ID ${key}`))
  // A case that carries another id of the court is another case, however alike the number: defendants share one.
  const open = own.filter((row) => !row.uniqueKey || key === undefined)
  for (const wanted of ['same', 'compatible'] as const) {
    const found = open.filter((row) => matchDocketNumbers(row.caseNumber, number, court) === wanted)
    if (found.length > 0) return found.map((row) => asMatch(`docket number ${row.caseNumber}`)(row))
  }
  // Every court counts from one, so a number of another court says something only together with a party.
  const elsewhere = rows.filter(
    (row) =>
      !row.isOfCourt &&
      matchDocketNumbers(row.caseNumber, number, court) !== 'different' &&
      sharesParty(row.name, entry.name?.value) === true,
  )
  return elsewhere.map((row) => asMatch(`docket number ${row.caseNumber}`)(row))
}

interface Found {
  by: string
  entry: NoticeCase
  notice: Notice
}

function matchOf(row: CaseRow, { by, entry, notice }: Found): CaseMatch {
  const { id, name, caseNumber: number, status } = row
  return { id, name, number, status, by, courtCaseId: entry.courtCaseId?.value, ...judgeMatch(row, entry, notice) }
}
