import { FolderInUseError } from '@courtcrier/lib/folder-lock.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import { isDatabaseAway, reasonOf, writeRefusal } from '../base/db/away.ts'
import { type Database as OpenDatabase, openDatabase } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { missingTextIndexes } from '../base/db/text-indexes.ts'
import { probeWrites } from '../base/db/write-probe.ts'
import { findUnsettledAddresses } from '../mail/known-addresses.ts'
import { askDatabase } from '../wait-for-database.ts'
import { askServer } from './ask-server.ts'
import type { Check } from './check.ts'
import { checkAgents } from './check-agents.ts'
import { checkBelieved } from './check-believed.ts'
import { checkChats } from './check-chats.ts'
import { checkConsents } from './check-consents.ts'
import { checkDms } from './check-dms.ts'
import { checkErrorReports } from './check-error-reports.ts'
import { checkExpiry } from './check-expiry.ts'
import { checkFirmMailboxes } from './check-incoming.ts'
import { checkMailboxes } from './check-mailboxes.ts'
import { checkProviders } from './check-providers.ts'
import { checkProvisioning } from './check-provisioning.ts'
import { findSchema } from './check-schema.ts'
import { checkSeals } from './check-secret-key.ts'
import { checkSenders } from './check-senders.ts'
import { serverChecks } from './check-server.ts'

/** Checks the database: that it opens, is up to date, keeps firms apart, and takes writes. */
export async function checkDatabase(config: Config): Promise<readonly Check[]> {
  const name = 'Database'
  try {
    // On a connection of its own: the others are ended without a reason if the server doesn't answer.
    if (config.databaseUrl) await askDatabase(config.databaseUrl)
    const database = await openDatabase(
      config.databaseUrl ? { url: config.databaseUrl, connections: 1 } : { folder: config.dataFolder },
    )
    try {
      return await checksOf(database, config)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof FolderInUseError)
      return (await askServer(config)) ?? [{ name, state: 'warning', sentence: inUse }]
    const reason = whyNotOpened(error)
    return [{ name, state: 'failed', sentence: `It cannot be opened: ${reason}. ${hintOf(reason, config)}` }]
  }
}

/** An older program, an import, or a server on a file system without sockets. */
const inUse =
  'The embedded database is in use by another process of Courtcrier that doesn\'t say what is in it, so firms, stored secrets, mailboxes, sign-ins of mail accounts, identity providers and DMS credentials were not checked. Stop it and run "courtcrier doctor" again.'

function hintOf(reason: string, { databaseUrl }: Config): string {
  if (!databaseUrl) return 'Restore the data folder from a backup.'
  // PgBouncer's words.
  if (reason === 'unsupported startup parameter: options')
    return 'It is a connection pooler: set ignore_startup_parameters = options there.'
  return 'Is the server running, and is DATABASE_URL right?'
}

/** A server's own refusal names the user or the database. */
function whyNotOpened(error: unknown): string {
  return isDatabaseAway(error) || !(error instanceof Error) ? reasonOf(error) : error.message
}

/** Checks an open database: its server in any case, and what is in it as far as the schema is there. */
export async function checksOf(database: OpenDatabase, config: Config): Promise<readonly Check[]> {
  const { state, check } = await findSchema(database)
  const found: Check[] = [check]
  const parts = [...serverChecks, ...(state === 'empty' ? [] : contentChecks)]
  // One after another: the embedded database has one connection, as the doctor has to a server.
  for (const [name, run] of parts)
    found.push(...(await tried(name, { isCurrent: state === 'current' }, () => run(database, config))))
  return found
}

type DatabaseCheck = (database: OpenDatabase, config: Config) => Promise<Check | readonly Check[]>

const contentChecks: readonly (readonly [name: string, run: DatabaseCheck])[] = [
  ['Firms in settings', checkNamedFirms],
  ['Stored secrets', checkSeals],
  ['Incoming addresses', checkAddresses],
  ['Incoming mail', checkFirmMailboxes],
  ['Mailboxes', checkMailboxes],
  ['Mailboxes', checkBelieved],
  ['Sending accounts', checkSenders],
  ['Sign-ins of mail accounts', checkConsents],
  ['Chat channels', (database) => checkChats(database)],
  ['Error reports', checkErrorReports],
  ['Secrets that expire', (database) => checkExpiry(database)],
  ['Search', checkTextSearch],
  ['Database writes', checkWrites],
  ['Identity providers', checkProviders],
  ['Provisioning', (database) => checkProvisioning(database)],
  ['DMS credentials', checkDms],
  ['Agents', checkAgents],
]

/** One check that fails unexpectedly doesn't end the others, and doesn't mean that the database can't be opened. */
async function tried(
  name: string,
  { isCurrent }: { isCurrent: boolean },
  run: () => Promise<Check | readonly Check[]>,
): Promise<readonly Check[]> {
  try {
    return [await run()].flat()
  } catch (error) {
    if (isDatabaseAway(error) && !writeRefusal(error)) throw error
    // What it reads is missing from an older schema, which `findSchema` reports.
    if (!isCurrent && missingCodes.has(errorCode(error) ?? '')) return []
    return [{ name, state: 'failed', sentence: `It couldn't be checked: ${(error as Error).message || String(error)}` }]
  }
}

/** PostgreSQL's codes for a table and a column that there isn't. */
const missingCodes = new Set(['42P01', '42703'])

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

/** One check if all is well, otherwise one for each address that can't receive mail. */
async function checkAddresses(database: OpenDatabase): Promise<readonly Check[]> {
  const name = 'Incoming addresses'
  const { rows } = await sql<{ found: boolean }>`select to_regclass('firm_domains') is not null as found`.execute(
    database.kysely,
  )
  // An older schema, which `findSchema` reports.
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

/** Mailboxes in the settings name firms by their numbers. */
async function checkNamedFirms(database: OpenDatabase, { imapAccounts }: Config): Promise<readonly Check[]> {
  const { rows: meta } = await sql<{ found: boolean }>`select to_regclass('firms') is not null as found`.execute(
    database.kysely,
  )
  // An empty database, which `findSchema` reports.
  if (imapAccounts.length === 0 || !meta[0]?.found) return []
  const known = await withSystem(
    database,
    async (trx) => (await sql<{ id: number }>`select firm_id as id from firms`.execute(trx)).rows,
  )
  const unknown = imapAccounts.filter(({ firmId }) => !known.some(({ id }) => id === firmId))
  const name = 'Firms in settings'
  if (unknown.length === 0)
    return [{ name, state: 'ok', sentence: 'Each mailbox in COURTCRIER_IMAP names a firm that there is.' }]
  return unknown.map(({ user, host, firmId }) => ({
    name,
    state: 'failed',
    sentence: `COURTCRIER_IMAP gives the mailbox ${user}@${host} to firm ${firmId}, which there isn't. "courtcrier firm domain list" shows the firms and their numbers.`,
  }))
}

/** A full or read-only database answers, but receives no mail. */
async function checkWrites(database: OpenDatabase): Promise<Check> {
  const name = 'Database writes'
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('courtcrier_meta.write_probe_room') is not null as found`.execute(database.kysely)
  // An older schema, which `findSchema` reports.
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
