import type { IncomingMessage } from 'node:http'
import { type AllowedHosts, HostRefusal } from '../../retrieval/guarded/allowed-hosts.ts'
import { MailboxProblem } from '../mailboxes/mailbox-problem.ts'
import { mailServices } from '../mailboxes/services.ts'
import type { MailSignIn } from '../mailboxes/sign-in.ts'
import { codeOf, type GraphAccess, GraphProblem, sentenceOfRefusal, sentenceOfSilence } from './graph-problem.ts'
import { readAnswer, retryAfterOf, sendRequest } from './graph-request.ts'

/** One request to Microsoft Graph. */
interface GraphAsk {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the mailbox, such as `/mailFolders`, or an address that Graph gave. */
  at: string | URL
  headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, a text as it is. */
  body?: object | string
}

/** One mailbox by Microsoft Graph. Whatever isn't done is a `GraphProblem`, or a `MailboxProblem` without a token. */
export interface GraphClient {
  address: string
  host: string
  /** Returns the answer as JSON; undefined if it is empty. */
  ask: (ask: GraphAsk) => Promise<unknown>
  /** Has something done. Nothing of the answer is read but its status: it may be a whole message. */
  act: (ask: GraphAsk) => Promise<void>
  /** Returns the answer as it comes. */
  open: (ask: GraphAsk) => Promise<IncomingMessage>
  /** Sends a part of a file to an address that Graph gave, without the token: the address itself proves who sends. */
  upload: (url: string, part: { bytes: Uint8Array; range: string }) => Promise<void>
  /** Returns an address that Graph gave. Throws if it is another server's: the token is for this one. */
  ownUrl: (text: string) => URL
  /** Returns the address of what isn't part of a mailbox, such as `/subscriptions`. */
  topUrl: (path: string) => URL
}

interface GraphClientOptions {
  settings: Pick<MailSignIn, 'address' | 'server'>
  permission: GraphAccess['permission']
  hosts: AllowedHosts
  accessToken: (isRefused?: boolean) => Promise<string>
  /** How long a request may take, in milliseconds. */
  longestMs?: number
}

/** A page of a listing is far smaller. */
const mostBytes = 8_000_000

export function openGraphClient(options: GraphClientOptions): GraphClient {
  const { settings, hosts, permission, longestMs = 5 * 60_000 } = options
  const base = new URL(settings.server || mailServices.GRAPH.graphServer || '')
  const asked: GraphAccess = { host: base.host, address: settings.address, permission }
  const root = `${base.origin}/v1.0/users/${encodeURIComponent(settings.address)}`
  const pause = openPause()
  const open = async (ask: GraphAsk) => {
    pause.respect(asked)
    const url = ask.at instanceof URL ? ask.at : new URL(root + ask.at)
    const send = async (token: string) => sendRequest(hosts, { url, longestMs, ...partsOf(ask, token) })
    let answer = await unlessSilent(asked.host, async () => send(await options.accessToken()))
    if (answer.statusCode === 401) {
      answer.resume()
      answer = await unlessSilent(asked.host, async () => send(await options.accessToken(true)))
    }
    if (isDone(answer)) return answer
    throw pause.note(await refusalOf(answer, asked))
  }
  return {
    ...{ address: settings.address, host: base.host, open },
    ask: async (ask) => {
      const answer = await open(ask)
      return parse(await unlessSilent(asked.host, () => readAnswer(answer, mostBytes)), asked.host)
    },
    act: async (ask) => {
      const answer = await open(ask)
      answer.destroy()
    },
    upload: async (url, { bytes, range }) => {
      const request = { url: new URL(url), method: 'PUT', body: bytes, longestMs }
      const headers = { 'content-type': 'application/octet-stream', 'content-range': range }
      const answer = await unlessSilent(request.url.host, () => sendRequest(hosts, { ...request, headers }))
      if (!isDone(answer)) throw await refusalOf(answer, { ...asked, host: request.url.host })
      answer.resume()
    },
    ownUrl: (text) => ownUrl(text, base),
    topUrl: (path) => new URL(`/v1.0${path}`, base),
  }
}

function isDone({ statusCode = 500 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300
}

function partsOf({ method = 'GET', headers = {}, body }: GraphAsk, token: string) {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  const own = { authorization: `Bearer ${token}`, accept: 'application/json', ...headers }
  if (body === undefined) return { method, headers: method === 'POST' ? { ...own, 'content-length': '0' } : own }
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return { method, headers: { ...own, 'content-type': type }, body: bytes }
}

function ownUrl(text: string, base: URL): URL {
  const url = URL.parse(text)
  if (url?.origin === base.origin && url.pathname.startsWith('/v1.0/')) return url
  const sentence = `${base.host} answers with an address at another server, which was not followed.`
  throw new GraphProblem(sentence, { status: 502, code: 'foreignAddress' })
}

/** After a request to wait nothing is sent for that long. */
function openPause() {
  let until = 0
  return {
    respect: (asked: GraphAccess) => {
      const waitMs = until - performance.now()
      if (waitMs <= 0) return
      const refusal = { status: 429, code: 'TooManyRequests', message: '' }
      throw new GraphProblem(sentenceOfRefusal(refusal, asked), { ...refusal, waitMs })
    },
    note: (problem: GraphProblem) => {
      if (problem.waitMs !== undefined) until = Math.max(until, performance.now() + problem.waitMs)
      return problem
    },
  }
}

async function unlessSilent<T>(host: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    // A token that wasn't given, or an address that isn't allowed, says itself what to do.
    if ([HostRefusal, MailboxProblem, GraphProblem].some((kind) => error instanceof kind)) throw error
    throw new GraphProblem(sentenceOfSilence(error, host), { status: 0, code: codeOf(error), cause: error })
  }
}

async function refusalOf(answer: IncomingMessage, asked: GraphAccess): Promise<GraphProblem> {
  const { statusCode: status = 500 } = answer
  const text = await readAnswer(answer, mostBytes).catch(() => '')
  const { code, message } = errorIn(text)
  const sentence = sentenceOfRefusal({ status, code, message }, asked)
  return new GraphProblem(sentence, { status, code, waitMs: retryAfterOf(answer) })
}

/** Graph's errors are `{"error": {"code", "message"}}`; a proxy's are anything. */
function errorIn(text: string): { code: string; message: string } {
  const found = parseLoosely(text)
  const error = isObject(found) && isObject(found.error) ? found.error : {}
  return { code: textOf(error.code), message: textOf(error.message) }
}

function parse(text: string, host: string): unknown {
  if (text === '') return undefined
  const found = parseLoosely(text)
  if (found !== undefined) return found
  throw new GraphProblem(`${host} answers with something other than JSON.`, { status: 502, code: 'notJson' })
}

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
