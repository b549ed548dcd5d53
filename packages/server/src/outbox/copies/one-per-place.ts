import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { statement } from '../../base/db/statement.ts'
import type { CopiesOfFiling } from '../../notices/storing/one-per-place.ts'
import type { PlannedCopy } from '../../notices/storing/plan-copies.ts'
import type { AgentPlace } from '../../stores/agents/agent-connector.ts'
import { agentCredentials, agentPlace } from '../../stores/agents/agent-credentials.ts'
import { type Abbreviation, abbreviationsOf } from './abbreviate.ts'
import { type CopyPlace, choiceOf, copyPlace, pathChoice } from './copy-path.ts'
import { extensionOf, folderOnServer, placeOf } from './copy-row.ts'
import { type ContextRecord, contextColumns, contextOf } from './document-context.ts'

/** Implements `OnePerPlace`. Renders paths only for filings of several cases, and those that had another case before. */
export async function onePerPlace(trx: Trx, filing: CopiesOfFiling): Promise<readonly PlannedCopy[]> {
  const { planned } = filing
  if (planned.length === 0) return planned
  const there = await findPlaced(trx, filing)
  const cases = new Set(planned.map(({ caseId }) => caseId ?? null))
  if (cases.size < 2 && there.every(({ caseId }) => cases.has(caseId))) return planned
  const placed = await renderAll(trx, filing)
  const known = new Set(there.map(({ copyKey }) => copyKey))
  const kept: Placed[] = []
  // What has a copy already is kept, whichever case comes first.
  for (const copy of placed.toSorted((a, b) => Number(known.has(b.copyKey)) - Number(known.has(a.copyKey)))) {
    if (kept.some((other) => other.caseId !== copy.caseId && isSame(other, copy))) continue
    const twins = known.has(copy.copyKey) ? [] : there.filter((row) => isThere(row, copy))
    if (twins.some(({ caseId, isOver }) => cases.has(caseId) && !isOver)) continue
    const former = twins.find(({ id, caseId }) => !cases.has(caseId) && kept.every(({ takesOver }) => takesOver !== id))
    kept.push({ ...copy, ...(former && { takesOver: former.id }) })
  }
  return placed.flatMap(({ copyKey }) => kept.find((copy) => copy.copyKey === copyKey) ?? []).map(withoutPlace)
}

/** A planned copy, with where it would be saved; without that if its policy's templates can't be used. */
interface Placed extends PlannedCopy {
  where: string
  place: CopyPlace | undefined
}

function withoutPlace({ where: _, place: __, ...copy }: Placed): PlannedCopy {
  return copy
}

function isSame(one: Placed, other: Placed): boolean {
  if (!one.place || !other.place || one.documentId !== other.documentId || one.where !== other.where) return false
  return pathChoice(one.place, 1) === pathChoice(other.place, 1)
}

/** A copy of the filing that has a path. */
interface PlacedRow {
  id: string
  copyKey: string
  caseId: string | null
  documentId: string | null
  where: string
  path: string
  /** It failed or was canceled. */
  isOver: boolean
}

function isThere(row: PlacedRow, { documentId, where, place, caseId }: Placed): boolean {
  if (row.caseId === (caseId ?? null) || row.documentId !== (documentId ?? null) || row.where !== where) return false
  return place !== undefined && choiceOf(place, row.path) > 0
}

/** Of notices, only the item's own: another one is another message. */
const findPlaced = statement<CopiesOfFiling, PlacedRow, readonly PlacedRow[]>({
  columns: 'item_id uuid, envelope_id uuid',
  row: ({ itemId, envelopeId }) => ({ item_id: itemId, envelope_id: envelopeId }),
  write: ({ firmId, rows, every }) => sql`
    select r.n, c.id, c.copy_key as "copyKey", c.case_id as "caseId", c.document_id as "documentId", c.place as "where", c.path,
      c.status in ('failed', 'canceled') as "isOver"
    from ${rows} join document_copies c on c.envelope_id = r.envelope_id
    where c.firm_id = ${firmId} and c.envelope_id = any(${every('envelope_id')}::uuid[]) and c.path is not null
      and c.place is not null and (c.document_id is not null or c.inbox_item_id = r.item_id)`,
  answer: (rows) => rows,
})

interface PlaceRecord extends ContextRecord {
  n: number
  documentPath: string
  documentName: string
  credentialId: string
  driver: string | null
  agent: AgentPlace | null
  folder: string | null
  abbreviations: readonly Abbreviation[]
}

async function renderAll(trx: Trx, { firmId, envelopeId, planned }: CopiesOfFiling): Promise<readonly Placed[]> {
  const rows = planned.map(({ caseId, documentId, storagePolicyId }, n) => ({
    ...{ n, case_id: caseId ?? null, document_id: documentId ?? null, storage_policy_id: storagePolicyId },
  }))
  const { rows: records } = await sql<PlaceRecord>`
    select r.n, p.document_path as "documentPath", p.document_name as "documentName",
      p.dms_credential_id as "credentialId", g.driver, g.folder_id as folder, ${agentPlace} as agent,
      ${abbreviationsOf('f')} as abbreviations, ${contextColumns}
    from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb) as r (n int, case_id uuid, document_id uuid, storage_policy_id uuid)
      join storage_policies p on p.firm_id = ${firmId} and p.id = r.storage_policy_id
      left join ${agentCredentials} ac on ac.firm_id = p.firm_id and ac.id = p.dms_credential_id
      left join generic_credentials g on g.firm_id = p.firm_id and g.id = p.dms_credential_id
      join envelopes e on e.firm_id = p.firm_id and e.id = ${envelopeId}::uuid
      join firms f on f.firm_id = p.firm_id
      left join documents d on d.firm_id = p.firm_id and d.id = r.document_id
      left join cases c on c.firm_id = p.firm_id and c.id = r.case_id
      left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id`.execute(trx)
  const found = new Map(records.map((record) => [record.n, record]))
  return planned.map((copy, n) => placed(copy, found.get(n)))
}

function placed(copy: PlannedCopy, record: PlaceRecord | undefined): Placed {
  if (!record) return { ...copy, where: '', place: undefined }
  const { documentPath, documentName, abbreviations } = record
  const policy = { documentPath, documentName, folder: folderOnServer(record), abbreviations }
  const extension = extensionOf({ ...record, copyKey: copy.copyKey })
  const found = copyPlace(policy, { context: contextOf(record), extension })
  const where = placeOf({ ...record, agent: record.agent ?? undefined })
  return { ...copy, where, place: 'place' in found ? found.place : undefined }
}
