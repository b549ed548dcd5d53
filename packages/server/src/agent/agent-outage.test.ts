import { rename } from 'node:fs/promises'
import { freePort } from '@courtcrier/lib/free-port.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { rowById } from '../outbox/copies/test-filing.ts'
import { releaseOnRepair } from '../stores/health.ts'
import {
  type AgentBench,
  enrollWithFolder,
  hurried,
  keepAt,
  lastSeen,
  openAgentBench,
  type TestAgent,
  untilThere,
} from '../testing/agent-bench.ts'
import { dmsStandIns } from '../testing/dms-stand-ins.ts'
import { isWrite, makeGate } from '../testing/gate.ts'

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

/** An agent that saves to a WebDAV server, which can't be reached until its gate is opened, and a copy to save there. */
async function openUnreached() {
  const place = await dmsStandIns.WEBDAV?.({ firmFolder: '', matter: '' })
  const { port } = place ?? {}
  if (!place || port === undefined) throw new Error('there is no WebDAV server')
  const gate = await makeGate(await freePort(), isWrite)
  onTestFinished(async () => {
    await gate.shut()
    await place.close()
  })
  const agent = await bench.enroll('Office')
  const settings = Object.fromEntries(Object.entries(place.settings).map(([key, value]) => [key, String(value)]))
  const { pathname } = new URL(settings.base_url ?? '')
  const base_url = `http://127.0.0.1:${gate.port}${pathname}`
  await keepAt(agent, { name: 'files', type: 'webdav', settings: { ...settings, base_url } })
  const copy = await bench.plantCopy({ driver: 'WEBDAV' })
  return { ...copy, agent, files: place.files, reach: () => gate.open({ port }) }
}

async function outageOf(credentialId: string) {
  const { health, outage } = await rowById(bench.services, 'credentials', credentialId)
  return { health, failures: (outage as { failures: number } | null)?.failures ?? 0 }
}

async function pause(id: string): Promise<void> {
  for (const attempts of [1, 2]) expect(await bench.save(id)).toMatchObject({ waits_for: 'retry', attempts })
  expect(await bench.save(id)).toMatchObject({ waits_for: 'answer', sentence: expect.stringMatching(paused) })
}

const paused =
  /^The DMS "Ours [^"]+" hasn't answered since .* 127\.0\.0\.1 couldn't be reached, or the connection was lost/

/** As if it were time to try again. */
async function makeDue(): Promise<void> {
  const past = JSON.stringify(new Date(Date.now() - 60_000).toISOString())
  await withSystem(bench.services.database, (trx) =>
    sql`update credentials set outage = jsonb_set(outage, '{nextAt}', ${past}::text::jsonb)
      where outage is not null`.execute(trx),
  )
}

test('a DMS that does not answer its agent is paused, and goes on when it answers', async () => {
  const { id, credentialId, agent, files, reach } = await openUnreached()
  agent.start()
  await untilThere(bench)
  await pause(id)
  expect(await outageOf(credentialId)).toEqual({ health: 'unreached', failures: 3 })
  await reach()
  // It isn't time yet.
  expect(await bench.save(id)).toMatchObject({ waits_for: 'answer' })
  expect(await files()).toEqual([])
  await makeDue()
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded', path: 'All/Motion.pdf' })
  expect((await files()).map(({ path }) => path)).toEqual(['All/Motion.pdf'])
  expect(await outageOf(credentialId)).toEqual({ health: 'healthy', failures: 0 })
})

test('an agent that does not say whether the DMS answered has its copy tried again as before', async () => {
  const { id, credentialId, agent } = await openUnreached()
  const answer: TestAgent['calls']['answer'] = (work, { isUnanswered: _, ...older }) => agent.calls.answer(work, older)
  agent.start({ calls: { ...agent.calls, answer } })
  await untilThere(bench)
  for (const attempts of [1, 2, 3, 4]) expect(await bench.save(id)).toMatchObject({ waits_for: 'retry', attempts })
  expect(await outageOf(credentialId)).toEqual({ health: 'unknown', failures: 0 })
})

test('copies of a paused DMS wait for an agent that went away, and go on with the pause when it is back', async () => {
  const { id, credentialId, agent } = await openUnreached()
  const { stop } = agent.start()
  await untilThere(bench)
  await pause(id)
  await stop()
  await lastSeen(bench, sql`now() - interval '2 minutes'`)
  const { attempts } = await rowById(bench.services, 'document_copies', id)
  expect(await bench.save(id)).toMatchObject({
    ...{ waits_for: 'credential', attempts },
    sentence: 'The agent "Office" isn\'t connected. Documents are saved once it is.',
  })
  expect(await outageOf(credentialId)).toMatchObject({ failures: 3 })
  onTestFinished(releaseOnRepair(bench.services))
  agent.start()
  const waitsFor = async () => (await rowById(bench.services, 'document_copies', id)).waits_for
  await expect.poll(waitsFor).toBe('retry')
  expect(await bench.save(id)).toMatchObject({ waits_for: 'answer', attempts })
})

test('an agent that dies when a paused DMS is tried says nothing about it', async () => {
  const { id, credentialId, agent } = await openUnreached()
  const { stop } = agent.start()
  await untilThere(bench)
  await pause(id)
  await stop()
  await makeDue()
  const died = agent.startMortal((call) => call === 'answer')
  expect(await bench.save(id, hurried)).toMatchObject({
    sentence: expect.stringContaining('The agent "Office" started on it, but didn\'t answer in time.'),
  })
  await died
  expect(await outageOf(credentialId)).toEqual({ health: 'unreached', failures: 3 })
})

test('a share that is not mounted at the agent pauses its copies, and they go on when it is', async () => {
  const agent = await enrollWithFolder(bench)
  agent.start()
  await untilThere(bench)
  const { id, credentialId } = await bench.plantCopy()
  await rename(bench.share, `${bench.share}-away`)
  for (const waits_for of ['retry', 'retry', 'answer']) expect(await bench.save(id)).toMatchObject({ waits_for })
  expect(await outageOf(credentialId)).toEqual({ health: 'unreached', failures: 3 })
  await rename(`${bench.share}-away`, bench.share)
  await makeDue()
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
  expect(await bench.saved()).toEqual(['All/Motion.pdf'])
})
