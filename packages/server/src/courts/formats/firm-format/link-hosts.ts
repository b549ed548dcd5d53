import { isCourtHost } from '../../directory/directory.ts'
import type { FirmParser } from './definition.ts'

/**
 * Whether links to a host may be opened for a notice: the directory's hosts for every notice, the hosts entered by a
 * firm only for notices that its format read. `formats` are the firm's; `format` is the notice's own.
 */
export function mayOpenHost(
  host: string,
  { format, formats }: { format: string; formats: readonly Pick<FirmParser, 'name' | 'linkHosts'>[] },
): boolean {
  if (isCourtHost(host)) return true
  const name = host.toLowerCase()
  return formats.some((one) => one.name === format && one.linkHosts.includes(name))
}

/** Why a text can't be a host that documents are retrieved from, as a sentence; undefined if it can. */
export function whyNoHost(host: string): string | undefined {
  if (host.includes('*')) return `"${host}" is refused: name each host in full, a wild card would trust strangers.`
  if (/[/:@]/.test(host)) return `"${host}" is refused: write the host alone, such as documents.example.gov.`
  const name = host.toLowerCase()
  if (/^[\d.]+$/.test(name) || /^0x/.test(name)) return `"${host}" is refused: it is an IP address, not a name.`
  if (!hostName.test(name)) return `"${host}" is not a host name such as documents.example.gov.`
  if (insideNames.test(name)) return `"${host}" is refused: names like this lead into the own network.`
  return undefined
}

/** RFC 1123, with a dot in it and a last label that doesn't begin with a digit. */
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** RFC 6761 and 6762, home.arpa of RFC 8375, and names reserved by ICANN or by custom for private networks. */
const insideNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|invalid|onion|home\.arpa)$/
