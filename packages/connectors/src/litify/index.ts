import { connectById } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { openServiceApi } from '../ways/service-api.ts'
import { openTokens } from '../ways/tokens.ts'
import { openMatters } from './matters.ts'
import { openSalesforce, salesforceProblem } from './salesforce.ts'

/** The matters of Litify, which is built on Salesforce, signed in to by an external client app. */
export const litify: ConnectorKind = {
  name: 'litify',
  credential: 'litify_credential',
  rootOf,
  open: (place, ways) => openLitify(place, ways),
}

export function openLitify(place: StorePlace, ways: Ways) {
  const { credentialId, settings } = place
  const base = new URL(settings.baseUrl ?? '').origin
  const signIn = openTokens(
    { http: ways.http, place },
    {
      url: `${base}/services/oauth2/token`,
      clientId: settings.clientId ?? '',
      clientSecret: settings.clientSecret,
      grant: 'client_credentials',
      parameters: {},
      advice:
        "In Salesforce, the external client app needs the client credentials flow and a user to run as, and the base URL is My Domain's: https://firm.my.salesforce.com.",
      usualSeconds: 2 * 3600,
    },
  )
  const api = openServiceApi({ http: ways.http, credentialId, signIn, problemOf: salesforceProblem })
  return connectById(openMatters(openSalesforce(api, base, settings.keyField)))
}

/** Everything of an organization in Salesforce is one firm's. */
function rootOf({ baseUrl }: PlaceSettings): string {
  return `litify/${new URL(baseUrl ?? '').host}`
}
