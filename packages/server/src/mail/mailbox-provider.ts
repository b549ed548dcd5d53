import { getDomain } from 'tldts'
import type { ImapAccount } from '../base/config.ts'

/** The operator of a mailbox's mail server, and how its word about a sender is distinguished from anyone else's. */
export interface MailboxProvider {
  /** Suitable for the beginning of a sentence. */
  name: string
  /** How it names itself in its results (RFC 8601, section 2.5), in lower case; absent if it doesn't. */
  authservId?: string
  /** Whether the server that a `Received` header names is one of its own. */
  isOwnServer: (host: string) => boolean
  /**
   * Where it writes its results: above the `Received` header in which it records who delivered the message, below it,
   * or either.
   */
  place: 'above' | 'below' | 'either'
}

/** For mailboxes of Microsoft 365 that are read through a proxy: their results have no server's name to enter. */
const microsoft365 = 'microsoft365'

const byImapHost: Readonly<Record<string, string>> = {
  'outlook.office365.com': microsoft365,
  'imap.gmail.com': 'mx.google.com',
}

const known: Readonly<Record<string, MailboxProvider>> = {
  // Public mail of 2021 to 2025 that Microsoft 365 received: results, Received-SPF, then the Received of its first server.
  [microsoft365]: {
    name: 'Microsoft 365',
    // Its outbound servers deliver the mail of every other organization there.
    isOwnServer: (host) =>
      (isWithin(host, 'outlook.com') || isWithin(host, 'office365.com')) &&
      !isWithin(host, 'outbound.protection.outlook.com'),
    place: 'above',
  },
  // Public mail of 2016 to 2025 that Gmail received: the Received of mx.google.com, Received-SPF, then the results.
  'mx.google.com': {
    name: 'Google',
    authservId: 'mx.google.com',
    // Inside, Google's servers name themselves by addresses: 10.0.0.0/8, and the same by 6to4.
    isOwnServer: (host) => isWithin(host, 'google.com') || /^(?:10\.|2002:a[0-9a-f]{2}:)/i.test(host),
    place: 'below',
  },
}

/** The name under which the provider of a mailbox is known: as entered, or by the IMAP server; undefined if neither. */
export function findAuthserv({ host, authserv }: Pick<ImapAccount, 'host' | 'authserv'>): string | undefined {
  return authserv ?? byImapHost[host.toLowerCase()]
}

/** The provider known under this name, or the mail server with this authserv-id. */
export function providerOf(authserv: string): MailboxProvider {
  const id = authserv.toLowerCase()
  // Not its parent domain: that of firm.co.uk is everyone's.
  const domain = getDomain(id, { allowPrivateDomains: true }) ?? id
  return known[id] ?? { name: id, authservId: id, isOwnServer: (host) => isWithin(host, domain), place: 'either' }
}

function isWithin(host: string, domain: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return name === domain || name.endsWith(`.${domain}`)
}
