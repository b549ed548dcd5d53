import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** No browser and no proxy sends the next request before it has an answer, and programs that do send a few. */
const mostAtOnce = 32

/**
 * Ends a connection that sends far more requests than it waits for answers to. Node reads all of a packet's at once, more
 * than a thousand, and the answer to each would be made and kept until its client reads it, if ever.
 */
export function endPipelines(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > mostAtOnce) socket.destroy()
    // So are those that Node had read with it.
    if (socket.destroyed) return reply.hijack()
  })
}
