import { agentKinds, type KeyKind, type KeyScopes } from '@courtcrier/contract/api-keys.ts'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { sessionEntity } from '../authenticate.ts'
import type { NewSecret } from './secret.ts'

/** A key as lists show it. */
export interface KeyRow {
  id: string
  kind: KeyKind
  name: string
  hint: string | null
  userId: string | null
  ownerName: string | null
  isOwnerActive: boolean | null
  isServiceAccount: boolean | null
  /** Set for a key for provisioning. */
  providerId: string | null
  createdBy: string | null
  scopes: KeyScopes
  networks: readonly string[]
  createdAt: Date
  expiresAt: Date | null
  rotatedAt: Date | null
  formerUntil: Date | null
  lastUsedAt: Date | null
  lastUsedNetwork: string | null
  revokedAt: Date | null
}

/** A revoked key is listed for this many days, so that it can be seen that it was revoked. */
const revokedDays = 30

/** Returns the firm's keys, or those of one user, the newest first. */
export function findKeys(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId?: string; now: Date },
): Promise<readonly KeyRow[]> {
  const whose = userId === undefined ? sql`true` : sql`k.user_id = ${userId}::uuid`
  return readKeys(
    trx,
    sql`k.firm_id = ${firmId}::integer and ${whose} and k.kind not in (${sql.join([...agentKinds])})
      and (k.revoked_at is null or k.revoked_at > ${now}::timestamptz - make_interval(days => ${revokedDays}::integer))`,
  )
}

/** Returns the keys with which an identity provider provisions users, the newest first. */
export function findProviderKeys(
  trx: Trx,
  { firmId, providerId }: { firmId: number; providerId: string },
): Promise<readonly KeyRow[]> {
  return readKeys(trx, sql`k.firm_id = ${firmId}::integer and k.provider_id = ${providerId}::uuid`)
}

/** Returns one key. */
export async function findKeyById(
  trx: Trx,
  { firmId, id }: { firmId: number; id: string },
): Promise<KeyRow | undefined> {
  const [found] = await readKeys(trx, sql`k.firm_id = ${firmId}::integer and k.id = ${id}::uuid`)
  return found
}

async function readKeys(trx: Trx, where: RawBuilder<unknown>): Promise<readonly KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.kind, k.name, k.hint, k.user_id as "userId", u.full_name as "ownerName", u.is_active as "isOwnerActive",
      u.is_service_account as "isServiceAccount", k.provider_id as "providerId", c.full_name as "createdBy", k.scopes, k.networks,
      k.created_at as "createdAt", k.expires_at as "expiresAt", k.rotated_at as "rotatedAt",
      k.former_until as "formerUntil", k.last_used_at as "lastUsedAt", k.last_used_network as "lastUsedNetwork",
      k.revoked_at as "revokedAt"
    from api_keys k
      left join users u on u.firm_id = k.firm_id and u.id = k.user_id
      left join users c on c.firm_id = k.firm_id and c.id = k.created_by
    where ${where} order by k.created_at desc, k.id`.execute(trx)
  return rows
}

interface NewKey {
  firmId: number
  kind: KeyKind
  name: string
  /** Its owner; null if it is the firm's. */
  userId: string | null
  providerId?: string
  createdBy: string
  scopes: KeyScopes
  networks: readonly string[]
  secret: NewSecret
  now: Date
  expiresAt: Date
}

/** Adds a key and returns its ID; forgets the owner's keys that were revoked long ago. */
export async function insertKey(trx: Trx, key: NewKey): Promise<string> {
  const { firmId, kind, name, userId, providerId = null, createdBy, scopes, networks, secret, now, expiresAt } = key
  const id = newId()
  await sql`delete from api_keys where firm_id = ${firmId}::integer and user_id = ${userId}::uuid
    and revoked_at < ${now}::timestamptz - make_interval(days => ${revokedDays}::integer)`.execute(trx)
  await sql`insert into api_keys
      (firm_id, id, kind, name, user_id, provider_id, created_by, scopes, networks, secret_hash, hint, created_at, expires_at)
    values (${firmId}::integer, ${id}::uuid, ${kind}, ${name}, ${userId}::uuid, ${providerId}::uuid, ${createdBy}::uuid,
      ${JSON.stringify(scopes)}::text::jsonb, ${[...networks]}::text[], ${secret.hash}, ${secret.hint},
      ${now}::timestamptz, ${expiresAt}::timestamptz)`.execute(trx)
  return id
}

/** Returns how many keys of a user work. */
export async function countKeys(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from api_keys
    where firm_id = ${firmId}::integer and user_id = ${userId}::uuid and revoked_at is null
      and expires_at > ${now}::timestamptz`.execute(trx)
  return rows[0]?.count ?? 0
}

interface Rotation {
  firmId: number
  id: string
  secret: NewSecret
  now: Date
  overlapUntil: Date
  expiresAt: Date
}

/** Replaces a key's secret. The former one never works for longer than it would have, nor the one before it. */
export async function rotateSecret(trx: Trx, rotation: Rotation): Promise<void> {
  const { firmId, id, secret, now, overlapUntil, expiresAt } = rotation
  await sql`update api_keys set
      former_hash = secret_hash, former_until = least(${overlapUntil}::timestamptz, expires_at),
      secret_hash = ${secret.hash}, hint = ${secret.hint}, rotated_at = ${now}::timestamptz,
      expires_at = ${expiresAt}::timestamptz
    where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  await announceKeys(trx, firmId)
}

/** Revokes a key, in every process and on every open stream at once. */
export async function revokeKeyRow(
  trx: Trx,
  { firmId, id, now }: { firmId: number; id: string; now: Date },
): Promise<void> {
  await sql`update api_keys set revoked_at = ${now}::timestamptz
    where firm_id = ${firmId}::integer and id = ${id}::uuid and revoked_at is null`.execute(trx)
  await announceKeys(trx, firmId)
}

/** Revokes all keys of a user. */
export async function revokeKeysOf(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<void> {
  await sql`update api_keys set revoked_at = ${now}::timestamptz
    where firm_id = ${firmId}::integer and user_id = ${userId}::uuid and revoked_at is null`.execute(trx)
  await announceKeys(trx, firmId)
}

/** As the end of a session is: no person is named, because streams of any may have been opened with a key. */
export async function announceKeys(trx: Trx, firmId: number): Promise<void> {
  await announce(trx, { firmId, entity: sessionEntity, ids: [] })
}
