import type { PlaceSettings } from '../connector-kind.ts'

/** Where a region of the service is. */
export interface NetdocumentsHosts {
  api: string
  /** For people. */
  vault: string
}

/** The region in the United States has names of its own. */
const american: NetdocumentsHosts = { api: 'https://api.vault.netvoyage.com', vault: 'https://vault.netvoyage.com' }
/** As the hosts of other regions call them. */
const regions: Readonly<Record<string, string>> = { EU: 'eu', AU: 'au', DE: 'de', CA: 'can', UK: 'uk' }

export function hostsOf({ region }: PlaceSettings): NetdocumentsHosts {
  const name = regions[region ?? 'US']
  if (name === undefined) return american
  return { api: `https://api.${name}.netdocuments.com`, vault: `https://${name}.netdocuments.com` }
}

/** NetDocuments asks for a type with most calls, also those without a body. */
export const asJson = { 'content-type': 'application/json' }
