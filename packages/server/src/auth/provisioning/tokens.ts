import { keyDays, mostKeysOfUser } from '@courtcrier/contract/api-keys.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { findProviderKeys, insertKey } from '../api-keys/key-rows.ts'
import { after, type Issued } from '../api-keys/manage-keys.ts'
import { makeKeySecret } from '../api-keys/secret.ts'
import { findProvider, type Provider } from '../sign-on/providers.ts'
import { groupNames } from './find-groups.ts'

/** Returns an identity provider of the caller's firm. Throws `not_found`. */
export async function demandProvider(trx: Trx, { firmId }: { firmId: number }, id: string): Promise<Provider> {
  const provider = await findProvider(trx, { firmId, id })
  if (!provider) throw new ApiError('not_found')
  return provider
}

interface TokenWish {
  providerId: string
  name: string
  networks: readonly string[]
  days: number | undefined
}

/** Creates a token with which an identity provider provisions users. */
export async function makeToken(
  trx: Trx,
  { caller, now }: { caller: Caller; now: Date },
  { providerId, name, networks, days = keyDays.usual }: TokenWish,
): Promise<Issued> {
  const { firmId, userId: createdBy } = caller
  const { row } = await demandProvider(trx, caller, providerId)
  const keys = await findProviderKeys(trx, { firmId, providerId })
  const working = keys.filter(({ revokedAt, expiresAt }) => !revokedAt && (!expiresAt || expiresAt > now))
  if (working.length >= mostKeysOfUser)
    throw new ApiError('wrong_state', {
      sentence: `There are already ${mostKeysOfUser} tokens that work. Revoke one that is no longer needed.`,
    })
  const secret = makeKeySecret('provisioning')
  const id = await insertKey(trx, {
    ...{ firmId, kind: 'provisioning', name, userId: null, providerId, createdBy, scopes: {}, networks },
    ...{ secret, now, expiresAt: after(now, days) },
  })
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', userId: createdBy, action: 'provisioning_token_made' },
    sentence: `${caller.user.fullName} created the provisioning token "${name}".`,
    ...{ entity: identityProvider.name, entityId: providerId, recordTitle: row.name, facts: { key: name } },
  })
  return { id, secret: secret.secret }
}

/** What is provisioned by a provider: how many users, and its groups. */
export interface Provisioned {
  users: number
  /** With the names by which each gives a role. */
  groups: readonly { id: string; name: string; names: readonly string[]; members: number }[]
}

export async function countProvisioned(
  trx: Trx,
  { firmId, providerId }: { firmId: number; providerId: string },
): Promise<Provisioned> {
  const { rows } = await sql<{ users: number }>`
    select count(*)::integer as users from provisioned_users
    where firm_id = ${firmId}::integer and provider_id = ${providerId}::uuid and deleted_at is null`.execute(trx)
  const { rows: groups } = await sql<Provisioned['groups'][number]>`
    select g.id, g.display_name as name, ${groupNames} as names, (select count(*)::integer
        from provisioned_members m where m.firm_id = g.firm_id and m.group_id = g.id) as members
    from provisioned_groups g where g.firm_id = ${firmId}::integer and g.provider_id = ${providerId}::uuid
    order by lower(g.display_name) limit 500`.execute(trx)
  return { users: rows[0]?.users ?? 0, groups }
}
