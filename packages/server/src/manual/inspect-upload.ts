import { randomUUID } from 'node:crypto'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { type PageStamp, readCaptionCourt, readPageStamp } from '../courts/page-stamp.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import { inspectPdf, pdfText } from '../retrieval/pdf.ts'
import { isPdf } from '../retrieval/pdf-shape.ts'
import type { UploadKind } from './upload-row.ts'

/** What can be told of a file by looking into it. */
export interface UploadFacts {
  courtId?: string
  docketNumber?: string
  documentNumber?: string
  /** The document's own number, `118-1`. */
  number?: string
  filedDate?: string
  event?: string
  docketText?: string
  filedBy?: string
  caseName?: string
}

export type Inspected =
  | { kind: UploadKind; pages?: number; facts: UploadFacts; remark: string }
  /** Why it is not taken. */
  | { refused: string }

/** Tells PDFs and messages from everything else by their bytes; names and types say nothing. */
export async function inspectUpload(bytes: Uint8Array): Promise<Inspected> {
  if (bytes.byteLength === 0) return { refused: 'The file is empty.' }
  if (isPdf(bytes)) return inspectDocument(bytes)
  if (!looksLikeMail(bytes)) return { refused: 'The file is neither a PDF nor a message (.eml).' }
  const received = { raw: bytes, key: randomUUID() }
  const decoded = await messageReader.decode(received)
  if ('problem' in decoded) return { refused: decoded.problem }
  const parsed = await messageReader.parse(received)
  if ('parts' in parsed) return { refused: 'The message holds several notices.' }
  const remark = 'unclear' in parsed ? parsed.unclear : ''
  return { kind: 'message', facts: factsOf('notice' in parsed ? parsed.notice : parsed.understood), remark }
}

async function inspectDocument(bytes: Uint8Array): Promise<Inspected> {
  const inspection = await inspectPdf(bytes)
  if (inspection.isBroken) return { refused: inspection.sentence }
  const { text } = inspection.needsPassword ? { text: '' } : await pdfText(bytes)
  const stamp = readPageStamp(text)
  const courtId = readCaptionCourt(text)
  return {
    kind: 'pdf',
    ...(inspection.pages === undefined ? {} : { pages: inspection.pages }),
    facts: { ...stampFacts(stamp), ...(courtId ? { courtId } : {}) },
    remark: inspection.sentence || (text.trim() === '' ? 'The PDF holds no text; it may be a scan.' : ''),
  }
}

function stampFacts(stamp: PageStamp | undefined): UploadFacts {
  if (!stamp) return {}
  const { attachment, ...facts } = stamp
  return { ...facts, number: attachment ?? stamp.documentNumber }
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

/** A message begins with a header (RFC 5322), perhaps after the line by which mailboxes part their messages. */
function looksLikeMail(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1')
  return /^(?:\u00ef\u00bb\u00bf)?(?:From [^\r\n]*\r?\n)?[!-9;-~]{1,80}[ \t]*:/.test(start) && !start.includes('\0')
}
