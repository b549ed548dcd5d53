import { lowered } from '@courtcrier/contract/lowered.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { domainOf } from '../../courts/directory/look-alike.ts'
import { findForeignAddresses, findProvenDomains } from '../../mail/own-domains.ts'
import { isPublicMailDomain } from '../../mail/public-mail-domains.ts'
import type { Insider } from '../../mail/sender-check.ts'

/**
 * How the firm knows an address: the exact address of an active user or timekeeper, or one in a domain of the firm or a
 * subdomain. Undefined for strangers. Doesn't prove that a message is really from that address.
 */
export async function findInsider(trx: Trx, firmId: number, address: string): Promise<Insider | undefined> {
  const email = lowered(address)
  const domain = domainOf(email)
  const domains = await findOwnDomains(trx, firmId)
  const own = domains.find((each) => domain === each || domain.endsWith(`.${each}`))
  if (own) return { ownDomain: own }
  return (await isPerson(trx, firmId, email)) ? {} : undefined
}

/** Whether the firm receives mail at an address: one assigned to it, or that of a mailbox that is read for it. */
export async function isReceivedAt(trx: Trx, firmId: number, address: string): Promise<boolean> {
  if (!/^[^\s@]{1,64}@[a-z\d.-]{1,253}$/.test(address)) return false
  const foreign = await findForeignAddresses(trx, { firmId, addresses: [address] })
  if (foreign.length === 0) return true
  const { rows } = await sql`
    select 1 from mailboxes where firm_id = ${firmId} and lowered(address) = ${lowered(address)} limit 1`.execute(trx)
  return rows.length > 0
}

/** The domains that are the firm's alone. */
export async function findOwnDomains(trx: Trx, firmId: number): Promise<readonly string[]> {
  const domains = await findProvenDomains(trx, firmId)
  return domains.filter((each) => !isPublicMailDomain(each))
}

async function isPerson(trx: Trx, firmId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where firm_id = ${firmId} and lowered(email) = ${email} and is_active
    union all
    select 1 from timekeepers where firm_id = ${firmId} and lowered(email) = ${email} and status = 'Active' limit 1`.execute(
    trx,
  )
  return rows.length > 0
}
