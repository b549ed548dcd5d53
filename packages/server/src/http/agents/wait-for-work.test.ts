import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { addWork } from '../../stores/agents/work-rows.ts'
import { type AgentBench, listedAgents, openAgentBench } from '../../testing/agent-bench.ts'
import { openWaits, type Waits } from './wait-for-work.ts'

let bench: AgentBench
let [agentId, credentialId] = ['', '']
let waits: Waits
beforeAll(async () => {
  bench = await openAgentBench()
  await bench.enroll('Office')
  agentId = (await listedAgents(bench))[0]?.id ?? ''
  credentialId = (await bench.plantCopy()).credentialId
})
afterAll(() => bench.close())
beforeEach(() => {
  waits = openWaits(bench.services)
})

const connected = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse
const take = (connection: ServerResponse, isHeld: boolean) => waits.take({ firmId: 1, agentId, connection, isHeld })

function add(): Promise<string> {
  const work = { credential: 'files', kind: 'generic_credential', driver: 'FILE_SYSTEM' }
  const wish = { firmId: 1, agentId, credentialId, operation: 'check', work, takeMs: 60_000, leaseMs: 60_000 } as const
  return withFirm(bench.services.database, 1, (trx) => addWork(trx, wish))
}

test.each([true, false])('nothing is taken for a connection that is gone (request that waits: %s)', async (isHeld) => {
  const id = await add()
  expect(await take(Object.assign(connected(), { destroyed: true }), isHeld)).toBeUndefined()
  expect(await take(connected(), isHeld)).toMatchObject({ id })
})

test.each([true, false])(
  'work is given back if the connection ends meanwhile (request that waits: %s)',
  async (isHeld) => {
    const id = await add()
    const connection = connected()
    const taking = take(connection, isHeld)
    connection.emit('close')
    expect(await taking).toBeUndefined()
    expect(await take(connected(), isHeld)).toMatchObject({ id })
  },
)

test('work is given back if the connection ends before it was answered', async () => {
  const id = await add()
  const connection = connected()
  expect(await take(connection, true)).toMatchObject({ id })
  connection.emit('close')
  expect(await take(connected(), true)).toMatchObject({ id })
})

test('work that was answered stays the agent’s when the connection ends', async () => {
  await add()
  const connection = Object.assign(connected(), { writableFinished: true })
  expect(await take(connection, false)).toBeDefined()
  connection.emit('close')
  expect(await take(connected(), false)).toBeUndefined()
})

test('of two requests that wait, the later one gets the work', async () => {
  const id = await add()
  const [former, later] = [take(connected(), true), take(connected(), true)]
  expect(await former).toBeUndefined()
  expect(await later).toMatchObject({ id })
})
