import type { Socket } from 'node:net'
import { networkOf } from '@courtcrier/lib/networks.ts'
import type { FastifyInstance } from 'fastify'
import { hasBody } from './slow-requests.ts'

/** More than the browsers of the largest firm keep for their next request, and few of a process's open files. */
const mostWaiting = 2_000

/**
 * Ends connections when too many wait for their clients: for the first byte, the rest of a request, or the next one.
 * Each costs a file and memory, and is allowed a minute or more. The one that has waited longest ends, of the network that
 * has the most, so that no one else notices; a browser opens another.
 */
export function limitWaiting(app: FastifyInstance, most = mostWaiting): void {
  const waiting = openWaiting(most)
  /** How many requests of a connection are being answered; those of a program's own calls have none. */
  const requests = new WeakMap<Socket, number>()
  /** False once a request was answered before its body ended: what is waited for then is the next one. */
  const isAnswering = (socket: Socket) => (requests.get(socket) ?? 0) > 0
  app.server.on('connection', (socket: Socket) => {
    requests.set(socket, 0)
    waiting.add(socket)
    socket.once('close', () => waiting.remove(socket))
  })
  app.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw
    const answering = requests.get(socket)
    if (answering === undefined) return
    requests.set(socket, answering + 1)
    if (hasBody(raw)) raw.once('end', () => isAnswering(socket) && waiting.remove(socket))
    else waiting.remove(socket)
  })
  // One whose answer breaks off ends, and is removed as it closes.
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    const answering = requests.get(socket)
    if (answering === undefined) return
    requests.set(socket, answering - 1)
    if (answering === 1 && !socket.destroyed) waiting.add(socket)
  })
}

/** Connections by network, those that have waited longest first. */
function openWaiting(most: number) {
  const networks = new Map<string, Set<Socket>>()
  const homes = new Map<Socket, string>()
  const remove = (socket: Socket) => {
    const network = homes.get(socket)
    if (network === undefined) return
    homes.delete(socket)
    const sockets = networks.get(network)
    sockets?.delete(socket)
    if (sockets?.size === 0) networks.delete(network)
  }
  const add = (socket: Socket) => {
    remove(socket)
    const network = networkOf(socket.remoteAddress ?? '')
    homes.set(socket, network)
    const sockets = networks.get(network) ?? new Set()
    networks.set(network, sockets.add(socket))
    if (homes.size > most) endOne()
  }
  const endOne = () => {
    const [largest] = [...networks.values()].toSorted((one, other) => other.size - one.size)
    const [longest] = largest ?? []
    if (!longest) return
    remove(longest)
    longest.destroy()
  }
  return { add, remove }
}
