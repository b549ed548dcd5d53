import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { numberedRows } from '../base/db/json-rows.ts'
import { together } from '../base/db/together.ts'
import { numberingCourt } from '../courts/directory.ts'
import { matchDocketNumbers, parseDocketNumber } from '../courts/docket-number.ts'
import { sharesParty } from './parties.ts'

/** A case that the firm ignores, under the number by which a notice names it. */
export interface IgnoredDocket {
  /** As the notice writes it. */
  number: string
  /** Only while the firm's case has this status. */
  status: string | null
  /** Only notices from this domain. */
  domain: string | null
}

interface Question {
  firmId: number
  notice: Notice
}

/**
 * Which of a notice's dockets are among the firm's ignored cases of its court. The numbers must be the same: one that
 * is only as good as another might be somebody else's case, and its notice would be lost.
 */
export async function findIgnored(trx: Trx, firmId: number, notice: Notice): Promise<readonly IgnoredDocket[]> {
  const court = numberingCourt(notice.courtId.value)
  const entries = await readEntries(trx, { firmId, notice })
  return notice.cases.flatMap(({ docketNumber: { value: number }, name }) =>
    entries
      .filter(
        (entry) =>
          matchDocketNumbers(entry.caseNumber, number, court) === 'same' &&
          sharesParty(entry.name, name?.value) !== false,
      )
      .map(({ status, domain }) => ({ number, status, domain })),
  )
}

interface Entry {
  caseNumber: string
  name: string
  status: string | null
  domain: string | null
}

const readEntries = together(async (trx: Trx, asked: readonly Question[]) => {
  const [{ firmId } = { firmId: 0 }] = asked
  const { rows } = await sql<Entry & { n: number }>`
    select r.n, i.case_number as "caseNumber", coalesce(i.name, '') as name, nullif(i.ignored_by_status, '') as status,
      nullif(i.ignored_by_email_domain, '') as domain
    from jsonb_to_recordset(${numberedRows(asked.map(numbersOf))}::text::jsonb)
        as r (n int, court text, serials text[], numbers text[])
      join ignored_cases i on i.firm_id = ${firmId} and i.ecfx_jurisdiction_id = r.court
        and (i.case_number like any(r.serials) or i.case_number = any(r.numbers))`.execute(trx)
  const found = Map.groupBy(rows, ({ n }) => n)
  return asked.map((_, n): readonly Entry[] => found.get(n) ?? [])
})

function numbersOf({ notice: { courtId, cases } }: Question) {
  const court = numberingCourt(courtId.value)
  const numbers = cases.map(({ docketNumber }) => docketNumber.value)
  return {
    court: courtId.value,
    serials: numbers.map((number) => {
      // Zeros may stand between a number's parts; a number of no known form is at least as long as its digits.
      const serial = parseDocketNumber(number, court)?.serial
      return `%${serial ?? number.match(/\d+/g)?.toSorted((a, b) => b.length - a.length)[0] ?? number}%`
    }),
    numbers,
  }
}
