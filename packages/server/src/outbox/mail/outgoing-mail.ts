import type { Logger } from 'pino'
import type { Config } from '../../base/config.ts'
import { openSendingServer, type SendingServer } from './mail-server.ts'
import { openMailThread } from './mail-thread.ts'
import type { SendResult } from './send-failure.ts'
import { type ConnectionShares, mostConnections } from './share-connections.ts'
import type { SystemMail } from './system-mail.ts'

/** The connections that emails are sent through. */
export interface OutgoingMail extends SendingServer {
  /** Sends an email from Courtcrier itself: a password reset, an invitation. */
  sendSystemMail: (mail: Omit<SystemMail, 'html'> & { html?: string }) => Promise<SendResult>
}

/** What firms and domains get of the connections. */
export const usualShares: ConnectionShares = {
  most: mostConnections / 2,
  mostAside: mostConnections / 2,
  mostOwn: 2,
  mostOfFirm: 6,
  mostOfDomain: 4,
  mostStuckOfDomain: 2,
  mostOfDomainInAll: 6,
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
  const sending = server ? openOwn(server, { log, shares }) : notConfigured
  return {
    ...sending,
    sendSystemMail: async ({ to, subject, text, html, messageId }) => {
      const result = await sending.send({
        from: { name: 'Courtcrier', address: config.mailFrom },
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...{
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          ...(messageId === undefined ? {} : { messageId }),
        },
      })
      return 'later' in result ? { retry: result.later } : result
    },
  }
}

function openOwn(
  server: NonNullable<Config['outgoing']>,
  { log, shares }: { log: Logger; shares: ConnectionShares },
): SendingServer {
  const name = `${server.host}:${server.port}`
  const thread = openMailThread(log)
  const sending = openSendingServer({ key: name, server }, { name, thread, log, shares })
  return {
    ...sending,
    close: async () => {
      await sending.close()
      await thread.close()
    },
  }
}

const missing =
  "Nothing sends your firm's emails: add a sending account in the console, or set COURTCRIER_SMTP_OUT, for example smtp://user:password@mail.example.com:587."

const notConfigured: SendingServer = {
  send: async () => ({ retry: missing }),
  putOff: () => undefined,
  verify: async () => missing,
  state: () => undefined,
  close: async () => undefined,
}
