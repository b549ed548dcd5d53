import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { startImapServer } from '../mail/testing/imap-server.ts'
import { openMailCatcher, smtpRefusal } from '../outbox/mail/test-mail-server.ts'
import {
  checkClock,
  checkCourts,
  checkDisk,
  checkFolder,
  checkMailbox,
  checkMetrics,
  checkOutgoing,
  checkPrivacy,
} from './checks.ts'

test('a folder that takes no files fails with the setting to change, and a probe leaves nothing', async () => {
  const folder = await makeFolder()
  expect(await checkFolder('Blob store', folder, 'COURTCRIER_BLOBS')).toMatchObject({ state: 'ok' })
  expect(await readdir(folder)).toEqual([])
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  expect(await checkFolder('Blob store', path.join(file, 'blobs'), 'COURTCRIER_BLOBS')).toEqual({
    name: 'Blob store',
    state: 'failed',
    sentence: expect.stringMatching(/cannot be written.* COURTCRIER_BLOBS/),
  })
})

test.skipIf(process.platform === 'win32')(
  'folders and keys that other users can read fail, each with what to run',
  async () => {
    const dataFolder = await makeFolder()
    const blobFolder = path.join(dataFolder, 'blobs')
    await mkdir(blobFolder, { mode: 0o700 })
    expect(await checkPrivacy({ dataFolder, blobFolder })).toMatchObject({ state: 'ok' })
    await chmod(blobFolder, 0o755)
    await writeFile(path.join(dataFolder, 'secret.key'), '')
    await chmod(path.join(dataFolder, 'secret.key'), 0o644)
    expect(await checkPrivacy({ dataFolder, blobFolder })).toEqual([
      { name: 'Privacy', state: 'failed', sentence: expect.stringContaining(`chmod 0700 '${blobFolder}'`) },
      { name: 'Privacy', state: 'failed', sentence: expect.stringContaining('chmod 0600') },
    ])
  },
)

test.each([
  [0.5, 'failed', '0.5 GB are free. Mail is refused when the disk is full: make room now.'],
  [5, 'warning', '5.0 GB are free. Make room before it is full.'],
  [50, 'ok', '50.0 GB are free.'],
])('with %d GB free, the disk is %s', async (free, state, sentence) => {
  const disk = async () => ({ bavail: free * 1024, bsize: 2 ** 20 })
  expect(await checkDisk({ dataFolder: '/data', blobFolder: '/blobs' }, disk)).toEqual({
    name: 'Disk',
    state,
    sentence,
  })
})

test('the disk of documents that do not exist yet is that of the data folder', async () => {
  const folder = await makeFolder()
  const found = await checkDisk({ dataFolder: path.join(folder, 'data'), blobFolder: path.join(folder, 'blobs') })
  expect(found.sentence).toMatch(/^\d+\.\d GB are free/)
})

test('a mail server that is away, or refuses the password, fails', async () => {
  const outgoing = (url: string | undefined) => checkOutgoing(readConfig({ COURTCRIER_SMTP_OUT: url }))
  expect(await outgoing(undefined)).toMatchObject({ state: 'warning' })
  const catcher = await openMailCatcher({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(smtpRefusal(535, 'wrong password')),
  })
  const at = `127.0.0.1:${catcher.port}`
  expect(await outgoing(`smtp://${at}`)).toEqual({
    name: 'Outgoing mail',
    state: 'ok',
    sentence: `${at} accepts mail.`,
  })
  expect(await outgoing(`smtp://user:secret@${at}`)).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('wrong password'),
  })
  await catcher.close()
  expect(await outgoing(`smtp://${at}`)).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('nothing listens there'),
  })
})

test('a mailbox of the settings that cannot be opened fails with the reason', async () => {
  const server = await startImapServer({ user: 'notices', password: 'right' })
  const check = async (login: string, folder = 'INBOX') => {
    const url = `imap://${login}@127.0.0.1:${server.port}/${folder}?firm=1`
    const [account] = readConfig({ COURTCRIER_IMAP: url }).imapAccounts
    if (!account) throw new Error(`The settings name no mailbox: ${url}`)
    return checkMailbox(account)
  }
  expect(await check('notices:right')).toMatchObject({ state: 'ok', sentence: 'It can be read and has 0 messages.' })
  expect(await check('notices:wrong')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('password') })
  expect(await check('notices:right', 'Courts')).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('Courts'),
  })
  await server.close()
  expect(await check('notices:right')).toMatchObject({ name: 'Mailbox notices@127.0.0.1', state: 'failed' })
})

test('courts whose names cannot be resolved fail, and simulated ones are a warning', async () => {
  const config = readConfig({})
  expect(await checkCourts(config, async () => [])).toMatchObject({ state: 'ok' })
  expect(await checkCourts(config, () => Promise.reject(new Error('ENOTFOUND')))).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('Check DNS'),
  })
  const simulated = readConfig({ COURTCRIER_COURT_GATEWAY: 'http://127.0.0.1:4000' })
  expect(await checkCourts(simulated)).toMatchObject({ state: 'warning' })
})

test('a clock before this program was written fails', () => {
  expect(checkClock(new Date('2026-12-01'))).toMatchObject({ state: 'ok' })
  expect(checkClock(new Date('2020-01-01'))).toMatchObject({
    state: 'failed',
    sentence: 'It says 2020-01-01T00:00:00.000Z, which is past. Set it.',
  })
})

test('who may read the metrics is said', () => {
  const said = (environment: Record<string, string>) => checkMetrics(readConfig(environment)).sentence
  expect(said({})).toMatch(/^Off\./)
  expect(said({ COURTCRIER_METRICS_TOKEN: 'x'.repeat(32), COURTCRIER_METRICS_FROM: '10.0.5.0/24' })).toBe(
    '/metrics answers callers with the token, 10.0.5.0/24.',
  )
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
