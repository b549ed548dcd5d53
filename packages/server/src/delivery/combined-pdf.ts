import { BlobMissingError, type BlobStore } from '../base/lib/blob-store.ts'
import { openKeyedLimiter } from '../base/lib/keyed-limiter.ts'
import { openTaskWorkers } from '../base/lib/task-workers.ts'
import type { CombineAnswer, CombinedPart, CombineTask } from './combined-pdf-worker.ts'
import { megabytes } from './place-documents.ts'

/** A document of a filing, as far as its PDF goes. */
export interface PartDocument {
  number: string | null
  title: string
  fileId: string | null
  /** In bytes. */
  size: number | null
  sealed: boolean
  sentence: string | null
}

export type Combined = CombineAnswer | { refused: string }

/** In bytes: a thread holds every document and the whole at once. */
const mostBytes = 100_000_000

/**
 * One PDF of a filing's documents in their order, with a bookmark each. Sealed documents are never in it; those and
 * what is missing, protected or damaged stand on a page at its front. Bounded in size, time and memory.
 */
export async function combineDocuments(
  blobs: BlobStore,
  { heading, documents }: { heading: string; documents: readonly PartDocument[] },
): Promise<Combined> {
  const present = documents.filter(({ fileId, sealed }) => fileId && !sealed)
  if (present.length === 0) return { refused: 'There is no document of this filing that could be put into one file.' }
  const total = present.reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (total > mostBytes) {
    return {
      refused: `The documents come to ${megabytes(total)}, more than the ${megabytes(mostBytes)} that are put into one file. Open them one by one.`,
    }
  }
  return turns.run('combine', () => combineInTurn(blobs, { heading, documents }))
}

/** One at a time: what waits holds no documents in memory. */
const turns = openKeyedLimiter(1)
const threads = openTaskWorkers({
  script: new URL('./combined-pdf-worker.ts', import.meta.url),
  count: 1,
  timeoutMs: 60_000,
  memoryMb: 1024,
})

async function combineInTurn(
  blobs: BlobStore,
  { heading, documents }: { heading: string; documents: readonly PartDocument[] },
): Promise<Combined> {
  const parts: CombinedPart[] = []
  for (const document of documents) parts.push(await partOf(blobs, document))
  const buffers = parts.flatMap(({ bytes }) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
  const task: CombineTask = { heading, parts }
  const result = await threads.run(task, buffers)
  if (result.state === 'done') return result.answer as CombineAnswer
  return { refused: 'The documents took too long to be put into one file. Open them one by one.' }
}

async function partOf(blobs: BlobStore, document: PartDocument): Promise<CombinedPart> {
  const title = [document.number, document.title].filter(Boolean).join(' ')
  if (document.sealed) return { title, sentence: 'It is sealed, so it is never copied into another file.' }
  if (!document.fileId) return { title, sentence: document.sentence ?? 'It was not had from the court.' }
  try {
    // A copy of exactly these bytes: a view would take away the whole buffer it lies in.
    return { title, bytes: new Uint8Array(await blobs.get(document.fileId)) }
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error
    return { title, sentence: 'It is missing from the store of Courtcrier.' }
  }
}
