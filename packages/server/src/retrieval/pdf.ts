import { openTaskWorkers } from '@courtcrier/lib/task-workers.ts'
import type { PageText } from '../courts/stamps/page-text.ts'
import type { TitleReading } from '../courts/titles/find-title.ts'
import { isPdf } from './pdf-shape.ts'
import type { PdfStamps } from './pdf-stamps.ts'
import type { PdfAnswer, PdfTask } from './pdf-worker.ts'

/** What is known about a file that should be a PDF. */
export interface PdfInspection {
  isPdf: boolean
  /** It can't be opened. A file that needs a password or took too long isn't broken. */
  isBroken: boolean
  needsPassword: boolean
  /** Absent if they couldn't be counted. */
  pages?: number
  /** The stamps that courts printed on it; absent if its text couldn't be read. */
  stamps?: PdfStamps
  /** The title it gives itself on its first page; absent if its text couldn't be read. */
  title?: TitleReading
  /** What is wrong with it, for display; empty if nothing is. */
  sentence: string
}

export interface PdfText {
  /** Pages are separated by line breaks. Empty for scans. */
  text: string
  pages: number
  /** How many pages the text is from. */
  readPages: number
  sentence: string
}

/** Opens a file, counts its pages and reads its stamps and title. Limited in time and memory for any file. */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfInspection> {
  const sound = { isPdf: true, isBroken: false, needsPassword: false, sentence: '' }
  if (!isPdf(bytes)) return { ...sound, isPdf: false, isBroken: true, sentence: "The file isn't a PDF." }
  const answer = await open(bytes, { maxPages: 0, withFirstPages: true })
  if (answer === undefined)
    return { ...sound, sentence: 'The PDF took too long to open, so its pages were not counted.' }
  if (!('error' in answer)) return { ...sound, pages: answer.pages, ...answer.first }
  if (answer.error.name === 'PasswordException') {
    return { ...sound, needsPassword: true, sentence: 'The PDF needs a password to be opened.' }
  }
  return { ...sound, isBroken: true, sentence: "The PDF is damaged and can't be opened." }
}

/** The text of the first 50 pages, up to 2 million characters; empty, with a sentence, if it can't be read. */
export async function pdfText(bytes: Uint8Array): Promise<PdfText> {
  const nothing = { text: '', pages: 0, readPages: 0 }
  const answer = isPdf(bytes)
    ? await open(bytes, { maxPages: 50, withFirstPages: false })
    : { error: { name: '', message: '' } }
  if (answer === undefined)
    return { ...nothing, sentence: 'The PDF took too long to read, so its text is not searchable.' }
  if ('error' in answer) return { ...nothing, sentence: "The PDF can't be opened, so its text is not searchable." }
  const { text, pages, readPages } = answer
  return { text, pages, readPages, sentence: text.trim() === '' ? 'The PDF has no text; it may be a scan.' : '' }
}

/** The text of the first page with its places; undefined if it can't be read. */
export async function readFirstPage(bytes: Uint8Array): Promise<PageText | undefined> {
  const answer = isPdf(bytes) ? await open(bytes, { maxPages: 0, withFirstPages: false, withLayout: true }) : undefined
  return answer && 'layout' in answer ? answer.layout : undefined
}

/** PDF.js runs on threads that are terminated if a file takes too long: a hostile one can loop forever. */
const threads = openTaskWorkers({
  script: new URL('./pdf-worker.ts', import.meta.url),
  count: 2,
  computeMs: 15_000,
  memoryMb: 512,
})

/** Undefined if the thread was terminated. */
async function open(
  bytes: Uint8Array,
  wanted: Pick<PdfTask, 'maxPages' | 'withFirstPages' | 'withLayout'>,
): Promise<PdfAnswer | undefined> {
  // A copy of exactly these bytes: a view would send, and detach, its whole underlying buffer.
  const copy = new Uint8Array(bytes)
  const task: PdfTask = { bytes: copy, ...wanted, maxLength: 2_000_000 }
  const result = await threads.run(task, [copy.buffer])
  return result.state === 'done' ? toAnswer(result.answer) : undefined
}

function toAnswer(answer: unknown): PdfAnswer | undefined {
  return typeof answer === 'object' && answer !== null ? (answer as PdfAnswer) : undefined
}
