import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import { findCustomersHost, opaqueGateways, parseWebAddress, unwrapOnce, withPlainAmpersands } from './link-gateways.ts'

/** A rewritten link whose real address only the mail gateway knows. */
export interface OpaqueLink {
  gateway: string
  /** The host behind it, if the gateway shows it. Unproven. */
  host?: string
}

/**
 * Parses a court's document link: `doc1/…` and `docs1/…` of CM/ECF, `NDA/<GUID>` of ACMS, after undoing mail gateways'
 * rewriting. Undefined for any other link. Doesn't judge the host: call `isCourtHost` before opening anything.
 */
export function parseNoticeLink(href: string): NoticeLink | undefined {
  const url = unwrapLink(href)
  const parsed = parseWebAddress(url)
  if (!parsed) return undefined
  const path = parsed.pathname
  const acms = /^\/NDA\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i.exec(path)
  if (acms) return { url, host: parsed.hostname, token: acms[1] }
  const document = /\/docs?1\/(\d{1,20})\/?$/.exec(path)
  if (!document?.[1]) return undefined
  const query = parsed.searchParams
  return {
    url,
    host: parsed.hostname,
    ...optional('courtDocumentId', courtDocumentId(document[1])),
    ...optional('token', usableToken(query.get('magic_num') ?? query.get('uid'))),
    ...optional('sequence', digits(query.get('de_seq_num'))),
    ...optional('courtCaseId', digits(query.get('caseid') ?? query.get('caseId'))),
  }
}

/** The court's case key in a link to its docket (`DktRpt.pl?364265`, `DktRpt.jsp?caseid=…`). */
export function findCourtCaseId(href: string): string | undefined {
  const parsed = parseWebAddress(unwrapLink(href))
  if (!parsed || !/\/DktRpt\.(?:pl|jsp)$/i.test(parsed.pathname)) return undefined
  return /^\?(?:caseid=)?(\d{1,20})(?:&|$)/i.exec(parsed.search)?.[1]
}

/**
 * The original of a link rewritten by mail gateways. Other links are returned as they are, with plain ampersands. Says
 * nothing about where a mail program leads someone who opens the link, unless the hosts are known at which a gateway runs
 * that anyone may run.
 */
export function unwrapLink(href: string, mayBeGateway: (host: string) => boolean = () => true): string {
  let url = href.trim()
  // Forwarded mail is rewritten once per gateway; no firm has more than four in a row.
  for (let depth = 0; depth < 4; depth++) {
    const host = findCustomersHost(url)
    if (host !== undefined && !mayBeGateway(host)) break
    const inner = unwrapOnce(url)
    if (!inner || !/^https?:\/\//i.test(inner)) break
    url = inner
  }
  return withPlainAmpersands(url)
}

/** Undefined for every link that `unwrapLink` can restore, or that no gateway rewrote. */
export function findOpaqueLink(href: string): OpaqueLink | undefined {
  // Called for every link that isn't a court's, and most have nothing to do with a gateway.
  if (!/mimecast|hornetsecurity|inky|emailprotection/i.test(href)) return undefined
  const parsed = parseWebAddress(unwrapLink(href))
  const gateway = parsed && opaqueGateways.find(({ host }) => host.test(parsed.hostname))
  if (!gateway) return undefined
  const host = parsed.searchParams.get('domain') ?? ''
  return {
    gateway: gateway.name,
    ...(/^[a-z0-9.-]{3,253}$/i.test(host) && { host: host.toLowerCase() }),
  }
}

/**
 * The fourth digit only selects the attachment menu (0) or the document (1), so it is normalized. Some bankruptcy
 * courts write four-digit ids, the court's prefix and a zero, which identify no document.
 */
function courtDocumentId(id: string): string | undefined {
  return id.length < 6 ? undefined : `${id.slice(0, 3)}0${id.slice(4)}`
}

/** Rows after the first in a spread entry contain the literal `MAGIC`. */
function usableToken(token: string | null): string | undefined {
  return token && /^[0-9a-z-]{4,64}$/i.test(token) && token.toUpperCase() !== 'MAGIC' ? token : undefined
}

function digits(text: string | null): string | undefined {
  return text && /^\d{1,20}$/.test(text) ? text : undefined
}

function optional<Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: string })
}
