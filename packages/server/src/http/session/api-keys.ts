import { isOwnedKind, type KeyScopes } from '@courtcrier/contract/api-keys.ts'
import {
  type ApiKey,
  listKeys,
  listOwnKeys,
  makeKey,
  revokeKey,
  rotateKey,
} from '@courtcrier/contract/calls/api-keys.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { FastifyInstance } from 'fastify'
import { findKeyById, findKeys, type KeyRow } from '../../auth/api-keys/key-rows.ts'
import { createKey, type Issued, mayRevoke, mayRotate, revoke, rotate } from '../../auth/api-keys/manage-keys.ts'
import { callerOf } from '../../auth/authenticate.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'

type Deps = Pick<Services, 'database'> & { now: () => Date }

/** The keys programs act with: each user's own, and for people who manage users, everyone's. */
export function apiKeyRoutes(api: FastifyInstance, { database, now }: Deps): void {
  const list = async (caller: Caller, userId?: string) => {
    const at = now()
    const whose = userId === undefined ? {} : { userId }
    const rows = await withFirm(database, caller.firmId, (trx) =>
      findKeys(trx, { firmId: caller.firmId, ...whose, now: at }),
    )
    return { keys: rows.map((row) => shown(row, { caller, now: at })) }
  }
  const issue = (caller: Caller, act: (trx: Trx, asked: { caller: Caller; now: Date }) => Promise<Issued>) =>
    withFirmWrite(database, caller.firmId, async (trx) => {
      const at = now()
      const { id, secret } = await act(trx, { caller, now: at })
      const row = await findKeyById(trx, { firmId: caller.firmId, id })
      if (!row) throw new ApiError('not_found')
      return { key: shown(row, { caller, now: at }), secret }
    })

  serveCall(api, listOwnKeys, ({ request }) => {
    const caller = callerOf(request)
    return list(caller, caller.userId)
  })
  serveCall(api, listKeys, ({ request }) => list(demand(request, user, 'FULL')))
  serveCall(api, makeKey, ({ request, body }) => {
    const { kind = 'key', name, userId, networks = [], expiresInDays: days } = body
    const scopes = body.scopes as KeyScopes
    const wish = { kind, name, userId, scopes, networks: networks.map((each) => each.trim()), days }
    return issue(callerOf(request), (trx, asked) => createKey(trx, asked, wish))
  })
  serveCall(api, rotateKey, ({ request, params: { id }, body }) => {
    const { overlapHours: hours, expiresInDays: days } = body
    return issue(callerOf(request), (trx, asked) => rotate(trx, asked, { id, hours, days }))
  })
  serveCall(api, revokeKey, async ({ request, params: { id } }) => {
    const caller = callerOf(request)
    await withFirmWrite(database, caller.firmId, (trx) => revoke(trx, { caller, now: now() }, id))
  })
}

/** Returns a key as lists show it to the caller. */
export function shown(row: KeyRow, { caller, now }: { caller: Caller; now: Date }): ApiKey {
  const {
    userId,
    ownerName,
    isServiceAccount,
    createdBy,
    isOwnerActive: _,
    revokedAt: __,
    providerId: ___,
    ...key
  } = row
  const isNamed = fieldAccess(user, 'fullName', caller.role) !== 'DENY' || userId === caller.userId
  const time = (date: Date | null) => date?.toISOString() ?? null
  return {
    ...key,
    owner:
      userId === null
        ? null
        : { id: userId, name: isNamed ? ownerName : null, isServiceAccount: isServiceAccount === true },
    createdBy: isNamed ? createdBy : null,
    scopes: key.scopes as ApiKey['scopes'],
    status: statusOf(row, now),
    createdAt: key.createdAt.toISOString(),
    expiresAt: time(key.expiresAt),
    rotatedAt: time(key.rotatedAt),
    formerUntil: key.formerUntil && key.formerUntil > now ? time(key.formerUntil) : null,
    lastUsedAt: time(key.lastUsedAt),
    canRotate: mayRotate(caller, row),
    canRevoke: mayRevoke(caller, row) && !row.revokedAt,
  }
}

function statusOf({ kind, revokedAt, expiresAt, isOwnerActive }: KeyRow, now: Date): ApiKey['status'] {
  if (revokedAt) return 'revoked'
  if (expiresAt && expiresAt <= now) return 'expired'
  return !isOwnedKind(kind) || isOwnerActive ? 'active' : 'owner_inactive'
}
