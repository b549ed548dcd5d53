/** What a mail server says it checked about a message (RFC 8601). */
export interface AuthenticationResults {
  /** The server that says it, in lower case; absent if it doesn't name itself, as Microsoft 365. */
  authservId?: string
  results: readonly CheckResult[]
}

interface CheckResult {
  /** `spf`, `dkim`, `dmarc`, in lower case. */
  method: string
  /** `pass`, `fail`, `none`, in lower case. */
  result: string
  /** What was checked, such as `header.from`, with names in lower case. */
  properties: readonly (readonly [name: string, value: string])[]
}

/**
 * Parses the value of an `Authentication-Results` header, unfolded. Undefined if any part of it isn't what servers
 * write: parts of it are a sender's own words, and those must not become a result. So nothing is escaped, no comment
 * contains another, no quotation contains what ends a result, and everything is printable ASCII.
 */
export function parseAuthenticationResults(text: string): AuthenticationResults | undefined {
  const groups = groupsOf(text)
  if (!groups) return undefined
  const [first = [], ...others] = groups.at(-1)?.length === 0 ? groups.slice(0, -1) : groups
  const isNamed = first[0] !== undefined && !first[0].includes('=')
  if (isNamed && !isServerName(first)) return undefined
  const listed = isNamed ? others : [first, ...others]
  const isNone = listed.length === 1 && listed[0]?.join() === 'none'
  const results = isNone ? [] : listed.map(resultOf)
  if (!results.every((result) => result !== undefined)) return undefined
  return { results, ...(isNamed && { authservId: first[0]?.toLowerCase() ?? '' }) }
}

/** The only result of a method; undefined if there is none or more than one. */
export function onlyResult({ results }: AuthenticationResults, method: string): CheckResult | undefined {
  const found = results.filter((result) => result.method === method)
  return found.length === 1 ? found[0] : undefined
}

/** The only property with a name; undefined if there is none or more than one. */
export function onlyProperty({ properties }: CheckResult, name: string): string | undefined {
  const found = properties.filter(([key]) => key === name)
  return found.length === 1 ? found[0]?.[1] : undefined
}

const longest = 8_000
/** A comment, a word that may be partly quoted, a semicolon or blanks. */
const piece = /\([^()]*\)|(?:"[^"\\;()]*"|[^\s"\\;()])+|;|[ \t]+/y

/** The words between semicolons, without comments. */
function groupsOf(text: string): string[][] | undefined {
  if (text.length > longest || /[^\t -~]|\\/.test(text)) return undefined
  const groups: string[][] = [[]]
  piece.lastIndex = 0
  for (let at = 0; at < text.length; at = piece.lastIndex) {
    const found = piece.exec(text)?.[0]
    if (found === undefined) return undefined
    if (found === ';') groups.push([])
    else if (!/^[ \t(]/.test(found)) groups.at(-1)?.push(found)
  }
  return groups
}

/** An authserv-id and, at most, the version of the format. */
function isServerName([id = '', version = '1', ...more]: readonly string[]): boolean {
  return /^[\w.:-]{1,255}$/.test(id) && version === '1' && more.length === 0
}

function resultOf(words: readonly string[]): CheckResult | undefined {
  const pairs = words.map((word) => /^([a-z0-9][\w.-]*)=(.+)$/i.exec(word))
  const [first, ...properties] = pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? '', unquoted(pair?.[2])] as const)
  if (!first || pairs.includes(null)) return undefined
  const [method, result] = first
  return { method, result: result.toLowerCase(), properties }
}

function unquoted(value = ''): string {
  return value.replaceAll('"', '')
}
