import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { problemError } from '../dms/problems.ts'
import { openNetworks } from '../lib/networks.ts'
import { isPublicAddress } from '../retrieval/public-address.ts'

/** Which addresses stores of firms may have: those of the public internet, and the networks that the operator names. */
export interface StoreAddresses {
  /** Throws a problem where the host is an address that is not allowed; names are looked at when they are resolved. */
  demand: (host: string) => void
  /** Resolves a name and fails at addresses that are not allowed, so that no connection is ever begun to one. */
  lookup: LookupFunction
}

export function openStoreAddresses(networks: readonly string[] = []): StoreAddresses {
  const isOwn = openNetworks(networks)
  const isAllowed = (address: string) => isPublicAddress(address) || isOwn(address)
  return {
    demand(host) {
      const address = host.replace(/^\[(.*)\]$/, '$1')
      if (isIP(address) && !isAllowed(address)) throw refusal(address)
    },
    lookup(host, options, callback) {
      resolveName(host, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '', 4)
        const first = addresses[0]
        if (!first || !addresses.every(({ address }) => isAllowed(address))) return callback(refusal(host), '', 4)
        if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    },
  }
}

function refusal(host: string) {
  return problemError(
    'auth',
    `${host} is in a private network, where this server stores nothing unless its operator names the network in COURTCRIER_ALLOW_PRIVATE_STORES.`,
  )
}
