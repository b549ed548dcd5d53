import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

/*
 * Links to documents in a DMS are kept as the DMS gave them. Once a firm has changed a credential's address, the host that
 * it named before may be anyone's, who could ask for a login there: no link leads to it until an address names it again.
 */

interface Addressed {
  firmId: number
  credentialId: string
  /** The addresses before and now; not texts if there are none. */
  before: unknown
  now: unknown
}

/** Notes which host a credential no longer names, and which it names again. */
export async function noteHosts(trx: Trx, { firmId, credentialId, before, now }: Addressed): Promise<void> {
  const [former, current] = [hostOf(before), hostOf(now)]
  if (former === current) return
  await sql`
    update credentials set former_hosts = array(
      select distinct host from unnest(former_hosts || ${former === undefined ? [] : [former]}::text[]) host
      where host is distinct from ${current ?? null}::text order by host)
    where firm_id = ${firmId} and id = ${credentialId}::uuid`.execute(trx)
}

function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).host : undefined
}

/** The link of the copy in the table `alias`; null if it leads to a host that the copy's credential named before. */
export function shownLink(alias: string): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`case when not exists (select from credentials named where named.firm_id = ${of('firm_id')}
    and named.id::text = ${of('place')} and ${hostOfLink(of('link'))} = any(named.former_hosts)) then ${of('link')} end`
}

/** Forgets the links to such hosts with their credential, since nothing else knows of them. */
export async function forgetFormerLinks(trx: Trx, { firmId, credentialId }: Omit<Addressed, 'before' | 'now'>) {
  await sql`
    update document_copies d set link = null from credentials k
    where k.firm_id = ${firmId} and k.id = ${credentialId}::uuid and k.former_hosts <> '{}'
      and d.firm_id = k.firm_id and d.place = k.id::text and ${hostOfLink(sql`d.link`)} = any(k.former_hosts)`.execute(
    trx,
  )
}

function hostOfLink(link: RawBuilder<unknown>): RawBuilder<string> {
  return sql`lowered(substring(${link} from '^[a-zA-Z]+://([^/?#]*)'))`
}
