import { FolderInUseError } from '@courtcrier/lib/folder-lock.ts'
import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import { type Database as OpenDatabase, openDatabase } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { migrationNames } from '../base/db/migrate.ts'
import { missingTextIndexes } from '../base/db/text-indexes.ts'
import { probeWrites } from '../base/db/write-probe.ts'
import { findUnsettledAddresses } from '../mail/known-addresses.ts'
import type { Check } from './check.ts'
import { checkAgents } from './check-agents.ts'
import { checkBelieved } from './check-believed.ts'
import { checkConsents } from './check-consents.ts'
import { checkDms } from './check-dms.ts'
import { checkErrorReports } from './check-error-reports.ts'
import { checkExpiry } from './check-expiry.ts'
import { checkFirmMailboxes } from './check-incoming.ts'
import { checkMailboxes } from './check-mailboxes.ts'
import { checkProviders } from './check-providers.ts'
import { checkProvisioning } from './check-provisioning.ts'
import { checkSeals } from './check-secret-key.ts'
import { checkSenders } from './check-senders.ts'

/** Checks the database: that it opens, is up to date, keeps firms apart, and takes writes. */
export async function checkDatabase(config: Config): Promise<readonly Check[]> {
  const name = 'Database'
  try {
    const database = await openDatabase(
      config.databaseUrl ? { url: config.databaseUrl, connections: 1 } : { folder: config.dataFolder },
    )
    try {
      return await checksOf(database, config)
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

/** Checks an open database. */
export async function checksOf(database: OpenDatabase, config: Config): Promise<readonly Check[]> {
  return [
    await checkSchema(database),
    await checkIsolation(database),
    await checkDurability(database),
    ...(await checkNamedFirms(database, config)),
    ...(await checkSeals(database, config)),
    ...(await checkAddresses(database)),
    ...(await checkFirmMailboxes(database, config)),
    ...(await checkMailboxes(database)),
    ...(await checkBelieved(database)),
    ...(await checkSenders(database)),
    ...(await checkConsents(database)),
    ...(await checkErrorReports(database)),
    ...(await checkExpiry(database)),
    await checkTextSearch(database),
    await checkClockSkew(database),
    await checkWrites(database),
    ...(await checkProviders(database, config)),
    ...(await checkProvisioning(database)),
    ...(await checkDms(database)),
    ...(await checkAgents(database)),
  ]
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

async function checkSchema(database: OpenDatabase): Promise<Check> {
  const { rows: meta } = await sql<{
    found: boolean
  }>`select to_regclass('courtcrier_meta.migrations') is not null as found`.execute(database.kysely)
  if (!meta[0]?.found)
    return { name: 'Database', state: 'warning', sentence: 'It is empty. Create a firm with "courtcrier firm create".' }
  const { rows } = await sql<{ name: string }>`select name from courtcrier_meta.migrations`.execute(database.kysely)
  const known = await migrationNames()
  const newer = rows.find((row) => !known.includes(row.name))
  if (newer)
    return {
      name: 'Database',
      state: 'failed',
      sentence: `It was created by a newer version of Courtcrier (it has the migration ${newer.name}). Start that version, or restore a backup from before the update.`,
    }
  const missing = known.length - rows.length
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

/** Firms are kept apart by row-level security, which a role may be exempt from. */
async function checkIsolation(database: OpenDatabase): Promise<Check> {
  const name = 'Firms kept apart'
  const { rows } = await sql<{ rolname: string }>`
    select rolname from pg_roles where rolname in ('courtcrier_app', 'courtcrier_system')
      and (rolbypassrls or rolsuper)`.execute(database.kysely)
  if (rows.length === 0) return { name, state: 'ok', sentence: 'No role that reads for firms is exempt from it.' }
  const roles = rows.map(({ rolname }) => rolname)
  return {
    name,
    state: 'failed',
    sentence: `Row-level security doesn't apply to ${roles.join(' and ')}, so firms aren't kept apart. Let an administrator of the database run: ${roles.map((role) => `alter role ${role} nosuperuser nobypassrls;`).join(' ')}`,
  }
}

/** What was answered as received must survive a power cut. Courtcrier itself sets synchronous_commit. */
async function checkDurability(database: OpenDatabase): Promise<Check> {
  const name = 'Durability'
  if (database.kind === 'pglite')
    return { name, state: 'ok', sentence: 'Received mail is on disk before it is answered.' }
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'`.execute(
    database.kysely,
  )
  if (rows.length === 0) return { name, state: 'ok', sentence: 'Received mail is on disk before it is answered.' }
  const settings = rows.map((row) => row.name).join(' and ')
  return {
    name,
    state: 'failed',
    sentence: `The database server has ${settings} off, so a power cut loses mail that was already received. Turn it on.`,
  }
}

/** Mailboxes in the settings name firms by their numbers. */
async function checkNamedFirms(database: OpenDatabase, { imapAccounts }: Config): Promise<readonly Check[]> {
  const { rows: meta } = await sql<{ found: boolean }>`select to_regclass('firms') is not null as found`.execute(
    database.kysely,
  )
  // An empty database, which `checkSchema` reports.
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
