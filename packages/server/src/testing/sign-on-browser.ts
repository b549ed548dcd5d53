import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { expect } from 'vitest'
import type { ApiAnswer, TestApi } from './api.ts'
import type { IdentityServer } from './identity-server.ts'

export const redirectUris = ['https://one.example/api/v1/sso/callback', 'https://two.example/api/v1/sso/callback']

/** Adds an identity provider to a firm, and returns its ID. */
export async function addProvider(
  api: TestApi,
  server: Pick<IdentityServer, 'issuer' | 'client'>,
  values: AnyRow & { firm?: 1 | 2 } = {},
): Promise<string> {
  const { firm = 1, ...given } = values
  const { clientId, clientSecret } = server.client
  const body = { issuer: server.issuer, client_id: clientId, client_secret: clientSecret, name: 'Login One', ...given }
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: '/api/v1/identity_provider', body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

/** A browser on its way through a sign-in. */
export interface Visit {
  /** The console's part of the way back, with the code and the state. */
  callback: string
  cookie: string
  firm: 1 | 2
}

/** Goes to the provider and signs in there; returns as the browser is about to come back. */
export async function visitProvider(
  api: TestApi,
  id: string,
  { firm = 1, ...asked }: { firm?: 1 | 2; returnTo?: string; isFresh?: boolean } = {},
): Promise<Visit> {
  const { address, cookie } = await beginAt(api, id, { firm, ...asked })
  return { callback: await signInThere(address), cookie, firm }
}

/** Begins a sign-in, and returns the address at the provider where the browser is sent. */
export async function beginAt(
  api: TestApi,
  id: string,
  { firm = 1, returnTo = '', isFresh = false }: { firm?: 1 | 2; returnTo?: string; isFresh?: boolean } = {},
): Promise<{ address: string; cookie: string }> {
  const query = { ...(returnTo ? { return_to: returnTo } : {}), ...(isFresh ? { fresh: 'true' } : {}) }
  const started = await api.call({ firm, url: `/api/v1/sso/${id}/start?${new URLSearchParams(query)}` })
  expect(started.status, started.text).toBe(302)
  const cookie = String(started.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { address: String(started.headers.location), cookie }
}

/** Follows the provider's redirects with its cookies, until it sends the browser back; returns that path with its query. */
export async function signInThere(address: string, backTo = redirectUris): Promise<string> {
  const cookies = new Map<string, string>()
  let at = new URL(address)
  for (let step = 0; step < 10; step++) {
    const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    const answer = await fetch(at, { headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (!next) throw new Error(`the provider answers ${answer.status}: ${(await answer.text()).slice(0, 5000)}`)
    at = new URL(next, at)
    if (backTo.some((uri) => at.href.startsWith(uri))) return `${at.pathname}${at.search}`
  }
  throw new Error('the provider redirects without end')
}

/** Comes back from the provider, and returns where the console sends the browser. */
export async function comeBack(api: TestApi, { callback, cookie, firm }: Visit): Promise<string> {
  const answer = await api.call({ firm, url: callback, headers: { cookie } })
  expect(answer.status, answer.text).toBe(302)
  return String(answer.headers.location)
}

/** Collects the result of a sign-in, as the login page does. */
export async function collect(api: TestApi, location: string, { cookie, firm }: Pick<Visit, 'cookie' | 'firm'>) {
  const attempt = new URL(location, 'http://console.invalid').searchParams.get('sso') ?? ''
  return api.call({ firm, method: 'POST', url: '/api/v1/sso/session', body: { attempt }, headers: { cookie } })
}

/** Signs in by a provider, and returns the answer with the session or the refusal. */
export async function signInBy(
  api: TestApi,
  id: string,
  options: { firm?: 1 | 2; isFresh?: boolean } = {},
): Promise<ApiAnswer> {
  const visit = await visitProvider(api, id, options)
  return collect(api, await comeBack(api, visit), visit)
}

/** Tests a provider as the administrator, and returns what the record says of it. */
export async function testProvider(api: TestApi, id: string): Promise<string> {
  const url = `/api/v1/identity_provider/${id}`
  const began = await api.call({ as: 'Administrator', method: 'POST', url: `${url}/test` })
  expect(began.status, began.text).toBe(200)
  const address = began.json().url
  if (typeof address === 'string') {
    const cookie = String(began.headers['set-cookie']).split(';')[0] ?? ''
    const location = await comeBack(api, { callback: await signInThere(address), cookie, firm: 1 })
    expect(location).toBe(`/identity-providers?id=${id}`)
  }
  return String((await api.call({ as: 'Administrator', url })).json().sentence)
}
