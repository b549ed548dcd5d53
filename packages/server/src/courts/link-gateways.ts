/** A web address taken apart; undefined for anything else and for longer texts than any court's link. */
export function parseWebAddress(text: string): URL | undefined {
  if (text.length > longestLink) return undefined
  const parsed = URL.parse(withPlainAmpersands(text))
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed : undefined
}

const longestLink = 8_000

/** Programs that forward HTML as text escape ampersands, some of them twice. */
export function withPlainAmpersands(text: string): string {
  return /&(?:amp|#0*38|#x0*26);/i.test(text) ? text.replace(/&(?:(?:amp|#0{0,4}38|#x0{0,4}26);)+/gi, '&') : text
}

/** The address that one gateway wrapped; undefined for every other link. */
export function unwrapOnce(url: string): string | undefined {
  if (url.length > longestLink || !hint.test(url)) return undefined
  const parsed = parseWebAddress(url)
  if (!parsed) return undefined
  const gateway = gateways.find(({ host }) => host.test(parsed.hostname))
  return gateway?.read(parsed, withPlainAmpersands(url)) ?? undefined
}

/** They keep the address on their own servers. */
export const opaqueGateways: readonly { name: string; host: RegExp }[] = [
  { name: 'Mimecast', host: /(?:^|\.)(?:protect[\w-]*\.mimecast\.com|mimecastprotect\.com)$/ },
  { name: 'Hornetsecurity', host: /^atpscan\.[\w.-]*hornetsecurity\.com$/ },
]

/** Most links are no gateway's, and looking for a word is cheaper than taking an address apart. */
const hint = /safelinks|urldefense|cudasvc|secure-web|sophos|trendmicro|fireeye|symantec|trustwave|mimecast|google/i

interface Gateway {
  host: RegExp
  /** The address within. */
  read: (parsed: URL, url: string) => string | null | undefined
}

const parameter = (name: string) => (parsed: URL) => parsed.searchParams.get(name)

const gateways: readonly Gateway[] = [
  // Safe Links; office365.us is its host in the clouds of governments.
  { host: /\.safelinks\.protection\.(?:outlook\.com|office365\.us)$/, read: parameter('url') },
  { host: /^(?:urldefense\.(?:com|us)|(?:[\w-]+\.)?urldefense\.proofpoint\.com)$/, read: readUrlDefense },
  { host: /(?:^|\.)linkprotect\.cudasvc\.com$/, read: parameter('a') },
  { host: /^secure-web\.cisco\.com$/, read: readLastSegment },
  { host: /\.protection\.sophos\.com$/, read: (parsed) => decodeBase64(parsed.searchParams.get('u')) },
  { host: /\.trendmicro\.com$/, read: parameter('url') },
  { host: /\.fireeye\.com$/, read: parameter('u') },
  { host: /^clicktime\.symantec\.com$/, read: parameter('u') },
  { host: /^scanmail\.trustwave\.com$/, read: parameter('u') },
  { host: /\.mimecast\.com$/, read: parameter('u') },
  { host: /^www\.google\.com$/, read: readGoogle },
]

function readGoogle(parsed: URL): string | null {
  return parsed.pathname === '/url' ? (parsed.searchParams.get('q') ?? parsed.searchParams.get('url')) : null
}

/** `https://secure-web.cisco.com/<token>/https%3A%2F%2F…`. */
function readLastSegment(parsed: URL): string | undefined {
  return decodePercent(/\/(https?(?:%3A|:)[^/]*)$/i.exec(parsed.pathname)?.[1])
}

function decodeBase64(text: string | null): string | undefined {
  // A plus sign of the code is a space of the query.
  return text === null ? undefined : Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8')
}

function decodePercent(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    // A `%` that starts no escape: the link was damaged on its way and stays as it is.
    return undefined
  }
}

/** Proofpoint URL Defense: v1 keeps the address as a parameter, v2 spells `%` as `-` and `/` as `_`, v3 has its own code. */
function readUrlDefense(parsed: URL, url: string): string | undefined {
  const coded = url.indexOf('/v3/__')
  const version3 = coded < 0 ? null : /^([\s\S]+?)__;([\w\-=]*)!/.exec(url.slice(coded + '/v3/__'.length))
  if (version3) return decodeVersion3(version3[1] ?? '', version3[2] ?? '')
  const address = parsed.searchParams.get('u')
  if (!address || !parsed.pathname.startsWith('/v2/')) return address ?? undefined
  return decodePercent(address.replaceAll('-', '%').replaceAll('_', '/'))
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
