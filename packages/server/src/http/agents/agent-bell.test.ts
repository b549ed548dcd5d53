import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { ChangeFeed } from '../../base/db/changes.ts'
import type { Services } from '../../base/services.ts'
import { workEntity } from '../../stores/agents/work-rows.ts'
import { acceptBells, agentBellRoute } from './agent-bell.ts'

const agent = { firmId: 1, agentId: 'one', name: 'Office', key: { id: 'key' } }

test('an agent that reads nothing is disconnected before what it is told piles up', async () => {
  const { port, ring } = await openBells()
  const socket = connect(port, '127.0.0.1')
  const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  socket.write(['GET /api/v1/agent/bell HTTP/1.1', 'Host: a', 'Connection: Upgrade', ...upgrade, '', ''].join('\r\n'))
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 101 /)
  socket.pause()
  let rung = 0
  // What the kernel keeps for both sides isn't the server's memory.
  for (; ring.isOpen() && rung < 2_000_000; rung++) {
    ring.work()
    if (rung % 1000 === 0) await turn()
  }
  expect(ring.isOpen()).toBe(false)
  socket.destroy()
})

/** A server, and what rings the bell of its only agent. */
async function openBells() {
  const listeners = new Set<Parameters<ChangeFeed['subscribe']>[0]>()
  const subscribe: ChangeFeed['subscribe'] = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const app = Fastify()
  app.decorateRequest('agent')
  app.addHook('onRequest', async (request) => {
    request.agent = agent
  })
  await app.register(
    async (api) => {
      await acceptBells(api)
      agentBellRoute(api, { feed: { subscribe } } as unknown as Services)
    },
    { prefix: '/api/v1' },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const work = { firmId: agent.firmId, entity: workEntity, ids: [agent.agentId] }
  return {
    port: (app.server.address() as AddressInfo).port,
    ring: {
      isOpen: () => listeners.size > 0,
      work: () => {
        for (const listener of listeners) listener(work)
      },
    },
  }
}
