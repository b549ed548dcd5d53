import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { ConfigError } from '../base/config.ts'
import type { Services } from '../base/services.ts'
import { makeIntakeBudget } from './message-intake.ts'
import { defaultMaxBytes, openRecipients, type Recipients } from './recipients.ts'
import { readCertificate, watchCertificate } from './smtp-certificate.ts'
import { type ConnectionGuard, guardConnections } from './smtp-guard.ts'
import { type MessageDeps, receiveData, tooLarge } from './smtp-message.ts'
import { SmtpRefusal, temporaryRefusal } from './smtp-refusal.ts'

export interface SmtpListener {
  port: number
  /** Takes no new connection, lets running messages end and closes. */
  close: () => Promise<void>
}

export interface SmtpListenerOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  maxConnections: number
  /** From one address; a firm's mail gateway sends everything from one. */
  maxConnectionsPerIp: number
  /** Silence after which a connection is closed. */
  idleMs: number
  /** Longest time from one message to the next, so that a slow trickle doesn't hold a connection for ever. */
  messageMs: number
  /** Commands that may come before a message does. */
  maxCommands: number
  /** Unknown recipients that one connection may try: more is somebody guessing addresses. */
  maxUnknown: number
  /** Memory for all messages on their way in, in bytes. */
  memory: number
  /** How long closing waits for running messages. */
  closeMs: number
}

const defaults = {
  maxConnections: 500,
  maxConnectionsPerIp: 100,
  idleMs: 5 * 60_000,
  messageMs: 30 * 60_000,
  maxCommands: 1_000,
  maxUnknown: 20,
  memory: 512 * 1024 * 1024,
  closeMs: 30_000,
}

/** More are answered 452, and the sender sends them in a second message (RFC 5321, section 4.5.3.1.10). */
const maxRecipients = 100

/**
 * Takes mail for the firms by SMTP. `250` is answered when the message is durable and queued for every firm that
 * it is for, and not before. Throws `ConfigError` when the port or the certificate can't be used.
 */
export async function startSmtpListener(
  services: Services,
  options: Partial<SmtpListenerOptions> = {},
): Promise<SmtpListener> {
  const { config } = services
  const settings = { ...defaults, host: config.smtpHost, port: config.smtpPort ?? 0, ...options }
  const certificate = config.smtpCertificate && (await readCertificate(config.smtpCertificate))
  const recipients = openRecipients(services)
  const guard = guardConnections(settings)
  const deps: MessageDeps = { services, recipients, budget: makeIntakeBudget(settings.memory) }
  const server: SMTPServer = new SMTPServer({
    ...protocolOptions(settings, certificate),
    logger: guard.logger,
    ...handlers(deps, { guard, options: () => server.options }),
  })
  guard.attach(server)
  // Broken lines and failed handshakes are their senders' affair; what was not answered 250 is sent again.
  server.on('error', (error) => services.log.debug({ err: error }, 'an SMTP connection failed'))
  const stopWatching = config.smtpCertificate && watchCertificate(config.smtpCertificate, server, services.log)
  await listen(server, settings)
  return {
    port: (server.server.address() as AddressInfo).port,
    close: async () => {
      stopWatching?.()
      await guard.close()
      recipients.close()
    },
  }
}

interface Certificate {
  cert: Buffer
  key: Buffer
}

function protocolOptions(
  settings: typeof defaults,
  certificate: Certificate | undefined,
): SMTPServerOptions & { maxRecipients: number } {
  return {
    ...certificate,
    banner: certificate ? 'Courtcrier' : 'Courtcrier (no encryption: no certificate is configured)',
    authOptional: true,
    size: defaultMaxBytes,
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    // Asking the DNS for the name of every sender's address would hold up the greeting.
    disableReverseLookup: true,
    maxClients: settings.maxConnections,
    maxRecipients,
    socketTimeout: settings.idleMs,
    closeTimeout: settings.closeMs,
  }
}

interface HandlerParts {
  guard: ConnectionGuard
  options: () => SMTPServerOptions
}

type Handlers = Pick<SMTPServerOptions, 'onConnect' | 'onRcptTo' | 'onData' | 'onClose'>

function handlers(deps: MessageDeps, { guard, options }: HandlerParts): Handlers {
  const { services, recipients } = deps
  return {
    onConnect: (session, callback) => {
      const refusal = guard.admit(session)
      if (refusal) return callback(refusal)
      // The size that EHLO names; who it is for, and so which limit counts, is not known before RCPT.
      const setSize = (size: number) => {
        options().size = size
      }
      // Without the database the last known size stays; RCPT answers that nothing can be taken in.
      recipients
        .largest()
        .then(setSize, () => {})
        .finally(() => callback())
    },
    onRcptTo: ({ address }, session, callback) => {
      const checked = checkRecipient(recipients, { address, declaredSize: declaredSize(session) })
      answer(
        services,
        checked.catch((error: unknown) => {
          if (!(error instanceof SmtpRefusal)) throw error
          services.log.info({ ip: session.remoteAddress, address, answer: error.message }, 'a recipient was refused')
          throw (error.isUnknownRecipient && guard.countUnknown(session)) || error
        }),
        callback,
      )
    },
    onData: (stream, session, callback) => {
      const done = guard.begin(session)
      answer(services, receiveData(deps, { stream, session }), (error, text) => {
        callback(error, text)
        done(error instanceof SmtpRefusal && error.closesConnection)
      })
    },
    onClose: (session) => guard.forget(session),
  }
}

/** What the sender says that the message will measure (RFC 1870); 0 when it does not say. */
function declaredSize({ envelope: { mailFrom } }: SMTPServerSession): number {
  const args = mailFrom ? mailFrom.args : false
  return Number(args ? (args.SIZE ?? 0) : 0)
}

/** Hands the outcome to smtp-server; what is not a refusal of ours is trouble of ours, and temporary. */
function answer<T>({ log }: Services, work: Promise<T>, callback: (error?: Error | null, text?: string) => void): void {
  work.then(
    (text) => callback(null, typeof text === 'string' ? text : undefined),
    (error: unknown) => {
      if (!(error instanceof SmtpRefusal)) log.error({ err: error }, 'mail could not be taken in')
      callback(temporaryRefusal(error))
    },
  )
}

/** Resolves when mail to the address is wanted. Throws `SmtpRefusal` otherwise. */
async function checkRecipient(
  recipients: Recipients,
  { address, declaredSize }: { address: string; declaredSize: number },
): Promise<void> {
  const found = await recipients.find(address)
  if (found === 'unproven') {
    throw new SmtpRefusal(
      451,
      "4.3.5 The domain of this address hasn't been given to a firm yet. Its operator must settle whose it is.",
    )
  }
  if (!found) {
    throw new SmtpRefusal(550, '5.1.1 No firm here takes mail at this address.', { isUnknownRecipient: true })
  }
  if (declaredSize > found.maxBytes) throw tooLarge(found.maxBytes)
}

async function listen(server: SMTPServer, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject)
      server.listen(port, host, () => resolve())
    })
  } catch (cause) {
    throw new ConfigError(listenProblem(cause, host, port), { cause })
  }
}

function listenProblem(cause: unknown, host: string, port: number): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE') {
    return `The SMTP port ${port} is taken. Stop the program that uses it, or set COURTCRIER_SMTP_PORT to another.`
  }
  if (code === 'EACCES') {
    return `The SMTP port ${port} may not be used by this user. Set COURTCRIER_SMTP_PORT to one above 1023.`
  }
  return `Mail cannot be taken at ${host}:${port} (${code ?? String(cause)}). Check COURTCRIER_SMTP_HOST.`
}
