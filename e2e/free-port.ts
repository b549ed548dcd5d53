import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Returns a port for a console whose address an identity provider has to know before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
