import { hashToken, makeSecretToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { newId } from '../base/db/ids.ts'
import { recordEvent } from '../records/audit.ts'
import { accessTokenSeconds } from './access-token.ts'
import type { AuthDeps } from './auth-deps.ts'
import { sessionEntity } from './authenticate.ts'
import { addProof, type SignInWay } from './session-proof.ts'

/** What a console needs to act for its user. */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  /** Seconds. */
  expiresIn: number
}

/** A session ends this long after login, however often it is renewed. */
const sessionMs = 14 * 24 * 3600 * 1000

/**
 * A reload cuts off a renewal whose token is already used, and its new page sends the same one. Within this time it gets
 * new tokens again, as long as none issued for it has been used. Later, or after that, a used token belongs to a thief or
 * to the thief's victim, and no one can tell which: the whole family ends.
 */
const repeatMs = 30_000

/** The session a refresh token belongs to. */
interface SessionOwner {
  firmId: number
  userId: string
  sessionId: string
}

/** Opens a session family for a user who has just signed in. */
export async function openSession(
  trx: Trx,
  deps: AuthDeps,
  {
    firmId,
    userId,
    userAgent,
    way = 'local',
    provedAt = deps.now(),
  }: { firmId: number; userId: string; userAgent: string | undefined; way?: SignInWay; provedAt?: Date },
): Promise<TokenPair & { sessionId: string }> {
  const now = deps.now()
  const expiresAt = new Date(now.getTime() + sessionMs)
  await sql`delete from sessions where user_id = ${userId}::uuid and expires_at < ${now}::timestamptz`.execute(trx)
  const owner = { firmId, userId, sessionId: newId() }
  await addProof(trx, { ...owner, way, provedAt, now, expiresAt })
  return { ...(await addTokens(trx, deps, { ...owner, userAgent, expiresAt })), sessionId: owner.sessionId }
}

/**
 * Issues new tokens for a refresh token, which works once, or again shortly after if the first response was lost.
 * Undefined if it is unknown, used, revoked or expired; using one again later ends the session.
 */
export async function renewSession(
  deps: AuthDeps,
  firmId: number,
  refreshToken: string,
): Promise<TokenPair | undefined> {
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const found = await lockToken(trx, hashToken(refreshToken))
    const now = deps.now()
    if (!found || found.isRevoked || !found.isActive || found.expiresAt <= now) return undefined
    const owner = { firmId, userId: found.userId, sessionId: found.familyId }
    if (found.usedAt && (found.isSucceeded || now.getTime() - found.usedAt.getTime() > repeatMs)) {
      await endStolen(trx, owner, now)
      return undefined
    }
    await sql`update sessions set used_at = coalesce(used_at, ${now}::timestamptz) where id = ${found.id}::uuid`.execute(
      trx,
    )
    return addTokens(trx, deps, { ...owner, userAgent: found.userAgent ?? undefined, expiresAt: found.expiresAt })
  })
}

/** Ends sessions of a user: one, all, or all but one. Takes effect at once in every process. */
export async function revokeSessions(
  trx: Trx,
  which: { firmId: number; userId: string; now: Date; only?: string; except?: string },
): Promise<void> {
  await sql`update sessions set revoked_at = ${which.now}::timestamptz
    where user_id = ${which.userId}::uuid and revoked_at is null
      and (${which.only ?? null}::uuid is null or family_id = ${which.only ?? null}::uuid)
      and family_id is distinct from ${which.except ?? null}::uuid`.execute(trx)
  await announce(trx, { firmId: which.firmId, entity: sessionEntity, ids: [which.userId] })
}

async function endStolen(trx: Trx, owner: SessionOwner, now: Date): Promise<void> {
  await revokeSessions(trx, { ...owner, now, only: owner.sessionId })
  await recordEvent(trx, {
    firmId: owner.firmId,
    level: 'CRITICAL',
    type: 'other',
    sentence: 'A session was ended because its refresh token was used twice; it may have been stolen.',
    userId: owner.userId,
    entity: 'user',
    entityId: owner.userId,
    action: 'session_stolen',
  })
}

interface StoredToken {
  id: string
  userId: string
  familyId: string
  usedAt: Date | null
  /** A token issued for it has been used. */
  isSucceeded: boolean
  expiresAt: Date
  userAgent: string | null
  isRevoked: boolean
  isActive: boolean
}

/** Returns the token's row, locked, so that simultaneous requests run one after the other. */
async function lockToken(trx: Trx, hash: string): Promise<StoredToken | undefined> {
  const { rows } = await sql<StoredToken>`
    select id, user_id as "userId", family_id as "familyId", used_at as "usedAt", expires_at as "expiresAt",
      user_agent as "userAgent",
      exists (select from sessions o where o.family_id = s.family_id and o.id > s.id and o.created_at >= s.used_at
        and o.used_at is not null) as "isSucceeded",
      exists (select from sessions o where o.family_id = s.family_id and o.revoked_at is not null) as "isRevoked",
      exists (select from users u where u.id = s.user_id and u.is_active and not u.is_service_account) as "isActive"
    from sessions s where token_hash = ${hash} for update of s`.execute(trx)
  return rows[0]
}

async function addTokens(
  trx: Trx,
  deps: AuthDeps,
  { firmId, userId, sessionId, userAgent, expiresAt }: SessionOwner & { userAgent?: string; expiresAt: Date },
): Promise<TokenPair> {
  const { token, hash } = makeSecretToken()
  await sql`insert into sessions (firm_id, id, user_id, family_id, token_hash, created_at, expires_at, user_agent)
    values (${firmId}::integer, ${newId()}::uuid, ${userId}::uuid, ${sessionId}::uuid, ${hash},
      ${deps.now()}::timestamptz, ${expiresAt}::timestamptz, ${userAgent?.slice(0, 300) ?? null})`.execute(trx)
  const accessToken = await deps.tokens.issue({ firmId, userId, sessionId })
  return { accessToken, refreshToken: token, expiresIn: accessTokenSeconds }
}
