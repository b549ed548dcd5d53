import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { matchDocketNumbers } from '../courts/docket-number.ts'
import type { Trx } from '../db/database.ts'

export interface CaseMatch {
  id: string
  name: string
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
  const rows = await readCandidates(trx, firmId, notice)
  const perDocket = notice.cases.map((entry) => pickCases(entry, rows))
  const matched = perDocket.flatMap((cases) => (cases.length === 1 ? cases : []))
  const unique = matched.filter((entry, index) => matched.findIndex((other) => other.id === entry.id) === index)
  return { matched: unique, candidates: unique.length > 0 ? [] : perDocket.flat() }
}

/** Cases of the court that share a serial number or the court's case id with the notice. */
async function readCandidates(trx: Trx, firmId: number, notice: Notice): Promise<readonly CaseRow[]> {
  const serials = notice.cases.flatMap((entry) => (entry.parts.serial === undefined ? [] : [`%${entry.parts.serial}%`]))
  const numbers = notice.cases.map((entry) => entry.docketNumber.value)
  const keys = notice.cases.flatMap((entry) => (entry.courtCaseId ? [entry.courtCaseId.value] : []))
  const { rows } = await sql<CaseRow>`
    select c.id, c.name, c.status, c.case_number as "caseNumber", c.unique_key as "uniqueKey"
    from cases c join jurisdictions j on j.firm_id = c.firm_id and j.id = c.jurisdiction_id
    where c.firm_id = ${firmId} and ${notice.courtId.value} = any(j.ecfx_jurisdiction_ids)
      and (c.unique_key = any(${keys}::text[]) or c.case_number like any(${serials}::text[])
        or c.case_number = any(${numbers}::text[]))
    order by c.status desc, c.id limit 200`.execute(trx)
  return rows
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

function matchOf({ id, name, status }: CaseRow, by: string): CaseMatch {
  return { id, name, status, by }
}
