import { lookup } from 'node:dns/promises'
import { access, constants, mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { counted } from '@courtcrier/lib/counted.ts'
import { whyNotPrivate } from '@courtcrier/lib/private-folder.ts'
import pino from 'pino'
import type { Config } from '../base/config.ts'
import { configWarnings } from '../base/config-warnings.ts'
import { whyNodeTooOld } from '../base/node-version.ts'
import { isConsoleBuilt } from '../http/server/console-files.ts'
import { checkImapAccount } from '../mail/imap-reader.ts'
import { openOutgoingMail } from '../outbox/mail/outgoing-mail.ts'
import type { Check } from './check.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkDatabase } from './check-database.ts'
import { checkIncoming } from './check-incoming.ts'
import { checkLinks } from './check-links.ts'
import { checkPorts } from './check-ports.ts'
import { checkSecretKey } from './check-secret-key.ts'

/** Checks everything Courtcrier depends on. Changes nothing. */
export async function runChecks(config: Config): Promise<readonly Check[]> {
  const checks = await Promise.all([
    guarded('Data folder', () => checkFolder('Data folder', config.dataFolder, 'COURTCRIER_DATA')),
    guarded('Data folder', () => checkParts(config)),
    guarded('Blob store', () => checkFolder('Blob store', config.blobFolder, 'COURTCRIER_BLOBS')),
    guarded('Storage folder', () => checkFolder('Storage folder', config.storageFolder, 'COURTCRIER_STORAGE')),
    guarded('Privacy', () => checkPrivacy(config)),
    guarded('Secret key', () => checkSecretKey(config)),
    guarded('Settings', async () => checkSettings(config)),
    guarded('Console', async () => checkConsole(config)),
    guarded('Metrics', async () => checkMetrics(config)),
    guarded('Disk', () => checkDisk(config)),
    guarded('Database', () => checkDatabase(config)),
    guarded('Outgoing mail', () => checkOutgoing(config)),
    guarded('Ports', () => checkPorts(config)),
    guarded('Certificate', () => checkCertificate(config)),
    guarded('Incoming mail', async () => checkIncoming(config)),
    ...config.imapAccounts.map((account) =>
      guarded(`Mailbox ${account.user}@${account.host}`, () => checkMailbox(account)),
    ),
    guarded('Mail', () => checkLinks(config)),
    guarded('Courts', () => checkCourts(config)),
    guarded('Clock', async () => checkClock()),
    guarded('Node', async () => checkNode()),
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

/** Tries to write a file. */
export async function checkFolder(name: string, folder: string, setting: string): Promise<Check> {
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

/** The folders in the data folder, which `serve` makes and needs, as it does the one for blobs that are being received. */
const parts = ['database', 'fetching', 'handed-over']

/** Those that are there must take files, too: one made by another user, such as root, keeps Courtcrier from starting. */
export async function checkParts(
  config: Pick<Config, 'dataFolder' | 'blobFolder' | 'databaseUrl'>,
): Promise<readonly Check[]> {
  const { dataFolder, blobFolder, databaseUrl } = config
  const needed = databaseUrl === undefined ? parts : parts.filter((part) => part !== 'database')
  const [data, blobs] = await Promise.all([
    Promise.all(needed.map((part) => whyNotWritable(path.join(dataFolder, part), 'COURTCRIER_DATA'))),
    whyNotWritable(path.join(blobFolder, 'incoming'), 'COURTCRIER_BLOBS'),
  ])
  const failed = (name: string, sentence: string | undefined): Check[] =>
    sentence === undefined ? [] : [{ name, state: 'failed', sentence }]
  return [...data.flatMap((sentence) => failed('Data folder', sentence)), ...failed('Blob store', blobs)]
}

/** Undefined for a folder that isn't there: the first start makes it. */
async function whyNotWritable(folder: string, setting: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return `${folder} isn't a folder, so Courtcrier can't start. Move it away.`
    await access(folder, constants.W_OK)
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return `${folder} cannot be written, so Courtcrier can't start. Give it to this user, or set ${setting} to another folder.`
  }
}

/** Folders and files with documents or keys must not be accessible to other users of the machine. */
export async function checkPrivacy({
  dataFolder,
  blobFolder,
}: Pick<Config, 'dataFolder' | 'blobFolder'>): Promise<Check | readonly Check[]> {
  const name = 'Privacy'
  const places = [dataFolder, blobFolder, ...[...parts, 'secret.key'].map((part) => path.join(dataFolder, part))]
  const problems = (await Promise.all(places.map(whyNotPrivate))).filter((sentence) => sentence !== undefined)
  if (problems.length === 0)
    return { name, state: 'ok', sentence: 'Data, documents and keys are closed to other users.' }
  return problems.map((sentence) => ({ name, state: 'failed', sentence }))
}

/** Settings that are wrong end this command as they end `serve`; these are allowed. */
export function checkSettings(config: Pick<Config, 'privateWebhooks'>): readonly Check[] {
  return configWarnings(config).map((sentence) => ({ name: 'Settings', state: 'warning', sentence }))
}

/** `serve` starts without it, for those who use the API alone. */
export function checkConsole({ roles }: Pick<Config, 'roles'>, isBuilt = isConsoleBuilt()): readonly Check[] {
  const name = 'Console'
  if (!roles.includes('web')) return []
  if (isBuilt) return [{ name, state: 'ok', sentence: 'It is built.' }]
  const sentence =
    'It isn\'t built, so no page opens. Run "npm run build" in the folder of Courtcrier and start it again.'
  return [{ name, state: 'failed', sentence }]
}

/** Says who may read the metrics. */
export function checkMetrics({ metricsReaders }: Pick<Config, 'metricsReaders'>): Check {
  const name = 'Metrics'
  if (!metricsReaders)
    return { name, state: 'ok', sentence: 'Off. COURTCRIER_METRICS_TOKEN or COURTCRIER_METRICS_FROM opens /metrics.' }
  const { token, networks } = metricsReaders
  const readers = [...(token === undefined ? [] : ['callers with the token']), ...networks].join(', ')
  return { name, state: 'ok', sentence: `/metrics answers ${readers}.` }
}

const gigabyte = 2 ** 30

/** The disk of the documents, or where they will be. */
export async function checkDisk(
  { blobFolder, dataFolder }: Pick<Config, 'dataFolder' | 'blobFolder'>,
  stateOf: (folder: string) => Promise<{ bavail: number; bsize: number }> = statfs,
): Promise<Check> {
  const disk = await stateOf(blobFolder).catch(() => stateOf(path.dirname(dataFolder)))
  const free = (disk.bavail * disk.bsize) / gigabyte
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

/** Greets the mail server, and logs in to it if there is a password. */
export async function checkOutgoing(config: Config): Promise<Check> {
  const name = 'Outgoing mail'
  if (!config.outgoing)
    return {
      name,
      state: 'warning',
      sentence:
        'Only firms with a sending account can notify anyone: set COURTCRIER_SMTP_OUT to smtp://user:password@host:587.',
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

/** Opens a mailbox of the settings. */
export async function checkMailbox(account: Config['imapAccounts'][number]): Promise<Check> {
  const name = `Mailbox ${account.user}@${account.host}`
  const result = await checkImapAccount(account)
  return 'problem' in result
    ? { name, state: 'failed', sentence: result.problem }
    : { name, state: 'ok', sentence: `It can be read and has ${counted(result.messages, 'message')}.` }
}

/** Whether the name of a court's server can be resolved; nothing is asked of the court. */
export async function checkCourts(
  config: Pick<Config, 'courtGateway'>,
  resolve: (host: string) => Promise<unknown> = lookup,
): Promise<Check> {
  const name = 'Courts'
  if (config.courtGateway)
    return {
      name,
      state: 'warning',
      sentence: 'All requests to courts go to a simulated court (COURTCRIER_COURT_GATEWAY).',
    }
  try {
    await resolve('ecf.cand.uscourts.gov')
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
export function checkClock(now = new Date()): Check {
  const isPlausible = now.getTime() > Date.UTC(2026, 10, 1)
  return isPlausible
    ? { name: 'Clock', state: 'ok', sentence: now.toISOString() }
    : { name: 'Clock', state: 'failed', sentence: `It says ${now.toISOString()}, which is past. Set it.` }
}

/** Named if the program runs on another Node than its own, which its installation brings along. */
export function checkNode(version = process.versions.node): Check {
  const problem = whyNodeTooOld(version)
  return { name: 'Node', state: problem ? 'failed' : 'ok', sentence: problem ?? `This is Node ${version}.` }
}
