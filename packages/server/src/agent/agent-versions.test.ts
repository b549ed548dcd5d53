import { afterEach, beforeEach, expect, test } from 'vitest'
import { version } from '../base/version.ts'
import { type AgentBench, enrollWithFolder, listedAgents, openAgentBench, untilThere } from '../testing/agent-bench.ts'
import { enrollWith, type Fetch, openAgentCalls } from './agent-calls.ts'

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

type Json = Record<string, unknown>

/** Adds a name of another version to every object, but not to maps, whose names are the firm's. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).map(([name, item]) => [name, name === 'properties' ? item : withMore(item)])
  return { ...Object.fromEntries(known), of_another_version: { any: 1 } }
}

/** Requests of a newer agent. */
const fromNewer: Fetch = (url, init) => {
  const body = typeof init.body === 'string' ? { body: JSON.stringify(withMore(JSON.parse(init.body))) } : {}
  return fetch(url, { ...init, ...body })
}

/** Answers of a newer server, which may want other work than it does here. */
const fromNewerServer =
  (change: (work: Json) => Json): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (!response.headers.get('content-type')?.includes('json')) return response
    const answer = (await response.json()) as Json
    const changed = answer.work ? { ...answer, work: change(answer.work as Json) } : answer
    return Response.json(withMore(changed), { status: response.status })
  }

test('an agent that is newer than the server enrolls and saves: what the server doesn’t know is skipped', async () => {
  const agent = await enrollWithFolder(bench)
  const { secret } = await bench.token('Branch')
  const enrolling = { server: bench.addressOf(1), token: secret, version: '9.0.0', send: fromNewer }
  expect(await enrollWith(enrolling)).toMatchObject({ name: 'Branch' })
  agent.start({ calls: openAgentCalls(agent.connection, fromNewer) })
  await untilThere(bench)
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
  expect(await bench.saved()).toEqual(['All/Motion.pdf'])
})

test('an agent that is older than the server saves: what it doesn’t know is skipped', async () => {
  const agent = await enrollWithFolder(bench)
  agent.start({
    calls: openAgentCalls(
      agent.connection,
      fromNewerServer((work) => work),
    ),
  })
  await untilThere(bench)
  const { id } = await bench.plantCopy()
  expect(await bench.save(id)).toMatchObject({ status: 'succeeded' })
})

/** Requests of an agent of another version. */
const fromVersion =
  (other: string): Fetch =>
  (url, init) => {
    if (typeof init.body !== 'string') return fetch(url, init)
    const body = JSON.parse(init.body) as Json
    return fetch(url, { ...init, body: JSON.stringify(body.version ? { ...body, version: other } : body) })
  }

test('an agent that is older than the oldest one that works with the server gets no work, and all are told what to install', async () => {
  const agent = await enrollWithFolder(bench)
  const old = openAgentCalls(agent.connection, fromVersion('0.0.9'))
  const running = agent.start({ calls: old })
  await untilThere(bench)
  const sentence = `The agent "Office", of version 0.0.9, is too old for this server. Install version ${version} on its machine.`
  const says = { version, credentials: [], waits: false }
  await expect(old.take(says, AbortSignal.timeout(5000))).rejects.toThrow(sentence)
  const { id } = await bench.plantCopy()
  for (const _ of ['first', 'again'])
    expect(await bench.save(id)).toMatchObject({ status: 'delayed', waits_for: 'credential', attempts: 0, sentence })
  const [listed] = await listedAgents(bench)
  expect(listed).toMatchObject({ version: '0.0.9', needed_version: version })
  await running.stop()
  agent.start()
  expect(await bench.saveAtLast(id)).toMatchObject({ status: 'succeeded' })
  expect((await listedAgents(bench))[0]).toMatchObject({ version, needed_version: null })
})

test('an agent that is too old enrolls with no token, which the upgraded one can still use', async () => {
  const { secret } = await bench.token('Branch')
  const enrolling = { server: bench.addressOf(1), token: secret }
  await expect(enrollWith({ ...enrolling, version: '0.0.9' })).rejects.toThrow(
    `The agent "Branch", of version 0.0.9, is too old for this server.`,
  )
  expect(await enrollWith({ ...enrolling, version })).toMatchObject({ name: 'Branch' })
})

test('an agent that is too old for what the server wants says which version to install, and copies wait for it', async () => {
  const agent = await enrollWithFolder(bench)
  const change = (work: Json) => ({ ...work, operation: `${work.operation}_anew`, server_version: '9.0.0' })
  const old = agent.start({ calls: openAgentCalls(agent.connection, fromNewerServer(change)) })
  await untilThere(bench)
  const { id, credentialId } = await bench.plantCopy()
  const sentence = `The agent, of version ${version}, is too old for that: install version 9.0.0 on its machine.`
  expect(await bench.save(id)).toMatchObject({
    ...{ status: 'delayed', waits_for: 'credential', attempts: 0 },
    sentence: expect.stringContaining(sentence),
  })
  const key = `generic_credential/${credentialId}`
  const tested = () => bench.api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${key}/test` })
  expect((await tested()).json()).toMatchObject({ ok: false, sentence })
  const credential = await bench.api.call({ as: 'Administrator', url: `/api/v1/credential/${credentialId}` })
  expect(credential.json()).toMatchObject({ health: 'failing', sentence })
  expect(await bench.saved()).toEqual([])
  await old.stop()
  agent.start()
  expect((await tested()).json()).toMatchObject({ ok: true })
  expect(await bench.saveAtLast(id)).toMatchObject({ status: 'succeeded' })
})
