import { createHash } from 'node:crypto'
import { openTaskWorkers, type TaskWorkerOptions, type TaskWorkers } from '../../base/lib/task-workers.ts'
import type { PrintTask } from './message-pages.ts'
import type { PrintAnswer } from './print-worker.ts'

/** Makes a PDF of a received message. */
export type PrintMessage = (raw: Uint8Array, given: Pick<PrintTask, 'timeZone' | 'receivedAt'>) => Promise<Uint8Array>

type Limits = Pick<TaskWorkerOptions, 'timeoutMs' | 'memoryMb'>

const usual: Limits = { timeoutMs: 60_000, memoryMb: 1024 }

/**
 * A received message as a PDF/A: headers, body, names of the attachments, page numbers. The same message gives the
 * same bytes. Made on a thread with limits; a message that goes beyond them is printed as plain text and says so.
 */
export const printMessage = openPrinter(usual)

/** A printer with other limits for the layout. */
export function openPrinter(limits: Limits): PrintMessage {
  const script = new URL('./print-worker.ts', import.meta.url)
  const layout = openTaskWorkers({ ...limits, script, count: 1 })
  const text = openTaskWorkers({ ...usual, script, count: 1 })
  return async (raw, { timeZone, receivedAt }) => {
    const sha256 = createHash('sha256').update(raw).digest('hex')
    const task: PrintTask = { raw, sha256, timeZone, receivedAt }
    const whole = await print(layout, task)
    if ('bytes' in whole) return whole.bytes
    const plain = await print(text, { ...task, raw: new Uint8Array(raw.subarray(0, plainBytes)), plainBecause })
    if ('bytes' in plain) return plain.bytes
    throw new Error(`A message could not be printed: ${whole.error} As plain text: ${plain.error}`)
  }
}

const plainBecause =
  'The layout of this message could not be printed, so this is the beginning of its text without it. The message itself has all of it.'
/** As much of a message as is read when the whole was too much. */
const plainBytes = 2_000_000

async function print(threads: TaskWorkers, task: PrintTask): Promise<PrintAnswer> {
  const result = await threads.run(task)
  if (result.state === 'done') return result.answer as PrintAnswer
  return { error: result.state === 'late' ? 'It took too long.' : result.error.message }
}
