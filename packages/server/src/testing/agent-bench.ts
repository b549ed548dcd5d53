import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { AgentWork } from '@courtcrier/contract/calls/agent-work.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import { type AgentCalls, CallRefusedError, enrollWith, openAgentCalls } from '../agent/agent-calls.ts'
import { type AgentFolder, openAgentFolder } from '../agent/agent-folder.ts'
import type { Bell } from '../agent/bell.ts'
import type { Connection } from '../agent/connection.ts'
import { readEntered } from '../agent/entered-credential.ts'
import { runAgent } from '../agent/run-agent.ts'
import { keepCredential } from '../agent/saved-credentials.ts'
import { announce } from '../base/db/changes.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { productRoutes } from '../http/routes.ts'
import { saveCopy } from '../outbox/copies/planted-copy.fixture.ts'
import { rowById } from '../outbox/copies/test-filing.ts'
import type { AgentPace } from '../stores/agents/agent-connector.ts'
import { openStores } from '../stores/open-stores.ts'
import { type AgentCopy, plantAgentCopy } from './agent-copy.ts'
import { openTestApi, type TestApi } from './api.ts'

/** An agent that is enrolled, with a folder of its own. */
export interface TestAgent {
  connection: Connection
  folder: AgentFolder
  /** Where that folder is. */
  data: string
  calls: AgentCalls
  /** Starts it; `stop` waits until it has ended and the server has noticed. */
  start: (parts?: { calls?: AgentCalls; bell?: Bell }) => { stop: () => Promise<void> }
  /** Starts it, and has it die at a call: from then on nothing more is heard of it. */
  startMortal: (diesAt: (call: keyof AgentCalls, work: AgentWork | undefined) => boolean) => Promise<void>
}

/** A server that listens, whose firms have agents, and documents to save. */
export interface AgentBench {
  api: TestApi
  services: Services
  /** The address at which a firm's agents reach the server. */
  addressOf: (firm: 1 | 2) => string
  /** A folder that an agent can save to. */
  share: string
  token: (name: string, firm?: 1 | 2, body?: object) => Promise<{ id: string; secret: string }>
  enroll: (name: string, firm?: 1 | 2) => Promise<TestAgent>
  /** Creates a credential that an agent saves with, and a document to save with it. Returns their IDs. */
  plantCopy: (
    settings?: object,
    content?: string | Uint8Array,
    more?: Pick<AgentCopy, 'kind' | 'fileName'>,
  ) => Promise<{ id: string; credentialId: string }>
  /** How long agents have from now on. */
  pace: AgentPace
  /** Tries to save a copy once, for which the agent may have less time, and returns its row. */
  save: (id: string, hurry?: Partial<AgentPace>) => Promise<Record<string, unknown>>
  /** Tries until it is saved, as a worker does, and returns its row. */
  saveAtLast: (id: string) => Promise<Record<string, unknown>>
  /** Every file below the share. */
  saved: () => Promise<readonly string[]>
  close: () => Promise<void>
}

/** Hosts of firm 1 and 2 that lead to this machine. */
const hosts = { 1: '127.0.0.1', 2: 'localhost' } as const
/** More than a machine ever stands still. */
const patient: AgentPace = { takeMs: 60_000, leaseMs: 60_000 }

/** For an agent that is to be too late. The server looks once the time to take work is over. */
export const hurried: AgentPace = { takeMs: 3000, leaseMs: 3000 }

/** Opens the bench. A test of what comes too late gives its agents less time, so that it needn't wait. */
export async function openAgentBench(agentPace = patient): Promise<AgentBench> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-agents-'))
  const share = await mkdtemp(path.join(home, 'share-'))
  const api = await openTestApi({ register: productRoutes })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  for (const firmId of [1, 2] as const) await nameHost(api.services, firmId)
  const { services } = api
  const pace = { ...agentPace }
  services.stores = openStores({ ...services, agentPace: pace })
  const open = followRequests(api.app.server)
  const addressOf = (firm: 1 | 2) => `http://${hosts[firm]}:${port}`
  const token = async (name: string, firm: 1 | 2 = 1, body: object = {}) => {
    const wish = { as: 'Administrator', firm, method: 'POST', url: '/api/v1/firm/agent-tokens' } as const
    const made = await api.call({ ...wish, body: { name, ...body } })
    expect(made.status, made.text).toBe(201)
    const { token: row, secret } = made.json() as { token: { id: string }; secret: string }
    return { id: row.id, secret }
  }
  const save = async (id: string, hurry: Partial<AgentPace> = {}) => {
    const before = { ...pace }
    Object.assign(pace, hurry)
    await saveCopy(services, id).finally(() => Object.assign(pace, before))
    return rowById(services, 'document_copies', id)
  }
  const stops: (() => Promise<void>)[] = []
  return {
    ...{ api, services, addressOf, share, token, pace },
    enroll: async (name, firm = 1) => {
      const { secret } = await token(name, firm)
      const connection = await enrollWith({ server: addressOf(firm), token: secret, version: '1.0.0' })
      const data = await mkdtemp(path.join(home, 'agent-'))
      return { ...agentOf(connection, await openAgentFolder(data), { stops, open }), data }
    },
    plantCopy: (settings, content, more) => plantAgentCopy(api, { settings, content, ...more }),
    save,
    saveAtLast: async (id) => {
      await expect.poll(async () => (await save(id)).status, { timeout: 120_000 }).toBe('succeeded')
      return rowById(services, 'document_copies', id)
    },
    saved: async () => {
      const entries = await readdir(share, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      return files.map(({ parentPath, name }) => path.relative(share, path.join(parentPath, name))).toSorted()
    },
    close: async () => {
      await Promise.all(stops.map((stop) => stop()))
      await api.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function nameHost({ database }: Services, firmId: 1 | 2): Promise<void> {
  await withFirm(database, firmId, async (trx) => {
    await sql`update firms set host_names = host_names || ${hosts[firmId]}::text where firm_id = ${firmId}`.execute(trx)
    await announce(trx, { firmId, entity: 'firm', ids: [String(firmId)] })
  })
}

/** Follows which requests a server hasn't ended yet, by whose they are. */
function followRequests(server: Server): (key: string) => number {
  const open = new Map<string, number>()
  server.on('request', ({ headers }, response) => {
    const by = headers.authorization ?? ''
    open.set(by, (open.get(by) ?? 0) + 1)
    response.once('close', () => open.set(by, (open.get(by) ?? 0) - 1))
  })
  return (key) => open.get(`Bearer ${key}`) ?? 0
}

interface Around {
  stops: (() => Promise<void>)[]
  open: (key: string) => number
}

function agentOf(connection: Connection, folder: AgentFolder, { stops, open }: Around): Omit<TestAgent, 'data'> {
  const own = openAgentCalls(connection)
  const log = pino({ level: 'silent' })
  const start: TestAgent['start'] = ({ calls = own, bell } = {}) => {
    const control = new AbortController()
    const running = runAgent({ folder, log, calls, stop: control.signal, ...(bell ? { bell } : {}) })
    const stop = async () => {
      control.abort()
      bell?.close()
      await running
      // Until the server has noticed, it would still give it work.
      await expect.poll(() => open(connection.key)).toBe(0)
    }
    stops.push(stop)
    return { stop }
  }
  return {
    ...{ connection, folder, calls: own, start },
    startMortal: (diesAt) => {
      const [died, buried] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
      const control = new AbortController()
      // Its connections end with it.
      void died.promise.then(() => control.abort())
      const calls = mortal(own, { diesAt, die: died.resolve, buried: buried.promise })
      const running = runAgent({ folder, log, stop: control.signal, calls })
      stops.push(async () => {
        // Until then what it was doing doesn't go on and doesn't end; now it closes its files.
        control.abort()
        buried.reject(new CallRefusedError(404, 'The agent is dead.'))
        await running
      })
      return died.promise
    },
  }
}

interface Death {
  diesAt: Parameters<TestAgent['startMortal']>[0]
  die: () => void
  /** What a dead agent's calls wait for. */
  buried: Promise<never>
}

/** Calls of which none is made any more from the one on at which the agent dies. */
function mortal(calls: AgentCalls, { diesAt, die, buried }: Death): AgentCalls {
  buried.catch(() => undefined)
  let isDead = false
  const alive = <T>(name: keyof AgentCalls, work: AgentWork | undefined, call: () => Promise<T>): Promise<T> => {
    if (!isDead && diesAt(name, work)) {
      isDead = true
      die()
    }
    return isDead ? buried : call()
  }
  return {
    take: (...asked) => alive('take', undefined, () => calls.take(...asked)),
    prolong: (work) => alive('prolong', work, () => calls.prolong(work)),
    document: (work, signal) => alive('document', work, () => calls.document(work, signal)),
    answer: (work, result) => alive('answer', work, () => calls.answer(work, result)),
  }
}

/** Keeps a credential at an agent. */
export async function keepAt(
  { folder }: Pick<TestAgent, 'folder'>,
  { name, type, settings }: { name: string; type: string; settings: Readonly<Record<string, string>> },
): Promise<void> {
  await keepCredential(folder, { name, ...readEntered(type, new Map(Object.entries(settings))) })
}

/** Enrolls an agent that can save to the share. */
export async function enrollWithFolder(bench: AgentBench, name = 'Office'): Promise<TestAgent> {
  const agent = await bench.enroll(name)
  await keepAt(agent, { name: 'files', type: 'folder', settings: { folder_id: bench.share } })
  return agent
}

/** The answer of the list of agents. */
export interface ListedAgents {
  agents: readonly { id: string; name: string; connected_at: string | null; waiting: number }[]
}

export async function listedAgents({ api }: AgentBench): Promise<ListedAgents['agents']> {
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/firm/agents' })
  return (answer.json() as unknown as ListedAgents).agents
}

/** Waits until an agent is connected. */
export async function untilThere(bench: AgentBench, name = 'Office'): Promise<void> {
  const since = async () => (await listedAgents(bench)).find((agent) => agent.name === name)?.connected_at
  await expect.poll(since).toEqual(expect.any(String))
}

/** Says when every agent was last seen; null if never. */
export async function lastSeen({ services }: AgentBench, at: ReturnType<typeof sql>): Promise<void> {
  await withSystem(services.database, (trx) => sql`update agents set last_seen_at = ${at}`.execute(trx))
}
