import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { gatherChunks } from '@courtcrier/lib/gather-chunks.ts'
import { type Pace, usualPace } from '@courtcrier/lib/pace.ts'
import { createTransport } from 'nodemailer'
import type { MailServer } from '../../base/config.ts'
import type { AccountWays } from './accounts/account-ways.ts'
import { headersOf, type Mail, type MailFile } from './mail.ts'
import { type MailNotes, mostUnanswered } from './receipts.ts'
import { failureOf, type SendResult, sendFailure, unanswered } from './send-failure.ts'
import { mostConnections, mostOfAccount } from './share-connections.ts'
import { type SendWatch, watchSending } from './watch-sending.ts'

/** One thread's connections to the outgoing mail server. */
export interface MailConnection {
  /**
   * Resolves when the mail server has accepted the email or said why not; never throws because of a server's response.
   * Notes both moments. An email that was handed over twice without an answer isn't sent.
   */
  send: (mail: Mail, notes?: MailNotes) => Promise<SendResult>
  /** Returns undefined if the server is reachable and accepts the login, otherwise what is wrong. */
  verify: () => Promise<string | undefined>
  /** Closes the connections to the server. */
  close: () => void
}

/** A mail server, or that of a firm's account, which is reached and signed in to in another way. */
export type ReachedServer = MailServer & Partial<AccountWays>

/** Connections are opened when there is something to send. */
export function connectMailServer(server: ReachedServer, pace: Pace = usualPace): MailConnection {
  const transport = createPool(server)
  // A connection that the server ends between two emails is replaced for the next one, whose result says what went
  // wrong; an unhandled error event would end the thread.
  transport.on('error', () => undefined)
  // A message is composed line by line, and without this each line would be a write to the mail server.
  transport.use('stream', (mail, done) => {
    const { watch } = mail.data as Watched
    mail.message.transform(() => gatherChunks(writeBytes))
    mail.message.processFunc((email) => watch.follow(email))
    done()
  })
  return {
    send: async (mail, notes) => {
      if (notes && notes.lost() >= mostUnanswered) return unanswered(server)
      let isHandedOver = false
      const watch = watchSending(pace, () => {
        isHandedOver = true
        notes?.note('handedOver')
      })
      try {
        const sending = () => sendWithFiles(transport, { ...mail, watch, signal: watch.signal })
        const info = await withNewToken(server, sending)
        notes?.note('accepted')
        return { accepted: true, response: String(info.response) }
      } catch (error) {
        const why = watch.whyBrokenOff()
        if (why === undefined && isAnswer(error)) notes?.note('refused')
        else if (isHandedOver) notes?.note('lost')
        return why === undefined ? sendFailure(error, { server, mail }) : { retry: brokenOff(server, why) }
      } finally {
        watch.end()
      }
    },
    verify: () => verify(transport, server, pace),
    close: () => transport.close(),
  }
}

const writeBytes = 64 * 1024
/** Retries over a new connection if the server dropped an idle one before any byte of the message was sent. */
const maxRequeues = 2

type Watched = Mail & { watch: SendWatch; signal: AbortSignal }

type MailTransport = ReturnType<typeof createPool>

/**
 * Resolves when the server has accepted the email. If a connection ends before any byte of the email was sent, the pool
 * uses another one, but streams can't be read from their beginning again, so such an email is sent anew.
 */
async function sendWithFiles(transport: MailTransport, mail: Watched, triesLeft = maxRequeues) {
  const attachments = await Promise.all((mail.attachments ?? []).map(load))
  try {
    return await transport.sendMail({ ...mail, headers: headersOf(mail), attachments, ...safety })
  } catch (error) {
    if (triesLeft === 0 || !isUnread(error)) throw error
    return sendWithFiles(transport, mail, triesLeft - 1)
  } finally {
    for (const { content } of attachments) if (content instanceof Readable) content.destroy()
  }
}

/** A token may end before its time: a server that refuses it gets a new one, once. No byte of the email was sent. */
async function withNewToken<T>({ accessToken, isTokenGiven }: ReachedServer, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isRefused = error instanceof Error && 'responseCode' in error && error.responseCode === 535
    if (!accessToken || isTokenGiven || !isRefused) throw error
    await accessToken(true)
    return run()
  }
}

async function verify(transport: MailTransport, server: ReachedServer, pace: Pace): Promise<string | undefined> {
  const watch = watchSending(pace, () => undefined)
  try {
    await Promise.race([transport.verify(), rejectWhenAborted(watch.signal)])
    return undefined
  } catch (error) {
    const why = watch.whyBrokenOff()
    if (why !== undefined) return brokenOff(server, why)
    return failureOf(sendFailure(error, { server, mail: undefined }))
  } finally {
    watch.end()
  }
}

function brokenOff({ host }: MailServer, why: string): string {
  return `The mail server ${host} ${why}.`
}

/** A check can't be broken off: its connection lasts until the server or the process ends it. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

/** Whether the server answered; otherwise it may have accepted the email, and its answer was lost. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
}

/** Whether a stream couldn't be read to its end; in that case no server has accepted the email. */
function isUnread(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESTREAM'
}

/** No part of an email may make this server read a file or a web page; attachments are read here. */
const safety = { disableFileAccess: true, disableUrlAccess: true }

/** In bytes; larger files are read while they are sent, because many emails wait here for the mail server. */
const largestWhole = 4_000_000

async function load({ filename, contentType, content }: MailFile) {
  return { filename, contentType, content: await contentOf(content) }
}

async function contentOf(content: MailFile['content']): Promise<Buffer | Readable> {
  if (content instanceof Uint8Array) return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const { size } = await stat(content.path)
  return size > largestWhole ? Readable.from(chunksOf(content.path), { objectMode: false }) : readFile(content.path)
}

/** The file is opened when the first chunk is read, which is when the email's turn has come. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path)
}

function createPool(server: ReachedServer) {
  return createTransport(optionsOf(server))
}

function optionsOf(server: ReachedServer) {
  const hasLogin = server.user !== undefined
  const { dial } = server
  return {
    pool: true as const,
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    ...nameOf(server),
    ...encryptionOf(server),
    ...(hasLogin ? { auth: authOf(server) } : {}),
    ...(dial
      ? { getSocket: dialer(dial), maxConnections: mostOfAccount, forceAuth: true }
      : { maxConnections: mostConnections }),
    maxMessages: 500,
    maxRequeues,
    // Shorter than servers wait for the next command.
    idleTimeout: 30_000,
    dnsTimeout: 10_000,
    connectionTimeout: 15_000,
    greetingTimeout: 30_000,
    // RFC 5321, 4.5.3.2.6 allows a server minutes to take a large message.
    socketTimeout: 180_000,
  }
}

/** How the server is greeted. */
export function nameOf({ ehloName }: MailServer) {
  return ehloName === undefined ? {} : { name: ehloName }
}

/** What a connection to the server must have before a password or token is sent. */
export function encryptionOf({ host, isSecure, user }: MailServer) {
  const hasLogin = user !== undefined
  return {
    // A password is never sent unencrypted, except within this machine.
    requireTLS: hasLogin && !isThisMachine(host),
    // Without a password, TLS is a bonus (RFC 7435), and a relay's self-signed certificate is no reason to do without
    // it.
    tls: { rejectUnauthorized: isSecure || hasLogin },
  }
}

export function authOf({ user = '', password, accessToken }: ReachedServer) {
  if (!accessToken) return { user, pass: password ?? '' }
  // Called for each new connection, and once more when the server refuses the token.
  const provisionCallback = (_user: string, isRefused: boolean, done: TokenTaker) => {
    accessToken(isRefused).then((token) => done(null, token), done)
  }
  return { type: 'OAuth2' as const, user, provisionCallback }
}

type TokenTaker = (error: Error | null, token?: string) => void

function dialer(dial: AccountWays['dial']) {
  return (_options: object, done: (error: Error | null, reached?: { connection: Socket }) => void) => {
    dial().then((connection) => done(null, { connection }), done)
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
