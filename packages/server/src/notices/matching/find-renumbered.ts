import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers, parseDocketNumber } from '../../courts/directory/docket-number.ts'
import type { KnownCase } from './contradictions.ts'
import { isTellingName, sharesParty } from './parties.ts'
import { isRenumbering, quotedNumber } from './renumbered-case.ts'

/** A case of the firm that may be the one of the notice under its other number. */
export interface RenumberedCase extends KnownCase {
  id: string
  status: string
  /** What shows it, as the end of a sentence; absent if only a party does. */
  evidence?: string
}

interface PastCase extends RenumberedCase {
  pastNumbers: readonly string[]
}

/**
 * Finds the firm's cases with a magistrate judge's number that a criminal number in the same court with the same party
 * may continue, and the reverse. Proof is a docket text that names the firm's number, or an earlier filing under the
 * notice's number in that case.
 */
export async function findRenumbered(
  trx: Trx,
  { firmId, notice, entry }: { firmId: number; notice: Notice; entry: NoticeCase },
): Promise<readonly RenumberedCase[]> {
  const court = numberingCourt(notice.courtId.value)
  const number = entry.docketNumber.value
  const other = otherTypes[parseDocketNumber(number, court)?.type ?? '']
  if (!other) return []
  const cases = await readCases(trx, { firmId, courtId: notice.courtId.value, type: other })
  const ofNotice = entry.name?.value ?? ''
  // Every criminal case is the government's, and of a sealed one nothing else is known.
  const alike = cases.filter(
    ({ caseNumber, name }) =>
      [name, ofNotice].every(isTellingName) &&
      sharesParty(name, ofNotice) === true &&
      isRenumbering(caseNumber, number, court),
  )
  const text = (entry.docketText ?? notice.docketText)?.value
  return alike.map((known) => {
    const quoted = quotedNumber(text, known.caseNumber, court)
    const isPast = known.pastNumbers.some((past) => matchDocketNumbers(past, number, court) === 'same')
    if (!quoted && !isPast) return known
    return { ...known, evidence: quoted ? `the docket text names ${quoted}` : 'earlier filings had this number' }
  })
}

const otherTypes: Readonly<Record<string, 'cr' | 'mj'>> = { mj: 'cr', cr: 'mj' }

/** Reads a court's cases of one type. This is asked only for criminal dockets without a case, so it needs no index of its own. */
async function readCases(
  trx: Trx,
  { firmId, courtId, type }: { firmId: number; courtId: string; type: 'cr' | 'mj' },
): Promise<readonly PastCase[]> {
  const { rows } = await sql<PastCase>`
    select c.id, c.name, c.status, c.case_number as "caseNumber", c.unique_key as "uniqueKey", true as "isOfCourt",
      false as "isOfWider", false as "hasOtherCourts", '{}'::text[] as "pastCourts",
      (select coalesce(jsonb_agg(jsonb_build_array(f.court_id, f.docket_number, f.case_name)), '[]')
        from confirmed_matches f where f.firm_id = ${firmId} and f.case_id = c.id) as confirmed,
      array(select distinct e.docket_number from envelopes e
        where e.firm_id = ${firmId} and e.case_id = c.id and e.docket_number is not null limit 50) as "pastNumbers"
    from cases c join jurisdictions j on j.firm_id = c.firm_id and j.id = c.jurisdiction_id
    where c.firm_id = ${firmId} and ${courtId} = any(j.ecfx_jurisdiction_ids) and c.case_number ilike ${`%-${type}-%`}
    order by c.status desc, c.id limit 500`.execute(trx)
  return rows
}
