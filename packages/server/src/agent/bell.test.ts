import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
