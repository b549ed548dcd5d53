import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { isLeaseOver } from '../../../base/db/lease-end.ts'
import { type AccountKey, accountKinds } from './accounts.ts'

/** What the service gave for a person's consent, or for a refresh token. */
export interface GivenTokens {
  accessToken: string
  accessEndsAt: Date
  /** Absent if the refresh token that was used stays valid. */
  refreshToken?: string
  /** When the consent ends, if the service says so. */
  endsAt?: Date
}

export interface StoredGrant {
  accessToken: string | undefined
  accessEndsAt: Date | null
  refused: string | null
  /** The access token as it is stored: a renewal replaces that one only. */
  stored: Uint8Array | null
}

/** How long a renewal may take before another process may try, in seconds: longer than any answer is waited for. */
const leaseSeconds = 60

interface Sealing {
  box: Pick<SealingBox, 'seal' | 'open'>
  place: string
}

/** Reads what was given for an account. Throws if it was encrypted with another key or for other settings. */
export async function findGrant(
  trx: Trx,
  { firmId, id }: AccountKey,
  { box, place }: Sealing,
): Promise<StoredGrant | undefined> {
  const { rows } = await sql<Omit<StoredGrant, 'accessToken'>>`
    select access_token as stored, access_ends_at as "accessEndsAt", refused from mail_grants
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  const [row] = rows
  return row && { ...row, accessToken: row.stored ? box.open(row.stored, place) : undefined }
}

/** A refresh token that is being used. */
interface UsedToken {
  refreshToken: string
  /** As it is stored: what it gave is saved only while it is still there. */
  stored: Uint8Array
}

interface Leasing extends Sealing {
  lease: string
  /** The access token that is to be replaced, as it was found. */
  found: Uint8Array | null
}

/**
 * Takes the refresh token for one renewal, which no other process begins meanwhile: it may work only once. Undefined
 * while another one is under way, if it has replaced the token that was found, or if there is none.
 */
export async function leaseGrant(
  trx: Trx,
  { firmId, id }: AccountKey,
  { lease, found, box, place }: Leasing,
): Promise<UsedToken | undefined> {
  const { rows } = await sql<{ sealed: Uint8Array }>`
    update mail_grants set lease = ${lease}::uuid, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where firm_id = ${firmId} and id = ${id}::uuid and ${isLeaseOver(sql`leased_until`)}
      and access_token is not distinct from ${found && Buffer.from(found)}::bytea
    returning refresh_token as sealed`.execute(trx)
  return rows[0] && { refreshToken: box.open(rows[0].sealed, place), stored: rows[0].sealed }
}

interface Renewed extends Sealing {
  used: UsedToken
  tokens: GivenTokens
}

/**
 * Keeps what a renewal gave, even if its lease has ended, as while the database was away. Returns false if the account
 * was signed in to again meanwhile, or its grant renewed by another process or forgotten.
 */
export async function saveRenewal(
  trx: Trx,
  account: AccountKey,
  { used, box, place, tokens }: Renewed,
): Promise<boolean> {
  const { firmId, id } = account
  const { accessToken, accessEndsAt, refreshToken } = tokens
  const rotated = refreshToken === undefined ? sql`refresh_token` : sql`${box.seal(refreshToken, place)}`
  const { rows } = await sql`
    update mail_grants set refresh_token = ${rotated}, access_token = ${box.seal(accessToken, place)},
      access_ends_at = ${accessEndsAt}::timestamptz, refused = null, lease = null, leased_until = null
    where firm_id = ${firmId} and id = ${id}::uuid and refresh_token = ${Buffer.from(used.stored)}::bytea returning 1`.execute(
    trx,
  )
  if (rows.length === 0) return false
  if (tokens.endsAt) await noteEnd(trx, account, tokens.endsAt)
  return true
}

/** A few seconds more or less are the same end: the firm is reminded of each day once. */
async function noteEnd(trx: Trx, { kind, firmId, id }: AccountKey, endsAt: Date): Promise<void> {
  await sql`update ${sql.table(accountKinds[kind].table)} set sign_in_ends_at = ${endsAt}::timestamptz
    where firm_id = ${firmId} and id = ${id}::uuid and (sign_in_ends_at is null
      or abs(extract(epoch from sign_in_ends_at - ${endsAt}::timestamptz)) > 3600)`.execute(trx)
}

/** Ends a renewal that gave nothing; `refused`: why the service will give nothing until someone signs in again. */
export async function endLease(
  trx: Trx,
  { firmId, id }: AccountKey,
  { lease, refused }: { lease: string; refused: string | undefined },
): Promise<void> {
  await sql`update mail_grants set lease = null, leased_until = null, refused = coalesce(${refused ?? null}::text, refused)
    where firm_id = ${firmId} and id = ${id}::uuid and lease = ${lease}::uuid`.execute(trx)
}

interface Granted extends Sealing {
  tokens: GivenTokens & { refreshToken: string }
  signedInAs: string
  now: Date
}

/** Keeps what a person's consent gave, instead of any earlier one. */
export async function saveGrant(
  trx: Trx,
  { kind, firmId, id }: AccountKey,
  { tokens, signedInAs, now, box, place }: Granted,
): Promise<void> {
  const { table, column } = accountKinds[kind]
  const { accessToken, accessEndsAt, refreshToken, endsAt } = tokens
  await sql`delete from mail_grants where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await sql`insert into mail_grants (firm_id, id, ${sql.ref(column)}, refresh_token, access_token, access_ends_at)
    values (${firmId}::integer, ${id}::uuid, ${id}::uuid, ${box.seal(refreshToken, place)},
      ${box.seal(accessToken, place)}, ${accessEndsAt}::timestamptz)`.execute(trx)
  await sql`update ${sql.table(table)} set signed_in_as = ${signedInAs.slice(0, 320) || null},
      signed_in_at = ${now}::timestamptz, sign_in_ends_at = ${endsAt ?? null}::timestamptz,
      health = 'unknown', sentence = null
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

/** Forgets what was given, as its settings changed. */
export async function forgetGrant(trx: Trx, { kind, firmId, id }: AccountKey): Promise<void> {
  await sql`delete from mail_grants where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await sql`update ${sql.table(accountKinds[kind].table)} set signed_in_as = null, signed_in_at = null, sign_in_ends_at = null
    where firm_id = ${firmId} and id = ${id}::uuid and signed_in_at is not null`.execute(trx)
}
