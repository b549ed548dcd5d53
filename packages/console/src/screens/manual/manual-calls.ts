import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { apiGet, apiSend } from '../../session/api.ts'
import { uploadFile } from '../../session/upload.ts'
import type { FilingFacts, ManualFile, UploadAnswer } from './manual-state.ts'

export async function sendFile(
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadAnswer> {
  const path = `/api/v1/manual/upload?file_name=${encodeURIComponent(file.name)}`
  const answer = await uploadFile<AnyRow>({ path, file, ...options })
  return { ...(rowFromJson(answer) as unknown as UploadAnswer), facts: rowFromJson(answer.facts as AnyRow) }
}

export interface FoundCase {
  id: string
  name: string
  caseNumber: string
  courtIds: readonly string[]
}

export interface Lookup {
  cases: readonly FoundCase[]
  filing: { id: string; event: string | null; missing: number; documents: number } | null
}

export async function lookUp(
  { courtId, docketNumber, documentNumber }: FilingFacts,
  envelopeId: string | undefined,
  signal: AbortSignal,
): Promise<Lookup> {
  const query = new URLSearchParams({
    docket_number: docketNumber,
    ...(courtId ? { court_id: courtId } : {}),
    ...(documentNumber ? { document_number: documentNumber } : {}),
    ...(envelopeId ? { envelope_id: envelopeId } : {}),
  })
  const answer = await apiGet<{ cases: AnyRow[]; filing: Lookup['filing'] }>(`/api/v1/manual/lookup?${query}`, {
    signal,
  })
  return { cases: answer.cases.map((row) => rowFromJson(row) as unknown as FoundCase), filing: answer.filing }
}

export interface Taken {
  itemId: string
  isNew: boolean
}

export async function takeMessage(uploadId: string): Promise<Taken> {
  return takenFrom(await apiSend<AnyRow>('POST', '/api/v1/manual/message', { upload_id: uploadId }))
}

interface Entering {
  facts: FilingFacts
  files: readonly ManualFile[]
  itemId: string | undefined
}

export async function enterFiling({ facts, files, itemId }: Entering): Promise<Taken> {
  const documents = files.flatMap(({ upload, title, number }) =>
    upload?.kind === 'pdf' ? [{ upload_id: upload.id, title, ...(number ? { number } : {}) }] : [],
  )
  const body = {
    court_id: facts.courtId,
    docket_number: facts.docketNumber,
    case_id: facts.caseId,
    document_number: facts.documentNumber,
    filed_date: facts.filedDate,
    event: facts.event,
    docket_text: facts.docketText,
    filed_by: facts.filedBy,
    is_sealed: facts.isSealed,
    documents,
    ...(itemId ? { item_id: itemId } : {}),
  }
  return takenFrom(await apiSend<AnyRow>('POST', '/api/v1/manual', body))
}

function takenFrom(json: AnyRow): Taken {
  return { itemId: String(json.item_id), isNew: json.is_new === true }
}
