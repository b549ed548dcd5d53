import * as z from 'zod/mini'
import { connectById } from '../connector-by-id.ts'
import type { ConnectorKind, PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { openServiceApi, type SignIn } from '../ways/service-api.ts'
import { openPersonTokens, openTokens, type PersonTokens } from '../ways/tokens.ts'
import { type BoxHosts, boxHosts } from './box-access.ts'
import { openBoxFolder } from './box-folder.ts'
import { boxLimits } from './box-limits.ts'
import { boxProblem } from './box-problem.ts'

/** Box, signed in to by the application itself: its service account sees only folders that it was invited to. */
export const boxClient: ConnectorKind = {
  name: 'box',
  credential: 'box_client_credential',
  rootOf,
  open: (place, ways) => openBox(place, ways, { sign: byApplication }),
}

/** Box, signed in to by a person. */
export const box: ConnectorKind = {
  name: 'box',
  credential: 'box_credential',
  rootOf,
  open: (place, ways) => openBox(place, ways, { sign: byPerson }),
  // Box developer guide, "OAuth 2.0 without SDKs", which knows no PKCE. What an application may do is set there.
  authorization: {
    provider: 'Box',
    url: () => 'https://account.box.com/api/oauth2/authorize',
    hasPkce: false,
    tokens: (settings) => personTokens(settings, boxHosts),
    account: {
      method: 'GET',
      url: () => `${boxHosts.api}/2.0/users/me?fields=login`,
      nameIn: (answer) => userForm.safeParse(answer).data?.login,
    },
  },
}

const userForm = z.object({ login: z.string() })

type Sign = (place: StorePlace, ways: Ways, hosts: BoxHosts) => SignIn

interface BoxOptions {
  sign: Sign
  hosts?: BoxHosts
}

export function openBox(place: StorePlace, ways: Ways, { sign, hosts = boxHosts }: BoxOptions) {
  const { credentialId, settings } = place
  const signIn = sign(place, ways, hosts)
  const api = openServiceApi({
    http: ways.http,
    credentialId,
    signIn,
    problemOf: boxProblem,
    limitsOf: boxLimits(place),
  })
  return connectById(openBoxFolder({ api, hosts, place, uploads: ways.uploads }, settings.folderId ?? '0'))
}

/** A token for the service account of the enterprise (Box developer guide, "Client Credentials Grant"). */
export const byApplication: Sign = (place, { http }, hosts) => {
  const { clientId, clientSecret, enterpriseId } = place.settings
  if (!enterpriseId) return refused
  return openTokens(
    { http, place },
    {
      url: `${hosts.api}/oauth2/token`,
      clientId: clientId ?? '',
      clientSecret,
      grant: 'client_credentials',
      parameters: { box_subject_type: 'enterprise', box_subject_id: enterpriseId },
      advice:
        'In Box, the application needs "App + Enterprise Access", and an administrator has to authorize it in the Admin Console under Integrations, Platform Apps Manager.',
    },
  )
}

const refused: SignIn = {
  headers: async () => {
    throw problemError('auth', 'Box signs in an enterprise: enter its enterprise ID, from the Admin Console.')
  },
  forget: () => undefined,
}

/** A token for the person who signed in. */
export const byPerson: Sign = (place, { http, grants }, hosts) =>
  openPersonTokens({ http, place, grants }, personTokens(place.settings, hosts))

/** Box accepts each refresh token once, within 60 days. */
function personTokens({ clientId, clientSecret }: PlaceSettings, hosts: BoxHosts): PersonTokens {
  return {
    url: `${hosts.api}/oauth2/token`,
    clientId: clientId ?? '',
    clientSecret,
    parameters: {},
    advice: "Check the client ID and the client secret, and sign in to Box again on the credential's page.",
  }
}

/** IDs of folders are unique in all of Box, but 0 is the top of whichever account signs in. */
function rootOf({ folderId, enterpriseId, clientId }: PlaceSettings): string {
  return folderId === '0' ? `box/of/${enterpriseId ?? clientId}` : `box/${folderId}`
}
