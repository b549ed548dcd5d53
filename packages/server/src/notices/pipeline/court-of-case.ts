import type { CourtHint, Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Court } from '../../courts/directory/court.ts'
import { courtAndWider, findCourt, numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers } from '../../courts/directory/docket-number.ts'
import { courtByWords } from '../../courts/directory/state-court-name.ts'

interface Question {
  firmId: number
  cases: Notice['cases']
  hint: CourtHint
}

/**
 * Finds the state court of the firm's cases with the notice's numbers. Undefined if there are none, if they are in
 * several courts, or if the message's hints about its court contradict it.
 */
export async function findCourtOfCase(trx: Trx, { firmId, cases, hint }: Question): Promise<Court | undefined> {
  const numbers = cases.map(({ docketNumber }) => docketNumber.value)
  const found = await readCourts(trx, { firmId, cases })
  const ids = found.flatMap(({ number, courtIds }) =>
    courtIds.filter((id) => numbers.some((one) => matchDocketNumbers(number, one, numberingCourt(id)) === 'same')),
  )
  const courts = new Set([...new Set(ids)].flatMap((id) => fittingCourt(findCourt(id), hint) ?? []))
  // The entry for all courts of a state adds nothing to the county's own.
  const narrow = [...courts].filter(
    ({ id }) => ![...courts].some((other) => other.id !== id && courtAndWider(other.id).includes(id)),
  )
  return narrow.length === 1 ? narrow[0] : undefined
}

function fittingCourt(court: Court | undefined, { state, words }: CourtHint): Court | undefined {
  if (court?.system !== 'state' || court.ended !== undefined) return undefined
  if (state !== undefined && court.state !== state) return undefined
  return words === undefined ? court : courtByWords(words, court)
}

interface FirmCase {
  number: string
  courtIds: readonly string[]
}

/** More cases than a firm has with one number; beyond this, the number is no evidence. */
const mostCases = 200

async function readCourts(trx: Trx, { firmId, cases }: Omit<Question, 'hint'>): Promise<readonly FirmCase[]> {
  const serials = cases.flatMap(({ parts: { serial } }) => (serial === undefined ? [] : [`%${serial}%`]))
  const numbers = cases.map(({ docketNumber }) => docketNumber.value)
  const { rows } = await sql<FirmCase>`
    select c.case_number as number, j.ecfx_jurisdiction_ids as "courtIds"
    from cases c join jurisdictions j on j.firm_id = c.firm_id and j.id = c.jurisdiction_id
    where c.firm_id = ${firmId}
      and (c.case_number like any(${serials}::text[]) or c.case_number = any(${numbers}::text[]))
    order by c.id limit ${mostCases + 1}`.execute(trx)
  return rows.length > mostCases ? [] : rows
}
