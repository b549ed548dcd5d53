import net, { type Socket } from 'node:net'
import type { StoreAddresses } from './store-address.ts'

/** Opens a connection to a DMS that doesn't use HTTP, to allowed addresses only. */
export type Dial = (host: string, port: number) => Promise<Socket>

export function openDial({ demand, lookup }: StoreAddresses, timeoutMs = 20_000): Dial {
  return async (host, port) => {
    demand(host)
    // Without it, protocols that wait for an answer to every small packet would wait 40 ms each time.
    const socket = net.connect({ host: host.replace(/^\[(.*)\]$/, '$1'), port, lookup, noDelay: true })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), timeoutMs)
    socket.once('connect', resolve)
    socket.once('error', reject)
    try {
      await promise
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
