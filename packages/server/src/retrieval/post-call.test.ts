import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { reachOf } from '../outbox/webhooks/reach.ts'
import { postCall } from './post-call.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(answer: RequestListener): Promise<{ port: number; asked: () => number; hosts: string[] }> {
  const hosts: string[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host ?? '')
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, asked: () => hosts.length, hosts }
}

const call = { body: '{"type":"webhook.test"}', headers: { 'content-type': 'application/json' } }
const open = { mayReach: reachOf('all') }
const closed = { mayReach: reachOf({ hosts: [], networks: [] }) }
/** Counts as public but is unassigned: the network of the 6bone was returned. */
const nowhere = { address: '3ffe::1', family: 6 }
const here = { address: '127.0.0.1', family: 4 }

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.8/',
])('%s is refused and not called unless the operator allows it', async (address) => {
  const { port, asked } = await serve((_, response) => response.end())
  const result = await postCall(address.replace('PORT', String(port)), call, closed)
  expect(result).toMatchObject({ outcome: 'refused' })
  expect('sentence' in result && result.sentence).toMatch(/private network\. It was not called; Courtcrier's operator/)
  expect(asked()).toBe(0)
})

test('a name that is public when checked and private afterwards is called at the checked address', async () => {
  const { port, asked } = await serve((_, response) => response.end())
  let looked = 0
  const resolve = async () => [looked++ === 0 ? nowhere : here]
  const result = await postCall(`http://rebound.example:${port}/`, call, {
    ...closed,
    resolve,
    limitMs: 500,
  })
  expect(result.outcome).toBe('unanswered')
  expect(asked()).toBe(0)
  expect(looked).toBe(1)
})

test('a name that is private when checked is refused, even if one of its addresses is public', async () => {
  const { port, asked } = await serve((_, response) => response.end())
  const resolve = async () => [nowhere, here]
  const result = await postCall(`http://mixed.example:${port}/`, call, { ...closed, resolve })
  expect(result.outcome).toBe('refused')
  expect(asked()).toBe(0)
})

test('the connection goes to the resolved address, and the receiver sees its name', async () => {
  const { port, hosts } = await serve((_, response) => response.end('thanks'))
  let looked = 0
  const resolve = async () => (looked++ === 0 ? [here] : [])
  const result = await postCall(`http://hooks.example:${port}/a`, call, { ...open, resolve })
  expect(result).toEqual({ outcome: 'answered', status: 200, answer: 'thanks' })
  expect(hosts).toEqual([`hooks.example:${port}`])
  expect(looked).toBe(1)
})

test('a redirect is an answer and is not followed', async () => {
  const target = await serve((_, response) => response.end())
  const { port } = await serve((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
  )
  expect(await postCall(`http://127.0.0.1:${port}/`, call, open)).toMatchObject({ outcome: 'answered', status: 307 })
  expect(target.asked()).toBe(0)
})

test('only 2 KB of a huge answer are read, without waiting for its end', async () => {
  const { port } = await serve((_, response) => {
    response.writeHead(200)
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    more()
  })
  // Longer than a test may take: only reading enough of it ends this.
  const result = await postCall(`http://127.0.0.1:${port}/`, call, { ...open, limitMs: 600_000 })
  expect(result).toEqual({ outcome: 'answered', status: 200, answer: 'x'.repeat(2048) })
})

test('a receiver that does not answer in time is abandoned, with a sentence', async () => {
  const { port } = await serve(() => undefined)
  const result = await postCall(`http://127.0.0.1:${port}/`, call, { ...open, limitMs: 200 })
  expect(result).toEqual({ outcome: 'unanswered', sentence: '127.0.0.1 took longer than 1 s.' })
})

test('a DNS lookup that never ends is abandoned too', async () => {
  const resolve = () => new Promise<never>(() => undefined)
  const result = await postCall('http://slow.example/', call, { ...closed, resolve, limitMs: 200 })
  expect(result).toEqual({ outcome: 'unanswered', sentence: 'slow.example took longer than 1 s.' })
})

test('the status of an answer that stops in the middle counts', async () => {
  const { port } = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half')
  })
  const result = await postCall(`http://127.0.0.1:${port}/`, call, { ...open, limitMs: 2000 })
  expect(result).toEqual({ outcome: 'answered', status: 200, answer: 'half' })
})

test('a host where nothing listens is reported as unreachable', async () => {
  const { port } = await serve((_, response) => response.end())
  servers.splice(0)[0]?.close()
  const result = await postCall(`http://127.0.0.1:${port}/?key=abc`, call, open)
  expect(result).toEqual({ outcome: 'unanswered', sentence: "127.0.0.1 couldn't be reached (ECONNREFUSED)." })
})

test('an address with a login is not called, and the login is not repeated', async () => {
  const result = await postCall('https://me:secret@hooks.example/', call, open)
  expect(result).toEqual({ outcome: 'refused', sentence: 'The address contains a login, so it was not called.' })
})

test('an answer that goes on in another protocol is none, and is not waited for', async () => {
  const { port } = await serve((_, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  })
  const result = await postCall(`http://127.0.0.1:${port}/`, call, open)
  expect(result).toEqual({ outcome: 'unanswered', sentence: "127.0.0.1 couldn't be reached (EPROTO)." })
})
