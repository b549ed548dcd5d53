import { BlobMissingError } from '@courtcrier/lib/blob-store.ts'
import { StalledError } from '@courtcrier/lib/watch-work.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob, JobData } from '../../base/db/job.ts'
import type { PictureText } from '../../retrieval/page-text-worker.ts'
import { readingLimits } from '../../retrieval/page-texts.ts'
import { busyMs, type ReadingDeps } from './read-text.ts'
import { claimText, indexPages, mostAttempts, type PageRow, savePages } from './text-row.ts'

/** Pages of one document before another has its turn; each takes seconds. */
const pagesPerTurn = 20

/**
 * Recognizes the text in a document's pictures, page by page, each of which is saved by itself. A page that can't be
 * read, or whose reading ends the process again and again, is passed over.
 */
export async function readPictures(deps: ReadingDeps, { data }: ClaimedJob): Promise<void> {
  const { database, jobs } = deps.services
  const work = <T>(run: Parameters<typeof withFirmAtWork<T>>[2]) => withFirmAtWork(database, data.firmId, run)
  const status = 'pictured'
  const fileOf = keepLast((fileId) => deps.services.blobs.get(fileId))
  for (let turn = 0; turn < pagesPerTurn; turn++) {
    const next = await work((trx) => claimPicture(trx, data))
    if (!next) return
    const { fileId, page } = next
    if (!page) return void (await work((trx) => indexPages(trx, { data, fileId, status })))
    const read =
      next.attempts > mostAttempts
        ? { ...page, source: 'unread' as const }
        : await readPage(deps, () => fileOf(fileId), page)
    if (deps.signal.aborted) return
    if (read === 'busy') return work((trx) => jobs.enqueue(trx, 'ocr', [data], { afterMs: busyMs }))
    if (!(await work((trx) => savePages(trx, { data, fileId, status }, [read])))) return
  }
  await work((trx) => jobs.enqueue(trx, 'ocr', [data]))
}

interface Next {
  fileId: string
  attempts: number
  /** Undefined if all pictures are read. */
  page: PageRow | undefined
}

/** Undefined if the document isn't to be read. */
async function claimPicture(trx: Trx, data: JobData): Promise<Next | undefined> {
  const row = await claimText(trx, data, 'pictured')
  if (!row) return undefined
  const { rows } = await sql<PageRow>`
    select page, source, text from document_pages
    where firm_id = ${data.firmId} and document_id = ${data.id}::uuid and source = 'picture'
    order by page limit 1`.execute(trx)
  return { ...row, page: rows[0] }
}

async function readPage(
  { reader }: ReadingDeps,
  getFile: () => Promise<Uint8Array>,
  row: PageRow,
): Promise<PageRow | 'busy'> {
  try {
    const bytes = await getFile()
    return toRow(row, await reader.picture(bytes, { page: row.page, maxLength: readingLimits.length }))
  } catch (error) {
    if (error instanceof StalledError) return 'busy'
    if (error instanceof BlobMissingError) return toRow(row, undefined)
    throw error
  }
}

/** Keeps the file that was read last: large scans have many pages, and the store remembers only small files. */
function keepLast(read: (fileId: string) => Promise<Uint8Array>): (fileId: string) => Promise<Uint8Array> {
  let kept: { fileId: string; bytes: Uint8Array } | undefined
  return async (fileId) => {
    if (kept?.fileId !== fileId) kept = { fileId, bytes: await read(fileId) }
    return kept.bytes
  }
}

/** A page whose text layer says more than its picture keeps it. */
function toRow(row: PageRow, picture: PictureText | null | undefined): PageRow {
  if (picture === undefined) return { ...row, source: 'unread' }
  if (picture === null || picture.text.length <= row.text.length) return { ...row, source: 'text' }
  return { ...row, source: 'ocr', text: picture.text, boxes: picture.words }
}
