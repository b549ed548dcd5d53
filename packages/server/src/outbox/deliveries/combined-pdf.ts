import { ApiError } from '@courtcrier/contract/errors.ts'
import { BlobMissingError, type BlobStore } from '@courtcrier/lib/blob-store.ts'
import { openFairTurns } from '@courtcrier/lib/fair-turns.ts'
import { openTaskWorkers } from '@courtcrier/lib/task-workers.ts'
import type { CombineAnswer, CombinedPart, CombineTask } from './combined-pdf-worker.ts'
import { megabytes } from './place-documents.ts'

/** What combining needs to know about a document. */
export interface PartDocument {
  number: string | null
  title: string
  fileId: string | null
  /** In bytes. */
  size: number | null
  sealed: boolean
  sentence: string | null
}

export interface Combining {
  heading: string
  documents: readonly PartDocument[]
  /** Whose turn it takes: a person's, or else that of the firm's emails. */
  share: { firmId: number; userId?: string }
  readMs?: number
}

export type Combined = CombineAnswer | { refused: string }

/** In bytes. A thread holds every document and the combined file in memory at once. */
const mostBytes = 100_000_000

/**
 * Combines a filing's documents into one PDF, in order, with a bookmark for each. Sealed documents are never included;
 * they are listed on a cover page, as are those that are missing, protected or damaged. Size, time and memory are
 * limited; storage that doesn't respond within `readMs` is not waited for, since every other filing would wait too.
 * Throws `too_many_requests` when too many wait.
 */
export async function combineDocuments(
  blobs: BlobStore,
  { heading, documents, share, readMs = 30_000 }: Combining,
): Promise<Combined> {
  const present = documents.filter(({ fileId, sealed }) => fileId && !sealed)
  if (present.length === 0) return { refused: 'No document of this filing can be combined into one file.' }
  const total = present.reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (total > mostBytes) {
    return {
      refused: `The documents come to ${megabytes(total)}, more than the ${megabytes(mostBytes)} that are combined into one file. Open them one by one.`,
    }
  }
  const { firmId, userId } = share
  const path = userId === undefined ? ['emails', String(firmId), ''] : ['people', String(firmId), userId]
  return turns.run(path, () => combineInTurn(blobs, { heading, documents, readMs }))
}

/** One at a time: tasks that wait hold no documents in memory. Emails and people take turns, firms and people among them. */
const turns = openFairTurns({ atOnce: 1, mostWaiting: 200, whenFull: () => new ApiError('too_many_requests') })
const threads = openTaskWorkers({
  script: new URL('./combined-pdf-worker.ts', import.meta.url),
  count: 1,
  computeMs: 60_000,
  memoryMb: 1024,
})

async function combineInTurn(
  blobs: BlobStore,
  { heading, documents, readMs }: Required<Omit<Combining, 'share'>>,
): Promise<Combined> {
  const parts = await inTime(readParts(blobs, documents), readMs)
  if (!parts) return { refused: slow }
  const buffers = parts.flatMap(({ bytes }) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
  const task: CombineTask = { heading, parts }
  const result = await threads.run(task, buffers)
  if (result.state === 'done') return result.answer as CombineAnswer
  return { refused: slow }
}

const slow = 'The documents took too long to combine into one file. Open them one by one.'

async function readParts(blobs: BlobStore, documents: readonly PartDocument[]): Promise<CombinedPart[]> {
  const parts: CombinedPart[] = []
  for (const document of documents) parts.push(await partOf(blobs, document))
  return parts
}

/** What the work results in; undefined if that takes longer than `ms`. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function partOf(blobs: BlobStore, document: PartDocument): Promise<CombinedPart> {
  const title = [document.number, document.title].filter(Boolean).join(' ')
  if (document.sealed) return { title, sentence: 'It is sealed, so it is never copied into another file.' }
  if (!document.fileId) return { title, sentence: document.sentence ?? "It wasn't retrieved from the court." }
  try {
    // A copy of exactly these bytes: transferring a view would take the whole buffer underneath it.
    return { title, bytes: new Uint8Array(await blobs.get(document.fileId)) }
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error
    return { title, sentence: "It is missing from Courtcrier's storage." }
  }
}
