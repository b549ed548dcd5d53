import { isIP } from 'node:net'

/** The URL, when it is one of these protocols and everything percent-encoded in it can be decoded. */
export function parseUrl(value: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !protocols.includes(url.protocol)) return undefined
  return [url.username, url.password, url.pathname].every(isDecodable) ? url : undefined
}

/**
 * A URL without user, password and query. Undefined when it cannot be told where they end: refusals go to the
 * log, and an unencoded `/`, `#` or `@` in a password makes it look like host or path.
 */
export function withoutUser(value: string): string | undefined {
  const match = /^([a-z][a-z\d+.-]*:\/\/)(?:[^\s@/?#]*@)?([^\s@?#]*)(?:\?[^\s@#]*)?$/i.exec(value)
  return match && URL.canParse(value) ? `${match[1]}${match[2]}` : undefined
}

/** Where people reach a server that listens on this host; from a server that listens on all, its own machine. */
export function urlOfHost(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isIP(host) === 6 ? `[${host}]` : host
  return `http://${isEverywhere ? 'localhost' : name}:${port}`
}

/** What the server takes for a proxy (proxy-addr): an address, a network, or one of its names for networks. */
export function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bits = isIP(address) === 6 ? 128 : isIP(address) === 4 ? 32 : 0
  return bits > 0 && (prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= bits))
}

/** Hosts by their names, lower case, and networks as `isProxyAddress` has them. */
export interface ConfigPlaces {
  hosts: readonly string[]
  networks: readonly string[]
}

/** The places of a list with commas; undefined when one of them is neither host nor network. */
export function readPlaces(text: string): ConfigPlaces | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  const networks = parts.filter(isProxyAddress)
  const hosts = parts.filter((part) => !isProxyAddress(part))
  return hosts.every(isHostName) ? { hosts, networks } : undefined
}

/** What ends in a number is an address with a mistake in it, and "yes" was meant as one. */
function isHostName(text: string): boolean {
  const labels = text.split('.')
  const areNames = labels.every((label) => /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/.test(label))
  return areNames && text.length <= 253 && !/^\d+$/.test(labels.at(-1) ?? '') && !/^(?:yes|no|on|off)$/.test(text)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    // A % that two hexadecimal digits do not follow: the caller refuses the setting by its name.
    return false
  }
}
