import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { listen } from '@courtcrier/connectors/testing/slow-server.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { copyKind } from '../outbox/copies/kind.ts'
import { insert, rowById } from '../outbox/copies/test-filing.ts'
import { openKind } from '../outbox/run.ts'
import {
  type AgentBench,
  enrollWithFolder,
  keepAt,
  openAgentBench,
  type TestAgent,
  untilThere,
} from '../testing/agent-bench.ts'
import type { AgentCalls } from './agent-calls.ts'

const many = 30

let bench: AgentBench
let hung: Awaited<ReturnType<typeof openHung>>
beforeEach(async () => {
  bench = await openAgentBench({ takeMs: 10_000, leaseMs: 60_000 })
  hung = await openHung()
})
afterEach(async () => {
  // What waits for them ends.
  await hung.close()
  bench.services.stores.stopAsking()
  await bench.close()
})

/** A server that takes connections and never answers. */
async function openHung() {
  const front = { taken: 0 }
  const { port, close } = await listen(
    createServer((client) => {
      front.taken += 1
      client.resume()
    }),
  )
  return { port, front, close }
}

/** Plants copies of one document, to be saved with one credential. Returns the credential's ID. */
async function plantCopies(count: number, settings: object, content = 'the motion'): Promise<string> {
  const { id, credentialId } = await bench.plantCopy(settings, content)
  const { firm_id, envelope_id, inbox_item_id, storage_policy_id, document_id, file_id } = await rowById(
    bench.services,
    'document_copies',
    id,
  )
  const others = Array.from({ length: count - 1 }, () => newId())
  await withSystem(bench.services.database, async (trx) => {
    for (const other of others)
      await insert(trx, 'document_copies', {
        ...{ firm_id, envelope_id, inbox_item_id, storage_policy_id, document_id, file_id },
        ...{ id: other, copy_key: other, attempts: 0 },
      })
  })
  return credentialId
}

/** Saves every copy there is, as two servers do that share the queue. */
async function saveAll(): Promise<void> {
  const { database, jobs } = bench.services
  const [one, other] = [openKind(copyKind(bench.services)), openKind(copyKind(bench.services))]
  await withSystem(database, async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from document_copies order by id`.execute(trx)
    await jobs.enqueue(
      trx,
      'copy',
      rows.map(({ id }) => ({ firmId: 1, id })),
    )
  })
  let count = 0
  const { queue, concurrency, mostOfFirm, takeEveryMs } = one
  jobs.work(queue, (job) => (count++ % 2 === 0 ? one : other).run(job), { concurrency, mostOfFirm, takeEveryMs })
}

/** How many copies of a credential are saved. */
async function savedWith(credentialId: string): Promise<number> {
  const { rows } = await withSystem(bench.services.database, (trx) =>
    sql<{ count: number }>`
      select count(*)::int from document_copies d
        join storage_policies p on p.firm_id = d.firm_id and p.id = d.storage_policy_id
      where p.dms_credential_id = ${credentialId}::uuid and d.status = 'succeeded'`.execute(trx),
  )
  return rows[0]?.count ?? 0
}

/** What an agent has taken and not answered yet, by credential, and the most of it at a time. */
function follow(agent: TestAgent) {
  const [underWay, most] = [new Map<string, number>(), new Map<string, number>()]
  const tests: string[] = []
  const calls: AgentCalls = {
    ...agent.calls,
    take: async (...asked) => {
      const work = await agent.calls.take(...asked)
      if (work?.operation === 'check') tests.push(work.credential)
      else if (work) {
        const count = (underWay.get(work.credential) ?? 0) + 1
        underWay.set(work.credential, count)
        most.set(work.credential, Math.max(most.get(work.credential) ?? 0, count))
      }
      return work
    },
    answer: (work, result) => {
      if (work.operation !== 'check') underWay.set(work.credential, (underWay.get(work.credential) ?? 0) - 1)
      return agent.calls.answer(work, result)
    },
  }
  return { calls, most, tests }
}

/** Starts an agent that saves to a share, which answers, and to a server that doesn't. */
async function startBoth() {
  const agent = await enrollWithFolder(bench)
  const address = { base_url: `http://127.0.0.1:${hung.port}/` }
  const signIn = { username: 'courtcrier', sign_in: 'BASIC', password: 'right' }
  await keepAt(agent, { name: 'asleep', type: 'webdav', settings: { ...address, ...signIn } })
  const followed = follow(agent)
  agent.start({ calls: followed.calls })
  await untilThere(bench)
  return followed
}

test('a DMS that hangs keeps no place of its agent from one that answers', async () => {
  const { most } = await startBoth()
  const asleep = await plantCopies(many, { driver: 'WEBDAV', agent_credential: 'asleep' })
  const healthy = await plantCopies(many, {})
  await saveAll()
  await vi.waitFor(async () => expect(await savedWith(healthy)).toBe(many), 120_000)
  expect(await bench.saved()).toHaveLength(many)
  expect(await savedWith(asleep)).toBe(0)
  expect(hung.front.taken).toBeGreaterThan(0)
  // Each of the two servers has begun with as many, and the agent does four at a time.
  expect(most.get('asleep')).toBe(4)
})

test('credentials are tested while a DMS hangs, also the one that has as much as it gets', async () => {
  const { most, tests } = await startBoth()
  const asleep = await plantCopies(many, { driver: 'WEBDAV', agent_credential: 'asleep' })
  const healthy = await plantCopies(1, {})
  await saveAll()
  await vi.waitFor(() => expect(most.get('asleep')).toBe(4), 60_000)
  const tested = async (id: string) =>
    (await bench.api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/generic_credential/${id}/test` })).json()
  expect(await tested(healthy)).toMatchObject({ ok: true })
  const testing = tested(asleep)
  await vi.waitFor(() => expect(tests).toEqual(['files', 'asleep']), 60_000)
  await hung.close()
  const unreached = "127.0.0.1 couldn't be reached, or the connection was lost"
  expect(await testing).toMatchObject({ ok: false, sentence: expect.stringContaining(unreached) })
})

test('an agent that hangs delays no other agent of its firm', async () => {
  const [office, branch] = [await enrollWithFolder(bench), await bench.enroll('Branch')]
  // Agents of one process share what a folder is asked at a time, which those of two machines don't.
  const elsewhere = await mkdtemp(path.join(bench.share, 'branch-'))
  await keepAt(branch, { name: 'files', type: 'folder', settings: { folder_id: elsewhere } })
  let held = 0
  const end = Promise.withResolvers<never>()
  end.promise.catch(() => undefined)
  const document: AgentCalls['document'] = () => {
    held += 1
    return end.promise
  }
  office.start({ calls: { ...office.calls, document } })
  branch.start()
  await untilThere(bench)
  await untilThere(bench, 'Branch')
  const stuck = await plantCopies(many, {}, 'a motion that never arrives')
  const healthy = await plantCopies(many, { agent: 'Branch' })
  await saveAll()
  try {
    await vi.waitFor(async () => expect(await savedWith(healthy)).toBe(many), 120_000)
    expect([await savedWith(stuck), held]).toEqual([0, 4])
  } finally {
    end.reject(new Error('the test is over'))
  }
})
