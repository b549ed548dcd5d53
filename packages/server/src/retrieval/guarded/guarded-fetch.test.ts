import dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openAllowedHosts } from './allowed-hosts.ts'
import { openGuardedFetch } from './guarded-fetch.ts'

const setting = 'COURTCRIER_ALLOW_PRIVATE_SIGN_ON'
const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
afterEach(() => {
  vi.restoreAllMocks()
})

async function serve(answer: RequestListener): Promise<{ url: string; asked: () => number }> {
  let count = 0
  const server = createServer((request, response) => {
    count++
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, asked: () => count }
}

test('the connection goes to an address that was checked: the name is not looked up again', async () => {
  const { url } = await serve((_, response) => response.end('{}'))
  const lookup = vi.spyOn(dns, 'lookup')
  const answer = await openGuardedFetch(openAllowedHosts({ networks: ['loopback'], setting }))(url, get)
  expect(await answer.text()).toBe('{}')
  expect(lookup).not.toHaveBeenCalled()
})

test.each([
  'http://[::1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://2130706433:PORT/',
  'https://0x7f.1:PORT/',
])('%s is inside a private network, however it is written', async (address) => {
  const { url, asked } = await serve((_, response) => response.end())
  const asking = openGuardedFetch(openAllowedHosts({ setting }))(address.replace('PORT', new URL(url).port), get)
  await expect(asking).rejects.toMatchObject({ name: 'HostRefusal' })
  expect(asked()).toBe(0)
})

test('nothing is sent unencrypted, except to a network that the operator named', async () => {
  // Counts as public but is unassigned: the network of the 6bone was returned.
  const asking = openGuardedFetch(openAllowedHosts({ networks: ['loopback'], setting }))('http://[3ffe::1]/', get)
  await expect(asking).rejects.toMatchObject({
    ...{ name: 'HostRefusal', isLasting: true },
    message: expect.stringContaining('Without encryption'),
  })
})

test('a server that never answers is given up', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const { url, asked } = await serve(() => undefined)
  const asking = openGuardedFetch(openAllowedHosts({ networks: ['loopback'], setting }))(url, get)
  const given = expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(asked).toBe(1)
  limit.abort()
  await given
})

test.each(['600', '999', '099', '101'])(
  '%s, which is no status of an answer, is a refusal and ends nothing else',
  async (status) => {
    const { url } = await serve((_, response) => {
      response.socket?.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\n{}`)
    })
    const asking = openGuardedFetch(openAllowedHosts({ networks: ['loopback'], setting }))(url, get)
    await expect(asking).rejects.toMatchObject({
      ...{ name: 'HostRefusal', isLasting: false },
      message: `localhost answers with ${Number(status)}, which is no status.`,
    })
  },
)

test('an answer that goes on in another protocol is none, and is not waited for', async () => {
  const { url } = await serve((_, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  })
  const asking = openGuardedFetch(openAllowedHosts({ networks: ['loopback'], setting }))(url, get)
  await expect(asking).rejects.toMatchObject({ code: 'EPROTO' })
})
