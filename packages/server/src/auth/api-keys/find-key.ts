import type { Role } from '@courtcrier/contract/access.ts'
import type { KeyKind, KeyScopes } from '@courtcrier/contract/api-keys.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import type { SessionUser } from '../../records/session-user.ts'
import { isOwnerOverdue } from '../factors/overdue.ts'

/** A key as a request needs it, with its owner as of now. */
export interface FoundKey {
  id: string
  kind: KeyKind
  name: string
  scopes: KeyScopes
  networks: readonly string[]
  /** When this secret ends: that of the key, or of the overlap for a former secret. */
  expiresAt: Date | null
  /** Whether the secret is the one before the last rotation. */
  isFormer: boolean
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** Undefined for kinds of keys that are the firm's. */
  owner: KeyOwner | undefined
  /** The identity provider that provisions users with it; null for keys of other kinds. */
  providerId: string | null
  /** The agent that works with it; null for keys of other kinds. */
  agentId: string | null
}

interface KeyOwner {
  user: SessionUser
  role: Role
  isActive: boolean
  /** Whether their time to add the second factor that their role requires is over. */
  lacksFactor: boolean
}

type KeyRecord = Omit<FoundKey, 'owner'> & {
  user: SessionUser | null
  isActive: boolean | null
  role: DatabaseRecord | null
}

/** Returns the firm's key with this secret's hash, whatever its state. */
export async function findKey(
  trx: Trx,
  { firmId, hash, now }: { firmId: number; hash: string; now: Date },
): Promise<FoundKey | undefined> {
  const { rows } = await sql<KeyRecord>`
    select k.id, k.kind, k.name, k.scopes, k.networks, k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
      k.provider_id as "providerId", k.agent_id as "agentId", k.secret_hash <> ${hash} as "isFormer",
      case when k.secret_hash = ${hash} then k.expires_at else k.former_until end as "expiresAt",
      case when u.id is not null then jsonb_build_object('id', u.id, 'email', u.email, 'fullName', u.full_name,
        'displayName', u.display_name, 'securityRoleId', u.security_role_id, 'timekeeperId', u.timekeeper_id) end as "user",
      u.is_active as "isActive", to_jsonb(r.*) as role
    from api_keys k
      left join users u on u.firm_id = k.firm_id and u.id = k.user_id
      left join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where k.firm_id = ${firmId}::integer and (k.secret_hash = ${hash} or k.former_hash = ${hash})`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const { user, isActive, role, ...key } = found
  if (!user || !role) return { ...key, owner: undefined }
  const lacksFactor =
    role.requires_second_factor === true && (await isOwnerOverdue(trx, { firmId, userId: user.id, now }))
  const owner = { user, role: roleFromRow(rowOf(userSecurityRole, role)), isActive: isActive === true, lacksFactor }
  return { ...key, owner }
}
