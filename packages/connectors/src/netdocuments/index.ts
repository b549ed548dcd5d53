import * as z from 'zod/mini'
import { connectByRepeatingName } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { openServiceApi, type SignIn } from '../ways/service-api.ts'
import { openPersonTokens, openTokens, type PersonTokens } from '../ways/tokens.ts'
import { openCabinet } from './cabinet.ts'
import { hostsOf, type NetdocumentsHosts } from './hosts.ts'
import { netdocumentsProblem } from './netdocuments-problem.ts'

/** NetDocuments, signed in to by the application itself, for the service account of a repository. */
export const netdocumentsClient: ConnectorKind = {
  name: 'netdocuments',
  credential: 'netdocuments_client_credential',
  rootOf,
  open: (place, ways) => openNetdocuments(place, ways, { sign: byApplication }),
}

/** NetDocuments, signed in to by a person. */
export const netdocuments: ConnectorKind = {
  name: 'netdocuments',
  credential: 'netdocuments_cloud_credential',
  rootOf,
  open: (place, ways) => openNetdocuments(place, ways, { sign: byPerson }),
  // NetDocuments, "OAuth 2.0", which names no PKCE.
  authorization: {
    provider: 'NetDocuments',
    url: (settings) => `${hostsOf(settings).vault}/neWeb2/OAuth.aspx`,
    parameters: { scope: 'full' },
    hasPkce: false,
    tokens: (settings) => personTokens(settings, hostsOf(settings)),
    account: {
      method: 'GET',
      url: (settings) => `${hostsOf(settings).api}/v1/User/info`,
      nameIn: (answer) => userForm.safeParse(answer).data?.email,
    },
  },
}

const userForm = z.object({ email: z.string() })

type Sign = (place: StorePlace, ways: Ways, hosts: NetdocumentsHosts) => SignIn

interface NetdocumentsOptions {
  sign: Sign
  hosts?: NetdocumentsHosts
}

export function openNetdocuments(
  place: StorePlace,
  ways: Ways,
  { sign, hosts = hostsOf(place.settings) }: NetdocumentsOptions,
) {
  const { credentialId, settings } = place
  const signIn = sign(place, ways, hosts)
  const api = openServiceApi({ http: ways.http, credentialId, signIn, problemOf: netdocumentsProblem })
  return connectByRepeatingName(openCabinet({ api, hosts, settings }), { place, folderTurns: ways.folderTurns })
}

/** A token for the service account that the repository's administrator assigned to the application. */
export const byApplication: Sign = (place, { http }, hosts) => {
  const { clientId, clientSecret, repository } = place.settings
  return openTokens(
    { http, place },
    {
      url: `${hosts.api}/v1/OAuth`,
      clientId: `${clientId ?? ''}|${repository ?? ''}`,
      clientSecret,
      proof: 'plainBasic',
      grant: 'client_credentials',
      parameters: { scope: 'full' },
      advice:
        'A NetDocuments administrator has to assign a service account of the repository to the application, and the region has to be the one of the repository.',
    },
  )
}

/** A token for the person who signed in. */
export const byPerson: Sign = (place, { http, grants }, hosts) =>
  openPersonTokens({ http, place, grants }, personTokens(place.settings, hosts))

/** NetDocuments accepts a refresh token until it is revoked. */
function personTokens({ clientId, clientSecret }: PlaceSettings, hosts: NetdocumentsHosts): PersonTokens {
  return {
    url: `${hosts.api}/v1/OAuth`,
    clientId: clientId ?? '',
    clientSecret,
    proof: 'plainBasic',
    parameters: {},
    advice: "Sign in to NetDocuments again on the credential's page.",
  }
}

/** IDs of cabinets are unique in all of NetDocuments. */
function rootOf({ cabinet }: PlaceSettings): string {
  return `netdocuments/${(cabinet ?? '').toUpperCase()}`
}
