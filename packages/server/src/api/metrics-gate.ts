import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { MetricsReaders } from '../base/config.ts'
import { openNetworks } from '../base/lib/networks.ts'

/** Tells whether a request may read the figures: by its token, or by the address it comes from. */
export function openMetricsGate({ token, networks }: MetricsReaders): (request: FastifyRequest) => boolean {
  const isInNetworks = openNetworks(networks)
  const expected = token === undefined ? undefined : digestOf(token)
  return (request) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (expected && given !== undefined && timingSafeEqual(digestOf(given), expected)) return true
    return isAddressKnown(request) && isInNetworks(request.ip.replace(/^::ffff:(?=\d+\.)/i, ''))
  }
}

/**
 * Whether the address is the caller's. A request that says it was passed on comes from a proxy; only of a trusted one is
 * the caller's address believed, and `ip` is no longer the connection's own then.
 */
function isAddressKnown(request: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => request.headers[name] !== undefined,
  )
  return !isForwarded || request.ip !== request.socket.remoteAddress
}

/** Digests are of one length, whatever was sent. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
