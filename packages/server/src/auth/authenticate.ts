import type { Role } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ChangeFeed } from '../base/db/changes.ts'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { Caller } from './caller.ts'
import type { Importer } from './import-token.ts'
import type { SessionUser } from './session-user.ts'
import { narrowCaller } from './view-as.ts'
import { formerWhileBusy } from './while-busy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The firm of the host name; set for every request under /api/v1. */
    firmId: number | undefined
    caller: Caller | undefined
    /** Set in place of the caller when a program came with the firm's import token. */
    importer: Importer | undefined
  }
  interface FastifyContextConfig {
    /**
     * `none` needs no token, `optional` uses one when it is there, `import` takes the firm's import token too. Every
     * other route needs that of somebody who is signed in.
     */
    auth?: 'none' | 'optional' | 'import'
    /** Changes nothing of the firm's, though its method says so: it is open to those who look as another role. */
    worksWhileViewing?: boolean
  }
}

/** Who sent the request. Throws `session_expired` when nobody is signed in. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new ApiError('session_expired')
  return request.caller
}

/** The firm a request is for. Throws `not_found` when the host name is none of a firm's. */
export function firmOf(request: FastifyRequest): number {
  if (request.firmId === undefined) throw new ApiError('not_found', { sentence: noFirm })
  return request.firmId
}

const noFirm = 'No firm has this address. "courtcrier firm create --host" makes one that has.'

export interface Authenticator {
  /**
   * The caller of a token, narrowed to what the viewed role may where there is one; undefined when the token is no good
   * or its session is over. Throws what `narrowCaller` does.
   */
  check: (token: string, viewedRoleId?: string) => Promise<Caller | undefined>
  /** The caller as of now; undefined when the session is over. For connections that stay open. */
  recheck: (caller: Caller) => Promise<Caller | undefined>
  close: () => void
}

/** The entity under which the end of sessions is announced to the other processes. */
export const sessionEntity = 'session'

/**
 * A session is looked up again after this long. Changes are also announced, which takes effect at once; this
 * is for an announcement that was lost with the connection to the database.
 */
const rememberMs = 3000
const mostRemembered = 10_000

interface AuthenticatorDeps {
  database: Database
  feed: ChangeFeed
  tokens: AccessTokens
  now: () => Date
}

export function openAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const callers = rememberCallers(deps)
  const current = async (claims: AccessClaims) => {
    if (claims.expiresAt <= deps.now()) return undefined
    const caller = await callers.find(claims)
    return caller && { ...caller, expiresAt: claims.expiresAt }
  }
  const narrowed = async (caller: Caller | undefined, viewedRoleId: string | undefined) =>
    caller && viewedRoleId !== undefined ? narrowCaller(deps.database, caller, viewedRoleId) : caller
  return {
    check: async (token, viewedRoleId) => {
      const claims = await deps.tokens.read(token)
      return claims && narrowed(await current(claims), viewedRoleId)
    },
    recheck: async (caller) => {
      const now = await current(caller)
      // Whoever may no longer look as the role is not to be told of anything by it.
      return narrowed(now, caller.viewedRoleId).catch((error: unknown) => {
        if (error instanceof ApiError) return undefined
        throw error
      })
    },
    close: callers.close,
  }
}

/** Callers by their claims, looked up again when they may have changed. */
function rememberCallers({ database, feed, now }: AuthenticatorDeps) {
  const remembered = new Map<string, { firmId: number; until: number; caller: Promise<Caller | undefined> }>()
  const roles: RoleMemory = new Map()
  const forgetFirm = (firmId: number) => {
    for (const [key, entry] of remembered) if (entry.firmId === firmId) remembered.delete(key)
  }
  const close = feed.subscribe(({ firmId, entity }) => {
    if (entity === userSecurityRole.name) roles.clear()
    if ([sessionEntity, firm.name, 'user', userSecurityRole.name].includes(entity)) forgetFirm(firmId)
  })
  const find = (claims: AccessClaims): Promise<Caller | undefined> => {
    const key = `${claims.firmId} ${claims.userId} ${claims.sessionId}`
    const known = remembered.get(key)
    const time = now().getTime()
    if (known && known.until > time) return known.caller
    if (remembered.size >= mostRemembered) remembered.clear()
    const answer = withFirm(database, claims.firmId, (trx) => loadCaller(trx, claims, roles))
    const caller = formerWhileBusy(database, answer, known?.caller)
    remembered.set(key, { firmId: claims.firmId, until: time + rememberMs, caller })
    caller.catch(() => remembered.delete(key))
    return caller
  }
  return { find, close }
}

/** Roles by id, as of the version of their row. */
type RoleMemory = Map<string, { version: string; role: Role }>

async function loadCaller(trx: Trx, claims: AccessClaims, roles: RoleMemory): Promise<Caller | undefined> {
  const { rows } = await sql<SessionUser & { roleVersion: string }>`
    select u.id, u.email, u.full_name as "fullName", u.display_name as "displayName",
      u.security_role_id as "securityRoleId", u.timekeeper_id as "timekeeperId",
      r.updated_at::text as "roleVersion"
    from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.id = ${claims.userId}::uuid and u.is_active
      and exists (select from sessions s where s.family_id = ${claims.sessionId}::uuid and s.user_id = u.id)
      and not exists (
        select from sessions s where s.family_id = ${claims.sessionId}::uuid and s.revoked_at is not null)`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const { roleVersion, ...user } = found
  const role = await loadRole(trx, { id: user.securityRoleId, version: roleVersion }, roles)
  return { ...claims, role, user, timekeeperId: user.timekeeperId ?? undefined }
}

async function loadRole(trx: Trx, wanted: { id: string; version: string }, roles: RoleMemory): Promise<Role> {
  const known = roles.get(wanted.id)
  if (known?.version === wanted.version) return known.role
  const { rows } = await sql<DatabaseRecord>`select * from user_security_roles where id = ${wanted.id}::uuid`.execute(
    trx,
  )
  const role = roleFromRow(rowOf(userSecurityRole, rows[0] ?? {}))
  roles.set(wanted.id, { version: wanted.version, role })
  return role
}
