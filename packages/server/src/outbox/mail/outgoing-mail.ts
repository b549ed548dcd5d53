import type { Logger } from 'pino'
import type { Config, MailServer } from '../../base/config.ts'
import { type Link, type LinkState, openLink } from '../../base/lib/link.ts'
import { recordOutages } from '../../base/lib/outage.ts'
import { openSharedThread, type SharedThread } from '../../base/lib/shared-thread.ts'
import { reportOutage } from '../../base/report-outages.ts'
import type { Mail } from './mail.ts'
import type { Receipt } from './receipts.ts'
import type { SendResult } from './send-failure.ts'
import type { SendAnswer, SendQuestion } from './send-mails-worker.ts'
import { type ConnectionShares, mostConnections, type Sender, shareConnections } from './share-connections.ts'

/** The connections to the outgoing mail server. */
export interface OutgoingMail {
  /**
   * Resolves when the mail server has accepted the email or said why not; never throws because of a server's response.
   * Fills in the receipt before that. Firms share the connections, so that emails of one that the server doesn't answer
   * leave some to the others.
   */
  send: (mail: Mail, options?: SendOptions) => Promise<SendResult>
  /** Sends an email from Courtcrier itself: a password reset, a report. */
  sendSystemMail: (mail: { to: string; subject: string; text: string; html?: string }) => Promise<SendResult>
  /** For `doctor`: undefined if the server is reachable and accepts the login, otherwise what is wrong. */
  verify: () => Promise<string | undefined>
  /** How the mail server does; undefined if none is configured. */
  state: () => LinkState | undefined
  close: () => Promise<void>
}

export interface SendOptions extends Sender {
  receipt?: Receipt | undefined
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
  state: () => undefined,
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
  const link = openLink(`${server.host}:${server.port}`)
  const receipts = recordOutages()
  const stopReports = [
    reportOutage(link.outage, log, { fields: { server: server.host }, ...serverLines }),
    reportOutage(receipts, log, receiptLines),
  ]
  const inTurn = shareConnections(connectionShares)
  const ask = askerOf(thread, log)
  return {
    send: async (mail, { receipt, ...sender } = {}) => {
      const { result, unnoted } = (await inTurn(sender, () => ask({ mail, receipt }))) as SendAnswer
      if (unnoted) receipts.begin(unnoted.message)
      else if (receipt) receipts.end()
      noteResult(link, result)
      return result
    },
    verify: async () => {
      const problem = (await ask('verify')) as SendAnswer | string | undefined
      return typeof problem === 'object' ? endedThread : problem
    },
    state: link.state,
    close: async () => {
      for (const stop of stopReports) stop()
      if (thread.isRunning()) await ask('close')
      await thread.close()
    },
  }
}

function askerOf(thread: SharedThread, log: Logger) {
  return async (question: SendQuestion): Promise<unknown> => {
    try {
      const result = await thread.ask(question)
      if (result.state === 'done') return result.answer
      log.error({ err: 'error' in result ? result.error : undefined, state: result.state }, 'a mail ended its thread')
    } catch (error) {
      log.error({ err: error }, 'a mail ended its thread')
    }
    return { result: { retry: endedThread } } satisfies SendAnswer
  }
}

const connectionShares: ConnectionShares = { most: mostConnections, mostOfFirm: 6, mostScheduled: 4 }

const serverLines = {
  began: 'No mail can be sent. It waits, and is sent on its own once the mail server accepts it.',
  ended: 'Mail can be sent again.',
}

const receiptLines = {
  began:
    'What the mail server accepts cannot be noted in the data folder: emails sent just before a crash would be sent again.',
  ended: 'What the mail server accepts is noted again.',
}

/** A server that refuses an email works. */
function noteResult(link: Link, result: SendResult): void {
  if (!('retry' in result)) link.succeeded()
  else if (result.isOne || result.retry === endedThread) link.stumbled(result.retry)
  else link.failed(result.retry)
}

/** How much one email may compute without yielding to others. Attachments are encoded in pieces. */
const computeMs = 30_000

const endedThread = "It wasn't sent because of an unexpected error. This server's log has the details."
