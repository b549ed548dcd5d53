import { createStore, useStore } from '../ui/store.ts'
import { readStored, writeStored } from '../ui/stored.ts'

/** The outcome of a call: a response, a refusal (4xx, 5xx), no response within the limit, or no connection. */
export type CallOutcome = 'answered' | 'refused' | 'timed_out' | 'unreachable'

/** A call that took longer than people like to wait, or timed out. */
export interface SlowCall {
  method: string
  /** Without the query string. */
  path: string
  /** From request to the first byte of the response, as measured by this browser. */
  ms: number
  /** When it was requested; milliseconds since 1970. */
  at: number
  outcome: CallOutcome
  /** The part the server reports as its own; the rest is the network and waiting for a connection. */
  serverMs?: number
  /** The part of the server's time spent in transactions. */
  databaseMs?: number
}

/** Any call, as support sees it. */
export interface LoggedCall extends SlowCall {
  status?: number
  /** Its request ID in the server's log. */
  requestId?: string
}

/** A call is slow from this duration on. */
export const slowMs = 1000

/** Returns the slow calls of this browser, newest first, across reloads and tabs. */
export function readSlowCalls(): readonly SlowCall[] {
  return readStored<SlowCall[]>(slowName) ?? []
}

/** Forgets the slow calls. */
export function clearSlowCalls(): void {
  writeStored(slowName, undefined)
}

/** Returns how often each method and path timed out in this browser; the inbox isn't counted. */
export function readTimeouts(): Readonly<Record<string, number>> {
  return readStored<Record<string, number>>(timeoutName) ?? {}
}

/** Returns the most recent calls of this tab, newest first. */
export function useRecentCalls(): readonly LoggedCall[] {
  return useStore(recent)
}

export function getRecentCalls(): readonly LoggedCall[] {
  return recent.get()
}

/** Records a call that started at `at` and ends now. */
export function noteCall({ answer, ...asked }: { method: string; path: string; at: number; answer: CallAnswer }): void {
  const call: LoggedCall = {
    ...asked,
    path: plain(asked.path),
    ms: Math.round(Date.now() - asked.at),
    ...readAnswer(answer),
  }
  recent.set([call, ...recent.get()].slice(0, mostRecent))
  if (call.outcome === 'timed_out') countTimeout(call)
  if (call.ms >= slowMs && !isStream(call)) keepSlow(call)
}

/** The response, or the reason there is none. */
export type CallAnswer = Response | 'timed_out' | 'unreachable'

const slowName = 'slow-calls'
const timeoutName = 'timeouts'
const mostSlow = 200
const mostRecent = 50
const recent = createStore<readonly LoggedCall[]>([])

function readAnswer(
  answer: CallAnswer,
): Pick<LoggedCall, 'outcome' | 'status' | 'requestId' | 'serverMs' | 'databaseMs'> {
  if (typeof answer === 'string') return { outcome: answer }
  const timing = answer.headers.get('server-timing') ?? ''
  return {
    outcome: answer.ok ? 'answered' : 'refused',
    status: answer.status,
    ...given('requestId', answer.headers.get('x-request-id') ?? undefined),
    ...given('serverMs', durationOf('total', timing)),
    ...given('databaseMs', durationOf('database', timing)),
  }
}

/** Returns the duration of an entry such as `total;dur=12.5` (W3C Server Timing, section 4). */
function durationOf(name: string, timing: string): number | undefined {
  const entry = timing.split(',').find((part) => part.trim().split(';')[0] === name)
  const ms = Number(/;\s*dur=([\d.]+)/.exec(entry ?? '')?.[1] ?? Number.NaN)
  return Number.isFinite(ms) ? ms : undefined
}

function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>)
}

/** Returns whether this is the change feed, which responds whenever something changes, however long that takes. */
function isStream({ path }: LoggedCall): boolean {
  return path === '/api/v1/events'
}

function keepSlow({ status: _, requestId: __, ...call }: LoggedCall): void {
  writeStored(slowName, [call, ...readSlowCalls()].slice(0, mostSlow))
}

/** Counts a timeout, except of the inbox, which calls often and would crowd out the rest (specification, section 7). */
function countTimeout({ method, path }: LoggedCall): void {
  if (path.includes('/inbox')) return
  const counts = readTimeouts()
  const key = `${method} ${path}`
  writeStored(timeoutName, { ...counts, [key]: (counts[key] ?? 0) + 1 })
}

function plain(path: string): string {
  return path.split(/[?#]/)[0] ?? path
}
