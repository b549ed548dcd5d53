import type { Logger } from 'pino'
import type { Config, MailServer } from '../../base/config.ts'
import { type Link, type LinkState, openLink } from '../../base/lib/link.ts'
import { type OutageRecord, recordOutages } from '../../base/lib/outage.ts'
import { openSharedThread, type SharedThread } from '../../base/lib/shared-thread.ts'
import { reportOutage } from '../../base/report-outages.ts'
import type { Mail } from './mail.ts'
import type { Receipt } from './receipts.ts'
import type { SendResult } from './send-failure.ts'
import type { SendAnswer, SendQuestion } from './send-mails-worker.ts'
import {
  type ConnectionShares,
  mostConnections,
  type PutOff,
  type Sender,
  shareConnections,
} from './share-connections.ts'

/** The connections to the outgoing mail server. */
export interface OutgoingMail {
  /**
   * Resolves when the mail server has accepted the email or said why not; never throws because of a server's response.
   * Fills in the receipt before that. Firms and the domains they send to share the connections, so that emails that the
   * server doesn't answer leave some to the others; a firm's further ones to the same domain are put off.
   */
  send: (mail: Mail, options?: SendOptions) => Promise<SendResult | PutOffMail>
  /** Whether a firm's email to this address would be put off. */
  putOff: (to: string, sender: Sender) => PutOffMail | undefined
  /** Sends an email from Courtcrier itself: a password reset, a report. */
  sendSystemMail: (mail: { to: string; subject: string; text: string; html?: string }) => Promise<SendResult>
  /** For `doctor`: undefined if the server is reachable and accepts the login, otherwise what is wrong. */
  verify: () => Promise<string | undefined>
  /** How the mail server does; undefined if none is configured. */
  state: () => LinkState | undefined
  close: () => Promise<void>
}

/** An email that wasn't sent, because the mail server doesn't answer others to the same domain. */
export interface PutOffMail {
  later: string
  waitMs: number
}

export interface SendOptions extends Sender {
  receipt?: Receipt | undefined
}

/** What firms and domains get of the connections. */
export const usualShares: ConnectionShares = {
  most: mostConnections,
  mostOfFirm: 6,
  mostOfDomain: 4,
  mostScheduled: 4,
  stuckMs: 10_000,
}

/** Opens the connections when there is something to send. Without a mail server, every email waits and says why. */
export function openOutgoingMail(
  config: Pick<Config, 'outgoing' | 'mailFrom'>,
  log: Logger,
  shares = usualShares,
): OutgoingMail {
  const { outgoing: server } = config
  const connection = server ? connect(server, { log, shares }) : notConfigured
  return {
    ...connection,
    sendSystemMail: async ({ to, ...mail }) => {
      const result = await connection.send({
        from: { name: 'Courtcrier', address: config.mailFrom },
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...mail,
      })
      return 'later' in result ? { retry: result.later } : result
    },
  }
}

type Connection = Omit<OutgoingMail, 'sendSystemMail'>

const missing =
  'No mail server for outgoing mail is configured: set COURTCRIER_SMTP_OUT, for example smtp://user:password@mail.example.com:587.'

const notConfigured: Connection = {
  send: async () => ({ retry: missing }),
  putOff: () => undefined,
  verify: async () => missing,
  state: () => undefined,
  close: async () => undefined,
}

/**
 * Emails are composed and sent on a separate thread: encoding attachments and talking to the server took a tenth of the
 * main thread's computing time for a notice.
 */
function connect(server: MailServer, { log, shares }: { log: Logger; shares: ConnectionShares }): Connection {
  const script = new URL('./send-mails-worker.ts', import.meta.url)
  // An email that the thread was about to send may have gone out: its delivery retries it, not the thread.
  const thread = openSharedThread({ script, data: server, computeMs, memoryMb: 512, isRepeatable: false })
  const link = openLink(`${server.host}:${server.port}`)
  const receipts = recordOutages()
  const stopReports = reportBoth(server, { link, receipts, log })
  const { share, putOff } = shareConnections(shares)
  const ask = askerOf(thread, log)
  return {
    putOff: (to, sender) => {
      const domain = domainOf(to)
      const found = putOff({ ...sender, domain })
      return found && later(server, domain, found)
    },
    send: async (mail, { receipt, ...sender } = {}) => {
      const domain = domainOf(mail.to.address)
      const answer = await share({ ...sender, domain }, () => ask({ mail, receipt }) as Promise<SendAnswer>)
      if ('waitMs' in answer) return later(server, domain, answer)
      const { result, unnoted } = answer
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
      stopReports()
      if (thread.isRunning()) await ask('close')
      await thread.close()
    },
  }
}

function reportBoth(
  { host }: MailServer,
  { link, receipts, log }: { link: Link; receipts: OutageRecord; log: Logger },
): () => void {
  const stops = [
    reportOutage(link.outage, log, { fields: { server: host }, ...serverLines }),
    reportOutage(receipts, log, receiptLines),
  ]
  return () => {
    for (const stop of stops) stop()
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

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function later({ host }: MailServer, domain: string, { waitMs }: PutOff): PutOffMail {
  return { later: `The mail server ${host} doesn't answer for other emails to ${domain}, so this one waits.`, waitMs }
}

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
