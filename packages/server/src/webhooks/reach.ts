import type { Config } from '../config.ts'
import { openNetworks } from '../lib/networks.ts'
import { isPublicAddress } from '../retrieval/public-address.ts'

/** Whether a call to this host may go to this address, which the host has. */
export type Reach = (host: string, address: string) => boolean

/** Public addresses may always be called; those inside networks where the operator says so. */
export function reachOf(allowed: Config['privateWebhooks']): Reach {
  if (allowed === 'all') return () => true
  const isNamed = openNetworks(allowed.networks)
  return (host, address) =>
    isPublicAddress(address) || isNamed(address) || allowed.hosts.includes(host.toLowerCase().replace(/\.$/, ''))
}
