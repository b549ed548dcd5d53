import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy } from 'oidc-provider'
import type { TokenServer } from './token-server.ts'

/** A real OAuth server at which people sign in at once, and whose refresh tokens work once. */
export interface GrantServer
  extends Pick<TokenServer, 'tokenUrl' | 'introspectionUrl' | 'given' | 'refuseWith' | 'stop'> {
  client: { clientId: string; clientSecret: string }
  /** Who signs in from now on. */
  signInAs: (address: string) => void
  /** Sends people back without a code, as when they cancel. */
  cancel: (isCanceled: boolean) => void
  /** Ends everything given so far, as when an administrator revokes the sign-ins of an account. */
  revokeAll: () => Promise<void>
  /** Ends the access tokens given so far; the sign-ins go on. */
  endAccess: () => Promise<void>
  /** Every token given so far, to look for where none may be. */
  secrets: () => readonly string[]
  /** What is added to answers of the token endpoint. */
  addToTokens: (more: object) => void
  /** Whether a refresh token was used twice. */
  hasSeenReuse: () => boolean
}

interface GrantServerOptions {
  redirectUris: readonly string[]
  user: string
  /** The seconds for which an access token counts. */
  lifetime?: number
  /** Whether it is like Google: a refresh token counts until it is revoked, and is said once. */
  isGoogle?: boolean
}

const client = { clientId: 'courtcrier-mail', clientSecret: 'the-value-of-the-mail-secret' }
const reader = { clientId: 'mail-server', clientSecret: 'reads-tokens' }
const scope = 'openid email offline_access imap smtp https://mail.google.com/'

/** What tests change while the server runs. */
interface State {
  user: string
  isCanceled: boolean
  isReused: boolean
  given: number
  more: object
  refusal: Parameters<TokenServer['refuseWith']>[0]
  grants: Set<string>
  secrets: Set<string>
}

export async function startGrantServer({ user, ...options }: GrantServerOptions): Promise<GrantServer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const state: State = {
    ...{ user, isCanceled: false, isReused: false, given: 0, more: {}, refusal: undefined },
    ...{ grants: new Set(), secrets: new Set() },
  }
  const provider = new Provider(issuer, configuration(state, options))
  watch(provider, state, options)
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/oauth2/v2.0/token') && state.refusal)
      return response
        .writeHead(state.refusal.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(state.refusal.body))
    // The last part of Google's address is another one.
    request.url = request.url?.replace(/^\/oauth2\/v2\.0\/auth\?/, '/oauth2/v2.0/authorize?')
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const canceled = { error: 'access_denied', error_description: 'AADSTS65004: User declined to consent.' }
    const signedIn = { login: { accountId: state.user }, select_account: {}, consent: {} }
    return provider.interactionFinished(request, response, state.isCanceled ? canceled : signedIn)
  })
  return {
    client,
    tokenUrl: `${issuer}/oauth2/v2.0/token`,
    introspectionUrl: `http://${reader.clientId}:${reader.clientSecret}@127.0.0.1:${port}/introspection`,
    given: () => state.given,
    signInAs: (address) => {
      state.user = address
    },
    cancel: (isCanceled) => {
      state.isCanceled = isCanceled
    },
    refuseWith: (next) => {
      state.refusal = next
    },
    addToTokens: (more) => {
      state.more = more
    },
    hasSeenReuse: () => state.isReused,
    secrets: () => [...state.secrets],
    endAccess: async () => {
      for (const secret of state.secrets) await (await provider.AccessToken.find(secret))?.destroy()
    },
    revokeAll: async () => {
      // Everything that belongs to a grant goes with it.
      for (const grant of state.grants) await provider.RefreshToken.revokeByGrantId(grant)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function watch(provider: Provider, state: State, { isGoogle = false }: Pick<GrantServerOptions, 'isGoogle'>): void {
  provider.on('access_token.saved', (token) => {
    state.given += 1
    if (token.grantId) state.grants.add(token.grantId)
  })
  provider.use(async (context, next) => {
    await next()
    const body = context.body as Record<string, unknown> | undefined
    if (context.path !== '/oauth2/v2.0/token' || !body) return
    for (const name of ['access_token', 'refresh_token'])
      if (typeof body[name] === 'string') state.secrets.add(body[name])
    if (body.access_token) Object.assign(body, state.more)
    if (isGoogle && context.oidc?.params?.grant_type === 'refresh_token') delete body.refresh_token
  })
  provider.on('grant.error', (_, error) => {
    if (/already used/.test(error.error_detail ?? '')) state.isReused = true
  })
}

type Configuration = NonNullable<ConstructorParameters<typeof Provider>[1]>

function configuration(
  state: State,
  { redirectUris, lifetime = 3600, isGoogle = false }: Omit<GrantServerOptions, 'user'>,
): Configuration {
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        client_id: reader.clientId,
        client_secret: reader.clientSecret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    cookies: { keys: ['of this test'] },
    routes: {
      authorization: '/oauth2/v2.0/authorize',
      token: '/oauth2/v2.0/token',
      introspection: '/introspection',
    },
    scopes: scope.split(' '),
    claims: { openid: ['sub'], email: ['email'] },
    conformIdTokenClaims: false,
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      devInteractions: { enabled: false },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}`, policy: policyWithAccounts() },
    issueRefreshToken: async () => true,
    rotateRefreshToken: !isGoogle,
    pkce: { required: () => true },
    ttl: { AccessToken: lifetime, RefreshToken: 86_400 },
    extraTokenClaims: (_, token) => ({ username: 'accountId' in token ? token.accountId : undefined }),
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId, email: accountId }) }),
    // Skips the page on which people give their consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: state.user })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  }
}

/** Microsoft knows the prompt `select_account`, which the library leaves to its users. */
function policyWithAccounts() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}
