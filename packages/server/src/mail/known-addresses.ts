import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { RowUpdates } from '../base/db/migrate.ts'
import { type AddressSpace, addressSpaceOf, spellOutAddress } from './address-space.ts'
import { giveSpace } from './own-domains.ts'
import { whyNeverOwned } from './shared-domains.ts'

/** Row updates that migrations run for existing firms. */
export const rowUpdates: RowUpdates = { '000029-firm-domains.sql': giveKnownAddresses }

/**
 * Assigns firms the addresses at which they received mail before firms had domains, oldest firm first: the whole domain
 * if no other firm has an address in it, otherwise only the address. Addresses that an older firm owns stay unsettled,
 * and the doctor reports them.
 */
async function giveKnownAddresses(trx: Trx): Promise<void> {
  await sql`set local role courtcrier_system`.execute(trx)
  const { rows } = await sql<{ firmId: number; address: string }>`
    select firm_id as "firmId", address from firms, unnest(incoming_email_addresses) as given (address)
    order by created_at, firm_id, address like '*@%' desc, length(address)`.execute(trx)
  const known = rows.flatMap(({ firmId, address }) => {
    const space = addressSpaceOf(address)
    return space ? [{ firmId, address, space }] : []
  })
  for (const { firmId, address, space } of known) {
    const whole: AddressSpace = { domain: space.domain }
    const isShared = known.some((other) => other.firmId !== firmId && doMeet(other.space.domain, space.domain))
    const wanted = isShared || whyNeverOwned(whole) !== undefined ? space : whole
    const refusal = await giveSpace(trx, { firmId, space: wanted, givenBy: 'upgrade' })
    const spelledOut = spellOutAddress(address)
    if (refusal !== undefined || spelledOut === address) continue
    await sql`update firms set incoming_email_addresses = array_replace(incoming_email_addresses, ${address}::text, ${spelledOut}::text)
      where firm_id = ${firmId}::integer`.execute(trx)
  }
  await sql`reset role`.execute(trx)
}

/**
 * Addresses configured for a firm that doesn't own them. Mail to them is refused temporarily, so it stays with the
 * sender.
 */
export async function findUnsettledAddresses(trx: Trx): Promise<readonly { firmId: number; address: string }[]> {
  const { rows } = await sql<{ firmId: number; address: string }>`
    select firm_id as "firmId", address from firms f, unnest(incoming_email_addresses) as given (address)
    where not exists (select from firm_domains d where d.firm_id = f.firm_id and d.proved_at is not null
      and d.span @> domain_span_of_address(address))
    order by 1, 2`.execute(trx)
  return rows
}

function doMeet(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}
