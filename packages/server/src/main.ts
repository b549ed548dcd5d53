import type { Logger } from 'pino'
import { type Config, ConfigError } from './base/config.ts'
import { configWarnings } from './base/config-warnings.ts'
import { findPoolerProblem } from './base/db/pooler.ts'
import { makeLog } from './base/log.ts'
import { whyNodeTooOld } from './base/node-version.ts'
import type { Services } from './base/services.ts'
import { buildApp } from './http/app.ts'
import type { DemoControls, DemoLogIn } from './http/demo.ts'
import { bellUrlOf } from './http/graph-bell.ts'
import { productRoutes } from './http/routes.ts'
import type { MailLinks } from './http/server/health-detail.ts'
import type { AttemptLimits } from './http/session/session.ts'
import { startImapReaders } from './mail/imap-reader.ts'
import type { MailReaders } from './mail/keep-reading.ts'
import { keepMailboxes } from './mail/mailboxes/keep-mailboxes.ts'
import { startSmtpListener } from './mail/smtp-listener.ts'
import { openMailLinks } from './mail-links.ts'
import { openServices, type Stop } from './open-services.ts'
import { type FirmMail, openFirmMail } from './outbox/mail/accounts/firm-mail.ts'
import { openOutgoingMail } from './outbox/mail/outgoing-mail.ts'
import { onceDatabaseIsThere } from './wait-for-database.ts'
import { startWorker } from './worker.ts'

/** A running Courtcrier. */
export interface Courtcrier {
  services: Services
  /** The console's URL; undefined when this process has no web role. */
  url: string | undefined
  /** The port that receives notices by SMTP; undefined when there is no listener. */
  smtpPort: number | undefined
  /** Stops accepting work, waits for running work, and closes everything. */
  stop: () => Promise<void>
}

export interface StartOptions {
  log?: Logger
  demoLogIns?: readonly DemoLogIn[]
  demoControls?: DemoControls
  /** Attempts allowed per address and minute; the defaults when absent. */
  limits?: AttemptLimits
}

/** Like `startCourtcrier`, but waits for a database that is unavailable at the start. */
export async function startOnceDatabaseIsThere(config: Config): Promise<Courtcrier> {
  const log = makeLog(config.logLevel)
  return onceDatabaseIsThere({ config, log }, () => startCourtcrier(config, { log }))
}

/** Opens everything and starts the roles of this process. The only place that starts anything. */
export async function startCourtcrier(config: Config, options: StartOptions = {}): Promise<Courtcrier> {
  const stops: Stop[] = []
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  try {
    const { services, secretKey } = await openServices(config, {
      log: options.log ?? makeLog(config.logLevel),
      stops,
    })
    const oldNode = whyNodeTooOld()
    if (oldNode !== undefined) services.log.warn(oldNode)
    for (const warning of configWarnings(config)) services.log.warn(warning)
    await warnOfPooler(services)
    const outgoing = openFirmMail(services, openOutgoingMail(config, services.log))
    stops.push(() => outgoing.close())
    if (config.roles.includes('worker')) stops.push((await startWorker(services, outgoing)).stop)
    const mail = config.roles.includes('mail') ? await startMail(services, stops) : undefined
    const smtpPort = mail?.port
    const { stop: stopReports, ...mailLinks } = openMailLinks(services, { mailboxes: mail?.mailboxes, outgoing })
    stops.push(stopReports)
    const url = config.roles.includes('web')
      ? await startWeb(services, { secretKey, outgoing, stops, mailLinks, ...options })
      : undefined
    return { services, url, smtpPort, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A check that fails says nothing about a pooler, and doesn't end the start. */
async function warnOfPooler({ database, log }: Services): Promise<void> {
  try {
    const problem = await findPoolerProblem(database)
    if (problem) log.warn(problem.sentence)
  } catch (err) {
    log.warn({ err }, 'could not check whether a connection pooler is in front of the database')
  }
}

interface IncomingMail {
  /** Of the SMTP listener; undefined when there is none. */
  port: number | undefined
  mailboxes: MailReaders['status']
}

async function startMail(services: Services, stops: Stop[]): Promise<IncomingMail> {
  const { config } = services
  const own = startImapReaders(services, config.imapAccounts)
  const ofFirms = keepMailboxes(services, { bellUrlOf: (firmId) => bellUrlOf(services, firmId) })
  stops.push(own.stop, ofFirms.stop)
  const mailboxes = () => [...own.status(), ...ofFirms.status()]
  if (config.smtpPort === undefined) return { port: undefined, mailboxes }
  const listener = await startSmtpListener(services)
  stops.push(() => listener.close())
  return { port: listener.port, mailboxes }
}

interface WebOptions extends StartOptions {
  secretKey: Uint8Array
  outgoing: FirmMail
  stops: Stop[]
  mailLinks: MailLinks
}

async function startWeb(
  services: Services,
  { secretKey, outgoing, stops, mailLinks, demoLogIns, demoControls, limits }: WebOptions,
): Promise<string> {
  const { config } = services
  const app = await buildApp(services, {
    secretKey,
    sendMail: outgoing.sendSystemMail,
    trustProxy: config.trustedProxies,
    metricsReaders: config.metricsReaders,
    mailLinks,
    register: productRoutes,
    ...(config.isDemo && demoLogIns ? { demoLogIns } : {}),
    ...(limits ? { limits } : {}),
    ...(config.isDemo && demoControls ? { demoControls } : {}),
  })
  stops.push(() => app.close())
  // Before: once nothing is served, agents can't answer any more.
  stops.push(() => services.stores.stopAsking())
  return listen(app, config)
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new ConfigError(
        `Port ${port} is taken. Stop the program that uses it, or set COURTCRIER_PORT to another.`,
        { cause },
      )
    }
    if (code === 'EACCES')
      throw new ConfigError(`Port ${port} may not be used by this user. Set COURTCRIER_PORT to one above 1023.`, {
        cause,
      })
    throw cause
  }
}
