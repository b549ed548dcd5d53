import type { FastifyInstance } from 'fastify'
import { measuring, type TimeSpent } from '../base/db/time-spent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    timeSpent: TimeSpent | undefined
  }
}

/**
 * Says with each answer how long it took, and how much of that the database did (W3C Server Timing), so that a slow
 * call can be told from a slow network. Only to who is signed in: how long the database looked for an account is
 * nobody's business at the log-in.
 */
export function tellTimes(api: FastifyInstance): void {
  api.addHook('onRequest', (request, _reply, done) => {
    request.timeSpent = { database: 0 }
    measuring(request.timeSpent, done)
  })
  // A body's last bytes come as an event of the connection, outside of what the first hook began.
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
