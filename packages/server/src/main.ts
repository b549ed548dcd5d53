import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import './behaviours/registry.ts'
import { openBlobStore } from '@courtcrier/lib/blob-store.ts'
import { makePrivate } from '@courtcrier/lib/private-folder.ts'
import { withRecentBlobs } from '@courtcrier/lib/recent-blobs.ts'
import { keyFromFile, makeSecretBox, parseKey } from '@courtcrier/lib/secret-box.ts'
import { type Config, ConfigError } from './base/config.ts'
import { openChangeFeed } from './base/db/changes.ts'
import { type Database, openDatabase } from './base/db/database.ts'
import { startJobs } from './base/db/jobs.ts'
import { startMaintenance } from './base/db/maintenance.ts'
import { migrate } from './base/db/migrate.ts'
import { watchWrites } from './base/db/write-probe.ts'
import { makeLog } from './base/log.ts'
import { makeMetrics } from './base/metrics.ts'
import { reportOutages } from './base/report-outages.ts'
import type { Services } from './base/services.ts'
import { buildApp } from './http/app.ts'
import type { DemoControls, DemoLogIn } from './http/demo.ts'
import { bellUrlOf } from './http/graph-bell.ts'
import { productRoutes } from './http/routes.ts'
import type { MailLinks } from './http/server/health-detail.ts'
import type { AttemptLimits } from './http/session/session.ts'
import { startImapReaders } from './mail/imap-reader.ts'
import type { MailReaders } from './mail/keep-reading.ts'
import { rowUpdates } from './mail/known-addresses.ts'
import { keepMailboxes } from './mail/mailboxes/keep-mailboxes.ts'
import { startSmtpListener } from './mail/smtp-listener.ts'
import { openMailLinks } from './mail-links.ts'
import { type FirmMail, openFirmMail } from './outbox/mail/accounts/firm-mail.ts'
import { openOutgoingMail } from './outbox/mail/outgoing-mail.ts'
import { makePublicLinks } from './outbox/public-link.ts'
import { ensureStamps } from './records/walls/stamps.ts'
import { bindOldSeals } from './stores/bind-old-seals.ts'
import { openStores } from './stores/open-stores.ts'
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

type Stop = () => unknown

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
    if (config.privateWebhooks === 'all')
      services.log.warn(
        'COURTCRIER_ALLOW_PRIVATE_WEBHOOKS lets the webhooks of every firm lead anywhere in your network; it can also name hosts and networks',
      )
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

/** In bytes. Enough for a morning's notices and their attachments, but not for a large document production. */
const recentBlobs = { limit: 32_000_000, largest: 4_000_000, perBlob: 600 }

/** Opens the services without any role, for the command line, which works on the same data. */
export async function openServices(
  config: Config,
  { log, stops }: { log: Logger; stops: Stop[] },
): Promise<{ services: Services; secretKey: Uint8Array }> {
  await demandFolder(config.dataFolder, 'COURTCRIER_DATA')
  await demandFolder(config.blobFolder, 'COURTCRIER_BLOBS')
  await demandFolder(path.join(config.dataFolder, 'fetching'), 'COURTCRIER_DATA')
  await demandFolder(path.join(config.dataFolder, 'handed-over'), 'COURTCRIER_DATA')
  if (config.databaseUrl === undefined) await demandFolder(path.join(config.dataFolder, 'database'), 'COURTCRIER_DATA')
  const secretKey = await readKey(config)
  const database = await openMigrated(config)
  stops.push(database.close, reportOutages(database, log))
  const blobs = withRecentBlobs(await openBlobStore(config.blobFolder), recentBlobs)
  const feed = await openChangeFeed(database)
  stops.push(feed.close)
  const metrics = makeMetrics()
  const onError = (error: unknown) => {
    metrics.jobErrors.inc()
    log.error({ err: error }, 'a job failed unexpectedly')
  }
  const jobs = await startJobs(database, { feed, onError, isAlone: database.kind === 'pglite' })
  stops.push(jobs.stop)
  stops.push(startMaintenance(database, onError), watchWrites(database, onError))
  const secrets = makeSecretBox(secretKey)
  await bindOldSeals({ database, secrets, log })
  return {
    services: {
      config,
      database,
      blobs,
      jobs,
      feed,
      secrets,
      publicLinks: makePublicLinks(secretKey),
      log,
      metrics,
      stores: openStores({ config, database, secrets, log, feed }),
    },
    secretKey,
  }
}

async function openMigrated(config: Config): Promise<Database> {
  const database = await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataFolder })
  try {
    await migrate(database, rowUpdates, ensureStamps)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Creates the folder and removes everyone else's access. Throws a `ConfigError` that names the setting when the folder
 * can't be written or stays accessible to others.
 */
export async function demandFolder(folder: string, setting: string): Promise<void> {
  const problem = await makeWritable(folder, setting)
  if (problem !== undefined)
    throw new ConfigError(`${problem} It holds what courts sent and what opens it; ${setting} names another folder.`)
}

async function makeWritable(folder: string, setting: string): Promise<string | undefined> {
  try {
    const problem = await makePrivate(folder)
    await access(folder, constants.W_OK)
    return problem
  } catch (cause) {
    throw new ConfigError(`The folder ${folder} cannot be written. Make it writable, or set ${setting} to another.`, {
      cause,
    })
  }
}

async function readKey(config: Config): Promise<Uint8Array> {
  if (!config.secretKey) return keyFromFile(path.join(config.dataFolder, 'secret.key'))
  const key = parseKey(config.secretKey)
  if (!key) throw new ConfigError('COURTCRIER_SECRET_KEY must be 32 bytes, in hexadecimal or base64.')
  return key
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
