import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  type AgentBench,
  enrollWithFolder,
  openAgentBench,
  type TestAgent,
  untilThere,
} from '../testing/agent-bench.ts'
import { openBell } from './bell.ts'

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

test('with a WebSocket open, the agent takes work when the server says so; without it, its requests wait', async () => {
  const agent = await enrollWithFolder(bench)
  const bell = openBell(agent.connection, { info: () => undefined })
  const asked: boolean[] = []
  const take: TestAgent['calls']['take'] = (body, signal) => {
    asked.push(body.waits ?? true)
    return agent.calls.take(body, signal)
  }
  await vi.waitFor(() => expect(bell.isOpen()).toBe(true), 60_000)
  agent.start({ bell, calls: { ...agent.calls, take } })
  await untilThere(bench)
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
  expect(new Set(asked)).toEqual(new Set([false]))
})

test('a WebSocket that is refused leaves requests that wait', async () => {
  const agent = await enrollWithFolder(bench)
  const bell = openBell({ ...agent.connection, key: 'other' }, { info: () => undefined })
  agent.start({ bell })
  await untilThere(bench)
  expect(bell.isOpen()).toBe(false)
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
})

test('a wait that was called off before it began ends at once', async () => {
  const { connection } = await enrollWithFolder(bench)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const silent = { addEventListener: () => undefined, close: () => undefined }
  const bell = openBell(connection, { info: () => undefined }, () => silent)
  const ended = vi.fn()
  void bell.wait(AbortSignal.abort()).then(ended)
  await setImmediate()
  expect(ended).toHaveBeenCalled()
})

test('an agent has a limited number of WebSockets, and the oldest makes way for another', async () => {
  const { connection } = await enrollWithFolder(bench)
  const headers = { authorization: `Bearer ${connection.key}` }
  const sockets: WebSocket[] = []
  for (let count = 0; count < 10; count++) {
    // Node's WebSocket takes options, unlike that of browsers, whose types it has.
    const options = { headers } as unknown as string[]
    const socket = new WebSocket(`${connection.server.replace('http', 'ws')}/api/v1/agent/bell`, options)
    socket.addEventListener('error', () => undefined)
    sockets.push(socket)
    await vi.waitFor(() => expect(socket.readyState).toBe(WebSocket.OPEN), 60_000)
  }
  const isOpen = () => sockets.map(({ readyState }) => readyState === WebSocket.OPEN)
  await vi.waitFor(() => expect(isOpen()).toEqual([false, false, ...Array.from({ length: 8 }, () => true)]), 60_000)
  for (const socket of sockets) socket.close()
})
