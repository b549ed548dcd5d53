import type { Logger } from 'pino'
import type { Config, MailServer } from '../base/config.ts'
import { openSharedThread } from '../base/lib/shared-thread.ts'
import type { Mail } from './mail.ts'
import type { SendResult } from './send-failure.ts'
import type { SendQuestion } from './send-mails-worker.ts'

/** The connections to the mail server that sends. */
export interface OutgoingMail {
  /** Resolves when the mail server has taken the mail or said why not; never throws for what a server answers. */
  send: (mail: Mail) => Promise<SendResult>
  /** Mail of Courtcrier itself: a forgotten password, a report. */
  sendSystemMail: (mail: { to: string; subject: string; text: string; html?: string }) => Promise<SendResult>
  /** For `doctor`: undefined when the server can be reached and takes the log-in, else what is wrong. */
  verify: () => Promise<string | undefined>
  close: () => Promise<void>
}

/** Opens the connections when there is something to send. Without a mail server every mail waits, and says so. */
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
 * Mails are composed and sent on a thread of their own: encoding attachments and talking to the server took a tenth of
 * what the main thread computes for a notice.
 */
function connect(server: MailServer, log: Logger): Connection {
  const script = new URL('./send-mails-worker.ts', import.meta.url)
  // A mail that the thread was about to send may have gone out: it is tried again by its delivery, not by the thread.
  const thread = openSharedThread({ script, data: server, silenceMs, memoryMb: 512, isRepeatable: false })
  const ask = async (question: SendQuestion) => {
    const result = await thread.ask(question)
    if (result.state === 'done') return result.answer
    log.error({ err: 'error' in result ? result.error : undefined, state: result.state }, 'a mail ended its thread')
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

/** How long one mail may compute without giving others a turn: attachments are encoded piece by piece. */
const silenceMs = 30_000

const endedThread = 'Something unexpected kept it from being sent; the log of this server says what.'
