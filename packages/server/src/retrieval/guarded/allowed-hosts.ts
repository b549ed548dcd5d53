import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { openNetworks } from '@courtcrier/lib/networks.ts'
import { isPublicAddress, PrivateAddressError, pinnedLookup } from '@courtcrier/lib/public-address.ts'

/** Which servers a firm may name: those on the public internet, and in networks named by the operator. */
export interface AllowedHosts {
  /** Whether an address is in a network that the operator named. */
  isOwn: (address: string) => boolean
  /** Returns a lookup with checked addresses only. Throws a `HostRefusal` if one isn't allowed, or there is none. */
  lookupFor: (host: string, options?: { isOwnOnly?: boolean }) => Promise<LookupFunction>
}

/** Nothing was sent to a server because of where it is, or because of what it answers; the message is for the firm. */
export class HostRefusal extends Error {
  override name = 'HostRefusal'
  /** Whether another attempt soon wouldn't help. */
  readonly isLasting: boolean

  constructor(sentence: string, { isLasting = true }: { isLasting?: boolean } = {}) {
    super(sentence)
    this.isLasting = isLasting
  }
}

interface AllowedNetworks {
  networks?: readonly string[] | undefined
  /** The setting by which the operator names them. */
  setting: string
}

export function openAllowedHosts({ networks = [], setting }: AllowedNetworks): AllowedHosts {
  const isOwn = openNetworks(networks)
  return {
    isOwn,
    lookupFor: async (host, { isOwnOnly = false } = {}) => {
      const isAllowed = (address: string) => isOwn(address) || (!isOwnOnly && isPublicAddress(address))
      try {
        return await pinnedLookup(bare(host), resolveAll, isAllowed)
      } catch (error) {
        throw error instanceof PrivateAddressError ? new HostRefusal(refusal(host, { isOwnOnly, setting })) : error
      }
    },
  }
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

async function resolveAll(host: string) {
  const family = isIP(host)
  return family === 0 ? lookup(host, { all: true }) : [{ address: host, family }]
}

function refusal(host: string, { isOwnOnly, setting }: { isOwnOnly: boolean; setting: string }): string {
  return isOwnOnly
    ? `Without encryption, anyone on the way to ${host} could read it, so nothing was sent. Use https:// and imaps://.`
    : `${host} is in a private network, where this server connects to nothing unless its operator names the network in ${setting}.`
}
