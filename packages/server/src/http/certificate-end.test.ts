import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

/** It ends on 2126-11-02. */
const certificate = readFileSync(new URL('../mail/mailboxes/certificate.fixture.pem', import.meta.url), 'utf8')

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api?.close())

test.each(['mailbox', 'mail_sender'])('a certificate of a %s is warned of by its own end', async (entity) => {
  const made = await send('POST', entity, { ...account, client_certificate: certificate })
  expect(made.expires_at).toBe('2126-11-02')
})

test.each(['mailbox', 'mail_sender'])('a day entered with a certificate of a %s counts instead', async (entity) => {
  const made = await send('POST', entity, { ...account, client_certificate: certificate, expires_at: '2030-01-02' })
  expect(made.expires_at).toBe('2030-01-02')
  const renamed = await send('PUT', `${entity}/${made.id}`, { name: 'Renamed' })
  expect(renamed.expires_at).toBe('2030-01-02')
})

test.each(['mailbox', 'mail_sender'])(
  'a certificate that replaces a secret of a %s has its own end',
  async (entity) => {
    const made = await send('POST', entity, { ...account, client_secret: 'until May', expires_at: '2027-05-01' })
    const changed = await send('PUT', `${entity}/${made.id}`, { client_certificate: certificate })
    expect(changed.expires_at).toBe('2126-11-02')
  },
)

const account = {
  ...{ service: 'MICROSOFT', address: 'notices@one.example', tenant_id: 'one.example', client_id: 'app' },
  is_active: false,
}

async function send(method: 'POST' | 'PUT', path: string, body: object) {
  const named = method === 'POST' ? { name: `Account ${Math.random()}`, ...body } : body
  const answer = await api.call({ as: 'Administrator', method, url: `/api/v1/${path}`, body: named })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json() as { id: string; expires_at: string | null }
}
