import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { matchDocketNumbers } from '../courts/docket-number.ts'
import type { Trx } from '../db/database.ts'
import { numberedRows } from '../db/json-rows.ts'
import { together } from '../db/together.ts'

export interface CaseMatch {
  id: string
  name: string
  number: string
  status: string
  /** How it was found, as the sentence says it. */
  by: string
}

export interface CasesFound {
  /** One case for each docket of the notice that names exactly one. */
  matched: readonly CaseMatch[]
  /** Cases to choose from, where a docket of the notice fits several and none was matched. */
  candidates: readonly CaseMatch[]
}

interface CaseRow {
  id: string
  name: string
  status: string
  caseNumber: string
  uniqueKey: string | null
}

/**
 * The firm's cases that a notice is about, within the jurisdictions that stand for its court. The court's own
 * case id decides; else the docket number with missing parts as wild cards, an exact one before a compatible one.
 */
export async function findCases(trx: Trx, firmId: number, notice: Notice): Promise<CasesFound> {
  const rows = await readCandidates(trx, { firmId, notice })
  const perDocket = notice.cases.map((entry) => pickCases(entry, rows))
  const matched = perDocket.flatMap((cases) => (cases.length === 1 ? cases : []))
  const unique = matched.filter((entry, index) => matched.findIndex((other) => other.id === entry.id) === index)
  return { matched: unique, candidates: unique.length > 0 ? [] : perDocket.flat() }
}

interface Question {
  firmId: number
  notice: Notice
}

/** Cases of the court that share a serial number or the court's case id with the notice. */
const readCandidates = together(async (trx: Trx, asked: readonly Question[]) => {
  const [{ firmId } = { firmId: 0 }] = asked
  const { rows } = await sql<CaseRow & { n: number }>`
    select r.n, c.*
    from jsonb_to_recordset(${numberedRows(asked.map(numbersOf))}::text::jsonb)
        as r (n int, court text, keys text[], serials text[], numbers text[])
      cross join lateral (
        select c.id, c.name, c.status, c.case_number as "caseNumber", c.unique_key as "uniqueKey"
        from cases c join jurisdictions j on j.firm_id = c.firm_id and j.id = c.jurisdiction_id
        where c.firm_id = ${firmId} and r.court = any(j.ecfx_jurisdiction_ids)
          and (c.unique_key = any(r.keys) or c.case_number like any(r.serials) or c.case_number = any(r.numbers))
        order by c.status desc, c.id limit 200
      ) c`.execute(trx)
  const found = Map.groupBy(rows, ({ n }) => n)
  return asked.map((_, n): readonly CaseRow[] => found.get(n) ?? [])
})

function numbersOf({ notice: { courtId, cases } }: Question) {
  return {
    court: courtId.value,
    keys: cases.flatMap((entry) => (entry.courtCaseId ? [entry.courtCaseId.value] : [])),
    serials: cases.flatMap((entry) => (entry.parts.serial === undefined ? [] : [`%${entry.parts.serial}%`])),
    numbers: cases.map((entry) => entry.docketNumber.value),
  }
}

function pickCases(entry: NoticeCase, rows: readonly CaseRow[]): CaseMatch[] {
  const key = entry.courtCaseId?.value
  const byKey = rows.filter((row) => key !== undefined && row.uniqueKey === key)
  if (byKey.length > 0) return byKey.map((row) => matchOf(row, "the court's case id"))
  // A case that carries another id of the court is another case, however alike the number: defendants share one.
  const open = rows.filter((row) => !row.uniqueKey || key === undefined)
  const same = open.filter((row) => matchDocketNumbers(row.caseNumber, entry.docketNumber.value) === 'same')
  if (same.length > 0) return same.map((row) => matchOf(row, 'its docket number'))
  const compatible = open.filter((row) => matchDocketNumbers(row.caseNumber, entry.docketNumber.value) === 'compatible')
  return compatible.map((row) => matchOf(row, 'its docket number, as far as it is given'))
}

function matchOf({ id, name, caseNumber: number, status }: CaseRow, by: string): CaseMatch {
  return { id, name, number, status, by }
}
