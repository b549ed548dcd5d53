import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { isSame } from '../checked-bytes.ts'
import { guarded } from '../problems.ts'
import { type SlowServer, serve } from '../testing/slow-server.ts'
import { testWays } from '../testing/store-settings.ts'
import { networkProblem } from './http-problem.ts'
import { sendPresigned } from './presigned.ts'
import { readSmall } from './read-whole.ts'
import { openServiceApi, type ServiceApi, type SignInHeaders } from './service-api.ts'
import { openTokens } from './tokens.ts'

/** What a service answers that is broken, or means harm. Whatever it is, it becomes a problem with a sentence. */
let server: SlowServer | undefined
afterEach(() => server?.close())

/** The API of a service that answers this to everything. */
async function openApi(answer: (response: ServerResponse) => unknown, signed: SignInHeaders = {}): Promise<ServiceApi> {
  server = await serve((request, response) => {
    request.resume()
    answer(response)
  })
  const signIn = { headers: async () => signed, forget: () => undefined }
  return openServiceApi({ http: testWays().http, credentialId: 'c', signIn })
}

const address = () => `http://127.0.0.1:${server?.port}/file`
const what = 'reading a file'
const read = (api: ServiceApi, url = address()) =>
  guarded(async () => ({ text: await text(await api.read({ method: 'GET', url, what })) }), networkProblem)
const call = (api: ServiceApi) => guarded(() => api.call({ method: 'GET', url: address(), what }), networkProblem)

/** Sends without an end, as fast as it is taken. */
function sendForever(response: ServerResponse): void {
  const chunk = Buffer.alloc(500_000, ' ')
  const send = () => {
    while (!response.destroyed) if (!response.write(chunk)) return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.on('drain', send)
  send()
}

const endless = { problem: 'transient', sentence: expect.stringMatching(/^The answer of the DMS to .* has no end\.$/) }

test.each(['ftp://files.example/a', 'file:///etc/passwd', 'http://', 'javascript:alert(1)'])(
  'a redirect to %s is not followed, and is a problem',
  async (location) => {
    const api = await openApi((response) => response.writeHead(302, { location }).end())
    expect(await read(api)).toEqual({
      problem: 'transient',
      sentence: 'The DMS led elsewhere (302) instead of answering reading a file. Check the address.',
    })
  },
)

test.each(['not an address', 'ftp://files.example/a', ''])(
  '"%s" as the address of a file is a problem',
  async (url) => {
    const api = await openApi((response) => response.end())
    expect(await read(api, url)).toEqual({
      problem: 'transient',
      sentence: 'The DMS answered with no usable address for reading a file.',
    })
  },
)

test('an address for an upload with headers that cannot be sent is a problem of the moment', async () => {
  const api = await openApi((response) => response.end())
  const headers = { 'x-ms-blob-type': 'Block\nBlob' }
  const upload = { url: address(), headers, bytes: async function* () {}, size: 0, what: 'writing "a.pdf"' }
  expect(await guarded(() => sendPresigned(api, upload), networkProblem)).toEqual({
    problem: 'transient',
    sentence: "127.0.0.1 gave an address with headers that can't be sent.",
  })
})

test('a secret with a sign that no header has is a problem of the credential', async () => {
  const api = await openApi((response) => response.end(), { 'x-api-key': 'key\u200b' })
  expect(await call(api)).toEqual({
    problem: 'auth',
    sentence: "The sign-in at 127.0.0.1 has a character that can't be sent. Enter the secrets again.",
  })
})

test('an answer, a token and a file of a test without an end are read in part only', async () => {
  const api = await openApi(sendForever)
  expect(await call(api)).toMatchObject(endless)
  const request = {
    url: address(),
    clientId: 'id',
    clientSecret: 'secret',
    grant: 'client_credentials',
    parameters: {},
    advice: '',
  }
  const tokens = openTokens({ http: testWays().http, place: { firmId: 1, credentialId: 'd' } }, request)
  expect(await guarded(() => tokens.headers(), networkProblem)).toMatchObject(endless)
  const small = guarded(async () => readSmall(await api.read({ method: 'GET', url: address(), what })), networkProblem)
  expect(await small).toMatchObject(endless)
})

test('a file without an end is compared no further than the one that it should be', async () => {
  const api = await openApi(sendForever)
  const bytes = await api.read({ method: 'GET', url: address(), what })
  expect(await isSame(bytes, { sha256: '0'.repeat(64), size: 1_000_000 })).toBe(false)
})

test.each([
  [302, 'transient', /led elsewhere/],
  [413, 'rejected', /takes no file of this size \(413\).*Save this document elsewhere, or split it/],
])('an answer of %d is %s', async (status, problem, sentence) => {
  const api = await openApi((response) => response.writeHead(status).end('<html>'))
  expect(await call(api)).toEqual({ problem, sentence: expect.stringMatching(sentence) })
})
