import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Database, Trx } from './db/database.ts'
import { withSystem } from './db/firm-transaction.ts'

/**
 * Returns the address of a firm's console. The request's Host header isn't used: someone requesting another user's
 * link could make it lead elsewhere.
 */
export function firmUrl(publicUrl: string, hostNames: readonly string[]): string {
  const url = new URL(publicUrl)
  const [first] = hostNames
  if (first !== undefined && !hostNames.includes(url.hostname)) url.hostname = first
  return url.href.replace(/\/$/, '')
}

/** Returns the same of a firm's row, for what is registered elsewhere by it: sign-ins, passkeys, calls of providers. */
export async function findFirmUrl(
  trx: Trx,
  { firmId, publicUrl }: { firmId: number; publicUrl: string },
): Promise<string> {
  const { rows } = await sql<{ hostNames: readonly string[] }>`
    select host_names as "hostNames" from firms where firm_id = ${firmId}::integer`.execute(trx)
  return firmUrl(publicUrl, rows[0]?.hostNames ?? [])
}

/**
 * Returns what the links to a firm's records begin with, in emails, reports, chat messages and calls: with one firm the
 * installation's address, since any host is that firm's, and with several the firm's own, since no other is. Not for
 * use in a transaction: it may need one.
 */
export async function consoleUrlOf(
  { database, config }: { database: Database; config: Pick<Config, 'publicUrl'> },
  firmId: number,
): Promise<string> {
  const firms = await rememberedFirms(database, firmId)
  const own = firms.find(({ id }) => id === firmId)
  return own && firms.length > 1 ? firmUrl(config.publicUrl, own.hostNames) : config.publicUrl
}

/** A firm, and the host names of its console. */
export interface FirmHosts {
  id: number
  hostNames: readonly string[]
}

/** Returns all firms. */
export async function readFirmHosts(database: Database): Promise<readonly FirmHosts[]> {
  return withSystem(database, async (trx) => {
    const { rows } =
      await sql<FirmHosts>`select firm_id as id, host_names as "hostNames" from firms order by firm_id`.execute(trx)
    return rows
  })
}

interface Remembered {
  firms: readonly FirmHosts[]
  until: number
}

/** Thousands of emails need it, and firms change rarely. In milliseconds. */
const rememberMs = 5000
/** How long a new answer is waited for where there is a former one. In milliseconds. */
const patienceMs = 500
const remembered = new WeakMap<Database, Remembered>()
const asked = new WeakMap<Database, Promise<readonly FirmHosts[]>>()

async function rememberedFirms(database: Database, firmId: number): Promise<readonly FirmHosts[]> {
  const known = remembered.get(database)
  const isKnown = known?.firms.some(({ id }) => id === firmId) ?? false
  if (known && isKnown && known.until > performance.now()) return known.firms
  const asking = asked.get(database) ?? ask(database)
  if (!known || !isKnown) return asking
  // What was claimed is sent even while the database is away, or busy.
  return Promise.race([asking.catch(() => known.firms), setTimeout(patienceMs, known.firms, { ref: false })])
}

function ask(database: Database): Promise<readonly FirmHosts[]> {
  const asking = readFirmHosts(database)
    .then((firms) => {
      remembered.set(database, { firms, until: performance.now() + rememberMs })
      return firms
    })
    .finally(() => asked.delete(database))
  asked.set(database, asking)
  return asking
}
