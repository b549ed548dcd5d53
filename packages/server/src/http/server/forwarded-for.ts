import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Takes the ports out of X-Forwarded-For: some proxies, such as Azure's Application Gateway, add the port of each
 * connection, by which every request would be from another address. Before anything asks for the address.
 */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const given = headers['x-forwarded-for']
    if (given !== undefined)
      headers['x-forwarded-for'] = [given].flat().join(',').split(',').map(bareAddress).join(', ')
  })
}

function bareAddress(given: string): string {
  const text = given.trim()
  const [, inBrackets = ''] = /^\[([^\]]{2,100})\](?::\d{1,5})?$/.exec(text) ?? []
  if (isIPv6(inBrackets)) return inBrackets
  const [, beforePort = ''] = /^([\d.]{7,15}):\d{1,5}$/.exec(text) ?? []
  return isIPv4(beforePort) ? beforePort : text
}
