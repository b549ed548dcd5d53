import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { encodeRow } from '@courtcrier/contract/wire.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getSession, setSession } from './session-store.ts'
import { signIn } from './sign-in.ts'
import { stubFetch, stubStorage } from './testing/browser.ts'
import { timeoutMs } from './timed-fetch.ts'

beforeEach(() => {
  vi.useFakeTimers()
  stubStorage()
  setSession(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a login waits for a busy server', async () => {
  const calls = stubFetch((path, init) => (path.endsWith('/login') ? answeredLate(init) : roleAnswer()))
  const done = signIn('dana@harlanlowe.example', 'secret')
  await vi.advanceTimersByTimeAsync(timeoutMs * 3)
  await done
  expect(getSession()?.user.id).toBe('u')
  expect(calls.filter(({ path }) => path.endsWith('/login'))).toHaveLength(1)
})

function answeredLate({ signal }: RequestInit): Promise<Response> {
  const answer = { access_token: 'a', refresh_token: 'b', expires_in: 3600, user: { id: 'u', security_role_id: 'r' } }
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    setTimeout(() => resolve(Response.json(answer)), timeoutMs * 2)
  })
}

function roleAnswer(): Response {
  return new Response(encodeRow(userSecurityRole, { id: 'r', name: 'Docketing' }) as Uint8Array<ArrayBuffer>)
}
