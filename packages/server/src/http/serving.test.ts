import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { probeWrites } from '../base/db/write-probe.ts'
import { openTestApi, type TestApi, testEmail, testPassword } from '../testing/api.ts'

/** The server as set up for users: a built console, a demo, few attempts, and closing. */
let api: TestApi
let folder: string
const logIns = [
  { name: 'Ruth', title: 'Partner', role: 'Manager', email: testEmail('Manager'), password: testPassword },
]

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-console-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Courtcrier</title>')
  await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(path.join(folder, 'assets', 'index-a1b2c3.js'), `console.log("${'x'.repeat(3000)}")`)
  await writeFile(path.join(folder, 'assets', 'index-a1b2c3.js.br'), brotliCompressSync('built("br")'))
  await writeFile(path.join(folder, 'assets', 'index-a1b2c3.js.gz'), gzipSync('built("gzip")'))
  api = await openTestApi({
    consoleFolder: folder,
    demoLogIns: logIns,
    limits: { logIn: 3, forgot: 2, renew: 2 },
    environment: {
      COURTCRIER_DEMO: '1',
      COURTCRIER_DEMO_MAILBOX: 'http://localhost:8425',
      COURTCRIER_STORE_GATEWAY: 'http://localhost:8426',
      COURTCRIER_URL: 'https://notices.one.example',
    },
  })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

test.each(['/', '/cases', '/inbox-items/id/0190', '/password-reset?token=x', '/index.html'])(
  'the address %s opens the console, never from a stale cache',
  async (url) => {
    const answer = await api.call({ url, accept: html })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('<title>Courtcrier</title>')
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  },
)

test('files named by their content are cached by browsers forever, others are revalidated', async () => {
  const asset = await api.call({ url: '/assets/index-a1b2c3.js' })
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['content-type']).toMatch(/javascript/)
  const icon = await api.call({ url: '/favicon.svg' })
  expect(icon.headers['cache-control']).toBe('no-cache')
})

test.each<[string, string | undefined, string]>([
  ['gzip, deflate, br', 'br', 'built("br")'],
  ['gzip', 'gzip', 'built("gzip")'],
  ['identity', undefined, 'console.log("x'],
])('a browser that accepts %s gets what was compressed when the console was built', async (accepted, sent, text) => {
  const headers = { host: 'one.example', 'accept-encoding': accepted }
  const { rawPayload: bytes, ...answer } = await api.app.inject({ url: '/assets/index-a1b2c3.js', headers })
  const unpacked = sent === 'br' ? brotliDecompressSync(bytes) : sent === 'gzip' ? gunzipSync(bytes) : bytes
  expect(unpacked.toString()).toContain(text)
  expect(answer.headers['content-encoding']).toBe(sent)
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    vary: expect.stringContaining('accept-encoding'),
  })
})

test.each([
  '/assets/index-old.js',
  '/assets/index-old.js?x=1',
  '/api/v1/nothing',
  '/api',
  '/../package.json',
  '/%2e%2e/x',
])('the address %s is not a screen, even for a browser', async (url) => {
  const answer = await api.call({ url, accept: html })
  expect(answer.text).not.toContain('"name": "courtcrier"')
  if (!url.includes('..') && !url.includes('%2e')) {
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  }
})

test('a missing image is not answered with a page', async () => {
  expect((await api.call({ url: '/logo.png', accept: 'image/*' })).status).toBe(404)
})

test('browsers are told to keep using TLS where the console is reached by it', async () => {
  const { headers } = await api.call({ url: '/healthz' })
  expect(headers['strict-transport-security']).toContain('max-age=')
})

test('a demo offers its logins, its mailbox and the documents in its DMS', async () => {
  const answer = await api.call({ url: '/api/v1/demo' })
  expect(answer.json()).toEqual({
    log_ins: logIns,
    mailbox_url: 'http://localhost:8425',
    dms_url: 'http://localhost:8426',
    has_controls: false,
  })
})

test.each([
  ['/api/v1/auth/login', { username: 'nobody@one.example', password: 'x' }, 3, 401],
  ['/api/v1/auth/forgot', { email: 'nobody@one.example' }, 2, 404],
  ['/api/v1/auth/reset', { email: 'x', token: 'x', new_password: 'long enough' }, 2, 400],
  ['/api/v1/oauth/access_token', { refresh_token: 'x', grant_type: 'refresh_token' }, 2, 401],
])('one network address has a limited number of attempts per minute at %s', async (url, body, attempts, status) => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    expect((await api.call({ method: 'POST', url, body })).status).toBe(status)
  }
  const refused = await api.call({ method: 'POST', url, body, headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBeDefined()
  expect(refused.text).toContain('"code":"too_many_requests"')
})

test('metrics are only for readers the operator named, even on this machine', async () => {
  expect((await api.call({ url: '/metrics' })).status).toBe(404)
  const elsewhere = await api.app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })
  expect(elsewhere.statusCode).toBe(404)
})

test('a database that takes no writes makes the server not ready from the first refusal until it takes them', async () => {
  const { database } = api.services
  onTestFinished(() => probeWrites(database))
  const full = withFirm(database, 1, (trx) =>
    sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(trx),
  )
  await expect(full).rejects.toThrow(/could not extend file|its disk is full/)
  const problems = [expect.stringMatching(/^The database has taken no writes for \d+ s: its disk is full\.$/)]
  const readiness = await api.call({ url: '/readyz' })
  expect([readiness.status, readiness.json()]).toEqual([503, { ok: false, problems }])
  const health = await api.call({ url: '/healthz' })
  expect([health.status, health.json()]).toEqual([200, { ok: false, problems }])
  await probeWrites(database)
  expect((await api.call({ url: '/readyz' })).status).toBe(200)
})

test('a documents folder that cannot be written makes the server not ready, with a sentence', async () => {
  await rm(api.services.config.blobFolder, { recursive: true })
  const answer = await api.call({ url: '/readyz' })
  expect(answer.status).toBe(503)
  expect(answer.json()).toEqual({ ok: false, problems: ['The folder of the documents cannot be written.'] })
  expect((await api.call({ url: '/healthz' })).status).toBe(200)
})

test.each(['/api/v1/ping', '/api/v1/firm', '/healthz', '/'])('%s with two Host headers is refused', async (url) => {
  if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const ask = async (hosts: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`GET ${url} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    return Buffer.concat(await socket.toArray()).toString()
  }
  const refused = await ask('Host: one.example\r\nhost: two.example\r\n')
  expect(refused).toMatch(/^HTTP\/1\.1 400 /)
  expect(refused).toContain('The request has two Host headers.')
  expect(await ask('Host: one.example\r\n')).not.toContain('two Host headers')
})

test('closing the server ends open connections, including ones never used', async () => {
  if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.resume()
  await once(socket, 'connect')
  await Promise.all([api.app.close(), once(socket, 'close')])
  expect(socket.destroyed).toBe(true)
})
