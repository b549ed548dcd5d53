import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { newId } from '../base/db/ids.ts'
import { addressSpaceOf } from './address-space.ts'
import { isAbsence, type Resolve } from './dns-gateway.ts'
import type { GivenBy } from './own-domains.ts'
import { isHeld } from './own-domains.ts'
import { whyNeverOwned } from './shared-domains.ts'

/** A domain or address that a firm owns, or a domain that it is about to prove. */
export interface FirmDomain {
  id: string
  domain: string
  localPart: string | null
  givenBy: GivenBy
  token: string | null
  provedAt: Date | null
  checkedAt: Date | null
  /** Why the last check didn't prove it. */
  problem: string | null
}

/** The TXT record that proves a domain. */
export function proofRecord({ domain, token }: Pick<FirmDomain, 'domain' | 'token'>): { name: string; value: string } {
  return { name: `_courtcrier.${domain}`, value: `courtcrier-verify=${token}` }
}

export async function listDomains(trx: Trx, firmId: number): Promise<readonly FirmDomain[]> {
  const { rows } = await sql<FirmDomain>`
    select id, domain, local_part as "localPart", given_by as "givenBy", token, proved_at as "provedAt",
      checked_at as "checkedAt", problem
    from firm_domains where firm_id = ${firmId}::integer order by domain, local_part nulls first`.execute(trx)
  return rows
}

/** How many domains of a firm may be waiting for their records at a time. */
const mostWaiting = 50

/** Returns the existing token for a domain or creates one. Returns a sentence if the firm can't prove the domain. */
export async function startProof(
  trx: Trx,
  { firmId, text }: { firmId: number; text: string },
): Promise<{ id: string } | { sentence: string }> {
  const space = addressSpaceOf(text.replace(/^\s*\*@/, ''))
  if (!space || space.localPart !== undefined)
    return { sentence: `"${text}" isn't a domain. Enter one such as firm.com, without an address or https://.` }
  const { domain } = space
  const never = whyNeverOwned(space)
  if (never !== undefined) return { sentence: never }
  const span = sql`domain_span_of(${domain}::text, null)`
  const { rows: held } = await sql`select 1 where ${isHeld(sql`${firmId}::integer`, span)}`.execute(trx)
  if (held.length > 0) return { sentence: `Your firm already has ${domain}.` }
  const known = (await listDomains(trx, firmId)).filter(({ provedAt }) => provedAt === null)
  const same = known.find((row) => row.domain === domain)
  if (same) return { id: same.id }
  if (known.length >= mostWaiting)
    return { sentence: 'Too many domains are waiting for their records. Remove some first.' }
  const id = newId()
  await sql`insert into firm_domains (firm_id, id, domain, given_by, token)
    values (${firmId}::integer, ${id}::uuid, ${domain}, 'dns', ${randomBytes(20).toString('hex')})`.execute(trx)
  return { id }
}

/**
 * Queries the DNS for the record and saves the result. Returns undefined if there is no such domain to prove. Never
 * throws because of what a name server answers.
 */
export async function checkProof(
  {
    database,
    resolve,
    onProved,
  }: { database: Database; resolve: Resolve; onProved: (trx: Trx, row: FirmDomain) => Promise<void> },
  { firmId, id }: { firmId: number; id: string },
): Promise<FirmDomain | undefined> {
  const row = (await withFirm(database, firmId, (trx) => listDomains(trx, firmId))).find((each) => each.id === id)
  if (!row || row.token === null || row.provedAt !== null) return row
  // Outside the transaction, because it uses the network.
  const problem = await findProblem(resolve, row)
  if (problem !== undefined) return note(database, { firmId, row, problem })
  try {
    return await withFirmWrite(database, firmId, async (trx) => {
      const proved = await prove(trx, { firmId, row })
      await onProved(trx, row)
      return proved
    })
  } catch (error) {
    if (!isOwnedElsewhere(error)) throw error
    return note(database, { firmId, row, problem: takenSentence(row.domain) })
  }
}

async function findProblem(resolve: Resolve, row: FirmDomain): Promise<string | undefined> {
  const { name, value } = proofRecord(row)
  try {
    const found = textsOf(await resolve(name, 'TXT'))
    if (found.includes(value)) return undefined
    if (found.length === 0) return absentSentence(name)
    return `The TXT record ${name} has another value. Replace it with the one shown here, then check again.`
  } catch (error) {
    if (isAbsence(error)) return absentSentence(name)
    return `The name servers of ${row.domain} didn't answer. Check again in a few minutes.`
  }
}

/** A TXT record consists of chunks of at most 255 characters. */
function textsOf(answer: unknown): readonly string[] {
  if (!Array.isArray(answer)) return []
  return answer.map((chunks) => (Array.isArray(chunks) ? chunks.join('') : String(chunks)).trim())
}

function absentSentence(name: string): string {
  return `There is no TXT record ${name} yet. A new record can take up to an hour to show; then check again.`
}

function takenSentence(domain: string): string {
  return `The record is there, but ${domain} or a part of it is already in use on this server. Ask this server's operator.`
}

async function prove(trx: Trx, { firmId, row }: { firmId: number; row: FirmDomain }): Promise<FirmDomain | undefined> {
  // Anything the firm owned within the domain is now part of it.
  await sql`delete from firm_domains where firm_id = ${firmId}::integer and id <> ${row.id}::uuid
    and span <@ domain_span_of(${row.domain}::text, null)`.execute(trx)
  await sql`update firm_domains set proved_at = now(), checked_at = now(), updated_at = now(), problem = null
    where firm_id = ${firmId}::integer and id = ${row.id}::uuid`.execute(trx)
  return (await listDomains(trx, firmId)).find(({ id }) => id === row.id)
}

function note(
  database: Database,
  { firmId, row, problem }: { firmId: number; row: FirmDomain; problem: string },
): Promise<FirmDomain | undefined> {
  return withFirmWrite(database, firmId, async (trx) => {
    await sql`update firm_domains set checked_at = now(), updated_at = now(), problem = ${problem}
      where firm_id = ${firmId}::integer and id = ${row.id}::uuid and proved_at is null`.execute(trx)
    return (await listDomains(trx, firmId)).find(({ id }) => id === row.id)
  })
}

/** PostgreSQL's code for a violated exclusion constraint. */
function isOwnedElsewhere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23P01'
}
