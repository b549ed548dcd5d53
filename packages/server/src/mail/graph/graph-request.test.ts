import dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openAllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import { readAnswer, retryAfterOf, sendRequest } from './graph-request.ts'

const hosts = openAllowedHosts({ networks: ['loopback'], setting: 'COURTCRIER_ALLOW_PRIVATE_MAIL' })
afterEach(() => {
  vi.restoreAllMocks()
})

async function serve(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const url = new URL(`http://localhost:${(server.address() as AddressInfo).port}/`)
  return () => sendRequest(hosts, { url, method: 'GET', headers: {}, longestMs: 10_000 })
}

const ask = async (answer: RequestListener) => (await serve(answer))()

test('the connection goes to an address that was checked: the name is not looked up again', async () => {
  const send = await serve((_, response) => response.end('{}'))
  const lookup = vi.spyOn(dns, 'lookup')
  expect(await readAnswer(await send(), 10)).toBe('{}')
  expect(lookup).not.toHaveBeenCalled()
})

test('nothing is sent unencrypted, except to a network that the operator named', async () => {
  // Counts as public but is unassigned: the network of the 6bone was returned.
  const asking = sendRequest(hosts, {
    url: new URL('http://[3ffe::1]/'),
    method: 'GET',
    headers: {},
    longestMs: 10_000,
  })
  await expect(asking).rejects.toMatchObject({
    ...{ name: 'HostRefusal', message: expect.stringContaining('Without encryption') },
  })
})

test('an answer is read to its limit, and one that is longer is refused', async () => {
  const long = (_: unknown, response: { end: (text: string) => void }) => response.end('x'.repeat(100_000))
  expect(await readAnswer(await ask(long), 100_000)).toHaveLength(100_000)
  await expect(readAnswer(await ask(long), 99_999)).rejects.toMatchObject({ code: 'answerTooLarge' })
})

test('a wait of days that an answer asks for is one of ten minutes', async () => {
  const busy = await ask((_, response) => response.writeHead(429, { 'retry-after': '864000' }).end())
  expect(retryAfterOf(busy)).toBe(600_000)
})

test('an answer that goes on in another protocol is none, and is not waited for', async () => {
  const asking = ask((_, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  })
  await expect(asking).rejects.toMatchObject({ code: 'EPROTO' })
})
