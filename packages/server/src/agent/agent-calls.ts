import {
  type AgentResult,
  type AgentWork,
  answerAgentWork,
  enrollAgent,
  longestWaitMs,
  prolongAgentWork,
  readAgentDocument,
  takeAgentWork,
} from '@courtcrier/contract/calls/agent-work.ts'
import { type BodyOf, type Call, isBytes } from '@courtcrier/contract/calls/call.ts'
import { fromWire, toWire } from '@courtcrier/contract/calls/wire-names.ts'
import * as z from 'zod/mini'
import type { Connection } from './connection.ts'
import { refusedByProxy } from './refused-by-proxy.ts'

/** The server refused a call. */
export class CallRefusedError extends Error {
  override name = 'CallRefusedError'
  readonly status: number
  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

/** What an agent asks of its server. Throws `CallRefusedError`, or the error of a connection that fails. */
export interface AgentCalls {
  /** Waits until there is work, for as long as the server lets it. */
  take: (says: BodyOf<typeof takeAgentWork>, signal: AbortSignal) => Promise<AgentWork | null>
  /** Returns for how long the work is the agent's now, in milliseconds. */
  prolong: (work: AgentWork) => Promise<number>
  document: (work: AgentWork, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>
  answer: (work: AgentWork, result: AgentResult) => Promise<void>
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A call other than waiting for work takes no longer, in milliseconds. */
const answerMs = 20_000
/** The server answers a call that waits before this is over, in milliseconds. */
const waitMs = longestWaitMs + answerMs

/** Opens the calls of an agent that is enrolled. */
export function openAgentCalls({ server, key }: Connection, send: Fetch = fetch): AgentCalls {
  const ask = <C extends Call>(call: C, asked: AgentCallInput) => askServer(call, { ...asked, server, key, send })
  const own = ({ id, owner }: AgentWork) => ({ id, body: { owner }, signal: AbortSignal.timeout(answerMs) })
  return {
    take: async (body, stop) => {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(waitMs)])
      return ((await ask(takeAgentWork, { body, signal })) as { work: AgentWork | null }).work
    },
    prolong: async (work) => ((await ask(prolongAgentWork, own(work))) as { remainingMs: number }).remainingMs,
    document: async ({ id, owner }, signal) => {
      const answer = await ask(readAgentDocument, { id, query: { owner }, signal })
      return answer as AsyncIterable<Uint8Array>
    },
    answer: async (work, result) => {
      const { body, ...rest } = own(work)
      await ask(answerAgentWork, { ...rest, body: { ...body, result } })
    },
  }
}

interface Enrolling {
  server: string
  token: string
  version: string
  send?: Fetch
}

/** Enrolls an agent with a token, which works once. */
export async function enrollWith({ server, token, version, send = fetch }: Enrolling): Promise<Connection> {
  const signal = AbortSignal.timeout(answerMs)
  const answer = await askServer(enrollAgent, { server, key: token, send, body: { version }, signal })
  return { server, ...(answer as { name: string; key: string }) }
}

interface AgentCallInput {
  id?: string
  query?: Readonly<Record<string, string>>
  body?: object
  signal: AbortSignal
}

async function askServer(
  call: Call,
  { server, key, send, id = '', query, body, signal }: AgentCallInput & { server: string; key: string; send: Fetch },
): Promise<unknown> {
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const response = await send(`${server}/api/v1${call.path.replace(':id', id)}${search}`, {
    method: call.method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body && call.body && !isBytes(call.body) ? { body: JSON.stringify(toWire(call.body, body)) } : {}),
    // The key is for this server only.
    redirect: 'error',
    signal,
  }).catch((error: unknown) => {
    throw refusedByProxy(error, server)
  })
  if (!response.ok) throw await refusalIn(response)
  if (!call.answer) return undefined
  if (isBytes(call.answer)) return response.body ?? []
  return z.parse(call.answer, fromWire(call.answer, await response.json()))
}

const problem = z.object({ detail: z.string() })

async function refusalIn(response: Response): Promise<CallRefusedError> {
  const said = z.safeParse(problem, await response.json().catch(() => undefined))
  const sentence = said.data?.detail ?? `The server answered ${response.status}.`
  return new CallRefusedError(response.status, sentence)
}
