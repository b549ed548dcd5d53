import { intersectRoles, type Role } from '@courtcrier/contract/access.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { decodeRow } from '@courtcrier/contract/wire.ts'
import { failureOf } from './api-failure.ts'
import { type TokenAnswer, tokensFrom } from './refresh.ts'
import { request } from './request.ts'
import { getSession, type SessionUser, setSession } from './session-store.ts'
import { patientFetch, timedFetch } from './timed-fetch.ts'

interface LoginAnswer extends TokenAnswer {
  user: AnyRow
}

/**
 * Logs in and loads the role. Throws `ApiFailure`; 401 means that email and password don't match. It waits for a
 * busy server without a limit: giving up would leave an unused session behind, and a person who has to
 * press the button again doesn't make the server faster.
 */
export async function signIn(username: string, password: string): Promise<void> {
  await openSession('/api/v1/auth/login', { username, password })
}

/** Collects the session of a sign-in by an identity provider. Throws `ApiFailure`; 401 says why there is none. */
export async function collectSession(attempt: string): Promise<void> {
  await openSession('/api/v1/sso/session', { attempt })
}

async function openSession(path: string, body: object): Promise<void> {
  const response = await patientFetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'cache-control': 'no-cache' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw await failureOf(response)
  const answer = (await response.json()) as LoginAnswer
  const user = rowFromJson(answer.user) as unknown as SessionUser
  const role = await fetchRole(user.securityRoleId, answer.access_token)
  setSession({ ...tokensFrom(answer), user, role })
}

/** Reloads the role: someone may have changed what it allows. A role being viewed as is treated the same. */
export async function reloadRole(): Promise<void> {
  const session = getSession()
  if (!session) return
  const ownRole = await loadRole(session.user.securityRoleId)
  const viewed = session.ownRole ? await loadRole(session.role.id) : undefined
  const role = viewed ? intersectRoles(ownRole, viewed) : ownRole
  const current = getSession()
  // Meanwhile another role is being viewed as, which was just loaded.
  if (!current || current.role.id !== session.role.id) return
  if (JSON.stringify(current.role) !== JSON.stringify(role))
    setSession({ ...current, role, ...(viewed ? { ownRole } : {}) })
}

/** Loads a role from the server. Throws `ApiFailure`. */
export async function loadRole(id: string): Promise<Role> {
  return readRole(await request({ method: 'GET', path: rolePath(id), accept: protobuf, isOwn: true }))
}

/** Notifies the server and forgets everything, even if the server can't be notified. */
export async function signOut(): Promise<void> {
  const token = getSession()?.accessToken
  signedOut = true
  setSession(undefined)
  if (!token) return
  await timedFetch('/api/v1/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } }).catch(
    (cause: unknown) => console.warn('The server was not told of the log-out.', cause),
  )
}

let signedOut = false

/** Returns whether the user has signed out on this page, and wants to stay so. */
export function hasSignedOut(): boolean {
  return signedOut
}

const protobuf = 'application/x-protobuf'

async function fetchRole(id: string, token: string): Promise<Role> {
  const response = await timedFetch(rolePath(id), {
    headers: { accept: protobuf, authorization: `Bearer ${token}`, 'cache-control': 'no-cache' },
  })
  if (!response.ok) throw await failureOf(response)
  return readRole(response)
}

async function readRole(response: Response): Promise<Role> {
  return roleFromRow(decodeRow(userSecurityRole, new Uint8Array(await response.arrayBuffer())))
}

function rolePath(id: string): string {
  return `/api/v1/user_security_role/${encodeURIComponent(id)}`
}
