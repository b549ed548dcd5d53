import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { openAllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import { openGuardedFetch } from '../../retrieval/guarded/guarded-fetch.ts'
import { accountOf } from './account-of.ts'
import type { MailboxSettings } from './mailbox-settings.ts'
import { requestToken } from './request-token.ts'
import { mailServices } from './services.ts'

const setting = 'COURTCRIER_ALLOW_PRIVATE_MAIL'
const hosts = openAllowedHosts({ networks: ['loopback'], setting })
const fetch = openGuardedFetch(hosts)

const bare: MailboxSettings = {
  ...{
    service: 'MICROSOFT',
    address: 'notices@one.example',
    folder: 'INBOX',
    doneFolder: null,
    tenantId: 'one.example',
  },
  ...{ clientId: 'app', clientSecret: null, clientCertificate: null, serviceAccountKey: null, password: null },
  ...{ server: null, tokenUrl: null, scope: null, authserv: null, isBelieved: true },
}

test('an application proves itself by its secret, for the scope of the service or its own', async () => {
  const place = await startTokenPlace()
  const { accessToken } = await requestToken({ ...bare, clientSecret: 'its value', tokenUrl: place.url }, fetch)
  expect(accessToken).toBe('a token')
  expect(place.asked[0]).toMatchObject({
    grant_type: 'client_credentials',
    client_id: 'app',
    client_secret: 'its value',
    scope: 'https://outlook.office365.com/.default',
  })
  const scope = 'https://outlook.office365.us/.default'
  await requestToken({ ...bare, clientSecret: 'its value', tokenUrl: place.url, scope }, fetch)
  expect(place.asked[1]).toMatchObject({ scope })
})

test('an application proves itself by its certificate, without a secret', async () => {
  const place = await startTokenPlace()
  const pem = readFileSync(new URL('./certificate.fixture.pem', import.meta.url), 'utf8')
  await requestToken({ ...bare, clientCertificate: pem, tokenUrl: place.url }, fetch)
  const [asked] = place.asked
  expect(asked).not.toHaveProperty('client_secret')
  const assertion = asked?.client_assertion ?? ''
  const certificate = new X509Certificate(pem)
  const { payload } = await jwtVerify(assertion, certificate.publicKey)
  expect(payload).toMatchObject({ iss: 'app', sub: 'app' })
  const sha1 = Buffer.from(certificate.fingerprint.replaceAll(':', ''), 'hex').toString('base64url')
  expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'RS256', x5t: sha1 })
})

test('a service account asks in the name of the mailbox, signed with its key', async () => {
  const place = await startTokenPlace()
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { client_email: 'reader@project.example', private_key_id: 'k1' }
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const serviceAccountKey = JSON.stringify({ ...key, private_key: pem })
  await requestToken({ ...bare, service: 'GOOGLE', serviceAccountKey, tokenUrl: place.url }, fetch)
  const { assertion = '', ...asked } = place.asked[0] ?? {}
  expect(asked).toEqual({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' })
  const { payload } = await jwtVerify(assertion, publicKey, { audience: place.url })
  expect(payload).toMatchObject({
    iss: 'reader@project.example',
    sub: 'notices@one.example',
    scope: 'https://mail.google.com/',
  })
})

test("Microsoft's tokens are requested in the directory of the mailbox", () => {
  expect(mailServices.MICROSOFT.tokenUrl?.({ tenantId: 'one.example' })).toBe(
    'https://login.microsoftonline.com/one.example/oauth2/v2.0/token',
  )
})

test.each([
  ['invalid_client', 'AADSTS7000215: Invalid client secret provided.', /not its ID/],
  ['invalid_client', 'AADSTS7000222: The provided client secret keys are expired.', /expired/],
  ['unauthorized_client', "AADSTS700016: Application with identifier 'x' was not found.", /not the object ID/],
  ['invalid_request', "AADSTS90002: Tenant 'x' not found.", /no directory with this ID/],
  [
    'invalid_scope',
    'AADSTS70011: The provided value is not valid.\r\nTrace ID: 1',
    /^127\.0\.0\.1 gives no token \(invalid_scope\): AADSTS70011: The provided value is not valid\.$/,
  ],
])('what Microsoft answers is said with what to do: %s, %s', async (error, error_description, sentence) => {
  const place = await startTokenPlace({ status: 400, body: { error, error_description } })
  const asking = requestToken({ ...bare, clientSecret: 'x', tokenUrl: place.url }, fetch)
  await expect(asking).rejects.toMatchObject({ isRefusal: true, message: expect.stringMatching(sentence) })
})

test.each([
  [
    'unauthorized_client',
    'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
    /Enter its client ID with the scope/,
  ],
  ['access_denied', 'Requested client not authorized.', /Enter its client ID with the scope/],
  ['invalid_grant', 'Invalid email or User ID', /^Google knows no user notices@one\.example\./],
  ['invalid_grant', 'Invalid JWT Signature.', /no longer has this key/],
  ['invalid_grant', 'Invalid grant: account not found', /no longer has this key/],
  [
    'invalid_grant',
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
    /Set the clock/,
  ],
  ['invalid_grant', 'Bad Request', /^Google refuses the service account or the user notices@one\.example\./],
  ['invalid_scope', 'Bad scope.', /^127\.0\.0\.1 gives no token \(invalid_scope\): Bad scope\.$/],
])('what Google answers is said with what to do: %s, %s', async (error, error_description, sentence) => {
  const place = await startTokenPlace({ status: 400, body: { error, error_description } })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = {
    client_email: 'reader@project.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
  const settings = { ...bare, service: 'GOOGLE', serviceAccountKey: JSON.stringify(key), tokenUrl: place.url } as const
  await expect(requestToken(settings, fetch)).rejects.toMatchObject({
    isRefusal: true,
    message: expect.stringMatching(sentence),
  })
})

test('a token place that fails or answers nonsense is asked again later', async () => {
  const failing = await startTokenPlace({ status: 503, body: { error: 'temporarily_unavailable' } })
  await expect(requestToken({ ...bare, clientSecret: 'x', tokenUrl: failing.url }, fetch)).rejects.toMatchObject({
    isRefusal: false,
  })
  const huge = await startTokenPlace({ status: 200, body: { access_token: 'x'.repeat(400_000) } })
  await expect(requestToken({ ...bare, clientSecret: 'x', tokenUrl: huge.url }, fetch)).rejects.toMatchObject({
    isRefusal: false,
    message: expect.stringContaining('more than was asked for'),
  })
  await expect(
    requestToken({ ...bare, clientSecret: 'x', tokenUrl: 'http://127.0.0.1:9/token' }, fetch),
  ).rejects.toMatchObject({ isRefusal: false, message: expect.stringContaining('ECONNREFUSED') })
})

test('a secret is not sent unencrypted, nor into a private network that the operator did not name', async () => {
  const place = await startTokenPlace()
  const strict = openGuardedFetch(openAllowedHosts({ setting }))
  const asking = requestToken({ ...bare, clientSecret: 'x', tokenUrl: place.url }, strict)
  await expect(asking).rejects.toMatchObject({ isRefusal: true, message: expect.stringContaining('https://') })
  const encrypted = place.url.replace('http:', 'https:')
  await expect(requestToken({ ...bare, clientSecret: 'x', tokenUrl: encrypted }, strict)).rejects.toMatchObject({
    message: expect.stringContaining('COURTCRIER_ALLOW_PRIVATE_MAIL'),
  })
  expect(place.asked).toEqual([])
})

test('a redirect is not followed', async () => {
  const other = await startTokenPlace()
  const place = await startTokenPlace({ status: 302, body: {}, location: other.url })
  await expect(requestToken({ ...bare, clientSecret: 'x', tokenUrl: place.url }, fetch)).rejects.toThrow()
  expect(other.asked).toEqual([])
})

test('a mailbox is read at the server of its service, or at its own, as its provider is named', () => {
  const account = (settings: Partial<MailboxSettings>) =>
    accountOf({ firmId: 1, readFrom: new Date(), settings: { ...bare, ...settings }, hosts, fetch })
  expect(account({})).toMatchObject({ host: 'outlook.office365.com', port: 993, isSecure: true, folder: 'INBOX' })
  expect(account({ service: 'GOOGLE' })).toMatchObject({ host: 'imap.gmail.com', user: 'notices@one.example' })
  expect(
    account({ server: 'imaps://mail.one.example:1993', folder: 'Courts', authserv: 'MX.one.example' }),
  ).toMatchObject({
    host: 'mail.one.example',
    port: 1993,
    folder: 'Courts',
    authserv: 'mx.one.example',
    isBelieved: true,
  })
  expect(account({ isBelieved: false })).toMatchObject({ isBelieved: false })
})

test('a token is used until shortly before it ends', async () => {
  const place = await startTokenPlace()
  const settings = { ...bare, clientSecret: 'x', tokenUrl: place.url }
  const { accessToken } = accountOf({ firmId: 1, readFrom: new Date(), settings, hosts, fetch })
  await accessToken?.()
  await accessToken?.()
  expect(place.asked).toHaveLength(1)
  place.expiresIn(60)
  const other = accountOf({ firmId: 1, readFrom: new Date(), settings, hosts, fetch })
  await other.accessToken?.()
  await other.accessToken?.()
  expect(place.asked).toHaveLength(3)
})

interface Answer {
  status: number
  body: object
  location?: string
}

/** Starts a server that is asked for tokens; for the current test. */
async function startTokenPlace(answer?: Answer) {
  const asked: Record<string, string>[] = []
  let seconds = 3600
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const part of request) text += part
    asked.push(Object.fromEntries(new URLSearchParams(text)))
    const { status, body, location } = answer ?? {
      status: 200,
      body: { access_token: 'a token', token_type: 'Bearer', expires_in: seconds },
    }
    response.writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/token`,
    asked,
    expiresIn: (next: number) => {
      seconds = next
    },
  }
}
