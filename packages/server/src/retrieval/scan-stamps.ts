import { openTaskWorkers } from '../base/lib/task-workers.ts'
import type { CourtStamp } from '../courts/stamps/find-stamps.ts'
import { isPdf } from './pdf-shape.ts'

/** Stamps read from the picture of a page. */
export interface ScannedStamps {
  stamps: readonly CourtStamp[]
  /** How sure the least certain word of the stamp is, 0 to 100. */
  certainty: number
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

/** Reads the stamp on the first page of a scan. Undefined if the page couldn't be read. */
export async function readScannedStamps(bytes: Uint8Array): Promise<ScannedStamps | undefined> {
  if (!isPdf(bytes)) return undefined
  const copy = new Uint8Array(bytes)
  const result = await threads.run({ bytes: copy }, [copy.buffer])
  if (result.state !== 'done' || typeof result.answer !== 'object' || result.answer === null) return undefined
  return 'stamps' in result.answer ? (result.answer as ScannedStamps) : undefined
}
