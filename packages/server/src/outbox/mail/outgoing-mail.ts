import type { Logger } from 'pino'
import type { Config, MailServer } from '../../base/config.ts'
import { openSharedThread } from '../../base/lib/shared-thread.ts'
import type { Mail } from './mail.ts'
import type { SendResult } from './send-failure.ts'
import type { SendQuestion } from './send-mails-worker.ts'

/** The connections to the outgoing mail server. */
export interface OutgoingMail {
  /**
   * Resolves when the mail server has accepted the email or said why not; never throws because of a server's response.
   */
  send: (mail: Mail) => Promise<SendResult>
  /** Sends an email from Courtcrier itself: a password reset, a report. */
  sendSystemMail: (mail: { to: string; subject: string; text: string; html?: string }) => Promise<SendResult>
  /** For `doctor`: undefined if the server is reachable and accepts the login, otherwise what is wrong. */
  verify: () => Promise<string | undefined>
  close: () => Promise<void>
}

/** Opens the connections when there is something to send. Without a mail server, every email waits and says why. */
export function openOutgoingMail(config: Pick<Config, 'outgoing' | 'mailFrom'>, log: Logger): OutgoingMail {
  const { outgoing: server } = config
  const connection = server ? connect(server, log) : notConfigured
  return {
    ...connection,
    sendSystemMail: ({ to, ...mail }) =>
      connection.send({
        from: { name: 'Courtcrier', address: config.mailFrom },
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...mail,
      }),
  }
}

type Connection = Omit<OutgoingMail, 'sendSystemMail'>

const missing =
  'No mail server for outgoing mail is configured: set COURTCRIER_SMTP_OUT, for example smtp://user:password@mail.example.com:587.'

const notConfigured: Connection = {
  send: async () => ({ retry: missing }),
  verify: async () => missing,
  close: async () => undefined,
}

/**
 * Emails are composed and sent on a separate thread: encoding attachments and talking to the server took a tenth of the
 * main thread's computing time for a notice.
 */
function connect(server: MailServer, log: Logger): Connection {
  const script = new URL('./send-mails-worker.ts', import.meta.url)
  // An email that the thread was about to send may have gone out: its delivery retries it, not the thread.
  const thread = openSharedThread({ script, data: server, computeMs, memoryMb: 512, isRepeatable: false })
  const ask = async (question: SendQuestion) => {
    try {
      const result = await thread.ask(question)
      if (result.state === 'done') return result.answer
      log.error({ err: 'error' in result ? result.error : undefined, state: result.state }, 'a mail ended its thread')
    } catch (error) {
      log.error({ err: error }, 'a mail ended its thread')
    }
    return { retry: endedThread } satisfies SendResult
  }
  return {
    send: async (mail) => (await ask({ mail })) as SendResult,
    verify: async () => {
      const problem = (await ask('verify')) as { retry: string } | string | undefined
      return typeof problem === 'object' ? problem.retry : problem
    },
    close: async () => {
      if (thread.isRunning()) await ask('close')
      await thread.close()
    },
  }
}

/** How much one email may compute without yielding to others. Attachments are encoded in pieces. */
const computeMs = 30_000

const endedThread = "It wasn't sent because of an unexpected error. This server's log has the details."
