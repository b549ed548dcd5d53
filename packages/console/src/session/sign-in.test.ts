import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { encodeRow } from '@courtcrier/contract/wire.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getSession, setSession } from './session-store.ts'
import { signIn, signOut } from './sign-in.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'
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

const loggedIn = { access_token: 'a', refresh_token: 'b', expires_in: 3600, user: { id: 'u', security_role_id: 'r' } }

describe('a session ends on the server', () => {
  test('when its user logs out', async () => {
    setSession(sessionFor(30))
    const ended = endedBy(() => new Response(null, { status: 204 }))
    await signOut()
    expect(getSession()).toBeUndefined()
    expect(ended()).toEqual(['Bearer old'])
  })

  test('when its user logs out after its access token has expired', async () => {
    setSession(sessionFor(-60))
    const ended = endedBy((path, { headers }) => {
      if (path.endsWith('/access_token'))
        return Response.json({ access_token: 'new', refresh_token: 'next', expires_in: 1800 })
      return new Response(null, { status: JSON.stringify(headers).includes('old') ? 401 : 204 })
    })
    await signOut()
    expect(ended()).toEqual(['Bearer old', 'Bearer new'])
  })

  test('when its login fails because the role cannot be loaded', async () => {
    const ended = endedBy((path) => {
      if (path.endsWith('/login')) return Response.json(loggedIn)
      return new Response(null, { status: path.endsWith('/logout') ? 204 : 500 })
    })
    await expect(signIn('dana@harlanlowe.example', 'secret')).rejects.toMatchObject({ status: 500 })
    expect(getSession()).toBeUndefined()
    expect(ended()).toEqual(['Bearer a'])
  })

  test('when another login takes its place', async () => {
    const ended = endedBy((path) => {
      if (path.endsWith('/login')) return Response.json(loggedIn)
      return path.endsWith('/logout') ? new Response(null, { status: 204 }) : roleAnswer()
    })
    setSession(sessionFor(30))
    await signIn('dana@harlanlowe.example', 'secret')
    expect(getSession()?.accessToken).toBe('a')
    expect(ended()).toEqual(['Bearer old'])
  })
})

/** Answers calls, and returns whose sessions they ended. */
function endedBy(answer: Parameters<typeof stubFetch>[0]) {
  const calls = stubFetch(answer)
  return () =>
    calls
      .filter(({ path }) => path.endsWith('/logout'))
      .map(({ init }) => (init.headers as Readonly<Record<string, string>>).authorization)
}

function answeredLate({ signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    setTimeout(() => resolve(Response.json(loggedIn)), timeoutMs * 2)
  })
}

function roleAnswer(): Response {
  return new Response(encodeRow(userSecurityRole, { id: 'r', name: 'Docketing' }) as Uint8Array<ArrayBuffer>)
}
