import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import {
  type AgentBench,
  enrollWithFolder,
  hurried,
  keepAt,
  lastSeen,
  listedAgents,
  openAgentBench,
  untilThere,
} from '../testing/agent-bench.ts'
import { longTest } from '../testing/in-long-run.ts'
import { everyNth } from '../testing/long-run.ts'
import { saveConnection } from './connection.ts'
import { readCredentials } from './saved-credentials.ts'

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

const agentWithFolder = () => enrollWithFolder(bench)
const isThere = () => untilThere(bench)

async function tested(credentialId: string): Promise<unknown> {
  const url = `/api/v1/generic_credential/${credentialId}/test`
  return (await bench.api.call({ as: 'Administrator', method: 'POST', url })).json()
}

test('an agent saves a copy in a folder that only it knows, and the credential can be tested', async () => {
  const agent = await agentWithFolder()
  agent.start()
  await isThere()
  const { id, credentialId } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded', path: 'All/Motion.pdf', place: credentialId })
  expect(await bench.saved()).toEqual(['All/Motion.pdf'])
  expect(await readFile(path.join(bench.share, 'All/Motion.pdf'), 'utf8')).toBe('the motion')
  expect(await tested(credentialId)).toMatchObject({ ok: true, sentence: 'Every step succeeded.' })
})

longTest('a large document arrives piece by piece, and with its own bytes', async () => {
  const agent = await agentWithFolder()
  agent.start()
  await isThere()
  const content = Buffer.alloc(12_000_000, 'courtcrier ')
  const { id } = await bench.plantCopy({}, content)
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
  expect(content.equals(await readFile(path.join(bench.share, 'All/Motion.pdf')))).toBe(true)
})

const kills = [
  ['after it saved the document, before it said so', 'answer', 'put'],
  ['before it made the folder known', 'answer', 'ensure_folder'],
  ['before it read the document', 'document', 'put'],
] as const

test.each(everyNth(kills, 3))(
  'an agent that is killed %s leaves one file, and the copy is saved with the next attempt',
  async (_, call, operation) => {
    const agent = await agentWithFolder()
    const died = agent.startMortal((name, work) => name === call && work?.operation === operation)
    await isThere()
    const { id } = await bench.plantCopy()
    expect(await bench.save(id, hurried)).toMatchObject({
      status: 'delayed',
      waits_for: 'retry',
      sentence: expect.stringContaining('The agent "Office" started on it, but didn\'t answer in time.'),
    })
    await died
    agent.start()
    expect(await bench.save(id)).toMatchObject({ status: 'succeeded', path: 'All/Motion.pdf' })
    expect(await bench.saved()).toEqual(['All/Motion.pdf'])
  },
)

longTest('work that no one took in time is never done, and the copy waits for the agent without a try', async () => {
  const agent = await agentWithFolder()
  const first = agent.start()
  await isThere()
  await first.stop()
  const { id } = await bench.plantCopy()
  // It may have been restarted.
  expect(await bench.save(id, { takeMs: 2000 })).toMatchObject({
    ...{ status: 'delayed', waits_for: 'retry', attempts: 0 },
    sentence: 'The agent "Office" is busy, or was just restarted, and hasn\'t begun with this yet.',
  })
  await lastSeen(bench, sql`now() - interval '2 minutes'`)
  expect(await bench.save(id)).toMatchObject({
    ...{ status: 'delayed', waits_for: 'credential', attempts: 0 },
    sentence: 'The agent "Office" isn\'t connected. Documents are saved once it is.',
  })
  expect(await countWork()).toBe(0)
  agent.start()
  // It has asked, and there was nothing to do.
  await expect.poll(() => agent.calls.take(says, AbortSignal.timeout(5000))).toBeNull()
  expect(await bench.saved()).toEqual([])
  expect(await bench.saveAtLast(id)).toMatchObject({ status: 'succeeded' })
})

const says = { version: '1.0.0', credentials: [], waits: false }

async function countWork(): Promise<number> {
  const { rows } = await withSystem(bench.services.database, (trx) => sql`select from agent_work`.execute(trx))
  return rows.length
}

test('work is the agent’s that took it: no other firm’s agent and no other owner reads its document or answers', async () => {
  const agent = await agentWithFolder()
  const stranger = await bench.enroll('Office', 2)
  const other = await bench.enroll('Branch')
  await agent.calls.take(says, AbortSignal.timeout(5000))
  const { id } = await bench.plantCopy()
  const saving = bench.save(id, hurried)
  const work = await vi.waitFor(async () => {
    const taken = await agent.calls.take(says, AbortSignal.timeout(5000))
    expect(taken).not.toBeNull()
    return taken
  }, 60_000)
  if (!work) throw new Error('there is no work')
  for (const each of [stranger, other]) {
    expect(await each.calls.take(says, AbortSignal.timeout(5000))).toBeNull()
    await expect(each.calls.document(work, AbortSignal.timeout(5000))).rejects.toThrow("isn't yours any more")
    await expect(each.calls.answer(work, { made: true })).rejects.toThrow("isn't yours any more")
  }
  await expect(agent.calls.answer({ ...work, owner: work.id }, { made: true })).rejects.toThrow("isn't yours any more")
  await saving
  // It is too late now, also for the agent itself.
  await expect(agent.calls.prolong(work)).rejects.toThrow("isn't yours any more")
  await expect(agent.calls.answer(work, { made: true })).rejects.toThrow("isn't yours any more")
})

test('a revoked agent is refused at once, and what it was to save waits', async () => {
  const agent = await agentWithFolder()
  agent.start()
  await isThere()
  const agents = await listedAgents(bench)
  const url = `/api/v1/firm/agents/${agents[0]?.id}`
  expect((await bench.api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(204)
  await expect
    .poll(() => agent.calls.take(says, AbortSignal.timeout(5000)).catch((error: Error) => error.message))
    .toBe('This agent was revoked. Enroll it again with a new token.')
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({
    status: 'delayed',
    attempts: 0,
    sentence: 'There is no agent named "Office". Enroll it, or choose another one.',
  })
  // Another one takes its place under its name.
  const next = await agentWithFolder()
  next.start()
  await isThere()
  expect(await bench.saveAtLast(id)).toMatchObject({ status: 'succeeded' })
})

test('work that takes longer than it was given for is prolonged, and is saved', async () => {
  const agent = await agentWithFolder()
  const document = async (...asked: Parameters<typeof agent.calls.document>) => {
    await new Promise((resolve) => setTimeout(resolve, 4000))
    return agent.calls.document(...asked)
  }
  agent.start({ calls: { ...agent.calls, document } })
  await isThere()
  const { id } = await bench.plantCopy()
  expect(await bench.save(id, { leaseMs: 3000 })).toMatchObject({ status: 'succeeded' })
})

test.each([
  [{ agent: 'Branch' }, 'There is no agent named "Branch".'],
  [{ agent_credential: 'other' }, 'The agent has no credential named "other".'],
  [{ driver: 'WEBDAV' }, 'The agent\'s credential "files" is of another type than the one here.'],
])('a credential that names another agent, or something else there (%o), is told', async (settings, sentence) => {
  const agent = await agentWithFolder()
  agent.start()
  await isThere()
  const { id } = await bench.plantCopy(settings)
  expect(await bench.save(id)).toMatchObject({
    ...{ status: 'delayed', waits_for: 'credential' },
    sentence: expect.stringContaining(sentence),
  })
})

test('an agent whose credentials are damaged while it runs is still there, and says so', async () => {
  const agent = await agentWithFolder()
  agent.start()
  await isThere()
  const kept = await agent.folder.read('credentials.json')
  await agent.folder.write('credentials.json', [])
  const { id, credentialId } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({
    ...{ status: 'delayed', waits_for: 'credential' },
    sentence: expect.stringContaining("The agent's credentials.json is damaged."),
  })
  await agent.folder.write('credentials.json', kept as object)
  expect(await tested(credentialId)).toMatchObject({ ok: true })
  expect(await bench.saveAtLast(id)).toMatchObject({ status: 'succeeded' })
})

test('a share that isn’t there is no empty folder', async () => {
  const agent = await agentWithFolder()
  agent.start()
  await isThere()
  await rm(bench.share, { recursive: true })
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({
    status: 'delayed',
    sentence: expect.stringContaining("isn't there, or the agent may not see it."),
  })
})

test('the secrets that are kept at the agent are encrypted, and none reaches the server', async () => {
  const agent = await bench.enroll('Office')
  await saveConnection(agent.folder, agent.connection)
  await keepAt(agent, {
    ...{ name: 'dms', type: 'webdav' },
    settings: { base_url: 'https://dms.firm.example', username: 'svc', password: 'never-to-be-told' },
  })
  expect(JSON.stringify(await agent.folder.read('credentials.json'))).not.toContain('never-to-be-told')
  expect(JSON.stringify(await agent.folder.read('agent.json'))).not.toContain(agent.connection.key)
  expect((await readCredentials(agent.folder))[0]?.settings.password).toBe('never-to-be-told')
  agent.start()
  await isThere()
  const listed = await bench.api.call({ as: 'Administrator', url: '/api/v1/firm/agents' })
  expect(listed.json()).toMatchObject({ agents: [{ credentials: [{ name: 'dms', driver: 'WEBDAV' }] }] })
  expect(listed.text).not.toMatch(/never-to-be-told|dms\.firm\.example|svc/)
})
