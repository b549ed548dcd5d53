import { type Link, type LinkState, openLink } from '@courtcrier/lib/link.ts'
import { type OutageRecord, recordOutages } from '@courtcrier/lib/outage.ts'
import type { Logger } from 'pino'
import type { MailServer } from '../../base/config.ts'
import { reportOutage } from '../../base/report-outages.ts'
import type { Mail } from './mail.ts'
import { endedThread, type MailThread } from './mail-thread.ts'
import type { Receipt } from './receipts.ts'
import { isUntried, type SendResult } from './send-failure.ts'
import type { SendWay } from './send-mails-worker.ts'
import { type ConnectionShares, type PutOff, type Sender, shareConnections } from './share-connections.ts'

/** The connections to a mail server that emails are sent through. */
export interface SendingServer {
  /**
   * Resolves when the mail server has accepted the email or said why not; never throws because of a server's response.
   * Fills in the receipt before that. Firms and the domains they send to share the connections, so that emails that the
   * server doesn't answer leave some to the others; further ones that would wait for these are put off.
   */
  send: (mail: Mail, options?: SendOptions) => Promise<SendResult | PutOffMail>
  /** Whether a firm's email to this address would be put off. */
  putOff: (to: string, sender: Sender) => PutOffMail | undefined
  /** For `doctor`: undefined if the server is reachable and accepts the login, otherwise what is wrong. */
  verify: () => Promise<string | undefined>
  /** How the mail server does; undefined if none is configured. */
  state: () => LinkState | undefined
  close: () => Promise<void>
}

/** An email that wasn't sent, because the mail server doesn't answer others. */
export interface PutOffMail {
  later: string
  waitMs: number
}

export interface SendOptions extends Sender {
  receipt?: Receipt | undefined
}

interface ServerOptions {
  /** Shown to operators. */
  name: string
  thread: MailThread
  log: Logger
  shares: ConnectionShares
}

/**
 * Emails are composed and sent on a separate thread: encoding attachments and talking to the server took a tenth of the
 * main thread's computing time for a notice.
 */
export function openSendingServer(way: SendWay, { name, thread, log, shares }: ServerOptions): SendingServer {
  const { server } = way
  const link = openLink(name)
  const receipts = recordOutages()
  const stopReports = reportBoth(server, { link, receipts, log })
  const { share, putOff } = shareConnections(shares)
  return {
    putOff: (to, sender) => {
      const domain = domainOf(to)
      const found = putOff({ ...sender, domain })
      return found && later(server, domain, found)
    },
    send: async (mail, { receipt, ...sender } = {}) => {
      const domain = domainOf(mail.to.address)
      const answer = await share({ ...sender, domain }, () => thread.send({ way, mail, receipt }))
      if ('waitMs' in answer) return later(server, domain, answer)
      const { result, unnoted } = answer
      if (unnoted) receipts.begin(unnoted.message)
      else if (receipt) receipts.end()
      noteResult(link, result)
      return result
    },
    verify: () => thread.verify(way),
    state: link.state,
    close: async () => {
      stopReports()
      await thread.disconnect(way)
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

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function later({ host }: MailServer, domain: string, { waitMs, isOfDomain }: PutOff): PutOffMail {
  const others = isOfDomain ? `other emails to ${domain}` : 'other emails'
  return { later: `The mail server ${host} doesn't answer for ${others}, so this one waits.`, waitMs }
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
  if (isUntried(result)) return
  if (!('retry' in result)) link.succeeded()
  else if (isOfOneMail(result)) link.stumbled(result.retry)
  else link.failed(result.retry)
}

/** Whether an email wasn't sent for a reason that says nothing about the others. */
export function isOfOneMail(result: SendResult): boolean {
  return 'retry' in result && (result.isOne === true || result.retry === endedThread)
}
