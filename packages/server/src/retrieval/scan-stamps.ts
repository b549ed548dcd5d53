import { openTaskWorkers } from '@courtcrier/lib/task-workers.ts'
import type { CourtStamp } from '../courts/stamps/find-stamps.ts'
import type { TitleReading } from '../courts/titles/find-title.ts'
import { isPdf } from './pdf-shape.ts'

/** Stamps read from the picture of a page. */
export interface ScannedStamps {
  stamps: readonly CourtStamp[]
  /** How sure the least certain word of the stamp is, 0 to 100. */
  certainty: number
}

/** The title read from the picture of a page, and how sure its least certain word is, 0 to 100. */
export type ScannedTitle = TitleReading & { certainty: number }

/** What is read from the picture of a scan's first page. */
export interface ScannedPage extends ScannedStamps {
  /** Absent if it wasn't asked for. */
  title?: ScannedTitle
}

/** Below it, a stamp that differs from the notice may be a misreading. */
export const certainEnough = 85

/** Drawing and reading a page takes seconds of a core, so there is one thread, ended when it takes too long. */
const threads = openTaskWorkers({
  script: new URL('./scan-worker.ts', import.meta.url),
  count: 1,
  computeMs: 60_000,
  memoryMb: 512,
})

/**
 * Reads the stamp on the first page of a scan, and its title if wanted, which takes some seconds more. Undefined if the
 * page couldn't be read.
 */
export async function readScannedPage(bytes: Uint8Array, { withTitle = false } = {}): Promise<ScannedPage | undefined> {
  if (!isPdf(bytes)) return undefined
  const copy = new Uint8Array(bytes)
  const result = await threads.run({ bytes: copy, withTitle }, [copy.buffer])
  if (result.state !== 'done' || typeof result.answer !== 'object' || result.answer === null) return undefined
  return 'stamps' in result.answer ? (result.answer as ScannedPage) : undefined
}
