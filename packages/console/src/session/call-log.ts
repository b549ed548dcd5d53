import { createStore, useStore } from '../ui/store.ts'
import { readStored, writeStored } from '../ui/stored.ts'

/** What became of a call: an answer, a refusal (4xx, 5xx), no answer within the limit, or none at all. */
export type CallOutcome = 'answered' | 'refused' | 'timed_out' | 'unreachable'

/** A call that took longer than people like to wait, or that was given up. */
export interface SlowCall {
  method: string
  /** Without what was asked for behind the question mark. */
  path: string
  /** From asking to the answer's first byte, as this browser measured it. */
  ms: number
  /** When it was asked; milliseconds since 1970. */
  at: number
  outcome: CallOutcome
  /** Of these, how long the server says it took; the rest went to the network and to waiting for a connection. */
  serverMs?: number
  /** Of the server's time, how long its transactions took. */
  databaseMs?: number
}

/** Any call, as support looks at it. */
export interface Call extends SlowCall {
  status?: number
  /** How the server's own log calls it. */
  requestId?: string
}

/** From this on a call is slow. */
export const slowMs = 1000

/** The slow calls of this browser, the newest first, over reloads and tabs. */
export function readSlowCalls(): readonly SlowCall[] {
  return readStored<SlowCall[]>(slowName) ?? []
}

/** Forgets the slow calls. */
export function clearSlowCalls(): void {
  writeStored(slowName, undefined)
}

/** How often each method and path did not answer in time, on this browser; the inbox is not counted. */
export function readTimeouts(): Readonly<Record<string, number>> {
  return readStored<Record<string, number>>(timeoutName) ?? {}
}

/** The last calls of this tab, the newest first. */
export function useRecentCalls(): readonly Call[] {
  return useStore(recent)
}

export function getRecentCalls(): readonly Call[] {
  return recent.get()
}

/** Notes a call that began at `at` and ends now. */
export function noteCall({ answer, ...asked }: { method: string; path: string; at: number; answer: CallAnswer }): void {
  const call: Call = { ...asked, path: plain(asked.path), ms: Math.round(Date.now() - asked.at), ...readAnswer(answer) }
  recent.set([call, ...recent.get()].slice(0, mostRecent))
  if (call.outcome === 'timed_out') countTimeout(call)
  if (call.ms >= slowMs && !isStream(call)) keepSlow(call)
}

/** The answer, or why there is none. */
export type CallAnswer = Response | 'timed_out' | 'unreachable'

const slowName = 'slow-calls'
const timeoutName = 'timeouts'
const mostSlow = 200
const mostRecent = 50
const recent = createStore<readonly Call[]>([])

function readAnswer(answer: CallAnswer): Pick<Call, 'outcome' | 'status' | 'requestId' | 'serverMs' | 'databaseMs'> {
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

/** The duration of an entry such as `total;dur=12.5` (W3C Server Timing, section 4). */
function durationOf(name: string, timing: string): number | undefined {
  const entry = timing.split(',').find((part) => part.trim().split(';')[0] === name)
  const ms = Number(/;\s*dur=([\d.]+)/.exec(entry ?? '')?.[1] ?? Number.NaN)
  return Number.isFinite(ms) ? ms : undefined
}

function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>)
}

/** The change feed answers when something changes, however long that is. */
function isStream({ path }: Call): boolean {
  return path === '/api/v1/events'
}

function keepSlow({ status: _, requestId: __, ...call }: Call): void {
  writeStored(slowName, [call, ...readSlowCalls()].slice(0, mostSlow))
}

/** The inbox asks often, and would drown the rest (specification, section 7). */
function countTimeout({ method, path }: Call): void {
  if (path.includes('/inbox')) return
  const counts = readTimeouts()
  const key = `${method} ${path}`
  writeStored(timeoutName, { ...counts, [key]: (counts[key] ?? 0) + 1 })
}

function plain(path: string): string {
  return path.split(/[?#]/)[0] ?? path
}
