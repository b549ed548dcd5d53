import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { expect } from 'vitest'
import type { ApiAnswer, ApiCall, TestApi } from './api.ts'
import { addProvider } from './sign-on-browser.ts'

/** An identity provider that provisions a firm's users, as it calls the SCIM routes. */
export interface ScimClient {
  providerId: string
  /** The ID of its token. */
  keyId: string
  secret: string
  send: (
    method: NonNullable<ApiCall['method']>,
    path: string,
    body?: object | string,
    more?: Sent,
  ) => Promise<ApiAnswer>
  /** Creates a user and returns the answer. */
  addUser: (userName: string, more?: object) => Promise<AnyRow>
  addGroup: (displayName: string, members?: readonly string[], more?: object) => Promise<AnyRow>
  patch: (path: string, ...operations: readonly object[]) => Promise<ApiAnswer>
}

type Sent = Pick<ApiCall, 'headers'>

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

interface Setup {
  firm?: 1 | 2
  name?: string
  /** Values of the identity provider. */
  [name: string]: unknown
}

/** Adds an identity provider whose new users are View Only, with a provisioning token. */
export async function openScim(
  api: TestApi,
  { firm = 1, name = 'Directory', ...values }: Setup = {},
): Promise<ScimClient> {
  const server = { issuer: 'https://login.example', client: { clientId: 'courtcrier', clientSecret: 'secret' } }
  const default_role_id = api.firms[firm].roleIds['View Only']
  const providerId = await addProvider(api, server, { firm, name, default_role_id, ...values })
  const { id: keyId, secret } = await makeToken(api, { firm, providerId, name: `${name} token` })
  const send: ScimClient['send'] = (method, path, body, more = {}) =>
    sendScim(api, { firm, secret, method, path, body, ...more })
  const made = async (path: string, body: object) => {
    const answer = await send('POST', path, body)
    expect(answer.status, answer.text).toBe(201)
    return answer.json()
  }
  return {
    ...{ providerId, keyId, secret, send },
    addUser: (userName, more = {}) => made('/Users', { schemas: [userSchema], userName, ...more }),
    addGroup: (displayName, members = [], more = {}) =>
      made('/Groups', { schemas: [groupSchema], displayName, members: members.map((value) => ({ value })), ...more }),
    patch: (path, ...Operations) => send('PATCH', path, { schemas: [patchSchema], Operations }),
  }
}

/** Creates a provisioning token as the administrator does in the console. */
export async function makeToken(
  api: TestApi,
  { firm = 1, providerId, ...body }: { firm?: 1 | 2; providerId: string; name: string; expires_in_days?: number },
): Promise<{ id: string; secret: string }> {
  const url = `/api/v1/identity_provider/${providerId}/provisioning-token`
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url, body })
  expect(answer.status, answer.text).toBe(201)
  const { key, secret } = answer.json() as { key: AnyRow; secret: string }
  return { id: String(key.id), secret }
}

interface ScimCall extends Sent {
  firm?: 1 | 2
  secret: string
  method?: ApiCall['method']
  path: string
  body?: object | string | undefined
}

export function sendScim(
  api: TestApi,
  { firm = 1, secret, method, path, body, headers }: ScimCall,
): Promise<ApiAnswer> {
  return api.call({
    ...{ firm, method: method ?? 'GET', url: `/scim/v2${path}`, accept: 'application/scim+json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    },
  })
}

/** Returns a user as the console's API has it. */
export async function consoleUser(api: TestApi, id: unknown, firm: 1 | 2 = 1): Promise<AnyRow> {
  const answer = await api.call({ as: 'Administrator', firm, url: `/api/v1/user/${id}`, accept: 'application/json' })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

/** Returns a request to the route that creates a provisioning token. */
export function scimCalls(api: TestApi): Readonly<Record<string, () => Promise<Partial<ApiCall>>>> {
  return {
    'POST /identity_provider/{id}/provisioning-token': async () => {
      const { providerId } = await openScim(api, { name: `Directory ${Math.random()}` })
      return { url: `/api/v1/identity_provider/${providerId}/provisioning-token`, body: { name: 'Sync' } }
    },
  }
}
