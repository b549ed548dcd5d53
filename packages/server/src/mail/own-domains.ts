import { firm } from '@courtcrier/contract/resources/firm.ts'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { type AddressSpace, addressSpaceOf, describeSpace } from './address-space.ts'
import { whyNeverOwned } from './shared-domains.ts'

/**
 * The whole domains known to belong to the firm, because the operator assigned them or their DNS proves it. They
 * include all subdomains. Addresses assigned one by one are not included.
 */
export async function findProvenDomains(trx: Trx, firmId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ domain: string }>`
    select domain from firm_domains
    where firm_id = ${firmId}::integer and proved_at is not null and local_part is null order by domain`.execute(trx)
  return rows.map(({ domain }) => domain)
}

/** SQL condition: whether the firm owns this space. */
export function isHeld(firmId: RawBuilder<unknown>, span: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from firm_domains d
    where d.firm_id = ${firmId} and d.proved_at is not null and d.span @> ${span})`
}

/** Returns the addresses that are neither in a domain of the firm nor assigned to it one by one. */
export async function findForeignAddresses(
  trx: Trx,
  { firmId, addresses }: { firmId: number; addresses: readonly string[] },
): Promise<readonly string[]> {
  if (addresses.length === 0) return []
  const own = isHeld(sql`${firmId}::integer`, sql`domain_span_of_address(address)`)
  const { rows } = await sql<{ address: string }>`
    select address from unnest(${addresses}::text[]) as given (address) where not ${own}`.execute(trx)
  return rows.map(({ address }) => address)
}

/**
 * Assigns the firm a domain or an address, replacing any part of it assigned before. Returns a sentence if the firm
 * can't have it; the transaction must then be rolled back.
 */
export async function giveSpace(
  trx: Trx,
  { firmId, space, givenBy }: { firmId: number; space: AddressSpace; givenBy: GivenBy },
): Promise<string | undefined> {
  const never = whyNeverOwned(space)
  if (never !== undefined) return never
  const { domain, localPart = null } = space
  const span = sql`domain_span_of(${domain}::text, ${localPart}::text)`
  const { rows: held } = await sql`select 1 where ${isHeld(sql`${firmId}::integer`, span)}`.execute(trx)
  if (held.length > 0) return undefined
  await sql`delete from firm_domains where firm_id = ${firmId}::integer and span <@ ${span}`.execute(trx)
  const { rows: given } = await sql`
    insert into firm_domains (firm_id, id, domain, local_part, given_by, proved_at)
    values (${firmId}::integer, ${newId()}::uuid, ${domain}, ${localPart}::text, ${givenBy}, now())
    on conflict do nothing returning id`.execute(trx)
  return given.length > 0 ? undefined : `${describeSpace(space)} belongs to another firm.`
}

/**
 * What assigned a domain to a firm: the operator, its DNS, or the update that introduced domains, from the addresses of
 * that time.
 */
export type GivenBy = 'operator' | 'dns' | 'upgrade'

/**
 * Assigns the firm the domains or addresses that these addresses require. Returns a sentence if it can't have one of
 * them.
 */
export async function giveAddresses(
  trx: Trx,
  { firmId, addresses }: { firmId: number; addresses: readonly string[] },
): Promise<string | undefined> {
  for (const address of addresses) {
    const space = addressSpaceOf(address)
    if (!space) return `${address} is neither an email address nor a domain.`
    const refusal = await giveSpace(trx, { firmId, space, givenBy: 'operator' })
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** Removes a domain or an address from the firm. Returns a sentence if the firm still receives mail there. */
export async function takeSpace(
  trx: Trx,
  { firmId, space }: { firmId: number; space: AddressSpace },
): Promise<string | undefined> {
  const { domain } = space
  const localPart = space.localPart ?? null
  // Locked until the transaction ends, so that no address is added there in the meantime.
  await sql`select from firms where firm_id = ${firmId}::integer for update`.execute(trx)
  const { rows: used } = await sql<{ address: string }>`
    select address from firms f, unnest(f.incoming_email_addresses) as given (address), firm_domains d
    where f.firm_id = ${firmId}::integer and d.firm_id = f.firm_id and d.proved_at is not null
      and d.domain = ${domain} and d.local_part is not distinct from ${localPart}::text
      and d.span @> domain_span_of_address(address) order by 1`.execute(trx)
  if (used.length > 0) {
    const addresses = used.map(({ address }) => address).join(', ')
    return `The firm receives mail at ${addresses}. Remove it from its incoming addresses first.`
  }
  const { rows } = await sql`delete from firm_domains where firm_id = ${firmId}::integer and domain = ${domain}
    and local_part is not distinct from ${localPart}::text returning id`.execute(trx)
  if (rows.length === 0) return `The firm doesn't have ${describeSpace(space)}.`
  await announce(trx, { firmId, entity: firm.name, ids: [String(firmId)] })
  return undefined
}
