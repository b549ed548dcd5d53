import { Resolver } from 'node:dns/promises'

/**
 * Answers a DNS question in the format of Node's `dns.resolve`: rows of text chunks for TXT, plain text for A and AAAA.
 */
export type Resolve = (name: string, type: string) => Promise<unknown>

export interface DnsSource {
  resolve: Resolve
}

/**
 * Opens the resolver used for sender checks. Answers are cached for a minute, including "no such record", because 80
 * notices a second come from a handful of courts. With a gateway (demos and tests), every query goes there: `GET
 * {gateway}?name=…&type=TXT` returns the result of `dns.resolveTxt`, or 404.
 */
export function openResolver(gateway: string | undefined, dns: DnsSource = ownDns()): Resolve {
  return cached(onlyNames(gateway === undefined ? (name, type) => dns.resolve(name, type) : askGateway(gateway)))
}

/**
 * Asks for nothing but names of printable ASCII. They are written by those who sign a message, and the system's resolver
 * takes a null character for the end of one: what evil.example answers would count for
 * `evil.example\0.cand.uscourts.gov`.
 */
function onlyNames(ask: Resolve): Resolve {
  return async (name, type) => {
    if (/[^!-~]/.test(name)) throw dnsError('EBADNAME', `There can be no ${type} record of ${JSON.stringify(name)}.`)
    return ask(name, type)
  }
}

/** Whether a DNS error means "no such record", rather than no answer. */
export function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && absences.has(code)
}

const absences = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const keptMs = 60_000
/** A failing name server is queried again soon, but not for every message: each would wait for the timeout. */
const troubleKeptMs = 2_000
const mostKept = 2_000
const gatewayTimeoutMs = 3_000

function ownDns(): DnsSource {
  // With the defaults, a name server that doesn't answer takes more than 20 seconds.
  return new Resolver({ timeout: 2_000, tries: 2 })
}

interface Kept {
  answer: Promise<unknown>
  until: number
}

function cached(ask: Resolve): Resolve {
  const kept = new Map<string, Kept>()
  const askAndKeep = (key: string, name: string, type: string) => {
    const entry: Kept = { answer: ask(name, type), until: performance.now() + keptMs }
    entry.answer.catch((error: unknown) => {
      if (!isAbsence(error)) entry.until = performance.now() + troubleKeptMs
    })
    kept.delete(key)
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return entry.answer
  }
  return async (name, type) => {
    const key = `${type} ${name.toLowerCase()}`
    const known = kept.get(key)
    const answer = await (known && known.until > performance.now() ? known.answer : askAndKeep(key, name, type))
    // Copied because the caller may sort or trim the list.
    return Array.isArray(answer) ? [...answer] : answer
  }
}

function askGateway(gateway: string): Resolve {
  return async (name, type) => {
    const url = new URL(gateway)
    url.searchParams.set('name', name)
    url.searchParams.set('type', type)
    const response = await fetch(url, { signal: AbortSignal.timeout(gatewayTimeoutMs) })
    if (response.status === 404) throw dnsError('ENOTFOUND', `There is no ${type} record of ${name}.`)
    if (!response.ok) throw dnsError('ESERVFAIL', `The DNS gateway answered ${response.status}.`)
    return response.json()
  }
}

function dnsError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
