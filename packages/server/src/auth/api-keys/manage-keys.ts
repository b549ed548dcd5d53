import type { Role } from '@courtcrier/contract/access.ts'
import { isAdmin, subjectAccess } from '@courtcrier/contract/access.ts'
import {
  type AgentKeyKind,
  agentKinds,
  excessScope,
  type KeyKind,
  type KeyScopes,
  keyDays,
  mostKeysOfUser,
  overlapHours,
} from '@courtcrier/contract/api-keys.ts'
import { describeExcess, findExcess } from '@courtcrier/contract/covers.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { isKeptOutMore } from '../../records/walls/kept-out-more.ts'
import { countKeys, findKeyById, insertKey, type KeyRow, revokeKeyRow, rotateSecret } from './key-rows.ts'
import { makeKeySecret } from './secret.ts'

const dayMs = 24 * 3600 * 1000

export interface KeyWish {
  kind: Exclude<KeyKind, 'import' | 'provisioning' | AgentKeyKind>
  name: string
  /** A service account; the caller if absent. */
  userId: string | undefined
  scopes: KeyScopes
  networks: readonly string[]
  days: number | undefined
}

interface KeyRequest {
  caller: Caller
  now: Date
}

export interface Issued {
  id: string
  secret: string
}

/** Returns whether the caller manages the firm's users, and so its service accounts and everyone's keys. */
function managesUsers({ role }: Caller): boolean {
  return subjectAccess(userResource.subject, role) === 'FULL'
}

/** Creates a key. Throws for scopes beyond what its maker and its owner may do, and for an owner who isn't the maker's to act for. */
export async function createKey(trx: Trx, { caller, now }: KeyRequest, wish: KeyWish): Promise<Issued> {
  const { firmId } = caller
  const { kind, name, scopes, networks } = wish
  const userId = wish.userId ?? caller.userId
  const owner = userId === caller.userId ? undefined : await demandServiceAccount(trx, caller, userId)
  refuseExcess(scopes, [caller.role, ...(owner ? [owner.role] : [])])
  if ((await countKeys(trx, { firmId, userId, now })) >= mostKeysOfUser)
    throw new ApiError('wrong_state', {
      sentence: `There are already ${mostKeysOfUser} keys that work. Revoke one that is no longer needed.`,
    })
  const secret = makeKeySecret(kind)
  const expiresAt = after(now, wish.days)
  const key = { firmId, kind, name, userId, createdBy: caller.userId, scopes, networks, secret, now, expiresAt }
  const id = await insertKey(trx, key)
  const sentence = `${caller.user.fullName} created the API key "${name}".`
  await record(trx, caller, { name, userId, action: 'api_key_made', sentence })
  return { id, secret: secret.secret }
}

/** Gives a key a new secret. The former one works for a while, unless it would have expired before. */
export async function rotate(
  trx: Trx,
  { caller, now }: KeyRequest,
  { id, hours = overlapHours.usual, days }: { id: string; hours: number | undefined; days: number | undefined },
): Promise<Issued> {
  const { firmId } = caller
  const key = await demandKey(trx, caller, id)
  if (key.kind === 'import') throw new ApiError('wrong_state', { sentence: replacedInstead })
  if (isOfAgent(key)) throw new ApiError('not_found')
  if (key.kind === 'provisioning' && !isAdmin(caller.role)) throw new ApiError('forbidden')
  if (key.revokedAt) throw new ApiError('wrong_state', { sentence: 'This key was revoked. Create another one.' })
  if (key.userId !== null && key.userId !== caller.userId) {
    const owner = await demandServiceAccount(trx, caller, key.userId)
    refuseExcess(key.scopes, [caller.role, owner.role])
  }
  const secret = makeKeySecret(key.kind)
  const overlapUntil = new Date(now.getTime() + hours * 3600 * 1000)
  await rotateSecret(trx, { firmId, id, secret, now, overlapUntil, expiresAt: after(now, days) })
  const sentence = `${caller.user.fullName} gave the API key "${key.name}" a new secret.`
  await record(trx, caller, { ...key, action: 'api_key_rotated', sentence })
  return { id, secret: secret.secret }
}

const replacedInstead = 'The import token is replaced in the firm settings, not rotated.'

/** Revokes a key: one of the caller's own, or as someone who manages users, any. */
export async function revoke(trx: Trx, { caller, now }: KeyRequest, id: string): Promise<void> {
  const key = await demandKey(trx, caller, id)
  if (!mayRevoke(caller, key)) throw new ApiError('forbidden')
  if (key.revokedAt) throw new ApiError('not_found', { sentence: 'This key was already revoked.' })
  await revokeKeyRow(trx, { firmId: caller.firmId, id, now })
  const sentence = `${caller.user.fullName} revoked the API key "${key.name}".`
  await record(trx, caller, { ...key, action: 'api_key_revoked', sentence })
}

export function mayRevoke(caller: Caller, { kind, userId }: KeyRow): boolean {
  // The import token and agents have their own places, and are removed there.
  if (kind === 'import' || isOfAgent({ kind })) return false
  return userId === caller.userId || managesUsers(caller)
}

export function mayRotate(caller: Caller, { kind, userId, isServiceAccount, revokedAt }: KeyRow): boolean {
  if (kind === 'import' || isOfAgent({ kind }) || revokedAt) return false
  if (kind === 'provisioning') return isAdmin(caller.role)
  return userId === caller.userId || (isServiceAccount === true && managesUsers(caller))
}

function isOfAgent({ kind }: Pick<KeyRow, 'kind'>): boolean {
  return agentKinds.some((each) => each === kind)
}

/** Returns a key that the caller may know of. Throws `not_found` otherwise. */
async function demandKey(trx: Trx, caller: Caller, id: string): Promise<KeyRow> {
  const key = await findKeyById(trx, { firmId: caller.firmId, id })
  if (!key || (key.userId !== caller.userId && !managesUsers(caller))) throw new ApiError('not_found')
  return key
}

/**
 * Returns a service account that the caller may act for. Who has its key has its rights, so it may have none that the
 * caller lacks, and be behind every ethical wall that the caller is behind.
 */
async function demandServiceAccount(trx: Trx, caller: Caller, userId: string): Promise<{ role: Role }> {
  if (!managesUsers(caller)) throw new ApiError('forbidden')
  const { rows } = await sql<DatabaseRecord & { timekeeperId: string | null }>`
    select r.*, u.timekeeper_id as "timekeeperId"
    from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${caller.firmId}::integer and u.id::text = ${userId.toLowerCase()} and u.is_service_account
      and u.is_active for share of u`.execute(trx)
  const [found] = rows
  if (!found) throw refusal('userId', 'not_service_user')
  const { timekeeperId, ...row } = found
  const role = roleFromRow(rowOf(userSecurityRole, row))
  const excess = findExcess(caller.role, role)
  if (excess) throw refusal('userId', `stronger_user:${describeExcess(excess)}`)
  const { firmId, timekeeperId: own } = caller
  if (await isKeptOutMore(trx, { firmId, own, other: timekeeperId ?? undefined }))
    throw refusal('userId', 'freed_of_wall')
  return { role }
}

function refuseExcess(scopes: KeyScopes, roles: readonly Role[]): void {
  for (const role of roles) {
    const excess = excessScope(scopes, role)
    if (excess) throw refusal('scopes', `scope_beyond:${describeExcess(excess)}`)
  }
}

function refusal(field: string, code: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field, code }] })
}

/** Returns when a key made now expires. */
export function after(now: Date, days: number = keyDays.usual): Date {
  return new Date(now.getTime() + days * dayMs)
}

interface KeyEvent {
  name: string
  userId: string | null
  action: EventAction
  sentence: string
}

async function record(trx: Trx, { firmId, userId }: Caller, event: KeyEvent): Promise<void> {
  const about = event.userId
    ? { entity: userResource.name, entityId: event.userId }
    : { entity: firm.name, entityId: String(firmId) }
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', userId, ...about, action: event.action },
    sentence: event.sentence,
    facts: { key: event.name },
  })
}
