import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestApi } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'
import { acceptBodies } from './bodies.ts'
import { answerProblems } from './problems.ts'
import { budgetWork } from './work-budget.ts'

const large = { bytes: 1_000_000_000, processorMs: 1_000_000_000 }
let app: FastifyInstance
let time: number
beforeEach(() => {
  time = 0
})
afterEach(() => app?.close())

function open(limit: { bytes?: number; processorMs?: number }) {
  app = Fastify({ bodyLimit: 2_000 })
  answerProblems(app)
  acceptBodies(app)
  budgetWork(app, { limits: { ofAnyone: { ...large, ...limit }, ofCaller: large }, now: () => time })
  app.post('/read', async () => ({ ok: true }))
}

const post = (payload: object | string, remoteAddress = '192.0.2.1', headers = {}) =>
  app.inject({ method: 'POST', url: '/read', payload, remoteAddress, headers })
const bytes = (length: number) => JSON.stringify({ a: 'x'.repeat(length - 8) })
const json = { 'content-type': 'application/json' }

test('bytes are counted, not only requests, and a spent minute refills evenly', async () => {
  open({ bytes: 3_000 })
  for (let n = 0; n < 2; n++) expect((await post(bytes(1_500), undefined, json)).statusCode).toBe(200)
  const parsed = vi.spyOn(JSON, 'parse').mockClear()
  const refused = await post(bytes(1_500), undefined, json)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  expect(parsed).not.toHaveBeenCalled()
  expect((await post(bytes(1_500), '192.0.2.2', json)).statusCode, 'another address').toBe(200)
  time += 30_000
  expect((await post(bytes(1_500), undefined, json)).statusCode).toBe(200)
  expect((await post('{}', undefined, json)).statusCode).toBe(429)
})

test('many small bodies cost what one large one does', async () => {
  open({ bytes: 1_000 })
  const answers = []
  for (let n = 0; n < 30; n++) answers.push((await post(bytes(50), undefined, json)).statusCode)
  expect(answers).toEqual([...Array(20).fill(200), ...Array(10).fill(429)])
})

test('processor time is counted: what took too long must be waited for', async () => {
  open({ processorMs: 1_000 })
  vi.spyOn(process, 'threadCpuUsage').mockImplementation((before) =>
    before ? { user: 1_200_000, system: 300_000 } : { user: 0, system: 0 },
  )
  expect((await post({ a: 1 })).statusCode).toBe(200)
  const refused = await post({ a: 1 })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
  time += 30_001
  expect((await post({ a: 1 })).statusCode).toBe(200)
  expect((await app.inject({ url: '/read', remoteAddress: '192.0.2.1' })).statusCode, 'nothing to read').toBe(404)
})

test('a body that names no length is charged once it was read', async () => {
  open({ bytes: 1_000 })
  const answer = () => {
    const { port } = app.server.address() as { port: number }
    const body = new Blob([bytes(1_200)]).stream()
    return fetch(`http://127.0.0.1:${port}/read`, {
      method: 'POST',
      headers: json,
      body,
      duplex: 'half',
    } as RequestInit)
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  expect((await answer()).status).toBe(200)
  expect((await answer()).status).toBe(429)
})

test('an office shares an address, and signed in each person has a share of their own', async () => {
  const api = await openTestApi({
    register: productRoutes,
    workLimits: {
      ofAnyone: { bytes: 10_000, processorMs: 1_000_000 },
      ofCaller: { bytes: 200, processorMs: 1_000_000 },
    },
  })
  afterAll(() => api.close())
  const search = (as: 'Administrator' | 'Manager') =>
    api.call({ as, method: 'POST', url: '/api/v1/client/search', body: { freeText: 'x'.repeat(150) } })
  // Each is nearly the limit, so that what the second one takes too much comes back only after a minute.
  const answers = []
  for (let n = 0; n < 3; n++) answers.push((await search('Administrator')).status)
  expect(answers).toEqual([200, 200, 429])
  expect((await search('Manager')).status).toBe(200)
  expect((await api.call({ as: 'Administrator', url: '/api/v1/client/search' })).status, 'nothing to read').toBe(200)
})
