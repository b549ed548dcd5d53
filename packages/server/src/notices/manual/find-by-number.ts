import type { KnownOfFiling } from '@courtcrier/contract/calls/manual.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { seesWay, sightOf, type Way, wayToCourts } from '@courtcrier/contract/ways.ts'
import { digitRuns } from '@courtcrier/lib/digit-runs.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { courtAndWider, numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers, normalizeDocketNumber } from '../../courts/directory/docket-number.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { caseOrder } from '../matching/case-order.ts'

type NumberedCase = KnownOfFiling['cases'][number]

interface Wanted {
  scope: SearchScope
  docketNumber: string
  courtId: string | undefined
}

/**
 * Finds the firm's cases that a docket number may mean; only those of the court, if it is known and the viewer may see
 * the courts of cases.
 */
export async function findCasesByNumber(
  trx: Trx,
  { scope, docketNumber, courtId }: Wanted,
): Promise<readonly NumberedCase[]> {
  const canSee = sightOf(scope.role)
  if (!canSee(courtCase, 'caseNumber')) return []
  const seesCourts = seesWay(canSee, wayToCourts)
  const seesName = canSee(courtCase, 'name')
  const { rows } = await sql<{ id: string; name: string; caseNumber: string; courtIds: readonly string[] }>`
    select t.id, t.name, t.case_number as "caseNumber", coalesce(j.ecfx_jurisdiction_ids, '{}') as "courtIds"
    from cases t left join jurisdictions j on j.firm_id = t.firm_id and j.id = t.jurisdiction_id
    where t.firm_id = ${scope.firmId} and t.number_key = any(${digitRuns(docketNumber)}::text[]) and ${isVisible('t', courtCase, scope)}
    ${caseOrder(canSee)} limit 200`.execute(trx)
  const court = courtId ? numberingCourt(courtId) : undefined
  const wanted = courtId && seesCourts ? courtAndWider(courtId) : undefined
  return rows
    .filter(
      ({ caseNumber, courtIds }) =>
        matchDocketNumbers(caseNumber, docketNumber, court) !== 'different' &&
        (!wanted || wanted.some((id) => courtIds.includes(id))),
    )
    .map((row) => ({ ...row, name: seesName ? row.name : null, courtIds: seesCourts ? row.courtIds : null }))
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

/** The fields by which a filing is found; without them, finding it would reveal them. */
const waysOfKnown: Way = (['ecfxJurisdictionId', 'docketNumber', 'courtEnvelopeId'] as const).map(
  (key) => [envelope, key] as const,
)

/** Returns what the viewer may know of the filing with that number; null if it may not be known to exist. */
export async function describeKnownFiling(trx: Trx, wanted: WantedFiling): Promise<KnownOfFiling['filing']> {
  const canSee = sightOf(wanted.scope.role)
  if (!seesWay(canSee, waysOfKnown)) return null
  const documentNumber = canSee(envelope, 'documentNumber') ? wanted.documentNumber : undefined
  const filing = await findKnownFiling(trx, { ...wanted, documentNumber })
  if (!filing) return null
  const { id, event, documents } = filing
  const seesDocuments = canSee(courtDocument, 'envelopeId')
  return {
    id,
    event: canSee(envelope, 'event') ? event : null,
    missing: seesDocuments && canSee(courtDocument, 'fileId') ? documents.filter(({ fileId }) => !fileId).length : null,
    documents: seesDocuments ? documents.length : null,
  }
}
