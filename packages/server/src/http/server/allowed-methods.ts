import type { FastifyInstance } from 'fastify'

/** Returns the methods that an address answers, in order; none if there is nothing at it. */
export type AllowedMethods = (address: string) => readonly string[]

/** Collects the methods of every address as its routes are registered, for the answer to a wrong one. */
export function collectMethods(app: FastifyInstance): AllowedMethods {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    // Files of the console have no addresses of their own.
    if (url.includes('*')) return
    const known = methodsOf.get(url) ?? new Set()
    for (const each of [method].flat()) known.add(each)
    methodsOf.set(url, known)
  })
  return (address) => {
    const fitting = [...methodsOf].filter(([pattern]) => isAt(pattern, address))
    return [...new Set(fitting.flatMap(([, methods]) => [...methods]))].toSorted()
  }
}

function isAt(pattern: string, address: string): boolean {
  const [wanted, given] = [pattern, address].map((text) => text.replace(/\/$/, '').split('/'))
  if (!wanted || wanted.length !== given?.length) return false
  return wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
}
