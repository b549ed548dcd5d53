import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FolderBlobStore } from '@courtcrier/lib/blob-store.ts'
import { openFairTurns } from '@courtcrier/lib/fair-turns.ts'
import { sheetAsCsv } from '../../records/transfer/read-sheet.ts'
import { fileRefusal } from './start-import.ts'

/** As many as one thread reads within minutes, even if each is large. */
const mostWaiting = 50

const turns = openFairTurns({ atOnce: 1, mostWaiting, whenFull: () => new ApiError('too_many_requests') })

interface SentWorkbook {
  blobs: Pick<FolderBlobStore, 'setAside'>
  body: AsyncIterable<Uint8Array>
  /** Whose turn it takes, from the firm on. */
  share: readonly string[]
}

/**
 * Returns the first sheet of a workbook that is sent, as CSV. It is read as a whole, so that only one is in memory at a
 * time: one that arrives slowly, or waits, is on the disk. Throws `invalid_input` with what is wrong with it, and
 * `too_many_requests` when too many wait.
 */
export async function readWorkbook(
  { blobs, body, share }: SentWorkbook,
  read: typeof sheetAsCsv = sheetAsCsv,
): Promise<Uint8Array> {
  try {
    return await blobs.setAside(body, (bytes) => turns.run(share, async () => read(await bytes())))
  } catch (cause) {
    throw fileRefusal(cause)
  }
}
