import * as z from 'zod/mini'
import { connectByRepeatingName } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { openServiceApi } from '../ways/service-api.ts'
import { openPersonTokens, type PersonTokens } from '../ways/tokens.ts'
import { clioProblem, openClioApi } from './clio-api.ts'
import { openClioMatters } from './clio-matters.ts'

/** Clio Manage: a path begins with a matter's display number, and folders are below the matter. */
export const clio: ConnectorKind = {
  name: 'clio',
  credential: 'clio_credential',
  // Which account it is only Clio knows, from the person's sign-in.
  rootOf: () => undefined,
  open: (place, ways) => openClio(place, ways),
  // Clio, "Authorization", which knows no PKCE. What an application may do is set in the Developer Portal.
  authorization: {
    provider: 'Clio',
    url: (settings) => `${clioHost(settings)}/oauth/authorize`,
    hasPkce: false,
    tokens: (settings) => personTokens(settings, clioHost(settings)),
    account: {
      method: 'GET',
      url: (settings) => `${clioHost(settings)}/api/v4/users/who_am_i.json?fields=email`,
      nameIn: (answer) => userForm.safeParse(answer).data?.data.email,
    },
  },
}

const userForm = z.object({ data: z.object({ email: z.string() }) })

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

export function openClio(
  place: StorePlace,
  { http, grants, uploads, folderTurns }: Ways,
  base = clioHost(place.settings),
) {
  const signIn = openPersonTokens({ http, place, grants }, personTokens(place.settings, base))
  const api = openServiceApi({ http, credentialId: place.credentialId, signIn, problemOf: clioProblem })
  return connectByRepeatingName(openClioMatters({ api: openClioApi(api, base), place, uploads }), {
    place,
    folderTurns,
  })
}

function personTokens({ clientId, clientSecret }: PlaceSettings, base: string): PersonTokens {
  return {
    url: `${base}/oauth/token`,
    clientId: clientId ?? '',
    clientSecret,
    parameters: {},
    advice: "Check the region, and sign in to Clio again on the credential's page.",
  }
}
