import { lookup } from 'node:dns/promises'
import { access, constants, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import type { Config } from '../base/config.ts'
import { openDatabase } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { migrationNames } from '../base/db/migrate.ts'
import { missingTextIndexes } from '../base/db/text-indexes.ts'
import { probeWrites } from '../base/db/write-probe.ts'
import { FolderInUseError } from '../base/lib/folder-lock.ts'
import { whyNotPrivate } from '../base/lib/private-folder.ts'
import { checkImapAccount } from '../mail/imap-reader.ts'
import { findUnsettledAddresses } from '../mail/known-addresses.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import type { Check } from './check.ts'
import { checkLinks } from './check-links.ts'
import { checkProviders } from './check-providers.ts'

/** Checks everything Courtcrier depends on. Changes nothing. */
export async function runChecks(config: Config): Promise<readonly Check[]> {
  const checks = await Promise.all([
    guarded('Data folder', () => checkFolder('Data folder', config.dataFolder, 'COURTCRIER_DATA')),
    guarded('Blob store', () => checkFolder('Blob store', config.blobFolder, 'COURTCRIER_BLOBS')),
    guarded('Storage folder', () => checkFolder('Storage folder', config.storageFolder, 'COURTCRIER_STORAGE')),
    guarded('Privacy', () => checkPrivacy(config)),
    guarded('Metrics', async () => checkMetrics(config)),
    guarded('Disk', () => checkDisk(config)),
    guarded('Database', () => checkDatabase(config)),
    guarded('Outgoing mail', () => checkOutgoing(config)),
    guarded('Incoming mail', async () => checkIncoming(config)),
    ...config.imapAccounts.map((account) =>
      guarded(`Mailbox ${account.user}@${account.host}`, () => checkMailbox(account)),
    ),
    guarded('Mail', () => checkLinks(config)),
    guarded('Courts', () => checkCourts(config)),
    guarded('Clock', async () => checkClock()),
  ])
  return checks.flat()
}

/** An unexpected error is a failed check and doesn't end the others. */
async function guarded(name: string, run: () => Promise<Check | readonly Check[]>): Promise<Check | readonly Check[]> {
  try {
    return await run()
  } catch (error) {
    return { name, state: 'failed', sentence: `${error instanceof Error ? error.message : String(error)}` }
  }
}

async function checkFolder(name: string, folder: string, setting: string): Promise<Check> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    const probe = path.join(folder, `.doctor-${process.pid}`)
    await writeFile(probe, 'x', { flush: true })
    await rm(probe)
    return { name, state: 'ok', sentence: `${folder} can be written.` }
  } catch {
    return {
      name,
      state: 'failed',
      sentence: `${folder} cannot be written. Make it writable for this user, or set ${setting} to another.`,
    }
  }
}

/** Folders and files with documents or keys must not be accessible to other users of the machine. */
async function checkPrivacy({ dataFolder, blobFolder }: Config): Promise<Check | readonly Check[]> {
  const name = 'Privacy'
  const places = [
    dataFolder,
    blobFolder,
    ...['database', 'fetching', 'handed-over', 'secret.key'].map((part) => path.join(dataFolder, part)),
  ]
  const problems = (await Promise.all(places.map(whyNotPrivate))).filter((sentence) => sentence !== undefined)
  if (problems.length === 0)
    return { name, state: 'ok', sentence: 'Data, documents and keys are closed to other users.' }
  return problems.map((sentence) => ({ name, state: 'failed', sentence }))
}

function checkMetrics({ metricsReaders }: Config): Check {
  const name = 'Metrics'
  if (!metricsReaders)
    return { name, state: 'ok', sentence: 'Off. COURTCRIER_METRICS_TOKEN or COURTCRIER_METRICS_FROM opens /metrics.' }
  const { token, networks } = metricsReaders
  const readers = [...(token === undefined ? [] : ['callers with the token']), ...networks].join(', ')
  return { name, state: 'ok', sentence: `/metrics answers ${readers}.` }
}

const gigabyte = 2 ** 30

async function checkDisk(config: Config): Promise<Check> {
  const stat = await statfs(config.blobFolder).catch(() => statfs(path.dirname(config.dataFolder)))
  const free = (stat.bavail * stat.bsize) / gigabyte
  const sentence = `${free.toFixed(1)} GB are free.`
  if (free < 1)
    return {
      name: 'Disk',
      state: 'failed',
      sentence: `${sentence} Mail is refused when the disk is full: make room now.`,
    }
  if (free < 10) return { name: 'Disk', state: 'warning', sentence: `${sentence} Make room before it is full.` }
  return { name: 'Disk', state: 'ok', sentence }
}

async function checkDatabase(config: Config): Promise<readonly Check[]> {
  const name = 'Database'
  try {
    const database = await openDatabase(
      config.databaseUrl ? { url: config.databaseUrl, connections: 1 } : { folder: config.dataFolder },
    )
    try {
      return [
        await checkSchema(database),
        ...(await checkAddresses(database)),
        await checkTextSearch(database),
        await checkClockSkew(database),
        await checkWrites(database),
        ...(await checkProviders(database, config)),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof FolderInUseError) {
      return [
        {
          name,
          state: 'ok',
          sentence: "The embedded database is in use by a running Courtcrier, so it can't be opened.",
        },
      ]
    }
    const hint = config.databaseUrl
      ? 'Is the server running, and is DATABASE_URL right?'
      : 'Restore the data folder from a backup.'
    return [
      { name, state: 'failed', sentence: `It cannot be opened: ${(error as Error).message || String(error)}. ${hint}` },
    ]
  }
}

/** Without a text index, a search by words reads every record. */
async function checkTextSearch(database: OpenDatabase): Promise<Check> {
  const name = 'Search'
  const missing = await missingTextIndexes(database.kysely)
  if (missing.extensions.length > 0) {
    const statements = missing.extensions.map((extension) => `create extension ${extension};`).join(' ')
    return {
      name,
      state: 'warning',
      sentence: `Searches by words are slow. Let an administrator of the database run: ${statements} Then run "courtcrier migrate".`,
    }
  }
  if (missing.indexes > 0)
    return { name, state: 'warning', sentence: 'Searches by words are slow until "courtcrier migrate" has been run.' }
  return { name, state: 'ok', sentence: 'Words are looked up in indexes.' }
}

type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>

async function checkSchema(database: OpenDatabase): Promise<Check> {
  const { rows: meta } = await sql<{
    found: boolean
  }>`select to_regclass('courtcrier_meta.migrations') is not null as found`.execute(database.kysely)
  if (!meta[0]?.found)
    return { name: 'Database', state: 'warning', sentence: 'It is empty. Create a firm with "courtcrier firm create".' }
  const { rows } = await sql<{ name: string }>`select name from courtcrier_meta.migrations`.execute(database.kysely)
  const missing = (await migrationNames()).length - rows.length
  if (missing > 0)
    return {
      name: 'Database',
      state: 'warning',
      sentence: `${missing} migrations are to be applied; "courtcrier migrate" or the next start does so.`,
    }
  const firms = await withSystem(
    database,
    async (trx) => (await sql<{ n: number }>`select count(*)::int as n from firms`.execute(trx)).rows[0]?.n ?? 0,
  )
  if (firms === 0)
    return { name: 'Database', state: 'warning', sentence: 'There is no firm yet: courtcrier firm create --help' }
  return {
    name: 'Database',
    state: 'ok',
    sentence: `It answers, its schema is current, and it has ${firms} ${firms === 1 ? 'firm' : 'firms'}.`,
  }
}

/** One check if all is well, otherwise one for each address that can't receive mail. */
async function checkAddresses(database: OpenDatabase): Promise<readonly Check[]> {
  const name = 'Incoming addresses'
  const { rows } = await sql<{ found: boolean }>`select to_regclass('firm_domains') is not null as found`.execute(
    database.kysely,
  )
  // An older schema, which `checkSchema` reports.
  if (!rows[0]?.found) return []
  const unsettled = await withSystem(database, findUnsettledAddresses)
  if (unsettled.length === 0) return [{ name, state: 'ok', sentence: "Each is at one of its firm's own domains." }]
  return unsettled.map(({ firmId, address }) => ({
    name,
    state: 'failed',
    sentence:
      `Firm ${firmId} has ${address}, which isn't at one of its own domains, or is at one that an older firm has, so mail to it isn't ` +
      'accepted. "courtcrier firm domain list" shows who has what, "courtcrier firm domain add" grants it to a firm.',
  }))
}

/** A full or read-only database answers, but receives no mail. */
async function checkWrites(database: OpenDatabase): Promise<Check> {
  const name = 'Database writes'
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('courtcrier_meta.write_probe_room') is not null as found`.execute(database.kysely)
  // An older schema, which `checkSchema` reports.
  if (!rows[0]?.found) return { name, state: 'ok', sentence: 'They are checked after the next migration.' }
  await probeWrites(database)
  const refusal = database.writes.current()
  if (!refusal) return { name, state: 'ok', sentence: 'It takes writes.' }
  return {
    name,
    state: 'failed',
    sentence: `It answers but takes no writes, so no mail is received: ${refusal.reason}. Make room, or let it write again.`,
  }
}

async function checkClockSkew(database: OpenDatabase): Promise<Check> {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.kysely)
  const skew = Math.abs((rows[0]?.now.getTime() ?? before) - (before + Date.now()) / 2)
  const name = 'Database clock'
  if (skew < 2000) return { name, state: 'ok', sentence: 'It agrees with the clock of this machine.' }
  return {
    name,
    state: 'failed',
    sentence: `It differs by ${Math.round(skew / 1000)} seconds from this machine's. Synchronize both clocks (NTP).`,
  }
}

async function checkOutgoing(config: Config): Promise<Check> {
  const name = 'Outgoing mail'
  if (!config.outgoing)
    return {
      name,
      state: 'failed',
      sentence: 'No one can be notified: set COURTCRIER_SMTP_OUT to smtp://user:password@host:587.',
    }
  const mail = openOutgoingMail(config, pino({ level: 'silent' }))
  try {
    const problem = await mail.verify()
    const where = `${config.outgoing.host}:${config.outgoing.port}`
    return problem
      ? { name, state: 'failed', sentence: `${where}: ${problem}` }
      : { name, state: 'ok', sentence: `${where} accepts mail.` }
  } finally {
    await mail.close()
  }
}

function checkIncoming(config: Config): Check {
  const name = 'Incoming mail'
  if (config.smtpPort === undefined && config.imapAccounts.length === 0) {
    return {
      name,
      state: 'failed',
      sentence: 'No notices can be received: set COURTCRIER_SMTP_PORT for a listener or COURTCRIER_IMAP for a mailbox.',
    }
  }
  if (config.smtpPort !== undefined && !config.smtpCertificate) {
    return {
      name,
      state: 'warning',
      sentence: 'The listener offers no encryption: set COURTCRIER_SMTP_CERT and COURTCRIER_SMTP_KEY.',
    }
  }
  return { name, state: 'ok', sentence: 'Notices can be received.' }
}

async function checkMailbox(account: Config['imapAccounts'][number]): Promise<Check> {
  const name = `Mailbox ${account.user}@${account.host}`
  const result = await checkImapAccount(account)
  return 'problem' in result
    ? { name, state: 'failed', sentence: result.problem }
    : { name, state: 'ok', sentence: `It can be read and has ${result.messages} messages.` }
}

async function checkCourts(config: Config): Promise<Check> {
  const name = 'Courts'
  if (config.courtGateway)
    return {
      name,
      state: 'warning',
      sentence: 'All requests to courts go to a simulated court (COURTCRIER_COURT_GATEWAY).',
    }
  try {
    await lookup('ecf.cand.uscourts.gov')
    return { name, state: 'ok', sentence: "The courts' host names can be resolved." }
  } catch {
    return {
      name,
      state: 'failed',
      sentence:
        "The courts' host names can't be resolved, so documents can't be retrieved. Check DNS and the firewall.",
    }
  }
}

/** A wrong clock breaks token expiry, signatures and link deadlines. This program was written after the date below. */
function checkClock(): Check {
  const isPlausible = Date.now() > Date.UTC(2026, 10, 1)
  return isPlausible
    ? { name: 'Clock', state: 'ok', sentence: new Date().toISOString() }
    : { name: 'Clock', state: 'failed', sentence: `It says ${new Date().toISOString()}, which is past. Set it.` }
}
