import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { expect } from 'vitest'
import type { TestApi } from './api.ts'
import type { GrantServer } from './grant-server.ts'
import { signInThere } from './sign-on-browser.ts'

export const mailRedirectUris = ['https://one.example', 'https://two.example'].map(
  (origin) => `${origin}/api/v1/mail-sign-in/callback`,
)

type Entity = 'mailbox' | 'mail_sender'

/** Adds a mailbox or sending account that a person signs in to, and returns its ID. */
export async function addPersonal(
  api: TestApi,
  server: Pick<GrantServer, 'tokenUrl' | 'client'>,
  { entity = 'mailbox', firm = 1, ...values }: AnyRow & { entity?: Entity; firm?: 1 | 2 } = {},
): Promise<string> {
  const { clientId, clientSecret } = server.client
  const body = {
    ...{ name: `Account ${crypto.randomUUID()}`, service: 'MICROSOFT_USER', address: 'notices@one.example' },
    ...{ client_id: clientId, client_secret: clientSecret, token_url: server.tokenUrl, scope: 'imap' },
    ...(entity === 'mailbox' ? { folder: 'INBOX', server: 'imap://127.0.0.1:9' } : { server: 'smtp://127.0.0.1:9' }),
    ...values,
  }
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

/** A browser that is about to come back from the service. */
export interface MailVisit {
  attempt: string
  /** The console's part of the way back, with the code and the state. */
  callback: string
  cookie: string
}

/** Begins a sign-in as the console does, and signs in at the service. */
export async function visitService(
  api: TestApi,
  id: string,
  { entity = 'mailbox' }: { entity?: Entity } = {},
): Promise<MailVisit> {
  const began = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}/${id}/sign-in` })
  expect(began.status, began.text).toBe(200)
  const { attempt, url } = began.json()
  expect(url, began.text).toBeTypeOf('string')
  const cookie = String(began.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { attempt: String(attempt), callback: await signInThere(String(url), mailRedirectUris), cookie }
}

/** Comes back from the service, and returns how the sign-in went. */
export async function comeBackFromService(
  api: TestApi,
  { attempt, callback, cookie }: MailVisit,
  { firm = 1 }: { firm?: 1 | 2 } = {},
): Promise<{ state: string; sentence: string | null; location: string }> {
  const answer = await api.call({ firm, url: callback, headers: { cookie } })
  expect(answer.status, answer.text).toBe(302)
  const location = String(answer.headers.location)
  const state = await api.call({ url: `/api/v1/mail-sign-in/${attempt}`, headers: { cookie } })
  expect(state.status, state.text).toBe(200)
  return { ...(state.json() as { state: string; sentence: string | null }), location }
}

/** Signs in to an account, and returns how that went. */
export async function signInToAccount(api: TestApi, id: string, options: { entity?: Entity } = {}) {
  return comeBackFromService(api, await visitService(api, id, options))
}
