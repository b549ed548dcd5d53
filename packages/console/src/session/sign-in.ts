import { intersectRoles, type Role } from '@courtcrier/contract/access.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { decodeRow } from '@courtcrier/contract/wire.ts'
import { failureOf } from './api-failure.ts'
import { endOnServer } from './end-on-server.ts'
import { signWithPasskey, type WebAuthnJson } from './passkeys.ts'
import { type TokenAnswer, tokensFrom } from './refresh.ts'
import { request } from './request.ts'
import { getSession, noRole, type SessionUser, setSession } from './session-store.ts'
import { patientFetch, timedFetch } from './timed-fetch.ts'

interface LoginAnswer extends TokenAnswer {
  user: AnyRow
  second_factor_due?: { at: string; is_over: boolean }
}

/** What the server asks after a right password, of a user with a second factor. */
export interface FactorQuestion {
  challenge: string
  ways: readonly ('totp' | 'passkey' | 'recovery')[]
  passkey_options: WebAuthnJson | null
}

/** How a user answers it. */
export type FactorAnswer = { way: 'totp' | 'recovery'; code: string } | { way: 'passkey' }

/**
 * Logs in and loads the role, or returns the question for the second factor. Throws `ApiFailure`; 401 means that email and password don't match. It waits for a
 * busy server without a limit: giving up would leave an unused session behind, and a person who has to
 * press the button again doesn't make the server faster.
 */
export async function signIn(username: string, password: string): Promise<FactorQuestion | undefined> {
  const answer = await post<LoginAnswer | { second_factor: FactorQuestion }>('/api/v1/auth/login', {
    username,
    password,
  })
  if ('second_factor' in answer) return answer.second_factor
  await openSession(answer)
  return undefined
}

/** Answers the question for the second factor. Throws `ApiFailure`; 401 says why there is no session. */
export async function answerFactor(question: FactorQuestion, answer: FactorAnswer): Promise<void> {
  const { challenge, passkey_options: options } = question
  const given = answer.way === 'passkey' ? { passkey: await signWithPasskey(options ?? {}) } : { code: answer.code }
  await openSession(await post('/api/v1/auth/login/second-factor', { challenge, way: answer.way, ...given }))
}

/** Logs in with a passkey alone. */
export async function signInByPasskey(): Promise<void> {
  const { challenge, passkey_options: options } =
    await post<Pick<FactorQuestion, 'challenge' | 'passkey_options'>>('/api/v1/auth/login/passkey')
  const passkey = await signWithPasskey(options ?? {})
  await openSession(await post('/api/v1/auth/login/passkey/finish', { challenge, passkey }))
}

/** Collects the session of a sign-in by an identity provider. Throws `ApiFailure`; 401 says why there is none. */
export async function collectSession(attempt: string): Promise<void> {
  await openSession(await post('/api/v1/sso/session', { attempt }))
}

async function post<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await patientFetch(path, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw await failureOf(response)
  return (await response.json()) as Answer
}

/** Stores the session of a login. One that can't be used, or that it replaces, ends: no one would ever log out of it. */
async function openSession(answer: LoginAnswer): Promise<void> {
  const tokens = tokensFrom(answer)
  const user = rowFromJson(answer.user) as unknown as SessionUser
  const due = answer.second_factor_due
  const role = due?.is_over
    ? noRole
    : await fetchRole(user.securityRoleId, tokens.accessToken).catch(async (failure: unknown) => {
        await endOnServer(tokens)
        throw failure
      })
  const factorDue = due && { at: due.at, isOver: due.is_over }
  const former = getSession()
  setSession({ ...tokens, user, role, ...(factorDue ? { factorDue } : {}) })
  if (former) await endOnServer(former)
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
  const session = getSession()
  signedOut = true
  setSession(undefined)
  if (session) await endOnServer(session)
}

let signedOut = false

/** Returns whether the user has signed out on this page, and wants to stay so. */
export function hasSignedOut(): boolean {
  return signedOut
}

const protobuf = 'application/x-protobuf'

async function fetchRole(id: string, token: string): Promise<Role> {
  const response = await timedFetch(rolePath(id), {
    headers: { accept: protobuf, authorization: `Bearer ${token}` },
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
