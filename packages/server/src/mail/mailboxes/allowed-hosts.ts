import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { openNetworks } from '../../base/lib/networks.ts'
import { isPublicAddress, PrivateAddressError, pinnedLookup } from '../../retrieval/public-address.ts'
import { MailboxProblem } from './mailbox-problem.ts'

/** Which servers a firm's mailbox may name: those on the public internet, and in networks named by the operator. */
export interface AllowedHosts {
  /** Whether an address is in a network that the operator named. */
  isOwn: (address: string) => boolean
  /** Returns a lookup with checked addresses only. Throws a `MailboxProblem` if one isn't allowed, or there is none. */
  lookupFor: (host: string, options?: { isOwnOnly?: boolean }) => Promise<LookupFunction>
}

export function openAllowedHosts(networks: readonly string[] = []): AllowedHosts {
  const isOwn = openNetworks(networks)
  return {
    isOwn,
    lookupFor: async (host, { isOwnOnly = false } = {}) => {
      const isAllowed = (address: string) => isOwn(address) || (!isOwnOnly && isPublicAddress(address))
      try {
        return await pinnedLookup(bare(host), resolveAll, isAllowed)
      } catch (error) {
        throw error instanceof PrivateAddressError
          ? new MailboxProblem(refusal(host, isOwnOnly), { isRefusal: true })
          : error
      }
    },
  }
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

async function resolveAll(host: string) {
  const family = isIP(host)
  return family === 0 ? lookup(host, { all: true }) : [{ address: host, family }]
}

function refusal(host: string, isOwnOnly: boolean): string {
  return isOwnOnly
    ? `Without encryption, anyone on the way to ${host} could read it, so nothing was sent. Use https:// and imaps://.`
    : `${host} is in a private network, where this server connects to nothing unless its operator names the network in COURTCRIER_ALLOW_PRIVATE_MAIL.`
}
