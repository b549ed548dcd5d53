import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { domainOf } from '../../courts/directory/look-alike.ts'
import { findOriginals } from '../../courts/message/forwarding.ts'
import type { Message } from '../../courts/message/message.ts'
import { domainsFrom, findBelieved } from '../../mail/believed.ts'
import type { SenderCheck } from '../../mail/sender-check.ts'
import type { Ignored } from './caught-by.ts'
import { ignoreReasons } from './ignore-reasons.ts'

export type DomainLists = Pick<Firm, 'ignoredEmailDomains' | 'acceptedEmailDomains'>

/**
 * Returns the reason if the firm's domain lists exclude this sender's mail, whatever else would be found out about it. A
 * message that isn't from an accepted domain may have an original attached that is.
 */
export function whyRefused(message: Message, firm: DomainLists): Ignored | undefined {
  const because = whyDomainsIgnored([domainOf(message.from?.address ?? '')], firm)
  if (!because || because.by.length > 0) return because
  return findOriginals(message).length > 0 ? undefined : because
}

/**
 * Returns the reason if the lists exclude a message whose sender was checked: of several attached originals, all of them.
 * Each becomes an item of its own, and is checked again there. What the DNS didn't answer about isn't ignored: a person
 * sees it.
 */
export function whyCheckedIgnored(
  sender: string | undefined,
  check: Pick<SenderCheck, 'believed' | 'originalIds' | 'temporary'>,
  firm: DomainLists,
): Ignored | undefined {
  const { originalIds = [], believed } = check
  const originals = originalIds.length > 0 ? originalIds.map((id) => ({ believed, originalIds: [id] })) : [{ believed }]
  const reasons = originals.map((original) => whyDomainsIgnored(domainsFrom(sender, findBelieved(original)), firm))
  const [first] = reasons
  if (!first || reasons.includes(undefined)) return undefined
  if (check.temporary && first.by.length === 0) return undefined
  return { ...first, by: reasons.flatMap((reason) => reason?.by ?? []) }
}

/**
 * The first of the domains is the sender's. One ignored domain is enough to ignore it, and one accepted to accept it. That
 * none is accepted is no rule's doing.
 */
function whyDomainsIgnored(
  domains: readonly string[],
  { ignoredEmailDomains, acceptedEmailDomains }: DomainLists,
): Ignored | undefined {
  const [ignored] = domains.flatMap((domain) => {
    const rule = findEntry(domain, ignoredEmailDomains)
    return rule === undefined ? [] : [{ domain, rule }]
  })
  if (ignored) {
    const by = [{ kind: 'ignored_domains', rule: ignored.rule }] as const
    return { sentence: ignoreReasons.ignoredDomain(ignored.domain), by }
  }
  const isAccepted = domains.some((domain) => findEntry(domain, acceptedEmailDomains) !== undefined)
  if (acceptedEmailDomains.length === 0 || isAccepted) return undefined
  return { sentence: ignoreReasons.domainNotAccepted(domains[0] || 'an unnamed sender'), by: [] }
}

/** The entry of the list that the domain is, or is below. */
function findEntry(domain: string, list: readonly string[]): string | undefined {
  return list.find((entry) => domain === entry || domain.endsWith(`.${entry}`))
}
