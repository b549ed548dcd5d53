import { BlobMissingError } from '@courtcrier/lib/blob-store.ts'
import { StalledError } from '@courtcrier/lib/watch-work.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import {
  mayBePicture,
  readingLimits,
  readPagePicture,
  readTextLayers,
  stopReading,
} from '../../retrieval/page-texts.ts'
import { claimText, failText, indexPages, mostAttempts, type PageRow, savePages } from './text-row.ts'

/** Reads the text of PDFs; replaced in tests. */
export interface TextReader {
  layers: typeof readTextLayers
  picture: typeof readPagePicture
  /** Ends what is being read. */
  stop: () => Promise<void>
}

export const textReader: TextReader = { layers: readTextLayers, picture: readPagePicture, stop: stopReading }

export interface ReadingDeps {
  services: Pick<Services, 'database' | 'blobs' | 'jobs'>
  reader: TextReader
  /** Aborted when the process stops, so that it needn't wait for a page; the rest is read after the next start. */
  signal: AbortSignal
}

/** When the machine is too busy to read, what people wait for comes first. */
export const busyMs = 300_000
/** On the embedded database everything else waits for a transaction. */
const pagesTogether = 10

const tooHard = "This PDF couldn't be read, so its text can't be searched."

/**
 * Reads a document's text layers, and leaves its pictures to the queue for them. Each step is in the database, so that a
 * crash repeats no more than the pages of one file.
 */
export async function readText(deps: ReadingDeps, { data }: ClaimedJob): Promise<void> {
  const { database, jobs } = deps.services
  const work = <T>(run: Parameters<typeof withFirmAtWork<T>>[2]) => withFirmAtWork(database, data.firmId, run)
  const row = await work((trx) => claimText(trx, data, 'waiting'))
  if (!row) return
  const reading = { data, fileId: row.fileId, status: 'waiting' } as const
  const read = row.attempts > mostAttempts ? { sentence: tooHard } : await readLayers(deps, row.fileId)
  if (deps.signal.aborted) return
  if (read === 'busy') return work((trx) => jobs.enqueue(trx, 'text', [data], { afterMs: busyMs }))
  if ('sentence' in read) return work((trx) => failText(trx, reading, read.sentence))
  const pages = toRows(read.texts)
  // Nearly all documents have fewer pages than that, and are saved and indexed in one transaction.
  const lastAt = Math.max(0, Math.ceil(pages.length / pagesTogether) - 1) * pagesTogether
  for (let at = 0; at < lastAt; at += pagesTogether) {
    if (!(await work((trx) => savePages(trx, reading, pages.slice(at, at + pagesTogether))))) return
  }
  await work(async (trx) => {
    const last = pages.slice(lastAt)
    if (last.length > 0 && !(await savePages(trx, reading, last))) return
    const left = await indexPages(trx, reading, read.pages)
    if (left === 'pictured') await jobs.enqueue(trx, 'ocr', [data])
  })
}

async function readLayers(
  { services, reader }: ReadingDeps,
  fileId: string,
): Promise<Awaited<ReturnType<TextReader['layers']>> | 'busy'> {
  try {
    return await reader.layers(await services.blobs.get(fileId))
  } catch (error) {
    if (error instanceof StalledError) return 'busy'
    if (error instanceof BlobMissingError)
      return { sentence: "This document's file is missing, so its text can't be searched." }
    throw error
  }
}

/** Only so many pictures are read; a page without text beyond them isn't. */
function toRows(texts: readonly string[]): PageRow[] {
  let pictures = 0
  return texts.map((text, at) => {
    const isPicture = mayBePicture(text) && ++pictures <= readingLimits.pictures
    const without = text === '' ? 'unread' : 'text'
    return { page: at + 1, source: isPicture ? 'picture' : without, text }
  })
}
