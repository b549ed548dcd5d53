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
import type { Caller } from '../records/caller.ts'
import type { SessionUser } from '../records/session-user.ts'
import type { Importer } from '../records/transfer/import-token.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { EnrolledAgent, Enrollment } from './agents/agent-holder.ts'
import { isFactorOverdue } from './factors/overdue.ts'
import type { Provisioner } from './provisioning/provisioner.ts'
import { narrowCaller } from './view-as.ts'
import { formerWhileBusy } from './while-busy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The firm of the host name; set for every request under /api/v1. */
    firmId: number | undefined
    caller: Caller | undefined
    /** Set instead of the caller for a program using the firm's import token. */
    importer: Importer | undefined
    /** Set for an identity provider that provisions users, under /scim/v2. */
    provisioner: Provisioner | undefined
    /** Set for an agent. */
    agent: EnrolledAgent | undefined
    /** Set for a program that enrolls as an agent. */
    enrollment: Enrollment | undefined
  }
  interface FastifyContextConfig {
    /**
     * `none` needs no token, `optional` uses one if present, `import` also accepts the firm's import token, `agent` needs
     * an agent's key, and `enrollment` a token that enrolls one. Every other route needs a signed-in user's token.
     */
    auth?: 'none' | 'optional' | 'import' | 'agent' | 'enrollment'
    /** Changes none of the firm's data, despite its method, so people viewing as another role may use it. */
    worksWhileViewing?: boolean
    /** Works for someone who must add a second factor first: adding one, and signing out. */
    worksWithoutFactor?: boolean
    /** Accepts parameters that its description doesn't have: an identity provider adds what it likes. */
    takesAnyParameter?: boolean
    /** Carrying it out again changes nothing, so that it needs no Idempotency-Key to be claimed first. */
    canBeRepeated?: boolean
    /** The content types of its body, if that is neither JSON nor protobuf. */
    bodyTypes?: readonly string[]
  }
}

/** Returns who sent the request. Throws `session_expired` if no one is logged in. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new ApiError('session_expired')
  return request.caller
}

/** Returns the firm a request is for. Throws `not_found` when no firm has the host name. */
export function firmOf(request: FastifyRequest): number {
  if (request.firmId === undefined) throw new ApiError('not_found', { sentence: noFirm })
  return request.firmId
}

const noFirm = 'No firm has this address. Create one with "courtcrier firm create --host".'

export interface Authenticator {
  /**
   * Returns the caller of a token, narrowed to what the viewed role may do if there is one; undefined when the token is
   * invalid or its session has ended. Throws what `narrowCaller` throws.
   */
  check: (token: string, viewedRoleId?: string) => Promise<Caller | undefined>
  /** Returns the caller as of now; undefined when the session has ended. For connections that stay open. */
  recheck: (caller: Caller) => Promise<Caller | undefined>
  close: () => void
}

/** The entity under which the end of sessions is announced to the other processes. */
export const sessionEntity = 'session'

/**
 * A session is looked up again after this many milliseconds. Changes are also announced, which takes effect at once;
 * this covers an announcement lost with the connection to the database.
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
      if (now?.lacksFactor) return undefined
      // Someone who may no longer view as the role must not learn anything through it.
      return narrowed(now, caller.viewedRoleId).catch((error: unknown) => {
        if (error instanceof ApiError) return undefined
        throw error
      })
    },
    close: callers.close,
  }
}

/** Caches callers by their claims and looks them up again when they may have changed. */
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
    const answer = withFirm(database, claims.firmId, (trx) => loadCaller(trx, { claims, roles, now: now() }))
    const caller = formerWhileBusy(database, answer, known?.caller)
    remembered.set(key, { firmId: claims.firmId, until: time + rememberMs, caller })
    caller.catch(() => remembered.delete(key))
    return caller
  }
  return { find, close }
}

/** Roles by id, as of the version of their row. */
type RoleMemory = Map<string, { version: string; role: Role }>

async function loadCaller(
  trx: Trx,
  { claims, roles, now }: { claims: AccessClaims; roles: RoleMemory; now: Date },
): Promise<Caller | undefined> {
  const { rows } = await sql<SessionUser & { roleVersion: string; requiresFactor: boolean }>`
    select u.id, u.email, u.full_name as "fullName", u.display_name as "displayName",
      u.security_role_id as "securityRoleId", u.timekeeper_id as "timekeeperId",
      r.updated_at::text as "roleVersion", r.requires_second_factor as "requiresFactor"
    from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.id = ${claims.userId}::uuid and u.is_active and not u.is_service_account
      and exists (select from sessions s where s.family_id = ${claims.sessionId}::uuid and s.user_id = u.id)
      and not exists (
        select from sessions s where s.family_id = ${claims.sessionId}::uuid and s.revoked_at is not null)`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const { roleVersion, requiresFactor, ...user } = found
  const role = await loadRole(trx, { id: user.securityRoleId, version: roleVersion }, roles)
  const lacksFactor = requiresFactor && (await isFactorOverdue(trx, { ...claims, now }))
  const caller = { ...claims, role, user, timekeeperId: user.timekeeperId ?? undefined }
  return lacksFactor ? { ...caller, lacksFactor } : caller
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
