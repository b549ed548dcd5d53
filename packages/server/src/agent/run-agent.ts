import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentResult, AgentWork } from '@courtcrier/contract/calls/agent-work.ts'
import type { Logger } from 'pino'
import { version } from '../base/version.ts'
import { type AgentCalls, CallRefusedError } from './agent-calls.ts'
import { AgentError, type AgentFolder } from './agent-folder.ts'
import { answerWork } from './answer-work.ts'
import type { Bell } from './bell.ts'
import { type CredentialTurn, type CredentialTurns, mostAtOnce, openCredentialTurns } from './credential-turns.ts'
import { type KeptConnectors, openKeptConnectors } from './kept-connectors.ts'
import { type Performing, performWork } from './perform-work.ts'
import { type KeptCredential, readCredentials } from './saved-credentials.ts'

export interface AgentParts {
  folder: AgentFolder
  calls: AgentCalls
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
  /** Ends the agent: it takes nothing more, and finishes what it does. */
  stop: AbortSignal
  /** While it is open, requests for work don't wait. */
  bell?: Bell
}

/** Between requests that fail, in milliseconds, doubled each time. */
const again = { least: 1000, most: 30_000 }
/** For an agent that was revoked, in milliseconds. */
const refusedMs = 5 * 60_000
/** A request that was answered sooner, without work, was answered for another reason; in milliseconds. */
const soonMs = 5000

/** Takes work and does it, until it is stopped. */
export async function runAgent(parts: AgentParts): Promise<void> {
  const { calls, folder, log, stop, bell } = parts
  const underWay = openUnderWay(parts)
  let [failures, isFirst] = [0, true]
  while (!stop.aborted) {
    await underWay.untilRoom()
    const began = performance.now()
    try {
      const { credentials } = await findCredentials(folder)
      const named = credentials.map(({ name, kind, driver }) => ({ name, kind, driver }))
      const { busy, freed } = underWay.look(named.map(({ name }) => name))
      const waits = !bell?.isOpen()
      const asked = underWay.begin(calls.take({ version, credentials: named, busy, waits, isFirst }, stop))
      const work = await unlessFreed(asked, freed)
      if (work === 'freed') continue
      if (failures > 0) log.info('connected to the server again')
      failures = 0
      isFirst = false
      if (work) continue
      if (!waits) await bell?.wait(AbortSignal.any([stop, freed]))
      else if (performance.now() - began < soonMs) await pause(again.least, stop)
    } catch (err) {
      if (stop.aborted) break
      const isRefused = err instanceof CallRefusedError && err.status === 401
      if (failures === 0 || isRefused) log.error({ err }, 'the server could not be asked for work; it is tried again')
      await pause(isRefused ? refusedMs : Math.min(again.most, again.least * 2 ** failures), stop)
      failures = Math.min(failures + 1, 10)
    }
  }
  await underWay.end()
}

/** What an agent is at: work, and requests for some. */
interface UnderWay extends Pick<CredentialTurns, 'look'> {
  /** Waits while it is at as much as it can be. */
  untilRoom: () => Promise<void>
  /** Begins with the work that a request brings. */
  begin: (asked: Promise<AgentWork | null>) => Promise<AgentWork | null>
  end: () => Promise<void>
}

function openUnderWay(parts: AgentParts): UnderWay {
  const connectors = openKeptConnectors(parts.folder, parts.log)
  const turns = openCredentialTurns()
  const running = new Set<Promise<unknown>>()
  const follow = (doing: Promise<unknown>) => {
    const followed = Promise.allSettled([doing]).finally(() => running.delete(followed))
    running.add(followed)
  }
  return {
    look: turns.look,
    untilRoom: async () => {
      if (running.size >= mostAtOnce) await Promise.race(running)
    },
    begin: (asked) => {
      const begun = asked.then((work) => {
        if (work) follow(doWork(work, { ...parts, connectors, turn: turns.begin(work) }))
        return work
      })
      follow(begun)
      return begun
    },
    end: async () => {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

/**
 * Ends the wait for work that leaves credentials out once one of these is free: the next request names it. What the
 * former request still brings is done as well; the server ends it when the next one comes.
 */
function unlessFreed(asked: Promise<AgentWork | null>, freed: AbortSignal): Promise<AgentWork | null | 'freed'> {
  const { promise, resolve } = Promise.withResolvers<'freed'>()
  const end = () => resolve('freed')
  freed.addEventListener('abort', end, { once: true })
  return Promise.race([asked, promise]).finally(() => freed.removeEventListener('abort', end))
}

interface FoundCredentials {
  credentials: readonly KeptCredential[]
  /** What is answered to any work instead of doing it. */
  problem?: AgentResult
}

/** An agent that can't read its credentials is there all the same: what it is to save says why it waits. */
async function findCredentials(folder: AgentFolder): Promise<FoundCredentials> {
  try {
    return { credentials: await readCredentials(folder) }
  } catch (error) {
    if (!(error instanceof AgentError)) throw error
    return { credentials: [], problem: { problem: 'auth', sentence: error.message } }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

type Doing = AgentParts & { connectors: KeptConnectors; turn: CredentialTurn }

/** Does one piece of work, and answers while it is still the agent's. */
async function doWork(work: AgentWork, { folder, calls, log, connectors, turn }: Doing): Promise<void> {
  const about = { work: work.id, operation: work.operation, credential: work.credential }
  const { signal, confirm, end } = keepLease(work, calls)
  try {
    const { credentials, problem } = await findCredentials(folder)
    const result = problem ?? (await performOrReport(work, { calls, connectors, credentials, signal, confirm }, log))
    // A server that takes no answer for a while says nothing about the DMS.
    turn.end()
    if (signal.aborted) log.warn(about, 'work took too long, or is no longer wanted; its result is not sent')
    else await answerWork(work, { calls, result, log, isOver: () => signal.aborted })
    log.info({ ...about, problem: result.problem }, 'work done')
  } catch (err) {
    // The server finds out what was done: it asks again.
    log.warn({ err, ...about }, 'the result could not be sent to the server')
  } finally {
    turn.end()
    end()
  }
}

async function performOrReport(work: AgentWork, performing: Performing, log: AgentParts['log']): Promise<AgentResult> {
  try {
    return await performWork(work, performing)
  } catch (err) {
    const { id, operation, credential } = work
    if (!performing.signal.aborted) log.error({ err, work: id, operation, credential }, 'work failed unexpectedly')
    return { problem: 'transient', sentence: "It failed unexpectedly. The agent's log has the details." }
  }
}

interface Lease {
  /** Aborted once the work's time is over, or the server no longer wants it. */
  signal: AbortSignal
  /** Prolongs it at once. Throws if the work is no longer the agent's. */
  confirm: () => Promise<void>
  end: () => void
}

/** Prolongs work three times within its time. */
function keepLease(work: AgentWork, calls: AgentCalls): Lease {
  const control = new AbortController()
  // How long is left, not until when: the clocks of both machines don't matter.
  let deadline = performance.now() + work.remainingMs
  const beat = async () => {
    try {
      const asked = performance.now()
      deadline = asked + (await calls.prolong(work))
    } catch (error) {
      // It is no longer the agent's, or the agent is revoked.
      if (error instanceof CallRefusedError && (error.status === 404 || error.status === 401)) control.abort()
    }
    if (performance.now() >= deadline) control.abort()
    if (control.signal.aborted) clearInterval(timer)
  }
  const timer = setInterval(() => void beat(), Math.max(50, work.remainingMs / 3))
  const confirm = async () => {
    await beat()
    control.signal.throwIfAborted()
  }
  return { signal: control.signal, confirm, end: () => clearInterval(timer) }
}
