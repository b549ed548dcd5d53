import { openLink } from '@courtcrier/lib/link.ts'
import { recordOutages } from '@courtcrier/lib/outage.ts'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type Config, readConfig } from '../base/config.ts'
import { type ReportedLink, thisProcess } from '../base/db/link-reports.ts'
import { healthRoutes } from '../http/server/health.ts'
import { openTestServices } from '../testing/services.ts'
import { checkLinks } from './check-links.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const token = 'a-token-of-the-operator'

/**
 * Serves /healthz for a mailbox that works, one that doesn't, and a mail server that isn't used yet, and for what other
 * processes report.
 */
async function serve(
  others: () => Promise<readonly ReportedLink[]> = async () => [],
): Promise<{ config: Config; write: ReturnType<typeof recordOutages> }> {
  const { services, close } = await openTestServices()
  closers.push(close)
  const works = openLink('clerk at mail.example, folder INBOX')
  works.succeeded()
  const fails = openLink('clerk at old.example, folder INBOX')
  fails.failed('Nothing listens for IMAP at old.example, port 993.')
  const state = { ...fails.state(), lagSeconds: 90 }
  const sender = openLink('mail.example:587')
  const write = recordOutages()
  const app = Fastify()
  closers.push(() => app.close())
  healthRoutes(app, {
    ...services,
    database: { ...services.database, writes: write },
    metricsReaders: { token, networks: [] },
    mailLinks: {
      own: () => [
        { ...works.state(), kind: 'mailbox' },
        { ...state, kind: 'mailbox' },
        { ...sender.state(), kind: 'sender' },
      ],
      others,
    },
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  return { config: readConfig({ COURTCRIER_PORT: port, COURTCRIER_METRICS_TOKEN: token }), write }
}

test('the running server says how each mailbox and mail server does', async () => {
  const { config, write } = await serve()
  write.begin('it is read-only')
  expect(await checkLinks(config)).toEqual([
    {
      name: 'Running server',
      state: 'failed',
      sentence: 'The database has taken no writes for 0 s: it is read-only.',
    },
    {
      name: 'Reading clerk at mail.example, folder INBOX',
      state: 'ok',
      sentence: expect.stringMatching(/^It last worked at \d{4}-.*Z\.$/),
    },
    {
      name: 'Reading clerk at old.example, folder INBOX',
      state: 'failed',
      sentence: expect.stringMatching(
        /^It has been failing for 90 s\. It has not worked since the start\. The last error was at .*Z: Nothing listens/,
      ),
    },
    { name: 'Sending through mail.example:587', state: 'ok', sentence: 'It has not been used since the start.' },
  ])
})

test('without the token, /healthz names neither mailboxes nor servers, and the check says what is missing', async () => {
  const { config } = await serve()
  const answer = await fetch(`http://127.0.0.1:${config.port}/healthz`)
  expect(await answer.text()).toBe('{"ok":true}')
  expect(await checkLinks({ ...config, metricsReaders: undefined })).toEqual([
    { name: 'Running server', state: 'ok', sentence: expect.stringContaining('COURTCRIER_METRICS_TOKEN') },
  ])
})

test('where nothing answers, the check says so', async () => {
  expect(await checkLinks(readConfig({ COURTCRIER_PORT: '1' }))).toEqual([
    { name: 'Running server', state: 'ok', sentence: 'Nothing answers at http://127.0.0.1:1.' },
  ])
})

test('the links of several processes are told apart', async () => {
  const elsewhere: ReportedLink = {
    kind: 'mailbox',
    name: 'clerk at third.example, folder INBOX',
    process: 'worker-2:1',
    problem: undefined,
    lastSuccess: new Date('2026-03-02T10:00:00Z'),
    lastError: undefined,
    lagSeconds: 0,
    reportedAt: new Date(),
  }
  const { config } = await serve(async () => [elsewhere])
  expect((await checkLinks(config)).map(({ name, state }) => [name, state])).toEqual([
    [`Reading clerk at mail.example, folder INBOX (process ${thisProcess})`, 'ok'],
    [`Reading clerk at old.example, folder INBOX (process ${thisProcess})`, 'failed'],
    ['Reading clerk at third.example, folder INBOX (process worker-2:1)', 'ok'],
    [`Sending through mail.example:587 (process ${thisProcess})`, 'ok'],
  ])
})

test('while what other processes report cannot be read, /healthz shows what its own process knows', async () => {
  const { config } = await serve(async () => {
    throw new Error('the table is locked')
  })
  expect(await checkLinks(config)).toHaveLength(3)
})
