import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import type { PlaceSettings } from '../connector-kind.ts'

/** Which of Filevine's two ways of signing in counts, and where its parts are. */
export interface FilevineHosts {
  /** A personal access token at the gateway, or a session for an older API key. */
  kind: 'gateway' | 'session' | 'unknown'
  /** Where calls begin. */
  api: string
  /** Where the sign-in is asked for. */
  identity: string
  /** Where people work. */
  app: string
  /** Within which the IDs of organizations are unique. */
  region: string
}

/** Decides by the base URL; undefined if that is none of Filevine's. */
export function filevineHosts({ baseUrl }: Pick<PlaceSettings, 'baseUrl'>): FilevineHosts | undefined {
  const url = URL.parse(baseUrl ?? '')
  if (!url) return undefined
  const path = withoutEnd(url.pathname, /\//)
  const at = (usual: string) => `${url.origin}${path || usual}`
  if (isOf(url, 'filevine.io'))
    return { kind: 'session', api: at('/core'), identity: url.origin, app: 'https://app.filevine.com', region: us }
  const region = regions.find(({ gateway }) => isOf(url, gateway))
  if (!region) return undefined
  // A firm may have a host of its own, where its people work, too.
  const app = url.hostname === `api.${region.gateway}` ? `https://app.${region.name}` : url.origin
  return {
    kind: 'gateway',
    api: at('/fv-app/v2'),
    identity: `https://identity.${region.name}`,
    app,
    region: region.name,
  }
}

const us = 'filevine.com'
const regions = [
  { gateway: 'filevineapp.com', name: us },
  { gateway: 'filevineapp.ca', name: 'filevine.ca' },
  { gateway: 'filevinegov.com', name: 'filevinegov.com' },
] as const

function isOf({ hostname }: URL, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
