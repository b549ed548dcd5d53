import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { type AddressSpace, addressSpaceOf } from './address-space.ts'

/**
 * The whole domains that are known to be the firm's, because the operator gave them or their DNS proves it. Everything
 * below such a domain is the firm's as well. Single addresses that were given are not among them.
 */
export async function findProvenDomains(trx: Trx, firmId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ domain: string }>`
    select domain from firm_domains
    where firm_id = ${firmId}::integer and proved_at is not null and local_part is null order by domain`.execute(trx)
  return rows.map(({ domain }) => domain)
}

/**
 * Gives the firm a domain or an address, with whatever of it was given before. Returns false when another firm has it,
 * or a part or more of it; the transaction must then be rolled back.
 */
export async function giveSpace(
  trx: Trx,
  { firmId, space, givenBy }: { firmId: number; space: AddressSpace; givenBy: 'operator' | 'upgrade' },
): Promise<boolean> {
  const { domain, localPart = null } = space
  const span = sql`domain_span_of(${domain}::text, ${localPart}::text)`
  const { rows: known } = await sql`select from firm_domains
    where firm_id = ${firmId}::integer and proved_at is not null and span @> ${span}`.execute(trx)
  if (known.length > 0) return true
  await sql`delete from firm_domains where firm_id = ${firmId}::integer and span <@ ${span}`.execute(trx)
  const { rows: given } = await sql`
    insert into firm_domains (firm_id, id, domain, local_part, given_by, proved_at)
    values (${firmId}::integer, ${newId()}::uuid, ${domain}, ${localPart}::text, ${givenBy}, now())
    on conflict do nothing returning id`.execute(trx)
  return given.length > 0
}

/** Gives the firm what these addresses need. Returns the first one that another firm has. */
export async function giveAddresses(
  trx: Trx,
  { firmId, addresses }: { firmId: number; addresses: readonly string[] },
): Promise<string | undefined> {
  for (const address of addresses) {
    const space = addressSpaceOf(address)
    if (!space || !(await giveSpace(trx, { firmId, space, givenBy: 'operator' }))) return address
  }
  return undefined
}
