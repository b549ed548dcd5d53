import type { Notice } from '@courtcrier/contract/notice.ts'
import { digitRuns } from '@courtcrier/lib/digit-runs.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { type IgnoredEntry, isEntryOf } from './ignored-entry.ts'

/** A case that the firm ignores, by the docket number or the name in a notice. */
export interface IgnoredDocket {
  /** The ID of the firm's entry. */
  id: string
  /** As written in the notice. */
  number: string
  /** The number or the name, whichever the entry is about, as written in the notice. */
  written: string
  /** Only while the firm's case has this status. */
  status: string | null
  /** Only notices from this domain. */
  domain: string | null
}

interface Question {
  firmId: number
  notice: Notice
}

/** Finds the dockets of a notice that are among the firm's ignored cases in its court (`isEntryOf`). */
export async function findIgnored(trx: Trx, firmId: number, notice: Notice): Promise<readonly IgnoredDocket[]> {
  const court = numberingCourt(notice.courtId.value)
  const entries = await readEntries(trx, { firmId, notice })
  return notice.cases.flatMap(({ docketNumber: { value: number }, name }) =>
    entries.flatMap((entry) => {
      const by = isEntryOf(entry, { number, name: name?.value }, court)
      const { id, status, domain } = entry
      return by ? [{ id, number, status, domain, written: by === 'name' ? (name?.value ?? number) : number }] : []
    }),
  )
}

interface Entry extends IgnoredEntry {
  id: string
  status: string | null
  domain: string | null
}

const readEntries = statement<Question, Entry, readonly Entry[]>({
  columns: 'court text, runs text[]',
  row: numbersOf,
  write: ({ firmId, rows }) => sql`
    select r.n, i.id, i.case_number as "caseNumber", coalesce(i.name, '') as name, nullif(i.ignored_by_status, '') as status,
      nullif(i.ignored_by_email_domain, '') as domain
    from ${rows} cross join lateral (
      select * from ignored_cases where firm_id = ${firmId} and ecfx_jurisdiction_id = r.court and number_key = any(r.runs)
      union all
      select * from ignored_cases where firm_id = ${firmId} and ecfx_jurisdiction_id = r.court and ${mayBeName}
        and (number_key = any(r.runs)) is not true
    ) i`,
  answer: (rows) => rows,
})

/** No number is a name, and few have a space: all that may be one are compared, by an index of their own (000145). */
const mayBeName = sql`(case_number ~ '[[:space:]]' or case_number !~ '[0-9]')`

function numbersOf({ notice: { courtId, cases } }: Question) {
  return { court: courtId.value, runs: cases.flatMap(({ docketNumber }) => digitRuns(docketNumber.value)) }
}
