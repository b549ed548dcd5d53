import type { Notice } from '@courtcrier/contract/notice.ts'
import { digitRuns } from '@courtcrier/lib/digit-runs.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers } from '../../courts/directory/docket-number.ts'
import { sharesParty } from './parties.ts'

/** A case that the firm ignores, by the docket number in a notice. */
export interface IgnoredDocket {
  /** The ID of the firm's entry. */
  id: string
  /** As written in the notice. */
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
 * Finds the dockets of a notice that are among the firm's ignored cases in its court. The numbers must be the same: a
 * merely compatible number might be another case, whose notice would be lost.
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
      .map(({ id, status, domain }) => ({ id, number, status, domain })),
  )
}

interface Entry {
  id: string
  caseNumber: string
  name: string
  status: string | null
  domain: string | null
}

const readEntries = statement<Question, Entry, readonly Entry[]>({
  columns: 'court text, runs text[]',
  row: numbersOf,
  write: ({ firmId, rows }) => sql`
    select r.n, i.id, i.case_number as "caseNumber", coalesce(i.name, '') as name, nullif(i.ignored_by_status, '') as status,
      nullif(i.ignored_by_email_domain, '') as domain
    from ${rows}
      join ignored_cases i on i.firm_id = ${firmId} and i.ecfx_jurisdiction_id = r.court and i.number_key = any(r.runs)`,
  answer: (rows) => rows,
})

function numbersOf({ notice: { courtId, cases } }: Question) {
  return { court: courtId.value, runs: cases.flatMap(({ docketNumber }) => digitRuns(docketNumber.value)) }
}
