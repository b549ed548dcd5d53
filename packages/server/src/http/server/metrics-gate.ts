import { createHash, timingSafeEqual } from 'node:crypto'
import { openNetworks } from '@courtcrier/lib/networks.ts'
import type { FastifyRequest } from 'fastify'
import type { MetricsReaders } from '../../base/config.ts'

/** Returns whether a request may read the metrics: by its token, or by its address. */
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
 * Whether the address is the client's own. A request with a forwarding header comes from a proxy; only a trusted
 * proxy's word counts for the client's address, and then `ip` differs from the connection's own.
 */
function isAddressKnown(request: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => request.headers[name] !== undefined,
  )
  return !isForwarded || request.ip !== request.socket.remoteAddress
}

/** Returns a digest, so that compared values have the same length whatever was sent. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
