import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { digitRuns } from '../../base/lib/digit-runs.ts'
import { courtAndWider, numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers, normalizeDocketNumber } from '../../courts/directory/docket-number.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

export interface NumberedCase {
  id: string
  name: string
  caseNumber: string
  /** Courts covered by the case's jurisdiction. */
  courtIds: readonly string[]
}

interface Wanted {
  scope: SearchScope
  docketNumber: string
  courtId: string | undefined
}

/** Finds the firm's cases that a docket number may mean; only those of the court, if it is known. */
export async function findCasesByNumber(
  trx: Trx,
  { scope, docketNumber, courtId }: Wanted,
): Promise<readonly NumberedCase[]> {
  const court = courtId ? numberingCourt(courtId) : undefined
  const { rows } = await sql<NumberedCase>`
    select t.id, t.name, t.case_number as "caseNumber", coalesce(j.ecfx_jurisdiction_ids, '{}') as "courtIds"
    from cases t left join jurisdictions j on j.firm_id = t.firm_id and j.id = t.jurisdiction_id
    where t.firm_id = ${scope.firmId} and t.number_key = any(${digitRuns(docketNumber)}::text[]) and ${isVisible('t', courtCase, scope)}
    order by t.status desc, t.name limit 200`.execute(trx)
  return rows.filter(
    ({ caseNumber, courtIds }) =>
      matchDocketNumbers(caseNumber, docketNumber, court) !== 'different' &&
      (!courtId || courtAndWider(courtId).some((id) => courtIds.includes(id))),
  )
}

/** A filing already received, and its documents; those without a file are missing. */
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
  /** If absent, only the item's own filing can match. */
  documentNumber: string | undefined
  /** The filing of the item being completed. */
  envelopeId: string | undefined
}

/** Finds the filing with the same court, docket and number, so that no one is notified of it twice. */
export async function findKnownFiling(trx: Trx, wanted: WantedFiling): Promise<KnownFiling | undefined> {
  const { scope, courtId, docketNumber, documentNumber, envelopeId } = wanted
  const { rows } = await sql<KnownFiling & { docketNumber: string | null }>`
    select t.id, t.event, t.court_envelope_id as "filingKey", t.is_sealed as "isSealed", t.docket_number as "docketNumber",
      coalesce((select json_agg(json_build_object('position', d.position, 'number', d.number, 'title', d.title,
          'fileId', d.file_id) order by d.position)
        from documents d where d.firm_id = t.firm_id and d.envelope_id = t.id), '[]') as documents
    from envelopes t
    where t.firm_id = ${scope.firmId} and t.ecfx_jurisdiction_id = ${courtId} and ${isVisible('t', envelope, scope)}
      and t.court_envelope_id is not null
      and (t.id = ${envelopeId ?? null}::uuid or t.document_number = ${documentNumber ?? null})
    order by t.id = ${envelopeId ?? null}::uuid desc, t.created_at desc limit 500`.execute(trx)
  const court = numberingCourt(courtId)
  const same = normalizeDocketNumber(docketNumber, court)
  return rows.find((row) => row.docketNumber !== null && normalizeDocketNumber(row.docketNumber, court) === same)
}
