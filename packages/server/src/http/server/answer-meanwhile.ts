import { createServer, type Server } from 'node:http'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { problemDetails } from '@courtcrier/contract/problem-details.ts'
import type { Config } from '../../base/config.ts'
import { retryAfterSeconds } from './problems.ts'

/**
 * Answers in place of a server that can't start yet: 503 to everything, with the reason for monitoring. Returns a
 * function that stops it; if the port isn't available, the start itself reports that.
 */
export async function answerMeanwhile(
  { host, port }: Pick<Config, 'host' | 'port'>,
  reason: () => string,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isHealth = /^\/(healthz|readyz)(\?|$)/.test(request.url ?? '')
    const body = isHealth ? { ok: false, problems: [reason()] } : problemDetails(new ApiError('unavailable'))
    response.writeHead(503, {
      'content-type': isHealth ? 'application/json; charset=utf-8' : 'application/problem+json',
      'retry-after': String(retryAfterSeconds),
      'cache-control': 'no-cache',
      connection: 'close',
    })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body))
  })
  const isListening = await listen(server, { host, port })
  return async () => {
    if (!isListening) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
}

function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, host, () => resolve(true))
  })
}
