import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import type { Check } from './check.ts'
import { checkConnections } from './check-connections.ts'

/** What is said of the database server itself, whatever is in the database. */
export const serverChecks: readonly (readonly [string, (database: Database) => Promise<Check | readonly Check[]>])[] = [
  ['Database version', checkVersion],
  ['Database user', checkUser],
  ['Firms kept apart', checkIsolation],
  ['Database connections', checkConnections],
  ['Durability', checkDurability],
  ['Database clock', checkClockSkew],
]

async function checkVersion(database: Database): Promise<Check> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(database.kysely)
  return describeVersion(rows[0]?.version ?? '')
}

const oldestVersion = 15

/** Older ones lack what the migrations use. */
export function describeVersion(version: string): Check {
  const name = 'Database version'
  if (Number.parseInt(version, 10) >= oldestVersion) return { name, state: 'ok', sentence: `PostgreSQL ${version}.` }
  const sentence = `PostgreSQL ${version} is too old, so Courtcrier can't start. Upgrade it to ${oldestVersion} or newer.`
  return { name, state: 'failed', sentence }
}

interface Rights {
  user: string
  database: string
  mayCreateTables: boolean
  mayCreateRoles: boolean
  /** The roles that work for firms, as far as they are there and this user can't act as them. */
  foreign: readonly string[]
}

/** Every start makes sure of its schema and its roles, for which it needs the rights that created them. */
async function checkUser(database: Database): Promise<Check> {
  const name = 'Database user'
  const { rows } = await sql<Rights>`
    with roles as (select oid, rolname from pg_roles where rolname in ('courtcrier_app', 'courtcrier_system'))
    select quote_ident(current_user) as "user", quote_ident(current_database()) as database,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreateTables",
      rolsuper or rolcreaterole or (select count(*) from roles) = 2 as "mayCreateRoles",
      array(select r.rolname::text from roles r where not pg_has_role(current_user, r.oid, 'member')
        and not (rolcreaterole and current_setting('server_version_num')::integer < 160000) order by 1) as "foreign"
    from pg_roles where rolname = current_user`.execute(database.kysely)
  const problems = rows.flatMap(whatIsMissing)
  if (problems.length === 0) return { name, state: 'ok', sentence: 'It may do all that Courtcrier needs.' }
  const [why, statements] = [problems.map(([what]) => what).join(' and '), problems.map(([, how]) => how).join(' ')]
  return {
    name,
    state: 'failed',
    sentence: `It ${why}, so Courtcrier can't start. Let an administrator of the database run: ${statements}`,
  }
}

/** What a user lacks, and the statement that gives it. */
function whatIsMissing({ user, database, mayCreateTables, mayCreateRoles, foreign }: Rights) {
  const problems: (readonly [what: string, how: string])[] = []
  if (!mayCreateTables) problems.push(["doesn't own the database", `alter database ${database} owner to ${user};`])
  if (!mayCreateRoles) problems.push(['may not create roles', `alter role ${user} createrole;`])
  if (foreign.length > 0)
    problems.push([`can't act as ${foreign.join(' and ')}`, `grant ${foreign.join(', ')} to ${user};`])
  return problems
}

/** Firms are kept apart by row-level security, which a role may be exempt from. */
async function checkIsolation(database: Database): Promise<Check> {
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

/** What was answered as received must survive a power cut. */
async function checkDurability(database: Database): Promise<Check> {
  const check = { name: 'Durability' }
  const ok: Check = { ...check, state: 'ok', sentence: 'Received mail is on disk before it is answered.' }
  if (database.kind === 'pglite') return ok
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')
      and setting = 'off' order by name`.execute(database.kysely)
  const off = rows.map(({ name }) => name)
  const losing = off.filter((name) => name !== 'synchronous_commit')
  if (losing.length > 0) {
    const sentence = `The database server has ${losing.join(' and ')} off, so a power cut loses mail that was already received. Turn it on.`
    return { ...check, state: 'failed', sentence }
  }
  return off.length > 0 ? { ...check, state: 'warning', sentence: notWaiting } : ok
}

/** `withFirm` sets it for each transaction, `withSystem` doesn't. */
const notWaiting =
  'The database server has synchronous_commit off. Courtcrier turns it on for what a firm records, but a power cut can lose a firm that was just created. Turn it on.'

async function checkClockSkew(database: Database): Promise<Check> {
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
