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
  /** Accepts no new connections, lets messages in progress finish, and closes. */
  close: () => Promise<void>
}

export interface SmtpListenerOptions {
  host: string
  /** 0 uses any free port. */
  port: number
  maxConnections: number
  /** Per address; a firm's mail gateway sends everything from one. */
  maxConnectionsPerIp: number
  /** Silence after which a connection is closed, in milliseconds. */
  idleMs: number
  /** Longest time from one message to the next, so that a slow trickle can't hold a connection forever. */
  messageMs: number
  /** Commands allowed before a message. */
  maxCommands: number
  /** Unknown recipients allowed per connection; more means someone is guessing addresses. */
  maxUnknown: number
  /** Memory for all incoming messages, in bytes. */
  memory: number
  /** How long closing waits for messages in progress. */
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

/** Further ones are answered 452, and the sender sends them in a second message (RFC 5321, section 4.5.3.1.10). */
const maxRecipients = 100

/**
 * Receives mail for the firms over SMTP. Answers `250` only once the message is durable and queued for every firm it is
 * addressed to. Throws `ConfigError` when the port or the certificate can't be used.
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
  // Broken connections and failed handshakes are the sender's concern; anything not answered with 250 is sent again.
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
    // A DNS query for the name of every sender's address would delay the greeting.
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
      // The size that EHLO announces. The recipient, and so the limit that applies, isn't known before RCPT.
      const setSize = (size: number) => {
        options().size = size
      }
      // Without the database, the last known size stays, and RCPT answers that nothing can be received.
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

/** The size that the sender declares (RFC 1870); 0 if it declares none. */
function declaredSize({ envelope: { mailFrom } }: SMTPServerSession): number {
  const args = mailFrom ? mailFrom.args : false
  return Number(args ? (args.SIZE ?? 0) : 0)
}

/** Passes the outcome to smtp-server. Any error other than `SmtpRefusal` is a problem on our side, and temporary. */
function answer<T>({ log }: Services, work: Promise<T>, callback: (error?: Error | null, text?: string) => void): void {
  work.then(
    (text) => callback(null, typeof text === 'string' ? text : undefined),
    (error: unknown) => {
      if (!(error instanceof SmtpRefusal)) log.error({ err: error }, 'a message could not be received')
      callback(temporaryRefusal(error))
    },
  )
}

/** Resolves if mail to the address is accepted. Throws `SmtpRefusal` otherwise. */
async function checkRecipient(
  recipients: Recipients,
  { address, declaredSize }: { address: string; declaredSize: number },
): Promise<void> {
  const found = await recipients.find(address)
  if (found === 'unproven') {
    throw new SmtpRefusal(
      451,
      "4.3.5 The domain of this address hasn't been assigned to a firm yet. This server's operator must assign it.",
    )
  }
  if (!found) {
    throw new SmtpRefusal(550, '5.1.1 No firm here accepts mail at this address.', { isUnknownRecipient: true })
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
  return `Mail can't be received at ${host}:${port} (${code ?? String(cause)}). Check COURTCRIER_SMTP_HOST.`
}
