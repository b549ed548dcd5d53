import { createHash } from 'node:crypto'
import { openFairTurns } from '@courtcrier/lib/fair-turns.ts'
import { openTaskWorkers, type TaskWorkerOptions, type TaskWorkers } from '@courtcrier/lib/task-workers.ts'
import { type SignedReading, takeSigned } from '../../courts/message/signed-reading.ts'
import type { Printed } from './decode-printed.ts'
import type { PrintTask } from './message-pages.ts'
import type { PrintAnswer } from './print-worker.ts'

/** Renders a received message as a PDF. It is read once its turn has come: what waits is not in memory. */
export type PrintMessage = (read: () => Promise<Uint8Array>, given: Given) => Promise<Uint8Array>

interface Given extends Pick<PrintTask, 'timeZone' | 'receivedAt' | 'part' | 'originalId'> {
  /** Whose turn it takes. */
  firmId: number
  /**
   * What of the message, or of the attached original that is printed instead, is believed, and therefore printed; all of it if
   * absent.
   */
  reading?: SignedReading | undefined
}

type Limits = Pick<TaskWorkerOptions, 'computeMs' | 'memoryMb'>

const usual: Limits = { computeMs: 60_000, memoryMb: 1024 }

/** More than there are jobs at a time: each waits in its place of the queue. */
const mostWaiting = 1000

/**
 * Renders a received message as PDF/A: headers, body, attachment names, page numbers. The same message always produces
 * the same bytes. Runs on a thread with limits; a message that exceeds them is printed as plain text, with a note. One is
 * printed at a time, and firms take turns.
 */
export const printMessage = openPrinter(usual)

/** Returns a printer with other limits for the layout. */
export function openPrinter(limits: Limits): PrintMessage {
  const script = new URL('./print-worker.ts', import.meta.url)
  const layout = openTaskWorkers({ ...limits, script, count: 1 })
  const text = openTaskWorkers({ ...usual, script, count: 1 })
  const turns = openFairTurns({ atOnce: 1, mostWaiting, whenFull: () => new Error('Too many messages wait for it.') })
  const printInTurn = async (received: Uint8Array, { reading, ...given }: Omit<Given, 'firmId'>) => {
    const sha256 = createHash('sha256').update(received).digest('hex')
    const task: PrintTask = { ...given, sha256, ...toPrint(received, { ...given, reading }) }
    const { raw } = task
    const whole = await print(layout, task)
    if ('bytes' in whole) return whole.bytes
    const plain = await print(text, { ...task, raw: new Uint8Array(raw.subarray(0, plainBytes)), plainBecause })
    if ('bytes' in plain) return plain.bytes
    throw new Error(`A message could not be printed: ${whole.error} As plain text: ${plain.error}`)
  }
  return (read, { firmId, ...given }) => turns.run([String(firmId)], async () => printInTurn(await read(), given))
}

function toPrint(received: Uint8Array, { reading, originalId }: Pick<Given, 'reading' | 'originalId'>): Printed {
  if (originalId !== undefined) return { raw: received, reading }
  return { raw: reading ? new Uint8Array(takeSigned(received, reading)) : received, isExact: reading !== undefined }
}

const plainBecause =
  "The layout of this message couldn't be printed, so this is the beginning of its text. The original message has all of it."
/** How much of a message is read if all of it was too much. */
const plainBytes = 2_000_000

async function print(threads: TaskWorkers, task: PrintTask): Promise<PrintAnswer> {
  const result = await threads.run(task)
  if (result.state === 'done') return result.answer as PrintAnswer
  return { error: result.state === 'late' ? 'It took too long.' : result.error.message }
}
