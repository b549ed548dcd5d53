import { BlockList, isIP, isIPv6 } from 'node:net'

/** The names used in the server's own list of proxies (proxy-addr). */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address is in one of these networks: addresses, networks such as 10.0.0.0/8, and named ones. */
export function openNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks.flatMap((name) => named[name] ?? [name])) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** Returns what counts as one sender: an IPv4 address, or an IPv6 /64, all of which one network has (RFC 6177). */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = address.toLowerCase().split('%', 1).join().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail)]
  const missing = Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * Returns a network that `networkOf` returned after those around it, the widest first: what one customer of a provider
 * can have many networks of is one group (an IPv4 /24; an IPv6 /48, of which providers hold a /32).
 */
export function networksAround(network: string): readonly string[] {
  const of4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1]
  if (of4 !== undefined) return [`${of4}.0/24`, network]
  const [a, b, c] = network.split(':')
  return [`${a}:${b}::/32`, `${a}:${b}:${c}::/48`, network]
}
