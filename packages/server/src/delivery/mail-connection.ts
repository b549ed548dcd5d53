import { readFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'
import type { MailServer } from '../config.ts'
import { gatherChunks } from '../lib/gather-chunks.ts'
import type { Mail, MailFile } from './outgoing-mail.ts'
import { type SendResult, sendFailure } from './send-failure.ts'

/** The connections of one thread to the mail server that sends. */
export interface MailConnection {
  /** Resolves when the mail server has taken the mail or said why not; never throws for what a server answers. */
  send: (mail: Mail) => Promise<SendResult>
  /** Undefined when the server can be reached and takes the log-in, else what is wrong. */
  verify: () => Promise<string | undefined>
  /** Says goodbye to the server. */
  close: () => void
}

/** Opens connections as there is something to send. */
export function connectMailServer(server: MailServer): MailConnection {
  const transport = createTransport(optionsOf(server))
  // A connection that the server ends between two mails is replaced at the next, whose result says what went wrong;
  // unheard, the event would end the thread.
  transport.on('error', () => undefined)
  // A message is composed line by line, and each line would be a write to the mail server.
  transport.use('stream', (mail, done) => {
    mail.message.transform(() => gatherChunks(writeBytes))
    done()
  })
  return {
    send: async (mail) => {
      try {
        const attachments = await Promise.all((mail.attachments ?? []).map(load))
        const info = await transport.sendMail({ ...mail, attachments, ...safety })
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

/** No part of a mail may make this server read a file or a page; what is attached is read here. */
const safety = { disableFileAccess: true, disableUrlAccess: true }

/** Read as a whole: the limit for what goes with one mail is far below what a thread can hold. */
async function load({ filename, contentType, content }: MailFile) {
  const bytes = content instanceof Uint8Array ? content : await readFile(content.path)
  return { filename, contentType, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

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
