import { openSharedThread } from '@courtcrier/lib/shared-thread.ts'
import type { Logger } from 'pino'
import type { SendAnswer, SendOrder, SendQuestion, SendWay } from './send-mails-worker.ts'

/** The thread that talks to mail servers. */
export interface MailThread {
  send: (order: SendOrder) => Promise<SendAnswer>
  /** Returns undefined if the server is reachable and accepts the login, otherwise what is wrong. */
  verify: (way: SendWay) => Promise<string | undefined>
  /** Closes the connections to one server. */
  disconnect: (way: SendWay) => Promise<void>
  close: () => Promise<void>
}

/** Starts the thread with the first question. */
export function openMailThread(log: Logger): MailThread {
  const script = new URL('./send-mails-worker.ts', import.meta.url)
  // An email that the thread was about to send may have gone out: its delivery retries it, not the thread.
  const thread = openSharedThread({ script, computeMs, memoryMb: 512, isRepeatable: false })
  const ask = async (question: SendQuestion): Promise<unknown> => {
    try {
      const result = await thread.ask(question)
      if (result.state === 'done') return result.answer
      log.error({ err: 'error' in result ? result.error : undefined, state: result.state }, 'a mail ended its thread')
    } catch (error) {
      log.error({ err: error }, 'a mail ended its thread')
    }
    return { result: { retry: endedThread } } satisfies SendAnswer
  }
  return {
    send: async (order) => (await ask({ ask: 'send', ...order })) as SendAnswer,
    verify: async (way) => {
      const problem = (await ask({ ask: 'verify', way })) as SendAnswer | string | undefined
      return typeof problem === 'object' ? endedThread : problem
    },
    disconnect: async (way) => {
      if (thread.isRunning()) await ask({ ask: 'close', way })
    },
    close: thread.close,
  }
}

/** How much one email may compute without yielding to others. Attachments are encoded in pieces. */
const computeMs = 30_000

export const endedThread = "It wasn't sent because of an unexpected error. This server's log has the details."
