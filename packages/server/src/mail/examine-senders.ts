import { openSharedThread } from '@courtcrier/lib/shared-thread.ts'
import type { Logger } from 'pino'
import type { ExaminerSettings } from './examine-senders-worker.ts'
import type { Examine, SenderEvidence } from './sender-evidence.ts'
import { BrokenOffError } from './why-not-examined.ts'

export interface ExaminerOptions extends ExaminerSettings {
  log: Logger
  /** How much processor time one message may take at once. */
  computeMs?: number
}

export interface Examiner {
  examine: Examine
  close: () => Promise<void>
}

/**
 * Checks senders on a separate thread, many at once. Hashing and signature checks take an eighth of the server's
 * processor time per notice, and a message built to be expensive must not delay the console or other mail.
 */
export function openExaminer({ dnsGateway, log, computeMs = 5_000 }: ExaminerOptions): Examiner {
  const data: ExaminerSettings = { dnsGateway }
  const script = new URL('./examine-senders-worker.ts', import.meta.url)
  const thread = openSharedThread({ script, data, computeMs, memoryMb: 256 })
  return {
    examine: async ({ raw, ...examination }) => {
      const result = await thread.ask({ ...examination, raw: ofItsOwn(raw) })
      if (result.state === 'done') return result.answer as SenderEvidence
      if (result.state === 'failed') throw result.error
      log.warn(
        { err: result.state === 'crashed' ? result.error : undefined },
        'a message crashed the sender check thread',
      )
      if (result.state === 'late') throw new BrokenOffError('its signatures take too long to examine')
      throw new BrokenOffError('its signatures could not be examined to the end')
    },
    close: thread.close,
  }
}

/** Copies a view into a larger buffer, which would otherwise be sent whole. */
function ofItsOwn(raw: Uint8Array): Uint8Array {
  return raw.byteLength === raw.buffer.byteLength ? raw : new Uint8Array(raw)
}
