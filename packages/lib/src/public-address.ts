import type { LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Resolves a host name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

/** The host resolves to an address inside our own network, where no court is. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/**
 * Resolves a host and returns a lookup function with the checked addresses, so that the connection uses a checked
 * address even if the name changes in between (DNS rebinding). Throws `PrivateAddressError` when any of the addresses
 * isn't allowed; by default, public internet addresses are.
 */
export async function pinnedLookup(
  host: string,
  resolve: Resolve,
  isAllowed: (address: string) => boolean = isPublicAddress,
): Promise<LookupFunction> {
  const addresses = await resolve(host)
  const first = addresses[0]
  if (!first) throw new Error(`${host} has no address.`)
  if (!addresses.every(({ address }) => isAllowed(address))) {
    throw new PrivateAddressError(`${host} leads to an address inside a private network.`)
  }
  return (_host, options, callback) => {
    if (options.all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

/** Whether an address is on the public internet (IANA special-purpose registries, RFC 6890). */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special4.check(address, 'ipv4')
  if (isIP(address) === 6) return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
  return false
}

const special4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special4.addSubnet(network, prefix, 'ipv4')
}

/** All global unicast addresses; mapped, translated and local ones are outside. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Documentation, Teredo and other IETF assignments, and 6to4, which can embed any IPv4 address. */
const special6 = new BlockList()
special6.addSubnet('2001::', 23, 'ipv6')
special6.addSubnet('2001:db8::', 32, 'ipv6')
special6.addSubnet('2002::', 16, 'ipv6')
special6.addSubnet('3fff::', 20, 'ipv6')
