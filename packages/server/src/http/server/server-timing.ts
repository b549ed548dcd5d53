import type { FastifyInstance } from 'fastify'
import { measuring, type TimeSpent } from '../../base/db/time-spent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    timeSpent: TimeSpent | undefined
  }
}

/**
 * Reports with each answer how long it took, and how much of that was the database (W3C Server Timing), so that a slow
 * call can be distinguished from a slow network. Only to signed-in users: how long the database took to find an account
 * must not be visible at login.
 */
export function tellTimes(api: FastifyInstance): void {
  api.addHook('onRequest', (request, _reply, done) => {
    request.timeSpent = { database: 0 }
    measuring(request.timeSpent, done)
  })
  // The last bytes of a body arrive as an event of the connection, outside the context the first hook started.
  api.addHook('preValidation', (request, _reply, done) => {
    if (request.timeSpent) measuring(request.timeSpent, done)
    else done()
  })
  api.addHook('onSend', async (request, reply) => {
    if (!request.caller || !request.timeSpent) return
    const total = reply.elapsedTime
    const database = Math.min(request.timeSpent.database, total)
    reply.header('server-timing', `total;dur=${total.toFixed(1)}, database;dur=${database.toFixed(1)}`)
  })
}
