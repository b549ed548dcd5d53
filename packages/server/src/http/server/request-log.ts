import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** Names that contain secrets; they are redacted wherever an object with them is logged. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'current_password',
  'currentPassword',
  'new_password',
  'newPassword',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
]
const redacted = secretNames.flatMap((name) => [quoted('', name), quoted('*', name), quoted('*.*', name)])

/** The HTTP server's logger: the program's, with secrets redacted. */
export function requestLogger(log: Logger): Logger {
  return log.child({}, { redact: { paths: redacted, censor: '[removed]' } })
}

/**
 * One line per request: changes and refusals as `info`, the rest as `debug`. It has the route's pattern instead of the
 * address, which contains search words and reset tokens.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const isNotable = request.method !== 'GET' || reply.statusCode >= 400
    request.log[isNotable ? 'info' : 'debug'](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        firm: request.firmId,
        user: request.caller?.userId,
      },
      'request',
    )
  })
}

function quoted(prefix: string, name: string): string {
  return `${prefix}["${name}"]`
}
