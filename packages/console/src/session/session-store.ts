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
  /** From when on the token should be replaced; milliseconds since 1970. */
  refreshAt: number
}

export interface Session extends Tokens {
  user: SessionUser
  role: Role
  /** The own role, while the console is looked at as another one does; `role` is then what both may. */
  ownRole?: Role
}

const name = 'session'
const store = createStore<Session | undefined>(readStored<Session>(name))
onStoredElsewhere(name, () => store.set(readStored<Session>(name)))

/** Who is signed in on this browser, with tokens and role. */
export function getSession(): Session | undefined {
  return store.get()
}

/** Keeps the session, also over a reload and for other tabs; undefined forgets it. */
export function setSession(session: Session | undefined): void {
  writeStored(name, session)
  store.set(session)
}

/** The session as the browser has it now, which another tab may have changed a moment ago. */
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

/** The role of whoever is signed in; one that may do nothing when nobody is. */
export function useRole(): Role {
  return useSession()?.role ?? noRole
}

/** The id of the role that the console is looked at as; undefined when it is the own one. */
export function viewedRoleId(session: Session | undefined): string | undefined {
  return session?.ownRole && session.role.id
}

const noRole: Role = { id: '', name: '', isSystemDefined: false, grants: {} }
