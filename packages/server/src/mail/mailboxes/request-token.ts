import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { importPKCS8, SignJWT } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clientCredentialsGrant,
  customFetch,
  genericGrantRequest,
  modifyAssertion,
  PrivateKeyJwt,
} from 'openid-client'
import { parseServiceAccount, type ServiceAccount } from './service-account.ts'
import { mailServices } from './services.ts'
import type { MailSignIn } from './sign-in.ts'
import { tokenProblem } from './token-problem.ts'

/** What signs in to a mailbox for a while. */
export interface MailToken {
  accessToken: string
  /** In milliseconds since 1970. */
  endsAt: number
}

/** Requests a token as the mailbox's service wants it. Throws a `MailboxProblem` that says what to do. */
export async function requestToken(settings: MailSignIn, fetch: CustomFetch): Promise<MailToken> {
  const service = mailServices[settings.service]
  const url = settings.tokenUrl || service.tokenUrl?.(settings) || ''
  const scope = settings.scope || (typeof service.scope === 'function' ? service.scope(settings) : service.scope)
  try {
    const request = settings.service === 'GOOGLE' ? askForUser : askForApplication
    const tokens = await request(settings, { url, scope, fetch })
    return { accessToken: tokens.access_token, endsAt: Date.now() + (tokens.expires_in ?? usualSeconds) * 1000 }
  } catch (error) {
    throw tokenProblem(error, { settings, url })
  }
}

/** Both services give tokens for an hour. */
const usualSeconds = 3600

interface TokenPlace {
  url: string
  scope: string | undefined
  fetch: CustomFetch
}

/** The application signs in as itself; the mailbox's owner or administrator lets it read the mailbox. */
async function askForApplication(settings: MailSignIn, { url, scope, fetch }: TokenPlace) {
  const proof = await proofOf(settings)
  return clientCredentialsGrant(
    placeOf({ url, fetch, clientId: settings.clientId ?? '', proof }),
    scope ? { scope } : {},
  )
}

/** How an application proves that it is the one with this ID. */
export async function proofOf({ clientSecret, clientCertificate }: MailSignIn): Promise<ClientAuth> {
  return clientCertificate ? byCertificate(clientCertificate) : ClientSecretPost(clientSecret ?? '')
}

/** A service account acts for the mailbox's user, which the administrator of the domain allows it (RFC 7523). */
async function askForUser({ address, serviceAccountKey }: MailSignIn, { url, scope, fetch }: TokenPlace) {
  const account = parseServiceAccount(serviceAccountKey ?? '')
  const assertion = await signFor(account, { address, scope, url })
  const config = placeOf({ url, fetch, clientId: account.clientEmail, proof: () => undefined })
  return genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:jwt-bearer', { assertion })
}

async function signFor(
  { clientEmail, privateKey, keyId }: ServiceAccount,
  { address, scope, url }: { address: string; scope: string | undefined; url: string },
): Promise<string> {
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
    .setIssuer(clientEmail)
    .setSubject(address)
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(privateKey))
}

interface Asking {
  /** Where tokens are requested. */
  url: string
  fetch: CustomFetch
  clientId: string
  proof: ClientAuth
}

/** Returns an OAuth server, as openid-client needs it, by its token URL. */
export function placeOf({ url, fetch, clientId, proof }: Asking): Configuration {
  const config = new Configuration({ issuer: new URL(url).origin, token_endpoint: url }, clientId, undefined, proof)
  config[customFetch] = fetch
  // Such a request reaches only networks that the operator named (guarded-fetch.ts).
  if (url.startsWith('http:')) allowInsecureRequests(config)
  return config
}

/** Entra finds the certificate by its thumbprint ("Microsoft identity platform application authentication certificate credentials"). */
async function byCertificate(pem: string): Promise<ClientAuth> {
  const certificate = new X509Certificate(pem)
  const key = await importPKCS8(String(createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' })), 'RS256')
  const thumbprint = (hash: string) => createHash(hash).update(certificate.raw).digest('base64url')
  return PrivateKeyJwt(key, {
    [modifyAssertion]: (header) => Object.assign(header, { x5t: thumbprint('sha1'), 'x5t#S256': thumbprint('sha256') }),
  })
}
