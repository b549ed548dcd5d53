import type { Role } from '@courtcrier/contract/access.ts'
import { vi } from 'vitest'
import { type Session, setSession } from '../session-store.ts'

/** Provides browser storage to tests that run outside a browser. */
export function stubStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
}

/** Responds to every call with the function's result, and records the requests. */
export function stubFetch(answer: (path: string, init: RequestInit) => Response | Promise<Response>) {
  const calls: { path: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    calls.push({ path, init })
    return answer(path, init)
  })
  return calls
}

/** Returns a signed-in person whose token has this many minutes left. */
export function sessionFor(minutesLeft: number): Session {
  const expiresAt = Date.now() + minutesLeft * 60_000
  return {
    accessToken: 'old',
    refreshToken: 'once',
    expiresAt,
    refreshAt: expiresAt - 10 * 60_000,
    user: {
      id: 'u',
      email: 'dana@harlanlowe.example',
      fullName: 'Dana Whitfield',
      displayName: null,
      securityRoleId: 'r',
      timekeeperId: null,
    },
    role: { id: 'r', name: 'Administrator', isSystemDefined: true, grants: {} },
  }
}

/** Signs in someone whose role grants this and nothing else. */
export function signInWith(grants: Role['grants']): void {
  stubStorage()
  setSession({ ...sessionFor(60), role: { id: 'r', name: 'r', isSystemDefined: false, grants } })
}
