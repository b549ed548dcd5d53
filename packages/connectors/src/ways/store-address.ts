import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { openNetworks } from '@courtcrier/lib/networks.ts'
import { isPublicAddress } from '@courtcrier/lib/public-address.ts'
import { problemError, type StoreProblemError } from '../problems.ts'

/** Which addresses may be connected to. */
export interface AddressCheck {
  /** Throws a problem if the host is an IP address that isn't allowed. Names are checked when they are resolved. */
  demand: (host: string) => void
  /** Resolves a name. Fails for addresses that aren't allowed, so that no connection to one is ever started. */
  lookup: LookupFunction
}

/** The addresses that firms' DMS may have: those on the public internet, and the networks named by the operator. */
export interface StoreAddresses extends AddressCheck {
  /** Only the networks named by the operator, for anything that no one else may read. */
  own: AddressCheck
}

export function openStoreAddresses(networks: readonly string[] = []): StoreAddresses {
  const isOwn = openNetworks(networks)
  return {
    ...checkOf((address) => isPublicAddress(address) || isOwn(address), privateRefusal),
    own: checkOf(isOwn, readableRefusal),
  }
}

function checkOf(isAllowed: (address: string) => boolean, refusal: (host: string) => StoreProblemError): AddressCheck {
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

function privateRefusal(host: string) {
  return problemError(
    'auth',
    `${host} is in a private network, where this server saves nothing unless its operator names the network in COURTCRIER_ALLOW_PRIVATE_STORES.`,
  )
}

function readableRefusal(host: string) {
  return problemError(
    'auth',
    `Over http://, anyone on the way to ${host} could read the password or token, so nothing was sent. Use https://, or the sign-in by Digest.`,
  )
}
