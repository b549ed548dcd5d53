import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enrollWithFolder, openAgentBench, untilThere } from '../testing/agent-bench.ts'
import { saveConnection } from './connection.ts'

const program = path.join(import.meta.dirname, '../cli.ts')

/** A module that moves the clock of the process which loads it. */
const clockBy = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const now = Date.now
    Date.now = () => now() + ${ms}
    globalThis.Date = new Proxy(Date, { construct: (target, asked, as) =>
      Reflect.construct(target, asked.length > 0 ? asked : [Date.now()], as) })`)}`

test.each([
  ['an hour behind', -3_600_000],
  ['an hour ahead', 3_600_000],
])('an agent in a process of its own whose clock is %s saves', async (_, ms) => {
  const bench = await openAgentBench({ takeMs: 10_000, leaseMs: 10_000 })
  onTestFinished(() => bench.close())
  const { folder, connection, data } = await enrollWithFolder(bench)
  await saveConnection(folder, connection)
  const agent = spawn(process.execPath, ['--import', clockBy(ms), program, 'agent', 'run', '--data', data])
  let log = ''
  for (const output of [agent.stdout, agent.stderr])
    output.on('data', (chunk) => {
      log += chunk
    })
  onTestFinished(async () => {
    agent.kill('SIGTERM')
    if (agent.exitCode === null) await once(agent, 'exit')
  })
  await untilThere(bench)
  const { id } = await bench.plantCopy()
  expect(await bench.save(id), log).toMatchObject({ status: 'succeeded' })
  // Its log shows by which clock it ran.
  const [, time] = /"time":"?([^",}]+)/.exec(log) ?? []
  const told = Number(time) || Date.parse(time ?? '')
  expect(Math.abs(told - Date.now() - ms)).toBeLessThan(1_000_000)
})
