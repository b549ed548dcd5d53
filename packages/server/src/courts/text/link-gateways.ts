/** Parses a web address. Undefined for anything else and for text longer than any court's link. */
export function parseWebAddress(text: string): URL | undefined {
  if (text.length > longestLink) return undefined
  const parsed = URL.parse(withPlainAmpersands(text))
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed : undefined
}

const longestLink = 8_000

/** Programs that forward HTML as text escape ampersands, sometimes twice. */
export function withPlainAmpersands(text: string): string {
  return /&(?:amp|#0*38|#x0*26);/i.test(text) ? text.replace(/&(?:(?:amp|#0{0,4}38|#x0{0,4}26);)+/gi, '&') : text
}

/** The address wrapped by one gateway; undefined for any other link. */
export function unwrapOnce(url: string): string | undefined {
  if (url.length > longestLink || !hint.test(url)) return undefined
  const parsed = parseWebAddress(url)
  if (!parsed) return undefined
  const gateway = findGateway(parsed)
  return gateway?.read(parsed, withPlainAmpersands(url)) ?? undefined
}

/** The host of a gateway that anyone may run, if one rewrote a link; undefined for any other link. */
export function findCustomersHost(url: string): string | undefined {
  const parsed = hint.test(url) ? parseWebAddress(url) : undefined
  return parsed && findGateway(parsed)?.path ? parsed.hostname : undefined
}

function findGateway({ hostname, pathname }: URL): Gateway | undefined {
  return gateways.find(({ host, path }) => host.test(hostname) && (path?.test(pathname) ?? true))
}

/** Gateways that store the address on their own servers. */
export const opaqueGateways: readonly { name: string; host: RegExp }[] = [
  { name: 'Mimecast', host: /(?:^|\.)(?:protect[\w-]*\.mimecast\.com|mimecastprotect\.com)$/ },
  { name: 'INKY', host: /^shared\.outlook\.inky\.com$/ },
  { name: 'Email protection', host: /^url\.emailprotection\.link$/ },
  { name: 'Hornetsecurity', host: /^atpscan\.[\w.-]*hornetsecurity\.com$/ },
]

/** Most links aren't rewritten, and searching for a word is cheaper than parsing an address. */
const hint =
  /safelinks|urldefense|cudasvc|secure-web|sophos|trendmicro|fireeye|symantec|trustwave|mimecast|google|checkpoint|avanan|edgepilot|zixcentral|esvalabs|titanhq|fmlurlsvc/i

interface Gateway {
  host: RegExp
  /** Of a gateway that runs on hosts of its customers, by which alone it is known. */
  path?: RegExp
  /** Returns the wrapped address. */
  read: (parsed: URL, url: string) => string | null | undefined
}

const parameter = (name: string) => (parsed: URL) => parsed.searchParams.get(name)

const gateways: readonly Gateway[] = [
  // Safe Links; office365.us and apps.mil are its hosts in government clouds.
  { host: /\.safelinks\.protection\.(?:outlook\.com|office365\.us|apps\.mil)$/, read: parameter('url') },
  { host: /^statics\.teams\.cdn\.office\.net$/, read: readTeams },
  { host: /^(?:protect\.checkpoint\.com|url\.avanan\.click)$/, read: readCheckPoint },
  { host: /^(?:link\.edgepilot\.com|link\.zixcentral\.com|urlsand\.esvalabs\.com)$/, read: parameter('u') },
  { host: /^linklock\.titanhq\.com$/, read: parameter('url') },
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
  // FortiMail: `https://fm.firm.example/fmlurlsvc/?fewReq=:B:…&url=https%3a%2f%2f…`.
  { host: /./, path: /^\/fmlurlsvc\/?$/, read: parameter('url') },
]

function readGoogle(parsed: URL): string | null {
  return parsed.pathname === '/url' ? (parsed.searchParams.get('q') ?? parsed.searchParams.get('url')) : null
}

/** The page on which Teams shows a Safe Link. */
function readTeams(parsed: URL): string | null {
  return /\/atp-safelinks\.html$/.test(parsed.pathname) ? parsed.searchParams.get('url') : null
}

/** `https://protect.checkpoint.com/v2/r01/___https://…___.<code>`. Some are enciphered, and stay as they are. */
function readCheckPoint(_parsed: URL, url: string): string | undefined {
  const start = url.indexOf('___') + 3
  const end = url.lastIndexOf('___')
  const isWrapped = /\/v2\/(?:[a-z]\d{1,3}\/)?___$/i.test(url.slice(0, start))
  return isWrapped && end > start ? withBothSlashes(url.slice(start, end)) : undefined
}

/** Gateways collapse the double slash after the scheme. */
function withBothSlashes(address: string): string {
  return address.replace(/^(https?):\/(?!\/)/i, '$1://')
}

/** `https://secure-web.cisco.com/<token>/https%3A%2F%2F…`. */
function readLastSegment(parsed: URL): string | undefined {
  return decodePercent(/\/(https?(?:%3A|:)[^/]*)$/i.exec(parsed.pathname)?.[1])
}

function decodeBase64(text: string | null): string | undefined {
  // The query turned plus signs in the code into spaces.
  return text === null ? undefined : Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8')
}

function decodePercent(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    // A `%` that starts no escape: the link was damaged in transit and stays as it is.
    return undefined
  }
}

/**
 * Proofpoint URL Defense: v1 passes the address as a parameter, v2 writes `%` as `-` and `/` as `_`, v3 has its own
 * encoding.
 */
function readUrlDefense(parsed: URL, url: string): string | undefined {
  const coded = url.indexOf('/v3/__')
  const version3 = coded < 0 ? null : /^([\s\S]+?)__;([\w\-=]*)!/.exec(url.slice(coded + '/v3/__'.length))
  if (version3) return decodeVersion3(version3[1] ?? '', version3[2] ?? '')
  const address = parsed.searchParams.get('u')
  if (!address || !parsed.pathname.startsWith('/v2/')) return address ?? undefined
  return decodePercent(address.replaceAll('-', '%').replaceAll('_', '/'))
}

const runLengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** `*` stands for the next replaced character, `**X` for a run of them, with X counting from two. */
function decodeVersion3(text: string, encoded: string): string {
  const replaced = Array.from(Buffer.from(encoded, 'base64url').toString('utf8'))
  let at = 0
  const decoded = text.replace(/\*\*([\w-])|\*/g, (_star, run: string | undefined) => {
    const count = run === undefined ? 1 : runLengths.indexOf(run) + 2
    const piece = replaced.slice(at, at + count).join('')
    at += count
    return piece
  })
  return withBothSlashes(decoded)
}
