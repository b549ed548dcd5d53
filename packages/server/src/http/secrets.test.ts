import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiAnswer, openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

const send = (method: 'POST' | 'PUT' | 'GET' | 'DELETE', url: string, body?: AnyRow) =>
  api.call({ as: 'Administrator', method, url: `/api/v1/${url}`, body })
const secrets = (answer: ApiAnswer) => answer.headers['x-secrets-set']

describe('a secret', () => {
  test('is reported as set or not, replaced and cleared, and never returned', async () => {
    const hook = { name: 'Desk', url: 'https://desk.example', events: ['case.created'] }
    const made = await send('POST', 'webhook', hook)
    const url = `webhook/${made.json().id}`
    expect(secrets(made)).toBe('')
    const set = await send('PUT', url, { signing_secret: 'hunter2-of-the-desk' })
    const read = await send('GET', url)
    expect([secrets(set), secrets(read)]).toEqual(['signing_secret', 'signing_secret'])
    for (const answer of [set, read]) expect(answer.text).not.toContain('hunter2')
    expect(secrets(await send('PUT', url, { name: 'Front desk' }))).toBe('signing_secret')
    expect(secrets(await send('PUT', url, { signing_secret: null }))).toBe('')
    expect(secrets(await send('GET', url))).toBe('')
  })

  test('that a record requires is not cleared', async () => {
    const body = { name: 'F', base_url: 'https://x.example', api_key: 'k', api_secret: 's' }
    const made = await send('POST', 'filevine_credential', body)
    expect(String(secrets(made)).split(',').toSorted()).toEqual(['api_key', 'api_secret'])
    const refused = await send('PUT', `filevine_credential/${made.json().id}`, { api_secret: null })
    expect(refused.json().errors).toMatchObject([{ field: 'api_secret', message: 'This field is required.' }])
  })

  test('is not mentioned for a resource without one', async () => {
    expect(secrets(await send('POST', 'department', { name: 'D', number: '1' }))).toBeUndefined()
  })
})

describe('a record in use', () => {
  test('says what uses it and how to deactivate it; once deactivated, only what uses it', async () => {
    const client = String((await send('POST', 'client', { name: 'C', number: 'C-1' })).json().id)
    await send('POST', 'matter', { name: 'M', number: 'M-1', client_id: client })
    const used = 'This record is used by 1 matter.'
    expect((await send('DELETE', `client/${client}`)).json()).toMatchObject({
      code: 'in_use',
      detail: `${used} It can be deactivated instead: Status: Closed.`,
    })
    expect((await send('PUT', `client/${client}`, { status: 'Closed' })).status).toBe(200)
    expect((await send('DELETE', `client/${client}`)).json().detail).toBe(used)
  })

  test('offers no deactivation if its definition has none', async () => {
    const place = String((await send('POST', 'location', { name: 'L', code: 'L' })).json().id)
    await send('POST', 'timekeeper', { full_name: 'T', location_id: place })
    expect((await send('DELETE', `location/${place}`)).json().detail).toBe('This record is used by 1 timekeeper.')
  })
})
