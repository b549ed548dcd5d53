import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a request may go on once the server closes. */
const graceMs = 5000

/**
 * Makes the server close quickly. Node waits for every connection that isn't idle, and counts those as busy that a
 * browser opened in advance and never used: a minute each (`server.closeIdleConnections`, headersTimeout).
 */
export function closeSoon(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
  })
}
