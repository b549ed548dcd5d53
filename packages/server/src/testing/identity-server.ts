import { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** What the server says of an account, besides its subject. */
type AccountClaims = Readonly<Record<string, unknown>>

/** A real OpenID Connect provider in this process, at which everyone is signed in at once. */
export interface IdentityServer {
  issuer: string
  client: { clientId: string; clientSecret: string }
  /** Who signs in from now on. */
  signInAs: (subject: string, claims: AccountClaims) => void
  /** Changes ID tokens before they are signed; undefined leaves them. */
  tamper: (change: Tampering | undefined) => void
  /** Replaces ID tokens, which anyone could who comes between; undefined leaves them. */
  replace: (make: Replacing | undefined) => void
  /** Signs ID tokens with a key that the server doesn't publish. */
  forge: (isForged: boolean) => void
  /** Refuses everyone, as when they cancel. */
  refuse: (isRefused: boolean) => void
  /** Answers requests for userinfo with an error. */
  failUserinfo: (isFailing: boolean) => void
  /** Ends all of these, as it was when it began. */
  behave: () => void
  stop: () => Promise<void>
}

type Tampering = (claims: JWTPayload) => JWTPayload | Promise<JWTPayload>
type Replacing = (claims: JWTPayload, publicKey: KeyObject) => string

interface IdentityServerOptions {
  redirectUris: readonly string[]
  /** Claims are in userinfo only, as the specification has it; most providers put them into the ID token. */
  usesUserinfo?: boolean
}

const client = { clientId: 'courtcrier', clientSecret: 'the-value-of-the-secret' }

/** What tests change while the server runs. */
interface State {
  subject: string
  isForged: boolean
  isRefused: boolean
  isFailing: boolean
  change: Tampering | undefined
  replacement: Replacing | undefined
  accounts: Map<string, AccountClaims>
}

const behaving = { isForged: false, isRefused: false, isFailing: false, change: undefined, replacement: undefined }

export async function startIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: State = { subject: '', accounts: new Map(), ...behaving }
  const provider = await makeProvider(issuer, state, options)
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (state.isFailing && request.url?.startsWith('/me')) return response.writeHead(503).end()
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const refusal = { error: 'access_denied', error_description: 'The person canceled.' }
    const result = state.isRefused ? refusal : { login: { accountId: state.subject } }
    return provider.interactionFinished(request, response, result)
  })
  return {
    issuer,
    client,
    signInAs: (subject, claims) => {
      state.subject = subject
      state.accounts.set(subject, claims)
    },
    tamper: (change) => {
      state.change = change
    },
    replace: (make) => {
      state.replacement = make
    },
    forge: (isForged) => {
      state.isForged = isForged
    },
    refuse: (isRefused) => {
      state.isRefused = isRefused
    },
    failUserinfo: (isFailing) => {
      state.isFailing = isFailing
    },
    behave: () => void Object.assign(state, behaving),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function makeProvider(issuer: string, state: State, options: IdentityServerOptions): Promise<Provider> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256')
  const key: JWK = { ...(await exportJWK(own.privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  const provider = new Provider(issuer, configuration(key, state, options))
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (!body?.id_token || (!state.change && !state.isForged && !state.replacement)) return
    const claims = decodeJwt(body.id_token)
    if (state.replacement) {
      body.id_token = state.replacement(claims, KeyObject.from(own.publicKey as CryptoKey))
      return
    }
    const signer = new SignJWT((await state.change?.(claims)) ?? claims).setProtectedHeader({
      alg: 'RS256',
      kid: 'one',
    })
    body.id_token = await signer.sign(state.isForged ? foreign.privateKey : own.privateKey)
  })
  return provider
}

type Configuration = NonNullable<ConstructorParameters<typeof Provider>[1]>

function configuration(
  key: JWK,
  { accounts }: State,
  { redirectUris, usesUserinfo = false }: IdentityServerOptions,
): Configuration {
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['of this test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: usesUserinfo,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    // Skips the page on which people give their consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}
