import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A real OAuth server that gives tokens to applications, and says whose a token is. */
export interface TokenServer {
  tokenUrl: string
  introspectionUrl: string
  /** The tokens given so far. */
  given: () => number
  /** Every token it gave ends now, as when an administrator revokes a grant. */
  revokeAll: () => void
  /** Refuses further tokens with an answer of its own; undefined gives them again. */
  refuseWith: (answer: { status: number; body: object } | undefined) => void
  stop: () => Promise<void>
}

interface TokenServerOptions {
  /** The mailbox that tokens are for. */
  user: string
  /** The seconds for which a token counts. */
  lifetime?: number
}

/** The application that may request tokens. */
export const testApplication = { clientId: 'courtcrier', clientSecret: 'the-value-of-the-secret' }

const reader = { clientId: 'mail-server', clientSecret: 'reads-tokens' }

export async function startTokenServer({ user, lifetime = 3600 }: TokenServerOptions): Promise<TokenServer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  let given = 0
  let revokedAt = 0
  let refusal: Parameters<TokenServer['refuseWith']>[0]
  const provider = new Provider(issuer, {
    clients: [testApplication, reader].map(({ clientId, clientSecret }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: clientId === reader.clientId ? 'client_secret_basic' : 'client_secret_post',
    })),
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      devInteractions: { enabled: false },
    },
    scopes: ['imap'],
    ttl: { ClientCredentials: lifetime },
    extraTokenClaims: () => ({ username: user }),
  })
  provider.on('client_credentials.saved', () => {
    given += 1
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const isForToken = request.url?.startsWith('/token') && !request.url.includes('introspection')
    if (isForToken && refusal) {
      response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal.body))
    } else if (request.url?.includes('introspection') && revokedAt === given) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ active: false }))
    } else answer(request, response)
  })
  return {
    tokenUrl: `${issuer}/token`,
    introspectionUrl: `http://${reader.clientId}:${reader.clientSecret}@127.0.0.1:${port}/token/introspection`,
    given: () => given,
    revokeAll: () => {
      revokedAt = given
    },
    refuseWith: (next) => {
      refusal = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
