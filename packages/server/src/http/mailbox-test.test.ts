import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMessage, startServer } from '../mail/imap-reader.fixture.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

const address = 'notices@one.example'
let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' }, register: productRoutes })
})
afterAll(() => api?.close())

test('the messages since a time are counted before that is saved', async () => {
  const server = await startServer({ user: address })
  server.deliver('INBOX', makeMessage('old'), new Date('2025-11-03T09:00:00Z'))
  server.deliver('INBOX', makeMessage('new'))
  const url = `/api/v1/mailbox/${await addMailbox({ address, server: `imap://127.0.0.1:${server.port}` })}`
  expect(await countAt(url)).toMatch(/^1 message since .* would be received, and 1 older one left as it is\.$/)
  expect(await countAt(url, { read_from: '2025-11-01T00:00:00-04:00' })).toBe(
    '2 messages since 2025-11-01 04:00 UTC would be received, and 0 older ones left as they are.',
  )
  expect((await api.call({ as: 'Administrator', url })).json()).toMatchObject({ read_from: null })
})

test('a time that is none is refused', async () => {
  const url = `/api/v1/mailbox/${await addMailbox({ address, server: 'imap://127.0.0.1:9' })}/test`
  const answer = await api.call({ as: 'Administrator', method: 'POST', url, body: { read_from: '2025-02-30T00:00Z' } })
  expect(answer.status).toBe(400)
  expect(answer.json()).toMatchObject({ errors: [{ field: 'read_from' }] })
})

async function addMailbox(values: object): Promise<string> {
  const body = { name: `Mailbox ${Math.random()}`, service: 'PASSWORD', password: 'secret', ...values }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/mailbox', body })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

async function countAt(url: string, body?: object): Promise<string> {
  const asked = { as: 'Administrator', method: 'POST', url: `${url}/test` } as const
  const answer = await api.call({ ...asked, ...(body ? { body } : {}) })
  const { steps } = answer.json() as { steps: { step: string; sentence: string }[] }
  return steps.find(({ step }) => step === 'messages')?.sentence ?? answer.text
}
