import { createHash } from 'node:crypto'
import type { BlobStore } from '../base/lib/blob-store.ts'
import { safeFileName } from '../storage/safe-path.ts'
import { type Combined, combineDocuments } from './combined-pdf.ts'
import type { FilingMail } from './filing-mail.ts'
import { methodTraits } from './method.ts'
import { usualAttachmentLimit } from './place-documents.ts'

/** All documents of a filing as one file to attach. */
export interface CombinedFile {
  fileName: string
  content: Uint8Array
}

/** What a mail is to say when the firm wants one file, and there is none. */
export type ForMail = { combined: CombinedFile } | { singlesBecause: string } | undefined

/**
 * One PDF of the documents for a firm that prefers it; undefined where there is nothing to combine. Whatever goes
 * wrong, the documents go as they are: nobody is told later for the sake of a nicer attachment.
 */
export async function combineForMail(
  blobs: BlobStore,
  { delivery, firm, envelope, documents }: FilingMail,
  waitMs = longestWait,
): Promise<ForMail> {
  if (!firm.prefersCombinedDocuments || !methodTraits[delivery.method].attaches) return undefined
  const present = documents.filter(({ fileId, sealed }) => fileId && !sealed)
  const limit = firm.maxEmailAttachmentSize ?? usualAttachmentLimit
  const total = present.reduce((sum, { size }) => sum + (size ?? Number.POSITIVE_INFINITY), 0)
  // Joining takes away what the files have in common, and never most of them.
  if (present.length < 2 || total > 2 * limit) return undefined
  const parts = [envelope.docketNumber, envelope.caseName, envelope.documentNumber, envelope.event]
  const heading = parts.filter(Boolean).join(' ') || 'Filing'
  const made = await inTime(shared(blobs, { heading, documents }), waitMs)
  if ('refused' in made) return { singlesBecause: `${made.refused} ${oneByOne}` }
  if (made.documents < present.length)
    return { singlesBecause: `Not all documents could be put into one PDF. ${oneByOne}` }
  // Larger than what is sent by mail: single files or links, as their sizes allow.
  if (made.bytes.byteLength > limit) return undefined
  return { combined: { fileName: safeFileName({ stem: heading, extension: '.pdf' }), content: made.bytes } }
}

const oneByOne = 'They come one by one.'
const longestWait = 20_000

/** The people of one filing are told at about the same time, and all get the same file. */
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
    return { refused: 'The documents could not be put into one PDF.' }
  })
  recent.set(key, made)
  setTimeout(() => recent.delete(key), keptMs).unref()
  const [oldest] = recent.keys()
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest)
  return made
}

async function inTime(work: Promise<Combined>, waitMs: number): Promise<Combined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Combined>((resolve) => {
    timer = setTimeout(resolve, waitMs, { refused: 'It took too long to put the documents into one PDF.' })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
