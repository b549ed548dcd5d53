import type { Authorization, PlaceSettings, StorePlace } from './connector-kind.ts'
import type { Renewed } from './ways/grants.ts'
import { openServiceApi } from './ways/service-api.ts'
import type { StoreHttp } from './ways/store-http.ts'
import { askToken, openSignIn } from './ways/tokens.ts'

interface AuthorizationParts {
  redirectUri: string
  state: string
  /** Of the verifier, by S256. */
  challenge: string
}

/** Returns where a browser continues to sign in. */
export function authorizeUrl(
  { url, parameters, hasPkce, tokens }: Authorization,
  settings: PlaceSettings,
  { redirectUri, state, challenge }: AuthorizationParts,
): URL {
  const address = new URL(url(settings))
  const asked = {
    client_id: tokens(settings).clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
    ...(hasPkce ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
    ...parameters,
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address
}

interface Reaching {
  http: StoreHttp
  place: StorePlace
}

interface Returned {
  code: string
  redirectUri: string
  verifier: string
}

/** Exchanges the code that a browser brought back. Throws a problem if the service gives nothing for it. */
export async function exchangeCode(
  { hasPkce, tokens }: Authorization,
  { http, place }: Reaching,
  { code, redirectUri, verifier }: Returned,
): Promise<Renewed> {
  const request = tokens(place.settings)
  const returned = { code, redirect_uri: redirectUri, ...(hasPkce ? { code_verifier: verifier } : {}) }
  return askToken(
    { http, place },
    { ...request, grant: 'authorization_code', parameters: { ...request.parameters, ...returned } },
  )
}

/** Returns who signed in; undefined if the service doesn't say it. */
export async function readAccount(
  { account }: Authorization,
  { http, place }: Reaching,
  renewed: Renewed,
): Promise<string | undefined> {
  if (!account) return undefined
  const signIn = openSignIn(async () => renewed)
  const api = openServiceApi({ http, credentialId: place.credentialId, signIn })
  try {
    const url = account.url(place.settings)
    const body = account.json === undefined ? {} : { body: { json: account.json } }
    const { json } = await api.call({ method: account.method, url, what: 'looking who signed in', ...body })
    return account.nameIn(json)
  } catch {
    // It is only shown: whether the account can save is for the test to say.
    return undefined
  }
}
