import type { Connector, Problem } from '@courtcrier/connectors/connector.ts'
import type { PlannedProperty } from '@courtcrier/connectors/planned-property.ts'
import type { AgentOperation, AgentResult } from '@courtcrier/contract/calls/agent-work.ts'
import type { CheckStep } from '@courtcrier/contract/credential-test.ts'
import type { ChangeFeed } from '../../base/db/changes.ts'
import type { Database } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { findAgent } from './agent-rows.ts'
import { ageOf, tooOldSentence } from './agent-version.ts'
import { type AskedAnswer, askAgent } from './ask-agent.ts'
import type { WorkArguments } from './work-rows.ts'

/** A credential that an agent saves with. */
export interface AgentKey {
  firmId: number
  credentialId: string
  kind: string
  driver: string | null
  agent: AgentPlace
}

/** Which agent, by its name, and which of the credentials that it keeps. */
export interface AgentPlace {
  name: string
  credential: string
}

/** How long an agent has, in milliseconds: to take work, and then to answer or to say that it goes on with it. */
export interface AgentPace {
  takeMs: number
  leaseMs: number
}

const usualPace: AgentPace = { takeMs: 10_000, leaseMs: 60_000 }
/** How long a copy waits for an agent that is busy, for a server that stops, and because an agent says so at most, in milliseconds. */
const waits = { busy: 5000, ended: 2000, longest: 60 * 60_000 }

interface AgentDeps {
  database: Database
  feed: Pick<ChangeFeed, 'subscribe'>
  pace?: AgentPace | undefined
  /** Aborted when this process stops. */
  stop: AbortSignal
}

/** A connector whose test may find out nothing about the credential. */
export type TriedConnector = Omit<Connector, 'check'> & { check: () => Promise<readonly CheckStep[] | Problem> }

/** Returns the connector by which an agent saves; a problem while it is away. */
export async function openAgentConnector(deps: AgentDeps, key: AgentKey): Promise<TriedConnector | Problem> {
  const found = await findThere(deps, key)
  return 'problem' in found ? found : connectorOf(deps, key, found.id)
}

/** How long an agent has to say what would be written, in milliseconds: a person looks at a preview. */
const planPace: AgentPace = { takeMs: 3000, leaseMs: 5000 }

/** What a DMS would get of documents' properties, without what the agent's own settings say. */
export type AgentPlans = readonly (readonly Omit<PlannedProperty, 'setting'>[])[]

/** Asks an agent what the DMS would get of documents' properties; a problem if it doesn't say so soon. */
export async function askForPlans(
  deps: AgentDeps,
  key: AgentKey,
  documents: readonly Readonly<Record<string, string>>[],
): Promise<AgentPlans | Problem> {
  const found = await findThere(deps, key)
  if ('problem' in found) return found
  const { pace = planPace, stop } = deps
  // An agent that waits for its DMS prolongs what it was given.
  const limit = AbortSignal.timeout(pace.takeMs + pace.leaseMs)
  const ask = asker({ ...deps, pace, stop: AbortSignal.any([stop, limit]) }, key, found.id)
  const said = await ask('plan', { documents }, ({ plans }) => (plans?.length === documents.length ? plans : undefined))
  return 'problem' in said && limit.aborted ? unanswered(key.agent) : said
}

async function findThere({ database }: AgentDeps, { firmId, agent }: AgentKey): Promise<{ id: string } | Problem> {
  const found = await withFirm(database, firmId, (trx) => findAgent(trx, { firmId, name: agent.name }))
  if (!found) return untried(`There is no agent named "${agent.name}". Enroll it, or choose another one.`)
  if (!found.isThere) return away(agent)
  return ageOf(found.version) === 'tooOld' ? untried(tooOldSentence({ ...agent, version: found.version })) : found
}

function asker(deps: AgentDeps, key: AgentKey, agentId: string) {
  const { agent, kind, driver } = key
  return async <T>(
    operation: AgentOperation,
    more: Partial<WorkArguments>,
    read: (result: AgentResult) => T | undefined,
  ): Promise<T | Problem> => {
    const work = { credential: agent.credential, kind, driver, ...more }
    const answer = await askAgent(deps, { ...key, ...(deps.pace ?? usualPace), agentId, operation, work })
    if ('tooLate' in answer) return tooLate(deps, key, answer)
    return problemIn(answer.result) ?? read(answer.result) ?? strange(agent)
  }
}

function connectorOf(deps: AgentDeps, key: AgentKey, agentId: string): TriedConnector {
  const ask = asker(deps, key, agentId)
  return {
    ensureFolder: (path, { mayMake = true } = {}) =>
      ask('ensure_folder', { path, mayMake }, ({ made }) => (made === undefined ? undefined : { ready: true, made })),
    put: ({ path, open: _, timeZone: __, ...file }) => ask('put', { path, file }, storedIn),
    exists: (path) => ask('exists', { path }, ({ exists }) => (exists === undefined ? undefined : { exists })),
    // The agent says it with what it saved.
    link: () => undefined,
    check: () => ask('check', {}, ({ steps }) => steps),
  }
}

/** An agent that took nothing is busy, unless it went away. */
async function tooLate(
  deps: AgentDeps,
  key: AgentKey,
  { tooLate: why }: Extract<AskedAnswer, { tooLate: string }>,
): Promise<Problem> {
  if (why === 'unanswered') return unanswered(key.agent)
  if (why === 'ended') return notNow(stopped(key.agent), waits.ended)
  const found = await findThere(deps, key)
  return 'problem' in found ? found : notNow(busy(key.agent), waits.busy)
}

/** What an agent asks for that is no wait is left out: its copy would be tried again at once, without end. */
function problemIn({ problem, sentence = '', retryAfterMs = 0, isUnanswered }: AgentResult): Problem | undefined {
  if (!problem) return undefined
  const wait = retryAfterMs > 0 ? { retryAfterMs: Math.min(retryAfterMs, waits.longest) } : {}
  return { problem, sentence, ...wait, ...(isUnanswered ? { isUnanswered } : {}) }
}

/** An address is opened by people: only one of the web counts. */
function storedIn({ wasThere, remark, link }: AgentResult) {
  if (wasThere === undefined) return undefined
  const isOfWeb = link !== undefined && /^https?:\/\//i.test(link)
  return { wasThere, ...(remark === undefined ? {} : { remark }), ...(isOfWeb ? { link } : {}) }
}

function untried(sentence: string): Problem {
  return { problem: 'auth', sentence, isUntried: true }
}

function stopped({ name }: AgentPlace): string {
  return `The server was stopped before the agent "${name}" had answered.`
}

function busy({ name }: AgentPlace): string {
  return `The agent "${name}" is busy, or was just restarted, and hasn't begun with this yet.`
}

/** It wasn't tried, and no one has to do anything about it. */
function notNow(sentence: string, retryAfterMs: number): Problem {
  return { problem: 'transient', sentence, retryAfterMs, isUntried: true }
}

function away({ name }: AgentPlace): Problem {
  return untried(`The agent "${name}" isn't connected. Documents are saved once it is.`)
}

/** It may have done it; the next attempt finds out. */
function unanswered({ name }: AgentPlace): Problem {
  const sentence = `The agent "${name}" started on it, but didn't answer in time.`
  return { problem: 'transient', sentence, isUnclear: true }
}

function strange({ name }: AgentPlace): Problem {
  const sentence = `The agent "${name}" gave an answer that this version doesn't know. Upgrade it to the server's version.`
  return { problem: 'transient', sentence, isUnclear: true }
}
