import { connectById } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { openServiceApi } from '../ways/service-api.ts'
import { openPersonTokens } from '../ways/tokens.ts'
import { clioProblem, openClioApi } from './clio-api.ts'
import { openClioMatters } from './clio-matters.ts'

/** Clio Manage: a path begins with a matter's display number, and folders are below the matter. */
export const clio: ConnectorKind = {
  name: 'clio',
  credential: 'clio_credential',
  // Which account it is only Clio knows, from the person's sign-in.
  rootOf: () => undefined,
  open: (place, ways) => openClio(place, ways),
}

/** Clio's servers, by the region of an account. */
const regionHosts: Readonly<Record<string, string>> = {
  US: 'https://app.clio.com',
  CA: 'https://ca.app.clio.com',
  EU: 'https://eu.app.clio.com',
  AU: 'https://au.app.clio.com',
}

export function clioHost({ region }: Pick<PlaceSettings, 'region'>): string {
  return regionHosts[region ?? ''] ?? 'https://app.clio.com'
}

export function openClio(place: StorePlace, { http, grants, uploads }: Ways, base = clioHost(place.settings)) {
  const { clientId, clientSecret } = place.settings
  const signIn = openPersonTokens(
    { http, place, grants },
    {
      url: `${base}/oauth/token`,
      clientId: clientId ?? '',
      clientSecret,
      parameters: {},
      advice: 'Check the region, sign in to Clio again, and enter the new refresh token.',
    },
  )
  const api = openServiceApi({ http, credentialId: place.credentialId, signIn, problemOf: clioProblem })
  return connectById(openClioMatters({ api: openClioApi(api, base), place, uploads }))
}
