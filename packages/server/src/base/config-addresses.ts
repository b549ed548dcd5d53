import { isIP } from 'node:net'
import * as z from 'zod/mini'

/** The URL, when it is one of these protocols and everything percent-encoded in it can be decoded. */
export function parseUrl(value: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !protocols.includes(url.protocol)) return undefined
  return [url.username, url.password, url.pathname].every(isDecodable) ? url : undefined
}

/**
 * A URL without user, password and query. Undefined if their ends can't be determined: refusals are logged, and an
 * unencoded `/`, `#` or `@` in a password makes it look like host or path.
 */
export function withoutUser(value: string): string | undefined {
  const match = /^([a-z][a-z\d+.-]*:\/\/)(?:[^\s@/?#]*@)?([^\s@?#]*)(?:\?[^\s@#]*)?$/i.exec(value)
  return match && URL.canParse(value) ? `${match[1]}${match[2]}` : undefined
}

/** The URL of a server that listens on this host; `localhost` if it listens on all interfaces. */
export function urlOfHost(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isIP(host) === 6 ? `[${host}]` : host
  return `http://${isEverywhere ? 'localhost' : name}:${port}`
}

/** Whether the server accepts the text as a proxy (proxy-addr): an address, a network, or one of its network names. */
export function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bits = isIP(address) === 6 ? 128 : isIP(address) === 4 ? 32 : 0
  return bits > 0 && (prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= bits))
}

/** Host names in lower case, and networks in the forms that `isProxyAddress` accepts. */
export interface ConfigPlaces {
  hosts: readonly string[]
  networks: readonly string[]
}

/** Parses a comma-separated list. Returns undefined when an entry is neither a host nor a network. */
export function readPlaces(text: string): ConfigPlaces | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  const networks = parts.filter(isProxyAddress)
  const hosts = parts.filter((part) => !isProxyAddress(part))
  return hosts.every(isHostName) ? { hosts, networks } : undefined
}

/** The host name of a URL if it is a full one, which other machines may know. */
export function publicName(url: string): string | undefined {
  const hostname = URL.parse(url)?.hostname
  return hostname?.includes('.') && isHostName(hostname) ? hostname : undefined
}

/** Whether the text, in lower case, is a host name. A name that ends in a number is a mistyped address, and "yes" was meant as `1`. */
export function isHostName(text: string): boolean {
  const labels = text.split('.')
  const areNames = labels.every((label) => /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/.test(label))
  return areNames && text.length <= 253 && !/^\d+$/.test(labels.at(-1) ?? '') && !/^(?:yes|no|on|off)$/.test(text)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    // A % not followed by two hexadecimal digits: the caller refuses the setting and names it.
    return false
  }
}

/**
 * Reads since when a mailbox is read: a day (UTC) or a time. Without one it is read from the first time on: an old
 * mailbox must not become thousands of notices. Undefined if it is neither.
 */
export function readSince(text: string | null): { readFrom: Date } | { isFromFirstRead: true } | undefined {
  if (text === null) return { isFromFirstRead: true }
  return since.safeParse(text).success ? { readFrom: new Date(text) } : undefined
}

const since = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
