import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { domainOf } from '../../courts/directory/look-alike.ts'
import { findOriginals } from '../../courts/message/forwarding.ts'
import type { Message } from '../../courts/message/message.ts'
import { domainsFrom, findBelieved } from '../../mail/believed.ts'
import type { SenderCheck } from '../../mail/sender-check.ts'
import { ignoreReasons } from './ignore-reasons.ts'

type DomainLists = Pick<Firm, 'ignoredEmailDomains' | 'acceptedEmailDomains'>

/**
 * Returns a sentence if the firm's domain lists exclude this sender's mail, whatever else would be found out about it. A
 * message that isn't from an accepted domain may have an original attached that is.
 */
export function whyRefused(message: Message, firm: DomainLists): string | undefined {
  const because = whyDomainsIgnored([domainOf(message.from?.address ?? '')], firm)
  if (!because || because.list === 'ignored') return because?.sentence
  return findOriginals(message).length > 0 ? undefined : because.sentence
}

/**
 * Returns a sentence if the lists exclude a message whose sender was checked: of several attached originals, all of them.
 * Each becomes an item of its own, and is checked again there. What the DNS didn't answer about isn't ignored: a person
 * sees it.
 */
export function whyCheckedIgnored(
  sender: string | undefined,
  check: Pick<SenderCheck, 'believed' | 'originalIds' | 'temporary'>,
  firm: DomainLists,
): string | undefined {
  const { originalIds = [], believed } = check
  const originals = originalIds.length > 0 ? originalIds.map((id) => ({ believed, originalIds: [id] })) : [{ believed }]
  const reasons = originals.map((original) => whyDomainsIgnored(domainsFrom(sender, findBelieved(original)), firm))
  const [first] = reasons
  if (!first || reasons.includes(undefined)) return undefined
  return check.temporary && first.list === 'accepted' ? undefined : first.sentence
}

/** The first of the domains is the sender's. One ignored domain is enough to ignore it, and one accepted to accept it. */
function whyDomainsIgnored(
  domains: readonly string[],
  { ignoredEmailDomains, acceptedEmailDomains }: DomainLists,
): { sentence: string; list: 'ignored' | 'accepted' } | undefined {
  const ignored = domains.find((domain) => matchesDomain(domain, ignoredEmailDomains))
  if (ignored) return { sentence: ignoreReasons.ignoredDomain(ignored), list: 'ignored' }
  const isAccepted = domains.some((domain) => matchesDomain(domain, acceptedEmailDomains))
  if (acceptedEmailDomains.length === 0 || isAccepted) return undefined
  return { sentence: ignoreReasons.domainNotAccepted(domains[0] || 'an unnamed sender'), list: 'accepted' }
}

function matchesDomain(domain: string, list: readonly string[]): boolean {
  return list.some((entry) => domain === entry || domain.endsWith(`.${entry}`))
}
