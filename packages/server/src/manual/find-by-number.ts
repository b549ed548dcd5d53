import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { courtAndWider, numberingCourt } from '../courts/directory.ts'
import { matchDocketNumbers, normaliseDocketNumber, parseDocketNumber } from '../courts/docket-number.ts'
import { digitRuns } from '../matching/digit-runs.ts'
import type { SearchScope } from '../resources/viewer.ts'
import { isVisible } from '../resources/visible-rows.ts'

export interface NumberedCase {
  id: string
  name: string
  caseNumber: string
  /** Courts that the case's jurisdiction stands for. */
  courtIds: readonly string[]
}

interface Wanted {
  scope: SearchScope
  docketNumber: string
  courtId: string | undefined
}

/** The firm's cases that a docket number may mean; of one court when it is known. */
export async function findCasesByNumber(
  trx: Trx,
  { scope, docketNumber, courtId }: Wanted,
): Promise<readonly NumberedCase[]> {
  const court = courtId ? numberingCourt(courtId) : undefined
  const serial = parseDocketNumber(docketNumber, court)?.serial
  const pattern = serial === undefined ? docketNumber.replace(/[\\%_]/g, '\\$&') : `%${serial}%`
  const { rows } = await sql<NumberedCase>`
    select t.id, t.name, t.case_number as "caseNumber", coalesce(j.ecfx_jurisdiction_ids, '{}') as "courtIds"
    from cases t left join jurisdictions j on j.firm_id = t.firm_id and j.id = t.jurisdiction_id
    where t.firm_id = ${scope.firmId} and (t.case_number like ${pattern} or t.number_key = any(${digitRuns(docketNumber)}::text[])) and ${isVisible(courtCase, scope)}
    order by t.status desc, t.name limit 200`.execute(trx)
  return rows.filter(
    ({ caseNumber, courtIds }) =>
      matchDocketNumbers(caseNumber, docketNumber, court) !== 'different' &&
      (!courtId || courtAndWider(courtId).some((id) => courtIds.includes(id))),
  )
}

/** A filing that is here already, and which of its documents are missing. */
export interface KnownFiling {
  id: string
  event: string | null
  filingKey: string
  isSealed: boolean
  documents: readonly { position: number; number: string | null; title: string; fileId: string | null }[]
}

interface WantedFiling {
  scope: SearchScope
  courtId: string
  docketNumber: string
  /** Without one only the filing of the item can be meant. */
  documentNumber: string | undefined
  /** The filing of the item that is completed. */
  envelopeId: string | undefined
}

/** The filing of the same court, docket and number, so that nobody is told of it twice. */
export async function findKnownFiling(trx: Trx, wanted: WantedFiling): Promise<KnownFiling | undefined> {
  const { scope, courtId, docketNumber, documentNumber, envelopeId } = wanted
  const { rows } = await sql<KnownFiling & { docketNumber: string | null }>`
    select t.id, t.event, t.court_envelope_id as "filingKey", t.is_sealed as "isSealed", t.docket_number as "docketNumber",
      coalesce((select json_agg(json_build_object('position', d.position, 'number', d.number, 'title', d.title,
          'fileId', d.file_id) order by d.position)
        from documents d where d.firm_id = t.firm_id and d.envelope_id = t.id), '[]') as documents
    from envelopes t
    where t.firm_id = ${scope.firmId} and t.ecfx_jurisdiction_id = ${courtId} and ${isVisible(envelope, scope)}
      and t.court_envelope_id is not null
      and (t.id = ${envelopeId ?? null}::uuid or t.document_number = ${documentNumber ?? null})
    order by t.id = ${envelopeId ?? null}::uuid desc, t.created_at desc limit 500`.execute(trx)
  const court = numberingCourt(courtId)
  const same = normaliseDocketNumber(docketNumber, court)
  return rows.find((row) => row.docketNumber !== null && normaliseDocketNumber(row.docketNumber, court) === same)
}
