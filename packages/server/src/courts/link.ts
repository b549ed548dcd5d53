import type { NoticeLink } from '@courtcrier/contract/notice.ts'

/**
 * Takes a court's document link apart: `doc1/…` and `docs1/…` of CM/ECF, `NDA/<GUID>` of ACMS; mail gateways'
 * rewriting is undone first. Undefined for every other link. The host is not judged here: ask `isCourtHost`
 * before opening anything.
 */
export function parseNoticeLink(href: string): NoticeLink | undefined {
  const url = unwrapLink(href)
  const parsed = parseUrl(url)
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

/** The court's key of a case in a link to its docket (`DktRpt.pl?364265`, `DktRpt.jsp?caseid=…`). */
export function findCourtCaseId(href: string): string | undefined {
  const parsed = parseUrl(unwrapLink(href))
  if (!parsed || !/\/DktRpt\.(?:pl|jsp)$/i.test(parsed.pathname)) return undefined
  return /^\?(?:caseid=)?(\d{1,20})(?:&|$)/i.exec(parsed.search)?.[1]
}

/** The link that a mail gateway rewrote (Safe Links, URL Defense, Link Protection); other links come back as they are. */
export function unwrapLink(href: string): string {
  let url = href.trim()
  // Forwarded mail is rewritten once a gateway; four of them in a row is more than any firm has.
  for (let depth = 0; depth < 4; depth++) {
    const inner = unwrapOnce(url)
    if (!inner || !/^https?:\/\//i.test(inner)) break
    url = inner
  }
  return url.includes('&amp;') ? url.replaceAll('&amp;', '&') : url
}

/** Mimecast and others keep the address on their own servers: those links cannot be undone here. */
function unwrapOnce(url: string): string | undefined {
  if (url.length > longestLink || !gatewayHint.test(url)) return undefined
  const parsed = parseUrl(url)
  if (!parsed) return undefined
  const host = parsed.hostname
  if (host.endsWith('.safelinks.protection.outlook.com')) return parsed.searchParams.get('url') ?? undefined
  if (host.endsWith('.cudasvc.com')) return parsed.searchParams.get('a') ?? undefined
  if (host.endsWith('.fireeye.com') || host.endsWith('.mimecast.com')) return parsed.searchParams.get('u') ?? undefined
  if (host !== 'urldefense.com' && !host.endsWith('urldefense.proofpoint.com')) return undefined
  return unwrapUrlDefense(url, parsed)
}

const longestLink = 8_000
const gatewayHint = /safelinks|urldefense|cudasvc|fireeye|mimecast/i

/** Proofpoint URL Defense: v1 keeps the address as a parameter, v2 spells `%` as `-` and `/` as `_`, v3 has its own code. */
function unwrapUrlDefense(url: string, parsed: URL): string | undefined {
  const version3 = /\/v3\/__([\s\S]+?)__;([\w\-=]*)!/.exec(url)
  if (version3) return decodeVersion3(version3[1] ?? '', version3[2] ?? '')
  const parameter = parsed.searchParams.get('u')
  if (!parameter || !parsed.pathname.startsWith('/v2/')) return parameter ?? undefined
  try {
    return decodeURIComponent(parameter.replaceAll('-', '%').replaceAll('_', '/'))
  } catch {
    // A `%` that starts no escape: the link was damaged on its way and stays as it is.
    return undefined
  }
}

const runLengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** `*` stands for the next replaced character, `**X` for a run of them, X counting from two. */
function decodeVersion3(text: string, encoded: string): string {
  const replaced = Array.from(Buffer.from(encoded, 'base64url').toString('utf8'))
  let at = 0
  const decoded = text.replace(/\*\*([\w-])|\*/g, (_star, run: string | undefined) => {
    const count = run === undefined ? 1 : runLengths.indexOf(run) + 2
    const piece = replaced.slice(at, at + count).join('')
    at += count
    return piece
  })
  // Gateways fold the double slash of the scheme.
  return decoded.replace(/^(https?):\/(?!\/)/i, '$1://')
}

function parseUrl(text: string): URL | undefined {
  if (text.length > longestLink) return undefined
  const parsed = URL.parse(text.includes('&amp;') ? text.replaceAll('&amp;', '&') : text)
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed : undefined
}

/**
 * The fourth digit only says whether the page offers the attachments (1) or the document (0). Some bankruptcy courts
 * write four-digit ids, the court's prefix and a zero, which name no document.
 */
function courtDocumentId(id: string): string | undefined {
  return id.length < 6 ? undefined : `${id.slice(0, 3)}0${id.slice(4)}`
}

/** Rows after the first of a spread entry carry the literal `MAGIC`. */
function usableToken(token: string | null): string | undefined {
  return token && /^[0-9a-z-]{4,64}$/i.test(token) && token.toUpperCase() !== 'MAGIC' ? token : undefined
}

function digits(text: string | null): string | undefined {
  return text && /^\d{1,20}$/.test(text) ? text : undefined
}

function optional<Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: string })
}
