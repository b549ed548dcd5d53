import { X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@courtcrier/lib/free-port.ts'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../base/config.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkPorts } from './check-ports.ts'
import { checkSecretKey } from './check-secret-key.ts'

test('a free port says that Courtcrier is not running', async () => {
  const port = await freePort()
  expect(await checkPorts(readConfig({ COURTCRIER_PORT: String(port) }))).toEqual([
    { name: `Port ${port}`, state: 'ok', sentence: expect.stringContaining("Courtcrier isn't running here") },
  ])
})

test('a port that another program has fails, of the console and of the listener', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await vi.waitFor(() => expect(server.listening).toBe(true), 60_000)
  const { port } = server.address() as { port: number }
  for (const environment of [
    { COURTCRIER_PORT: String(port), COURTCRIER_ROLES: 'web' },
    { COURTCRIER_SMTP_PORT: String(port), COURTCRIER_ROLES: 'mail' },
  ])
    expect(await checkPorts(readConfig(environment))).toEqual([
      {
        name: `Port ${port}`,
        state: 'failed',
        sentence: expect.stringMatching(/^Another program has it.* names another\.$/),
      },
    ])
})

test('a port that a running Courtcrier has is well', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.get('/healthz', async () => ({ problems: [] }))
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  expect(await checkPorts(readConfig({ COURTCRIER_PORT: port }))).toEqual([
    { name: `Port ${port}`, state: 'ok', sentence: 'A running Courtcrier has it.' },
  ])
})

test.each([
  [{}, 'failed'],
  [{ COURTCRIER_SMTP_HOST: '0.0.0.0' }, 'failed'],
  [{ COURTCRIER_SMTP_HOST: '127.0.0.2' }, 'ok'],
])('one port for the console and the listener fails unless they have an address each: %j', async (hosts, state) => {
  const port = String(await freePort())
  const config = readConfig({ COURTCRIER_PORT: port, COURTCRIER_SMTP_PORT: port, ...hosts })
  const checks = await checkPorts(config)
  expect(new Set(checks.map((check) => check.state))).toEqual(new Set([state]))
  if (state === 'failed')
    expect(checks.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining(`COURTCRIER_PORT and COURTCRIER_SMTP_PORT are both ${port}`),
    ])
})

test('an address that the machine does not have fails', async () => {
  const config = readConfig({ COURTCRIER_PORT: '18420', COURTCRIER_HOST: '203.0.113.7' })
  expect(await checkPorts(config)).toMatchObject([
    { state: 'failed', sentence: expect.stringContaining('203.0.113.7') },
  ])
})

const certFile = new URL('../mail/testing/test-certificate.pem', import.meta.url).pathname
const keyFile = new URL('../mail/testing/test-key.pem', import.meta.url).pathname
const certified = (cert = certFile, key = keyFile) =>
  readConfig({ COURTCRIER_SMTP_CERT: cert, COURTCRIER_SMTP_KEY: key })

test.each([
  ['in its time', -400, 'ok', 'belongs to its key'],
  ['about to end', -5, 'warning', 'It ends on'],
  ['ended', 3, 'failed', 'It ended on'],
  ['not begun', -40_000, 'failed', 'It is valid only from'],
])('a certificate is checked: %s', async (_, days, state, words) => {
  const end = new Date(new X509Certificate(await readFile(certFile)).validTo).getTime()
  vi.useFakeTimers({ toFake: ['Date'], now: end + days * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await checkCertificate(certified())).toMatchObject([{ state, sentence: expect.stringContaining(words) }])
})

test('a certificate without its key, or with another, is refused with the settings', async () => {
  await expect(checkCertificate(certified(certFile, certFile))).rejects.toThrow('COURTCRIER_SMTP_CERT')
  await expect(checkCertificate(certified('/nowhere.pem'))).rejects.toThrow('COURTCRIER_SMTP_CERT')
})

test('the secret key is checked, and none is created', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = (secret = '') => readConfig({ COURTCRIER_DATA: folder, COURTCRIER_SECRET_KEY: secret })
  expect(await checkSecretKey(config())).toMatchObject({ state: 'ok', sentence: expect.stringContaining('none yet') })
  await expect(readFile(path.join(folder, 'secret.key'))).rejects.toThrow('ENOENT')
  expect(await checkSecretKey(config('ab'.repeat(32)))).toMatchObject({ state: 'ok' })
  expect(await checkSecretKey(config('short'))).toMatchObject({ state: 'failed' })
  await writeFile(path.join(folder, 'secret.key'), 'damaged')
  expect(await checkSecretKey(config())).toMatchObject({ state: 'failed', sentence: expect.stringContaining('backup') })
})

test('a key file that can’t be read fails, with what to do', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // Unlike a file of another user, a folder can't be read by root either.
  await mkdir(path.join(folder, 'secret.key'))
  expect(await checkSecretKey(readConfig({ COURTCRIER_DATA: folder }))).toMatchObject({
    state: 'failed',
    sentence: `${folder}/secret.key can't be read (EISDIR), so Courtcrier can't start. Make it a file that this user may read, or set COURTCRIER_SECRET_KEY.`,
  })
})
