import type { CustomFetch } from 'openid-client'
import type { Trx } from '../../base/db/database.ts'
import { findFirmUrl } from '../../base/firm-url.ts'
import type { Services } from '../../base/services.ts'
import { openAllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import { openGuardedFetch } from '../../retrieval/guarded/guarded-fetch.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { KnownBrowsers } from '../known-browsers.ts'
import type { Client } from './protocol.ts'
import { openSecret, type Provider } from './providers.ts'

/** What signing in by an identity provider depends on. */
export interface SignOnDeps extends AuthDeps, Pick<Services, 'config' | 'secrets'> {
  browsers: KnownBrowsers
  fetch: CustomFetch
}

/** Returns how requests to identity providers are sent: to public addresses, and in networks that the operator named. */
export function openSignOnFetch({ config }: Pick<Services, 'config'>): CustomFetch {
  const networks = config.privateSignOn
  return openGuardedFetch(openAllowedHosts({ networks, setting: 'COURTCRIER_ALLOW_PRIVATE_SIGN_ON' }))
}

/** Returns the address to register at a provider; it names the firm's console, whatever the Host header says. */
export async function redirectUriOf(
  trx: Trx,
  { config, firmId }: Pick<Services, 'config'> & { firmId: number },
): Promise<string> {
  return `${await findFirmUrl(trx, { ...config, firmId })}/api/v1/sso/callback`
}

export function clientOf({ secrets, fetch }: Pick<SignOnDeps, 'secrets' | 'fetch'>, provider: Provider): Client {
  const { issuer, clientId } = provider.row
  return { issuer: issuer ?? '', clientId: clientId ?? '', clientSecret: openSecret(provider, secrets), fetch }
}
