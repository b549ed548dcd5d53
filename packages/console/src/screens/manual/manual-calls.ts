import {
  enterFiling as enterFilingCall,
  type KnownOfFiling,
  lookUpFiling,
  type ReceivedFiling,
  receiveUpload,
  type UploadAnswer,
  uploadFiling,
} from '@courtcrier/contract/calls/manual.ts'
import { ask, askWithFile } from '../../session/ask.ts'
import type { FilingFacts, ManualFile } from './manual-state.ts'

export function sendFile(
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadAnswer> {
  return askWithFile(uploadFiling, { query: { fileName: file.name } }, { file, ...options })
}

export function lookUp(
  { courtId, docketNumber, documentNumber }: FilingFacts,
  envelopeId: string | undefined,
  signal: AbortSignal,
): Promise<KnownOfFiling> {
  const known = { courtId: courtId || undefined, documentNumber: documentNumber || undefined, envelopeId }
  return ask(lookUpFiling, { query: { docketNumber, ...known } }, { signal })
}

export function takeMessage(uploadId: string): Promise<ReceivedFiling> {
  return ask(receiveUpload, { body: { uploadId } })
}

interface Entering {
  facts: FilingFacts
  files: readonly ManualFile[]
  itemId: string | undefined
}

export function enterFiling({ facts, files, itemId }: Entering): Promise<ReceivedFiling> {
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
  return ask(enterFilingCall, { body })
}
