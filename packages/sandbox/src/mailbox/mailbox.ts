import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { type MailStore, openMailStore } from './mail-store.ts'

export interface Mailbox {
  port: number
  store: MailStore
  /** Answers the next messages with 451 instead of accepting them. */
  refuseNext(count: number): void
  stop(): Promise<void>
}

const maxBytes = 60 * 1024 * 1024

/** Starts an SMTP server that accepts and stores mail from anyone to anyone, with any login. */
export async function startMailbox(options: { port: number; folder?: string }): Promise<Mailbox> {
  const store = await openMailStore(options.folder)
  const refusals = { left: 0 }
  const server = new SMTPServer({
    // Senders keep idle connections open; waiting the default half minute for them is useless here.
    closeTimeout: 500,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    logger: false,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, callback) => {
      receive({ stream, session, store, refusals }).then(
        () => callback(),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  // A client that hangs up midway is ignored; its message was never answered with 250.
  server.on('error', () => {})
  await listen(server, options.port)
  return {
    port: (server.server.address() as AddressInfo).port,
    store,
    refuseNext: (count) => {
      refusals.left = count
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

interface Receipt {
  stream: SMTPServerDataStream
  session: SMTPServerSession
  store: MailStore
  refusals: { left: number }
}

async function receive({ stream, session, store, refusals }: Receipt): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  if (stream.sizeExceeded) throw smtpError('The message is too large', 552)
  if (refusals.left > 0) {
    refusals.left--
    throw smtpError('Try again later', 451)
  }
  const { mailFrom, rcptTo } = session.envelope
  await store.add({
    envelopeFrom: mailFrom === false ? '' : mailFrom.address,
    envelopeTo: rcptTo.map((recipient) => recipient.address),
    raw: Buffer.concat(chunks),
  })
}

function smtpError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode })
}

function listen(server: SMTPServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
