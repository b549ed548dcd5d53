import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { type AgentBench, listedAgents, openAgentBench } from '../../testing/agent-bench.ts'
import { isOnServer } from '../../testing/database.ts'
import { addWork, answerWork, settleWork, takeWork } from './work-rows.ts'

let bench: AgentBench
let agentId: string
let credentialId: string
beforeAll(async () => {
  bench = await openAgentBench()
  await bench.enroll('Office')
  credentialId = (await bench.plantCopy()).credentialId
  agentId = (await listedAgents(bench))[0]?.id ?? ''
})
afterAll(() => bench.close())

const inFirm = <T>(act: (trx: Trx) => Promise<T>) => withFirm(bench.services.database, 1, act)

/** Adds a test of the credential, which the agent has some time to take. */
async function addCheck({ takeMs = 60_000 } = {}): Promise<{ firmId: number; id: string }> {
  const work = { credential: 'files', kind: 'generic_credential', driver: 'FILE_SYSTEM' }
  const wish = { firmId: 1, agentId, credentialId, operation: 'check', work, takeMs, leaseMs: 60_000 } as const
  return { firmId: 1, id: await inFirm((trx) => addWork(trx, wish)) }
}

test('work is possible until it is answered, and gone once its answer was read', async () => {
  const key = await addCheck()
  expect(await inFirm((trx) => settleWork(trx, key))).toEqual({ remainingMs: expect.any(Number) })
  const taken = await inFirm((trx) => takeWork(trx, { firmId: 1, agentId }))
  expect(await inFirm((trx) => settleWork(trx, key))).toEqual({ remainingMs: expect.any(Number) })
  const owner = { firmId: 1, agentId, id: key.id, owner: taken?.owner ?? '' }
  expect(await inFirm((trx) => answerWork(trx, owner, { steps: [] }))).toBe(true)
  expect(await inFirm((trx) => settleWork(trx, key))).toEqual({ result: { steps: [] } })
  expect(await inFirm((trx) => settleWork(trx, key))).toEqual({ tooLate: 'unanswered' })
})

test('work that is too late or ended says whether it was begun, and is gone', async () => {
  const late = await addCheck({ takeMs: 0 })
  expect(await inFirm((trx) => settleWork(trx, late))).toEqual({ tooLate: 'untaken' })
  const begun = await addCheck()
  expect(await inFirm((trx) => takeWork(trx, { firmId: 1, agentId }))).toMatchObject({ id: begun.id })
  expect(await inFirm((trx) => settleWork(trx, begun, { isEnded: true }))).toEqual({ tooLate: 'ended' })
  expect(await inFirm((trx) => takeWork(trx, { firmId: 1, agentId }))).toBeUndefined()
})

if (!isOnServer) process.stdout.write('Skipped: two transactions at once need a database server.\n')

test.runIf(isOnServer)('work that someone looks at can be taken meanwhile: nothing wakes the agent again', async () => {
  const key = await addCheck()
  const taken = await inFirm(async (trx) => {
    await settleWork(trx, key)
    return inFirm((other) => takeWork(other, { firmId: 1, agentId }))
  })
  expect(taken).toMatchObject({ id: key.id })
})
