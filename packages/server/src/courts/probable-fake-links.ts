import type { Span } from '@courtcrier/contract/notice.ts'
import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import { findEfilingSite, isCourtHost } from './directory/directory.ts'
import { isJudiciaryDomain, short } from './directory/look-alike.ts'
import type { Body } from './text/body.ts'
import { squeeze } from './text/found.ts'
import { findOpaqueLink, unwrapLink } from './text/link.ts'
import { findNoticeStart } from './text/notice-start.ts'

const mostLinks = 200
const longestShown = 1_000
/** The numbers of documents and cases, which a court's notice links. */
const numberWords = /^(?:\d{1,5}(?:-\d{1,3})?|(?:\d{1,2}:)?\d\d-[a-z]{2}-\d{2,6}\S{0,20}|\d\d-\d{4,6})$/i
/** Its other links: "view the document". */
const documentWords =
  /\b(?:view|open|download|access|see|review|read|click)\b[^.]{0,40}|\b(?:documents?|docket|filing|notice|summons|subpoena|complaint|order)\b/i

/**
 * Says, as the middle of a sentence, which link of a notice leads elsewhere than to a court; undefined if none does. In
 * a banner above the notice, links to the firm's own domains and to the makers of mail gateways don't count, nor do
 * those of the firm's footers.
 */
export function linkSign(
  body: Body,
  { ownDomains, base }: { ownDomains: readonly string[]; base: string | undefined },
): string | undefined {
  const top = bannerEnd(body)
  for (const { href, start, end } of body.links.slice(0, mostLinks)) {
    const url = targetOf(href, { base, ownDomains })
    if (!url || !/^https?:$/.test(url.protocol) || findOpaqueLink(href) || isExpectedHost(url.hostname)) continue
    const isOwn = isWithin(url.hostname, ownDomains)
    if (end <= top && (isOwn || gatewayMakers.test(url.hostname))) continue
    const shown = squeeze(body.text.slice(start, Math.min(end, start + longestShown)))
    const shownHost = /\b(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})\b/i.exec(shown)?.[1]?.toLowerCase()
    if (shownHost && isExpectedHost(shownHost)) {
      return `its link shows ${short(shownHost)} and leads to ${short(url.hostname)}, which isn't a court's`
    }
    const isDocument = numberWords.test(shown) || (!isOwn && documentWords.test(shown))
    if (shown.length <= 120 && !shownHost && isDocument && isAtDocument(body, start)) {
      return `the link on "${short(shown)}" leads to ${short(url.hostname)}, which isn't a court's`
    }
  }
  return undefined
}

interface Surroundings {
  base?: string | undefined
  ownDomains: readonly string[]
}

/**
 * Where a link leads in a mail program: a relative one to where the message's own `<base>` says, and one that is in the
 * form of a gateway on a stranger's host to the stranger.
 */
function targetOf(href: string, { base, ownDomains }: Surroundings): URL | null {
  const address = unwrapLink(href, (host) => isWithin(host, gatewayHosts) || isWithin(host, ownDomains))
  return URL.parse(/^[\\/]{2}/.test(address) ? `https:${address}` : address, base)
}

/** Where Fortinet runs FortiMail for firms. */
const gatewayHosts = ['fortimailcloud.com', 'fortimail.com']

/** Returns the address that a message's relative links start from; undefined if it names none. */
export function findBase(html: string): string | undefined {
  if (!/<base\b/i.test(html)) return undefined
  let base: string | undefined
  readHtmlEvents(html, {
    open: (name, attributes) => {
      if (name === 'base') base ??= attributes.get('href')?.trim()
    },
    close: () => {},
    text: () => {},
  })
  return base !== undefined && URL.canParse(base) ? base : undefined
}

/** Whether a host belongs to a court, a judicial office or an e-filing system that is known though not verified. */
function isExpectedHost(host: string): boolean {
  return isCourtHost(host) || isJudiciaryDomain(host) || findEfilingSite(host) !== undefined
}

/**
 * Returns the host of a font or style sheet that isn't from where anyone gets the same: a library of fonts, a court or the
 * firm. Empty if it has none, as of one within the message.
 */
export function findUnusualHost(address: string, ownDomains: readonly string[]): string | undefined {
  const host = targetOf(address, { ownDomains })?.hostname ?? ''
  return fontLibraries.has(host) || isExpectedHost(host) || isWithin(host, ownDomains) ? undefined : host
}

const fontLibraries = new Set(['fonts.googleapis.com', 'fonts.gstatic.com', 'use.typekit.net', 'p.typekit.net'])

/** Where the notice's own words begin; what the firm and its mail gateway add is above. */
function bannerEnd(body: Body): number {
  const { own, headings, isQuoted } = findNoticeStart(body)
  const quoted = isQuoted ? headings.at(-1) : undefined
  return own ?? quoted ?? findFields(body)?.[0] ?? 0
}

/** From the first field of an e-filing service's notice to the last; what firms and services add is around it. */
export function findFields(body: Body): Span | undefined {
  const lines = body.lines.slice(0, mostFields)
  const first = lines.slice(0, mostBannerLines).findIndex((line) => identifying.test(openingOf(body, line)))
  const last = lines.findLastIndex((line) => anyField.test(openingOf(body, line)))
  const [start, end] = [lines[first], lines[last + 1] ?? lines[last]]
  return start && end && [start.start, end.end]
}

const mostBannerLines = 100
const mostFields = 1_000

function openingOf(body: Body, { start, end }: Body['lines'][number]): string {
  return body.text.slice(start, Math.min(end, start + 100))
}

/** What every such notice has. */
const identifying =
  /^[\s>*]{0,20}(?:case|cause|index|envelope|transaction|filing)\s{1,9}(?:numbers?|no\b|#|id\b|details)/i
const anyField =
  /^[\s>*]{0,20}(?:case|cause|index|envelope|transaction|filing|filed|court|location|date|lead|document|attachment|file|service|served|submitted|title|caption|comments?|description)\b/i

function isWithin(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** Where gateways' banners lead: to report a message, or to what the banner means. */
const gatewayMakers =
  /(?:^|\.)(?:aka\.ms|(?:support|learn|security|defender)\.microsoft\.com|support\.google\.com|proofpoint\.com|ppe-hosted\.com|mimecast\.com|barracuda(?:networks)?\.com|cudasvc\.com|inky\.com|ironscales\.com|abnormalsecurity\.com|egress\.com|sophos\.com|trendmicro\.com|cisco\.com|knowbe4\.com|darktrace\.com|greathorn\.com|vadesecure\.com|hornetsecurity\.com|checkpoint\.com|avanan\.net|zixcorp\.com|trustifi\.com)$/

/** Links in the footers of firms and mail programs don't count; the court's links precede the recipients. */
export function isAtDocument(body: Body, start: number): boolean {
  const before = body.text.slice(Math.max(0, start - longestBefore), start)
  return !/notice (?:has been|will be|was) (?:electronically )?(?:mailed|sent|delivered)|confidentiality|unsubscribe/i.test(
    before,
  )
}

const longestBefore = 20_000
