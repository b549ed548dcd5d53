import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { copyKind } from '../outbox/copies/kind.ts'
import { claimed, rowById } from '../outbox/copies/test-filing.ts'
import { openKind } from '../outbox/run.ts'
import { releaseOnRepair } from '../stores/health.ts'
import {
  type AgentBench,
  enrollWithFolder,
  hurried,
  lastSeen,
  listedAgents,
  openAgentBench,
  type TestAgent,
  untilThere,
} from '../testing/agent-bench.ts'

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

const says = { version: '1.0.0', credentials: [], waits: false }
const busy = 'The agent "Office" is busy, or was just restarted, and hasn\'t begun with this yet.'

/** Starts an agent that gets no document until `go` is called. */
function startHeld(agent: TestAgent): { go: () => void; held: () => number } {
  const gate = Promise.withResolvers<void>()
  let held = 0
  const document: TestAgent['calls']['document'] = async (...asked) => {
    held += 1
    await gate.promise
    return agent.calls.document(...asked)
  }
  agent.start({ calls: { ...agent.calls, document } })
  return { go: gate.resolve, held: () => held }
}

const inSystem = (query: ReturnType<typeof sql>) => withSystem(bench.services.database, (trx) => query.execute(trx))
const copyRow = (id: string) => rowById(bench.services, 'document_copies', id)
const untilReleased = (id: string) =>
  vi.waitFor(async () => expect(await copyRow(id)).toMatchObject({ waits_for: 'retry' }), 60_000)

function releasing(): void {
  onTestFinished(releaseOnRepair(bench.services))
}

test('copies that waited for an agent go on when it is there again', async () => {
  const agent = await enrollWithFolder(bench)
  releasing()
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({ status: 'delayed', waits_for: 'credential' })
  expect(await listedAgents(bench)).toMatchObject([{ name: 'Office', connected_at: null, waiting: 1 }])
  agent.start()
  await untilReleased(id)
})

test('copies that waited for an agent go on when it has started again, however short it was away', async () => {
  const agent = await enrollWithFolder(bench)
  releasing()
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({ status: 'delayed', waits_for: 'credential' })
  await lastSeen(bench, sql`now()`)
  await agent.calls.take(says, AbortSignal.timeout(5000))
  expect(await copyRow(id)).toMatchObject({ waits_for: 'credential' })
  agent.start()
  await untilReleased(id)
})

test('a copy for which an agent came back while it was being put off goes on', async () => {
  const agent = await enrollWithFolder(bench)
  releasing()
  const { id } = await bench.plantCopy()
  const { stores } = bench.services
  const open: typeof stores.open = async (key) => {
    const away = await stores.open(key)
    await agent.calls.take(says, AbortSignal.timeout(5000))
    return away
  }
  const services = { ...bench.services, stores: { ...stores, open } }
  await openKind(copyKind(services)).run(claimed({ firmId: 1, id }))
  await untilReleased(id)
})

test('copies of one credential of an agent share its turns, and one beyond them waits for the agent without a try', async () => {
  const agent = await enrollWithFolder(bench)
  const { go, held } = startHeld(agent)
  await untilThere(bench)
  const { run } = openKind(copyKind(bench.services))
  const four = [await bench.plantCopy(), await bench.plantCopy(), await bench.plantCopy(), await bench.plantCopy()]
  const saving = four.map(({ id }) => run(claimed({ firmId: 1, id })))
  await vi.waitFor(() => expect(held()).toBe(4), 60_000)
  const { id } = await bench.plantCopy({ agent: 'OFFICE' })
  await run(claimed({ firmId: 1, id }))
  const untried = { status: 'delayed', waits_for: 'retry', attempts: 0 }
  expect(await copyRow(id)).toMatchObject({ ...untried, sentence: expect.stringMatching(/^Waiting for its turn/) })
  // Another process has turns of its own.
  expect(await bench.save(id, { takeMs: 2000 })).toMatchObject({
    ...untried,
    sentence: busy.replace('Office', 'OFFICE'),
  })
  go()
  await Promise.all(saving)
  for (const each of four) expect(await copyRow(each.id)).toMatchObject({ status: 'succeeded' })
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
})

test('a test while the agent is busy or gone says nothing about the credential', async () => {
  const agent = await enrollWithFolder(bench)
  const { stop } = agent.start()
  await untilThere(bench)
  const { id, credentialId } = await bench.plantCopy()
  await stop()
  bench.pace.takeMs = 2000
  const url = `/api/v1/generic_credential/${credentialId}/test`
  const check = async () => (await bench.api.call({ as: 'Administrator', method: 'POST', url })).json()
  const health = async () => (await rowById(bench.services, 'credentials', credentialId)).health
  expect(await check()).toMatchObject({ ok: false, sentence: busy })
  expect(await health()).toBe('unknown')
  await lastSeen(bench, sql`now() - interval '2 minutes'`)
  expect(await check()).toMatchObject({ ok: false, sentence: expect.stringContaining("isn't connected") })
  expect(await health()).toBe('unknown')
  releasing()
  expect(await bench.save(id)).toMatchObject({ waits_for: 'credential', attempts: 0 })
  agent.start()
  await untilReleased(id)
})

test('a server that stops waits for no agent: what it is at is done later, without a try', async () => {
  const agent = await enrollWithFolder(bench)
  const { go, held } = startHeld(agent)
  await untilThere(bench)
  const { id } = await bench.plantCopy()
  const saving = bench.save(id)
  await vi.waitFor(() => expect(held()).toBe(1), 60_000)
  bench.services.stores.stopAsking()
  const stopped = {
    ...{ status: 'delayed', waits_for: 'retry', attempts: 0 },
    sentence: 'The server was stopped before the agent "Office" had answered.',
  }
  expect(await saving).toMatchObject(stopped)
  const { rows } = await inSystem(sql`select from agent_work`)
  expect(rows).toEqual([])
  expect(await bench.save(id)).toMatchObject(stopped)
  go()
})

test.each([
  ['the server no longer wants it', () => inSystem(sql`delete from agent_work`)],
  ['the agent is revoked', revoke],
] as const)('the last bytes of a file are not saved if %s meanwhile', async (_, happen) => {
  const agent = await enrollWithFolder(bench)
  const document: TestAgent['calls']['document'] = async (...asked) => {
    const bytes = await Array.fromAsync(await agent.calls.document(...asked))
    await happen()
    return (async function* () {
      yield* bytes
    })()
  }
  const { stop } = agent.start({ calls: { ...agent.calls, document } })
  await untilThere(bench)
  const { id } = await bench.plantCopy()
  expect(await bench.save(id, hurried)).toMatchObject({ status: 'delayed' })
  await stop()
  expect(await bench.saved()).toEqual([])
})

async function revoke(): Promise<void> {
  const [{ id } = { id: '' }] = await listedAgents(bench)
  const answer = await bench.api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/firm/agents/${id}` })
  expect(answer.status).toBe(204)
}

test('of two agents of a firm, each does the work of its own credentials, and one that is stopped keeps only those waiting', async () => {
  const [office, branch] = [await enrollWithFolder(bench), await enrollWithFolder(bench, 'Branch')]
  const read: string[] = []
  const calls = (agent: TestAgent): TestAgent['calls'] => ({
    ...agent.calls,
    document: (...asked) => {
      read.push(agent.connection.name)
      return agent.calls.document(...asked)
    },
  })
  const first = office.start({ calls: calls(office) })
  await untilThere(bench)
  branch.start({ calls: calls(branch) })
  await untilThere(bench, 'Branch')
  const [ofOffice, ofBranch] = [await bench.plantCopy(), await bench.plantCopy({ agent: 'Branch' }, 'the other motion')]
  expect(await bench.save(ofOffice.id)).toMatchObject({ status: 'succeeded' })
  await first.stop()
  await lastSeen(bench, sql`case when name = 'Branch' then now() else now() - interval '2 minutes' end`)
  const { id } = await bench.plantCopy({}, 'a third motion')
  expect(await bench.save(id)).toMatchObject({ status: 'delayed', waits_for: 'credential', attempts: 0 })
  expect(await bench.save(ofBranch.id)).toMatchObject({ status: 'succeeded' })
  expect(read).toEqual(['Office', 'Branch'])
})

test('a second attempt at a copy ends the first one at the agent', async () => {
  const agent = await enrollWithFolder(bench)
  const first = Promise.withResolvers<AbortSignal>()
  const document: TestAgent['calls']['document'] = async (work, signal) => {
    const { promise, reject } = Promise.withResolvers<never>()
    first.resolve(signal)
    if ((await first.promise) !== signal) return agent.calls.document(work, signal)
    signal.addEventListener('abort', () => reject(signal.reason))
    return promise
  }
  agent.start({ calls: { ...agent.calls, document } })
  await untilThere(bench)
  const { id } = await bench.plantCopy()
  const saving = bench.save(id, hurried)
  const signal = await first.promise
  // As if its process had been away for longer than it has the copy to itself.
  await inSystem(sql`update document_copies set leased_until = null`)
  await bench.save(id)
  await vi.waitFor(() => expect(signal.aborted).toBe(true), 60_000)
  await saving
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
  expect(await bench.saved()).toEqual(['All/Motion.pdf'])
})

test.each([
  ['no wait', 0],
  ['a wait before now', -86_400_000],
  ['a wait of years', 9e15],
])('an agent that asks for %s has its copy tried again as one of a busy DMS is', async (_, retryAfterMs) => {
  const agent = await enrollWithFolder(bench)
  const answer: TestAgent['calls']['answer'] = (work) =>
    agent.calls.answer(work, { problem: 'throttled', sentence: 'It is busy.', retryAfterMs })
  agent.start({ calls: { ...agent.calls, answer } })
  await untilThere(bench)
  const { id } = await bench.plantCopy()
  const { due_at: due, ...row } = await bench.save(id)
  expect(row).toMatchObject({ status: 'delayed', attempts: 0 })
  const seconds = (new Date(String(due)).getTime() - Date.now()) / 1000
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThan(3700)
})
