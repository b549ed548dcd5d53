import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmUrl } from '../../base/firm-url.ts'

/** What passkeys of a firm are bound to: the host name of its console. */
export interface RelyingParty {
  /** The host name. */
  id: string
  origin: string
  firmName: string
}

/**
 * Returns what the firm's passkeys are bound to; the Host header decides nothing. Undefined if the console has only an
 * IP address, which browsers accept no passkeys for.
 */
export async function findRelyingParty(
  trx: Trx,
  { firmId, publicUrl }: { firmId: number; publicUrl: string },
): Promise<RelyingParty | undefined> {
  const { rows } = await sql<{ name: string; hostNames: readonly string[] }>`
    select name, host_names as "hostNames" from firms where id = ${firmId}::integer`.execute(trx)
  const { hostname, origin } = new URL(firmUrl(publicUrl, rows[0]?.hostNames ?? []))
  if (isIP(hostname) || hostname.startsWith('[')) return undefined
  return { id: hostname, origin, firmName: rows[0]?.name ?? '' }
}
