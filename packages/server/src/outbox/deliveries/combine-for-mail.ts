import { createHash } from 'node:crypto'
import type { BlobStore } from '@courtcrier/lib/blob-store.ts'
import { safeFileName } from '../copies/safe-path.ts'
import { type Combined, combineDocuments, inTime } from './combined-pdf.ts'
import type { FilingMail } from './filing-mail.ts'
import { methodTraits } from './method.ts'
import { usualAttachmentLimit } from './place-documents.ts'

/** All documents of a filing as one attachment. */
export interface CombinedFile {
  fileName: string
  content: Uint8Array
}

/** The combined file, or the sentence for the email if the firm wants one file and it could not be made. */
export type ForMail = { combined: CombinedFile } | { singlesBecause: string } | undefined

/**
 * Returns one PDF of the documents if the firm prefers that; undefined if there is nothing to combine or the result
 * would be too large. If anything goes wrong, the documents are attached separately: no notification is delayed for a
 * nicer attachment.
 */
export async function combineForMail(
  blobs: BlobStore,
  { firmId, mail: { delivery, firm, envelope, documents } }: { firmId: number; mail: FilingMail },
  waitMs = longestWait,
): Promise<ForMail> {
  if (!firm.prefersCombinedDocuments || !methodTraits[delivery.method].attaches) return undefined
  const present = documents.filter(({ fileId, sealed }) => fileId && !sealed)
  const limit = firm.maxEmailAttachmentSize ?? usualAttachmentLimit
  const total = present.reduce((sum, { size }) => sum + (size ?? Number.POSITIVE_INFINITY), 0)
  // Combining removes only what the files share, never more than half, so a larger total can't fit.
  if (present.length < 2 || total > 2 * limit) return undefined
  const parts = [envelope.docketNumber, envelope.caseName, envelope.documentNumber, envelope.event]
  const heading = parts.filter(Boolean).join(' ') || 'Filing'
  const made = await inTime(shared(blobs, { heading, documents, share: { firmId }, readMs: waitMs }), waitMs)
  if (!made) return { singlesBecause: `It took too long to combine the documents into one PDF. ${oneByOne}` }
  if ('refused' in made) return { singlesBecause: `${made.refused} ${oneByOne}` }
  if (made.documents < present.length)
    return { singlesBecause: `Not all documents could be combined into one PDF. ${oneByOne}` }
  // Too large for an email: single files or links instead, as their sizes allow.
  if (made.bytes.byteLength > limit) return undefined
  return { combined: { fileName: safeFileName({ stem: heading, extension: '.pdf' }), content: made.bytes } }
}

const oneByOne = 'They are sent separately.'
const longestWait = 20_000

/** The recipients of one filing are notified at about the same time, and all get the same file. */
const recent = new Map<string, Promise<Combined>>()
const mostRecent = 3
const keptMs = 300_000

function shared(blobs: BlobStore, task: Parameters<typeof combineDocuments>[1]): Promise<Combined> {
  const wanted = task.documents.map(({ number, title, fileId, sealed, sentence }) => [
    number,
    title,
    fileId,
    sealed,
    sentence,
  ])
  const key = createHash('sha256')
    .update(JSON.stringify([task.heading, wanted]))
    .digest('base64')
  const known = recent.get(key)
  if (known) return known
  const made = combineDocuments(blobs, task).catch((): Combined => {
    recent.delete(key)
    return { refused: "The documents couldn't be combined into one PDF." }
  })
  recent.set(key, made)
  setTimeout(() => recent.delete(key), keptMs).unref()
  const [oldest] = recent.keys()
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest)
  return made
}
