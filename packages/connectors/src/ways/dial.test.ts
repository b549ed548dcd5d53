import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDial } from './dial.ts'
import { openStoreAddresses } from './store-address.ts'

let server: Server
let connected = 0
beforeEach(async () => {
  connected = 0
  server = createServer((socket) => {
    connected++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  server.close()
})

test.each(['127.0.0.1', '[::ffff:127.0.0.1]', 'dms.example'])(
  '%s is in a private network, so that nothing is connected to',
  async (host) => {
    vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: object, done: (...all: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never)
    syncBuiltinESMExports()
    const { port } = server.address() as AddressInfo
    await expect(openDial(openStoreAddresses())(host, port)).rejects.toMatchObject({
      problem: { problem: 'auth', sentence: expect.stringContaining('is in a private network') },
    })
    expect(connected).toBe(0)
  },
)
