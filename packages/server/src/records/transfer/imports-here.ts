import type { ImportRunRow } from './import-run-row.ts'
import { cancelHere, progressHere } from './watched.ts'

/**
 * The imports running in this process, as they were when they started. On the embedded database no one can read them
 * while they run, because they hold its only connection.
 */
const here = new Map<string, { firmId: number; run: ImportRunRow }>()

interface Key {
  firmId: number
  id: string
}

/** Keeps an import in memory while it runs. */
export async function keptHere<T>(firmId: number, run: ImportRunRow, work: () => Promise<T>): Promise<T> {
  here.set(run.id, { firmId, run })
  try {
    return await work()
  } finally {
    here.delete(run.id)
  }
}

/** An import with its current progress; undefined if it doesn't run in this process. */
export function findImportHere({ firmId, id }: Key): ImportRunRow | undefined {
  const found = here.get(id)
  if (found?.firmId !== firmId) return undefined
  const progress = progressHere(ownerOf(firmId, found.run), id)
  return progress && { ...found.run, rowCount: progress.done }
}

/** Cancels an import. Returns whether it runs in this process. */
export function cancelImportHere({ firmId, id }: Key): boolean {
  const found = here.get(id)
  return found?.firmId === firmId && cancelHere(ownerOf(firmId, found.run), id)
}

function ownerOf(firmId: number, { userId }: ImportRunRow) {
  return { firmId, userId: userId ?? undefined }
}
