import { domainOf } from '../courts/directory/look-alike.ts'
import { type Field, findBodyStart, splitFields } from '../courts/message/mime-headers.ts'
import {
  type AuthenticationResults,
  onlyProperty,
  onlyResult,
  parseAuthenticationResults,
} from './authentication-results.ts'
import type { MailboxProvider } from './mailbox-provider.ts'

interface Testimony {
  provider: MailboxProvider
  /** The address in the From header. */
  from: string
}

/** Whose server delivered a message to the server that says so. */
interface Delivered {
  /** The domain that SPF passed for. */
  domain: string
  /** DMARC passed for the domain in the From header; otherwise that domain has none. */
  isByDmarc: boolean
}

/**
 * Returns whose own server delivered a message to the mailbox's provider, by what the provider wrote into the message.
 * Undefined if it doesn't say so, or if anyone else could have written it.
 *
 * DMARC that passed by a signature alone doesn't count: anyone who resends a signed message may have put headers in front
 * of it that change what it says, and a mailbox that changes messages hides what was signed.
 */
export function findDelivered(raw: Uint8Array, { provider, from }: Testimony): Delivered | undefined {
  const found = findResults(raw, provider)
  return found && findServerIn(found, from)
}

/**
 * Returns whose own server delivered a message with this address in its From header, by results that are believed.
 * Undefined if they don't say so, or not exactly once.
 */
export function findServerIn(found: AuthenticationResults, from: string): Delivered | undefined {
  const spf = onlyResult(found, 'spf')
  if (spf?.result !== 'pass') return undefined
  const sender = domainOf(from)
  const domain = domainOf(onlyProperty(spf, 'smtp.mailfrom') ?? '')
  if (domain === '') return undefined
  const dmarc = onlyResult(found, 'dmarc')
  // Google says nothing about DMARC where there is none.
  if (!dmarc && found.results.some(({ method }) => method === 'dmarc')) return undefined
  if (dmarc && onlyProperty(dmarc, 'header.from')?.toLowerCase() !== sender) return undefined
  if (dmarc?.result === 'pass') return { domain, isByDmarc: true }
  return !dmarc || withoutDmarc.includes(dmarc.result) ? { domain, isByDmarc: false } : undefined
}

/** Microsoft 365 calls it a best guess where there is no DMARC record that could have failed. */
const withoutDmarc = ['none', 'bestguesspass']

const resultsHeader = 'authentication-results'

/** The results that the provider wrote: the topmost ones, where it writes them, and the only ones that claim to be its. */
function findResults(raw: Uint8Array, provider: MailboxProvider): AuthenticationResults | undefined {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const fields = splitFields(bytes.toString('latin1', 0, findBodyStart(bytes, 0, bytes.length)))
  const at = fields.findIndex(({ key }) => key === resultsHeader)
  const first = fields[at]
  const results = first && parseAuthenticationResults(valueIn(first))
  if (!results || results.authservId !== provider.authservId) return undefined
  // Providers remove others' results in their name (RFC 8601, section 5), so one of the two shouldn't be there.
  const others = fields.slice(at + 1).filter(({ key }) => key === resultsHeader)
  if (others.some((field) => couldBeOf(provider, field)) || !isWhereItWrites(fields, at, provider)) return undefined
  return results
}

function couldBeOf({ authservId }: MailboxProvider, field: Field): boolean {
  const text = valueIn(field)
  const parsed = parseAuthenticationResults(text)
  if (parsed) return parsed.authservId === authservId
  return authservId === undefined || text.toLowerCase().includes(authservId)
}

/**
 * Whether only the provider's own servers wrote anything above, and the one that records who delivered the message is
 * next to it.
 */
function isWhereItWrites(fields: readonly Field[], at: number, { isOwnServer, place }: MailboxProvider): boolean {
  const above = hopsOf(fields.slice(0, at))
  if (!above.every((hop) => hop && isOwnServer(hop.by))) return false
  if (place !== 'above' && above.length > 0) return true
  const [below] = hopsOf(fields.slice(at + 1))
  if (place === 'below' || !below || !isOwnServer(below.by)) return false
  // A hop from elsewhere above would be the one that records the delivery, and everything below it is the sender's.
  return above.every((hop) => hop?.from !== undefined && isOwnServer(hop.from))
}

interface Hop {
  /** As that server introduced itself. */
  from?: string
  /** The server that wrote it. */
  by: string
}

function hopsOf(fields: readonly Field[]): (Hop | undefined)[] {
  return fields.filter(({ key }) => key === 'received').map(hopOf)
}

/** Undefined if it can't be read with certainty. */
function hopOf(field: Field): Hop | undefined {
  const [, from, by] = /^\s*(?:from\s+(\S+)\s+)?by\s+([^\s;]+)/i.exec(withoutComments(valueIn(field))) ?? []
  return by === undefined ? undefined : { by, ...(from !== undefined && { from }) }
}

const deepestComment = 5

function withoutComments(text: string): string {
  let plain = text
  for (let depth = 0; depth < deepestComment; depth++) plain = plain.replace(/\([^()]*\)/g, ' ')
  return plain
}

/** Unfolded. */
function valueIn({ lines }: Field): string {
  const text = lines.join('')
  return text.slice(text.indexOf(':') + 1)
}
