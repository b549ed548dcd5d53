import type { Logger } from 'pino'
import { openSharedThread } from '../base/lib/shared-thread.ts'
import type { ExaminerSettings } from './examine-senders-worker.ts'
import type { Examine, SenderEvidence } from './sender-evidence.ts'
import { BrokenOffError } from './why-not-examined.ts'

export interface ExaminerOptions extends ExaminerSettings {
  log: Logger
  /** How long one message may keep the thread from everything else. */
  silenceMs?: number
}

export interface Examiner {
  examine: Examine
  close: () => Promise<void>
}

/**
 * Examines senders on a thread of their own, many at once: hashes and keys take an eighth of what the server
 * computes for a notice, and a message that is built to be expensive holds up no console and no other mail.
 */
export function openExaminer({ dnsGateway, log, silenceMs = 5_000 }: ExaminerOptions): Examiner {
  const data: ExaminerSettings = { dnsGateway }
  const script = new URL('./examine-senders-worker.ts', import.meta.url)
  const thread = openSharedThread({ script, data, silenceMs, memoryMb: 256 })
  return {
    examine: async ({ raw, ...examination }) => {
      const result = await thread.ask({ ...examination, raw: ofItsOwn(raw) })
      if (result.state === 'done') return result.answer as SenderEvidence
      if (result.state === 'failed') throw result.error
      log.warn({ err: result.state === 'crashed' ? result.error : undefined }, 'a message ended the thread for senders')
      if (result.state === 'late') throw new BrokenOffError('its signatures take too long to examine')
      throw new BrokenOffError('its signatures could not be examined to the end')
    },
    close: thread.close,
  }
}

/** A view into a larger buffer would be sent with all of it. */
function ofItsOwn(raw: Uint8Array): Uint8Array {
  return raw.byteLength === raw.buffer.byteLength ? raw : new Uint8Array(raw)
}
