import dns from 'node:dns'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountWays } from './account-ways.ts'

test('the connection goes to an address that was checked: the name is not looked up again', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const lookup = vi.spyOn(dns, 'lookup')
  const { port } = server.address() as AddressInfo
  const signIn = { service: 'PASSWORD' } as Parameters<typeof accountWays>[1]['signIn']
  const socket = await accountWays(
    { host: 'localhost', port, isSecure: false },
    { signIn, networks: ['loopback'] },
  ).dial()
  onTestFinished(() => {
    lookup.mockRestore()
    socket.destroy()
    server.close()
  })
  expect(lookup).not.toHaveBeenCalled()
})
