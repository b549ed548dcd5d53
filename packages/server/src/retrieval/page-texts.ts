import { openTaskWorkers, type TaskWorkers } from '@courtcrier/lib/task-workers.ts'
import type { PageTextAnswer, PageTextTask, PictureText } from './page-text-worker.ts'
import { isPdf } from './pdf-shape.ts'

/** The text layers of a PDF's pages. */
export interface TextLayers {
  /** Of the pages read, in order; empty for a page without text. */
  texts: readonly string[]
  /** All pages of the file. */
  pages: number
}

/** Limits of what is read of one document. */
export const readingLimits = {
  pages: 1000,
  /** Characters of all pages together. */
  length: 2_000_000,
  /** Pages that are recognized from their pictures, each of which takes seconds. */
  pictures: 100,
} as const

/** Processor time, in milliseconds, after which the pages read so far are all that is read. */
const layersMs = 20_000

/** A page with less text than this may be a picture with no more than the court's stamp over it. */
const fewCharacters = 250

/** Whether a page with this text layer is worth looking at as a picture. */
export function mayBePicture(text: string): boolean {
  return text.length < fewCharacters
}

const script = new URL('./page-text-worker.ts', import.meta.url)

/** One thread for text and one for pictures, which would keep the text of others waiting for minutes. */
const layers = openTaskWorkers({ script, count: 1, computeMs: 2 * layersMs, memoryMb: 512 })
const pictures = openTaskWorkers({ script, count: 1, computeMs: 30_000, memoryMb: 512 })

/**
 * Reads the text layers of a PDF, on a thread with low priority. Returns a sentence if it can't be read. Throws a
 * `StalledError` if the machine is too busy.
 */
export async function readTextLayers(bytes: Uint8Array): Promise<TextLayers | { sentence: string }> {
  if (!isPdf(bytes)) return { sentence: "This file isn't a PDF, so its text can't be searched." }
  const { pages: maxPages, length: maxLength } = readingLimits
  const answer = await ask(layers, bytes, { kind: 'layer', maxPages, maxLength, computeMs: layersMs })
  if (!answer) return { sentence: "This PDF takes too long to read, so its text can't be searched." }
  if ('pages' in answer) return answer
  const needsPassword = 'error' in answer && answer.error.name === 'PasswordException'
  return {
    sentence: needsPassword
      ? "This PDF needs a password, so its text can't be searched."
      : "This PDF is damaged, so its text can't be searched.",
  }
}

/**
 * Recognizes the text in the picture of a page. Null if the page has no picture, undefined if it can't be read. Throws a
 * `StalledError` if the machine is too busy.
 */
export async function readPagePicture(
  bytes: Uint8Array,
  { page, maxLength }: { page: number; maxLength: number },
): Promise<PictureText | null | undefined> {
  const answer = await ask(pictures, bytes, { kind: 'picture', page, maxLength })
  return answer && 'picture' in answer ? answer.picture : undefined
}

/** Ends what is being read; the next document starts new threads. */
export async function stopReading(): Promise<void> {
  await Promise.all([layers.close(), pictures.close()])
}

type Wanted = PageTextTask extends infer Task ? (Task extends { bytes: unknown } ? Omit<Task, 'bytes'> : never) : never

/** Undefined if the thread was ended. */
async function ask(threads: TaskWorkers, bytes: Uint8Array, wanted: Wanted): Promise<PageTextAnswer | undefined> {
  // A copy of exactly these bytes: a view would send, and detach, its whole underlying buffer.
  const copy = new Uint8Array(bytes)
  const result = await threads.run({ bytes: copy, ...wanted }, [copy.buffer])
  return result.state === 'done' ? (result.answer as PageTextAnswer) : undefined
}
