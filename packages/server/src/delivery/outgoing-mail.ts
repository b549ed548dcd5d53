import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config, MailServer } from '../config.ts'
import { gatherChunks } from '../lib/gather-chunks.ts'
import { type SendResult, sendFailure } from './send-failure.ts'

/** A mail with everything in it. */
export interface Mail {
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: string | undefined
  subject: string
  text: string
  html?: string
  messageId?: string
  references?: string | undefined
  headers?: Readonly<Record<string, string>>
  attachments?: readonly { filename: string; contentType: string; content: Buffer | Readable }[]
}

/** The connections to the mail server that sends. */
export interface OutgoingMail {
  /** Resolves when the mail server has taken the mail or said why not; never throws for what a server answers. */
  send: (mail: Mail) => Promise<SendResult>
  /** Mail of Courtcrier itself: a forgotten password, a report. */
  sendSystemMail: (mail: { to: string; subject: string; text: string; html?: string }) => Promise<SendResult>
  /** For `doctor`: undefined when the server can be reached and takes the log-in, else what is wrong. */
  verify: () => Promise<string | undefined>
  close: () => void
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
  close: () => undefined,
}

function connect(server: MailServer, log: Logger): Connection {
  const transport = createTransport(optionsOf(server))
  // A connection that the server ends between two mails is replaced at the next; unheard, the event would end Node.
  transport.on('error', (error: unknown) => log.warn({ err: error }, 'a connection to the mail server ended'))
  // A message is composed line by line, and each line would be a write to the mail server.
  transport.use('stream', (mail, done) => {
    mail.message.transform(() => gatherChunks(writeBytes))
    done()
  })
  return {
    send: async (mail) => {
      try {
        const info = await transport.sendMail({ ...mail, attachments: [...(mail.attachments ?? [])], ...safety })
        return { accepted: true, response: String(info.response) }
      } catch (error) {
        return sendFailure(error, { server, mail })
      }
    },
    verify: async () => {
      try {
        await transport.verify()
        return undefined
      } catch (error) {
        const failure = sendFailure(error, { server, mail: undefined })
        return 'retry' in failure ? failure.retry : 'rejected' in failure ? failure.rejected : undefined
      }
    },
    close: () => transport.close(),
  }
}

const writeBytes = 64 * 1024

/** No part of a mail may make this server read a file or a page. */
const safety = { disableFileAccess: true, disableUrlAccess: true }

function optionsOf(server: MailServer) {
  const hasLogin = server.user !== undefined
  return {
    pool: true as const,
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    // A password never travels in the clear, except within this machine.
    requireTLS: hasLogin && !isThisMachine(server.host),
    // Without a password TLS is a bonus (RFC 7435), and a relay's home-made certificate is no reason to go without.
    tls: { rejectUnauthorized: server.isSecure || hasLogin },
    ...(hasLogin ? { auth: { user: server.user, pass: server.password ?? '' } } : {}),
    maxConnections: 8,
    maxMessages: 500,
    // Over a new connection, when the server dropped an idle one before a byte of the message was sent.
    maxRequeues: 2,
    // Shorter than servers wait for the next command.
    idleTimeout: 30_000,
    dnsTimeout: 10_000,
    connectionTimeout: 15_000,
    greetingTimeout: 30_000,
    // RFC 5321, 4.5.3.2.6 allows a server minutes to take a large message.
    socketTimeout: 180_000,
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.')
}
