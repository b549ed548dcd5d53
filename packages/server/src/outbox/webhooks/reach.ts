import { openNetworks } from '@courtcrier/lib/networks.ts'
import { isPublicAddress } from '@courtcrier/lib/public-address.ts'
import type { Config } from '../../base/config.ts'
import type { ConfigPlaces } from '../../base/config-addresses.ts'
import type { Reach } from '../../retrieval/post-call.ts'

/** Public addresses may always be called; private ones only if the operator allows it. */
export function reachOf(allowed: Config['privateWebhooks']): Reach {
  if (allowed === 'all') return () => true
  const known = reaches.get(allowed)
  if (known) return known
  const reach = reachWithin(allowed)
  reaches.set(allowed, reach)
  return reach
}

/** Cached, because every call needs it and a setting never changes: its list of networks is built once. */
const reaches = new WeakMap<ConfigPlaces, Reach>()

function reachWithin({ hosts, networks }: ConfigPlaces): Reach {
  const isNamed = openNetworks(networks)
  return (host, address) =>
    isPublicAddress(address) || isNamed(address) || hosts.includes(host.toLowerCase().replace(/\.$/, ''))
}
