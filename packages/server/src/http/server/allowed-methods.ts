import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Returns the methods that an address answers, in order; none if there is nothing at it. */
export type AllowedMethods = (address: string) => readonly string[]

/**
 * Collects the methods of every address as its routes are registered, for the answer to a wrong one, and refuses a wrong
 * method of a fixed address, such as `PUT /client/search`, which the router would take for the record with the ID
 * `search`.
 */
export function collectMethods(app: FastifyInstance): AllowedMethods {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    // Files of the console have no addresses of their own.
    if (url.includes('*')) return
    const known = methodsOf.get(url) ?? new Set()
    for (const each of [method].flat()) known.add(each)
    methodsOf.set(url, known)
  })
  const fixedAt = (address: string) => methodsOf.get(address.replace(/\/$/, ''))
  app.addHook('onRequest', async ({ routeOptions, url, method }, reply) => {
    if (!routeOptions.url?.includes(':')) return
    const [address = ''] = url.split('?')
    const methods = fixedAt(address)
    if (methods && !methods.has(method)) throw wrongMethod(reply, address, [...methods].toSorted())
  })
  return (address) => {
    const fixed = fixedAt(address)
    // Once, not for each of hundreds of patterns: an address may have thousands of parts.
    const given = partsOf(address)
    const fitting = fixed ? [fixed] : [...methodsOf].flatMap(([pattern, own]) => (isAt(pattern, given) ? [own] : []))
    return [...new Set(fitting.flatMap((methods) => [...methods]))].toSorted()
  }
}

/** Returns the refusal, with the methods in `Allow` (RFC 9110, section 15.5.6). */
export function wrongMethod(reply: FastifyReply, address: string, methods: readonly string[]): ApiError {
  reply.header('allow', methods.join(', '))
  return new ApiError('method_not_allowed', { sentence: `${address} answers ${methods.join(', ')} only.` })
}

function isAt(pattern: string, given: readonly string[]): boolean {
  const wanted = partsOf(pattern)
  if (wanted.length !== given.length) return false
  return wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
}

function partsOf(address: string): string[] {
  return address.replace(/\/$/, '').split('/')
}
