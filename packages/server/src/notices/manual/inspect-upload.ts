import { randomUUID } from 'node:crypto'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { readCaptionCourt } from '../../courts/caption-court.ts'
import { messageReader } from '../../courts/read-on-thread.ts'
import type { CourtStamp } from '../../courts/stamps/find-stamps.ts'
import { inspectPdf, pdfText } from '../../retrieval/pdf.ts'
import { isPdf } from '../../retrieval/pdf-shape.ts'
import type { UploadFacts, UploadKind } from './upload-row.ts'

export type Inspected =
  | { kind: UploadKind; pages?: number; facts: UploadFacts; remark: string }
  /** Why the file is refused. */
  | { refused: string }

/** Recognizes PDFs and messages by their bytes; ignores file names and types. */
export async function inspectUpload(bytes: Uint8Array): Promise<Inspected> {
  if (bytes.byteLength === 0) return { refused: 'The file is empty.' }
  if (isPdf(bytes)) return inspectDocument(bytes)
  if (!looksLikeMail(bytes)) return { refused: 'The file is neither a PDF nor a message (.eml).' }
  const received = { raw: bytes, key: randomUUID() }
  const decoded = await messageReader.show(received)
  if ('problem' in decoded) return { refused: decoded.problem }
  const parsed = await messageReader.parse(received)
  if ('parts' in parsed) return { refused: 'The message contains several notices.' }
  const remark = 'unclear' in parsed ? parsed.unclear : ''
  return { kind: 'message', facts: factsOf('notice' in parsed ? parsed.notice : parsed.understood), remark }
}

async function inspectDocument(bytes: Uint8Array): Promise<Inspected> {
  const inspection = await inspectPdf(bytes)
  if (inspection.isBroken) return { refused: inspection.sentence }
  const { text } = inspection.needsPassword ? { text: '' } : await pdfText(bytes)
  const courtId = readCaptionCourt(text)
  return {
    kind: 'pdf',
    ...(inspection.pages === undefined ? {} : { pages: inspection.pages }),
    facts: { ...stampFacts(inspection.stamps?.stamps.at(-1)), ...(courtId ? { courtId } : {}) },
    remark: inspection.sentence || (text.trim() === '' ? 'The PDF has no text; it may be a scan.' : ''),
  }
}

/** Facts of the newest stamp: `118-1`, in ACMS `118.1`, is the first attachment of the entry 118. */
function stampFacts(stamp: CourtStamp | undefined): UploadFacts {
  if (!stamp) return {}
  const { docketNumber, documentNumber, filedDate } = stamp
  const [entry] = documentNumber?.split(/[.-]/) ?? []
  return {
    ...(docketNumber && { docketNumber }),
    ...(entry && { documentNumber: entry, number: documentNumber }),
    ...(filedDate && { filedDate }),
  }
}

function factsOf(notice: Partial<Notice>): UploadFacts {
  const [first] = notice.cases ?? []
  const facts = {
    courtId: notice.courtId?.value,
    docketNumber: first?.docketNumber.value,
    caseName: first?.name?.value,
    documentNumber: notice.documentNumber?.value ?? first?.documentNumber?.value,
    filedDate: notice.filedDate?.value,
    event: notice.event?.value,
    docketText: notice.docketText?.value,
    filedBy: notice.filingUser?.value,
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

/** A message starts with a header (RFC 5322), possibly after the `From ` line that separates messages in a mailbox. */
function looksLikeMail(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1')
  return /^(?:\u00ef\u00bb\u00bf)?(?:From [^\r\n]*\r?\n)?[!-9;-~]{1,80}[ \t]*:/.test(start) && !start.includes('\0')
}
