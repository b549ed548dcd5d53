import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { expect } from 'vitest'
import type { ApiAnswer, ApiCall, TestApi, TestRole } from './api.ts'

export interface TestKey {
  id: string
  secret: string
}

/** Creates a key and returns it with its secret. */
export async function makeTestKey(
  api: TestApi,
  body: { scopes: AnyRow; [name: string]: unknown },
  as: TestRole = 'Administrator',
): Promise<TestKey> {
  const made = await api.call({ as, method: 'POST', url: '/api/v1/api_key', body: { name: 'Sync', ...body } })
  expect(made.status, made.text).toBe(201)
  const { key, secret } = made.json() as { key: AnyRow; secret: string }
  return { id: String(key.id), secret }
}

/** Makes a call with a key. */
export function callWith(api: TestApi, secret: string, call: ApiCall): Promise<ApiAnswer> {
  return api.call({ ...call, headers: { authorization: `Bearer ${secret}`, ...call.headers } })
}

/** Returns requests to the routes that create, rotate and revoke keys. */
export function keyCalls(api: TestApi): Readonly<Record<string, () => Promise<Partial<ApiCall>>>> {
  const scopes = { client: 'READ' }
  return {
    'POST /api_key': async () => ({ body: { name: 'Sync', scopes } }),
    'POST /api_key/{id}/rotate': async () => ({
      url: `/api/v1/api_key/${(await makeTestKey(api, { scopes })).id}/rotate`,
      body: {},
    }),
    'DELETE /api_key/{id}': async () => ({ url: `/api/v1/api_key/${(await makeTestKey(api, { scopes })).id}` }),
  }
}
