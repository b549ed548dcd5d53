import type { Role } from '@courtcrier/contract/access.ts'
import { createStore, useStore } from '../ui/store.ts'
import { onStoredElsewhere, readStored, writeStored } from '../ui/stored.ts'

export interface SessionUser {
  id: string
  email: string
  fullName: string
  displayName: string | null
  securityRoleId: string
  timekeeperId: string | null
}

export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Milliseconds since 1970. */
  expiresAt: number
  /** When the token should be replaced; milliseconds since 1970. */
  refreshAt: number
}

export interface Session extends Tokens {
  user: SessionUser
  role: Role
  /** The user's own role while viewing as another; `role` is then what both may do. */
  ownRole?: Role
  /** By when a second factor must be added, which the role demands; the user is asked once. */
  factorDue?: FactorDue
}

export interface FactorDue {
  /** ISO 8601; absent when the server refused a call for it. */
  at?: string
  /** Whether the session may do nothing else. */
  isOver: boolean
}

const name = 'session'
const store = createStore<Session | undefined>(readStored<Session>(name))
onStoredElsewhere(name, () => store.set(readStored<Session>(name)))

/** Returns who is signed in on this browser, with tokens and role. */
export function getSession(): Session | undefined {
  return store.get()
}

/** Stores the session across reloads and for other tabs; undefined removes it. */
export function setSession(session: Session | undefined): void {
  writeStored(name, session)
  store.set(session)
}

/** Returns the session as currently stored in the browser; another tab may have just changed it. */
export function rereadSession(): Session | undefined {
  const stored = readStored<Session>(name)
  if (stored && stored.accessToken !== store.get()?.accessToken) store.set(stored)
  return stored ?? store.get()
}

export function onSessionChange(listener: () => void): () => void {
  return store.subscribe(listener)
}

export function useSession(): Session | undefined {
  return useStore(store)
}

/** Returns the role of the signed-in user; without one, a role that may do nothing. */
export function useRole(): Role {
  return useSession()?.role ?? noRole
}

/** Returns the ID of the role being viewed as; undefined for the user's own. */
export function viewedRoleId(session: Session | undefined): string | undefined {
  return session?.ownRole && session.role.id
}

/** A role that may do nothing. */
export const noRole: Role = { id: '', name: '', isSystemDefined: false, grants: {} }
