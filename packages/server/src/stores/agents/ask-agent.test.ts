import { expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseAwayError } from '../../base/db/away.ts'
import type { Database } from '../../base/db/database.ts'
import { listedAgents, openAgentBench } from '../../testing/agent-bench.ts'
import { askAgent } from './ask-agent.ts'

test('an answer counts although the database was away when it was to be read', async () => {
  const bench = await openAgentBench()
  onTestFinished(() => bench.close())
  const { calls } = await bench.enroll('Office')
  const { credentialId } = await bench.plantCopy()
  const [agent] = await listedAgents(bench)
  const { database, feed } = bench.services
  let refusals = 0
  let isAway = false
  const kysely = new Proxy(database.kysely, {
    get: (target, key) => {
      if (key !== 'transaction') return Reflect.get(target, key)
      if (isAway) refusals += 1
      if (isAway) throw new DatabaseAwayError('The database is away.')
      return () => target.transaction()
    },
  })
  const deps = { database: { ...database, kysely } as Database, feed, stop: new AbortController().signal }
  const asking = askAgent(deps, {
    ...{ firmId: 1, agentId: agent?.id ?? '', credentialId, operation: 'check' },
    work: { credential: 'files', kind: 'generic_credential', driver: 'FILE_SYSTEM' },
    ...{ takeMs: 10_000, leaseMs: 10_000 },
  })
  const work = await vi.waitFor(async () => {
    const taken = await calls.take({ version: '1', credentials: [], waits: false }, AbortSignal.timeout(5000))
    if (!taken) throw new Error('there is no work yet')
    return taken
  }, 60_000)
  isAway = true
  await calls.answer(work, { steps: [] })
  await vi.waitFor(() => expect(refusals).toBeGreaterThan(0), 60_000)
  isAway = false
  expect(await asking).toEqual({ result: { steps: [] } })
})
