import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Change } from '../base/db/changes.ts'
import type { Caller } from '../records/caller.ts'
import { openEventStream } from '../testing/event-stream.ts'
import { eventRoutes } from './events.ts'

function callerWho(access: 'FULL' | 'DENY'): Caller {
  const role = { grants: { judge: { access, fields: {} } } }
  return { firmId: 1, userId: 'u', sessionId: 's', role } as unknown as Caller
}

/** Streams changes to someone whose rights are looked up as the test says, once their session was. */
async function listen(
  recheck: () => Promise<Caller>,
  lookUp: (response: ServerResponse) => Promise<unknown> = async () => undefined,
) {
  const listeners: ((change: Change) => void)[] = []
  const api = Fastify()
  api.addHook('preHandler', async (request, reply) => {
    await lookUp(reply.raw)
    request.caller = callerWho('FULL')
  })
  const others = { database: {}, metrics: { live: { set: () => undefined } }, log: { error: () => undefined } }
  const feed = {
    subscribe: (listener: (change: Change) => void) => {
      listeners.push(listener)
      return () => void listeners.splice(listeners.indexOf(listener), 1)
    },
  }
  const deps = { ...others, feed, authenticator: { recheck }, heartbeatMs: 100 }
  await api.register(async (routes) => eventRoutes(routes, deps as unknown as Parameters<typeof eventRoutes>[1]), {
    prefix: '/api/v1',
  })
  await api.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`
  const tell = (entity: string, id: string) => {
    for (const listener of listeners) listener({ firmId: 1, entity, ids: [id] })
  }
  return { api, base, tell, listening: () => listeners.length }
}

test('what a look at the rights found before they were reduced does not count after it', async () => {
  let answerFirst: (caller: Caller) => void = () => undefined
  const first = new Promise<Caller>((resolve) => {
    answerFirst = resolve
  })
  const recheck = vi.fn(async () => callerWho('DENY')).mockImplementationOnce(() => first)
  const { api, base, tell } = await listen(recheck)
  const stream = await openEventStream(base, 'any')
  await vi.waitFor(() => expect(recheck).toHaveBeenCalled(), 60_000)
  tell('user_security_role', 'r')
  // By then, a second look that doesn't wait for the first would have been answered.
  await setImmediate()
  answerFirst(callerWho('FULL'))
  await setImmediate()
  tell('judge', 'hidden')
  tell('firm', 'mark')
  await vi.waitFor(() => expect(stream.events().at(-1)).toEqual({ entity: 'firm', ids: ['mark'] }), 60_000)
  expect(stream.events()).not.toContainEqual({ entity: 'judge', ids: ['hidden'] })
  await stream.close()
  await api.close()
})

test('a console that leaves while its session is looked up leaves no stream behind', async () => {
  const left = new AbortController()
  const lookedUp = Promise.withResolvers<void>()
  const { api, base, listening } = await listen(
    async () => callerWho('FULL'),
    async (response) => {
      left.abort()
      await once(response, 'close')
      lookedUp.resolve()
    },
  )
  await expect(fetch(`${base}/api/v1/events`, { signal: left.signal })).rejects.toThrow()
  await lookedUp.promise
  await setImmediate()
  expect(listening()).toBe(0)
  await api.close()
})
