import type { evaluateDmarc } from 'mailauth/lib/dmarc/index.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { domainOf } from '../courts/directory/look-alike.ts'
import { providerOf } from './mailbox-provider.ts'
import type { Origin } from './origin.ts'
import { findDelivered } from './witness.ts'
import { speaksFor } from './writers.ts'

/** The server that delivered a message, as far as SPF knows it. */
interface DeliveringServer {
  /** The SPF result. */
  result: string
  /** The domain it is for: the envelope sender's, or the server's if there is none. */
  domain: string
  /** The mailbox's provider, if that is by its word. */
  witness?: string
  /** The provider found that the sender's domain has no DMARC. */
  hasNoDmarc?: boolean
}

export type DnsResolver = (name: string, type: string) => Promise<string[][] | string[]>
type Dmarc = Exclude<Awaited<ReturnType<typeof evaluateDmarc>>['response'], false>

interface Delivery {
  origin: Origin
  /** Addresses in the From header. */
  from: readonly string[]
  resolver: DnsResolver
}

/** Undefined if the server isn't known. For mail read from a mailbox, only the mailbox's provider saw it. */
export async function findServer(
  raw: Uint8Array,
  { origin, from, resolver }: Delivery,
): Promise<DeliveringServer | undefined> {
  if (origin.ip) return checkServer(origin, resolver)
  const [address = '', ...others] = from
  if (origin.authserv === undefined || address === '' || others.length > 0) return undefined
  const provider = providerOf(origin.authserv)
  const found = findDelivered(raw, { provider, from: address })
  return found && { result: 'pass', domain: found.domain, witness: provider.name, hasNoDmarc: !found.isByDmarc }
}

/**
 * Whether the server is one of the sender's own, not that of another court under the same domain. Without a published
 * DMARC record, only the identical domain counts.
 */
export function isServerOf(
  from: readonly string[],
  { server, dmarc }: { server: DeliveringServer | undefined; dmarc: Dmarc | false },
): boolean {
  if (server?.result !== 'pass' || from.length !== 1) return false
  const sender = domainOf(from[0] ?? '')
  if (!speaksFor(server.domain, sender)) return false
  if (!dmarc) return server.domain.toLowerCase() === sender
  return !server.hasNoDmarc && Boolean(dmarc.alignment?.spf.result)
}

async function checkServer(origin: Origin, resolver: DnsResolver): Promise<DeliveringServer> {
  const { ip = '', helo, mailFrom } = origin
  const { status, domain } = await spf({
    ip,
    helo: helo || `[${ip}]`,
    ...(mailFrom ? { sender: mailFrom } : {}),
    // Only used in explanations, and the host's name is private.
    mta: 'courtcrier',
    resolver,
    maxElapsedTime: spfTimeoutMs,
  })
  return { result: status.result, domain: domain ?? '' }
}

const spfTimeoutMs = 6_000
