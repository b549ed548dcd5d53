import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'

let api: TestApi
let port: number
/** When the answer to `/late` is being made, and when it may be given. */
const begun = Promise.withResolvers<void>()
const released = Promise.withResolvers<void>()
beforeAll(async () => {
  api = await openTestApi({
    mostWaiting: 5,
    register: (app) => {
      app.post('/refused', {
        config: { auth: 'none' },
        onRequest: async (_, reply) => reply.send('refused'),
        handler: async () => 'too late',
      })
      app.get('/late', { config: { auth: 'none' } }, async () => {
        begun.resolve()
        await released.promise
        return 'late'
      })
    },
  })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port
})
afterAll(() => api.close())

interface Client {
  socket: Socket
  text: () => string
  hasEnded: () => boolean
}

/** From another address of this machine, since each counts on its own. */
async function open(text: string, localAddress = '127.0.0.1'): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const heard: Buffer[] = []
  socket.on('data', (chunk) => heard.push(chunk)).on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return { socket, text: () => Buffer.concat(heard).toString(), hasEnded: () => socket.closed }
}

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: one.example\r\n${more}`
const whole = `${head('GET /healthz')}\r\n`

test.each([
  ['send nothing', ''],
  ['send half a request', head('GET /healthz', 'X-Half: ')],
  [
    'send half a body',
    `${head('POST /api/v1/auth/login', 'Content-Length: 9000\r\nContent-Type: application/json\r\n')}\r\n{`,
  ],
  ['are between two requests', whole],
])('of too many connections that %s, those of the network with the most end, the oldest first', async (_, text) => {
  const alone = await open('', '127.0.0.2')
  const many: Client[] = []
  for (let count = 0; count < 9; count++) many.push(await open(text))
  await expect
    .poll(() => many.map(({ hasEnded }) => hasEnded()))
    .toEqual([...Array(5).fill(true), ...Array(4).fill(false)])
  expect(alone.hasEnded()).toBe(false)
  alone.socket.write(whole)
  await expect.poll(alone.text).toContain('200 OK')
  for (const { socket } of [alone, ...many]) socket.destroy()
})

test('connections whose requests were answered before their bodies ended count among those that wait', async () => {
  const refused = head('POST /api/v1/refused', 'Content-Length: 2\r\nContent-Type: application/json\r\n')
  const many: Client[] = []
  for (let count = 0; count < 9; count++) {
    const client = await open(`${refused}\r\n{`)
    await expect.poll(client.text).toContain('refused')
    client.socket.write('}')
    many.push(client)
  }
  await expect.poll(() => many.filter(({ hasEnded }) => !hasEnded()).length).toBe(5)
  for (const { socket } of many) socket.destroy()
})

test('a connection whose answer is being made stays, however many wait', async () => {
  const asking = await open(`${head('GET /api/v1/late')}\r\n`)
  await begun.promise
  const many: Client[] = []
  for (let count = 0; count < 12; count++) many.push(await open(''))
  await expect.poll(() => many.filter(({ hasEnded }) => !hasEnded()).length).toBe(5)
  released.resolve()
  await expect.poll(asking.text).toContain('late')
  for (const { socket } of [asking, ...many]) socket.destroy()
})
