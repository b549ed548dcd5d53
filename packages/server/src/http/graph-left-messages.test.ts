import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMailbox, keep, settingsFor, startGraph, stateOfMailbox } from '../mail/graph/graph-mailbox.fixture.ts'
import { countReceived, makeMessage } from '../mail/imap-reader.fixture.ts'
import { eventually } from '../mail/testing/eventually.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
})
afterAll(() => api?.close())

test.each([
  ['tested', 'POST', '/test', undefined],
  ['saved', 'PUT', '', { name: 'Mailbox whose messages were left' }],
] as const)(
  'a message that was left in a mailbox is received once the mailbox is %s',
  async (how, method, path, body) => {
    const { services } = api
    const { graph, tokens } = await startGraph()
    const left = graph.deliver(makeMessage(`left until ${how}`))
    graph.interfere((what) =>
      what.includes(left) && what.endsWith('/$value') ? { status: 400, code: 'ErrorMimeContentInvalid' } : undefined,
    )
    keep(services)
    const id = await addMailbox(services, settingsFor({ graph, tokens }))
    await eventually(() => stateOfMailbox(services, id)).toMatchObject({ left: 1, waiting: 0, settled: 0 })
    graph.interfere(undefined)
    const url = `/api/v1/mailbox/${id}${path}`
    const answer = await api.call({ as: 'Administrator', method, url, ...(body && { body }) })
    expect(answer.status, answer.text).toBe(200)
    await eventually(() => countReceived(services, `left until ${how}`)).toBe(1)
    await eventually(() => stateOfMailbox(services, id)).toMatchObject({ left: 0, waiting: 0, settled: 1 })
  },
)
