import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, type Environment, readConfig, roleNames } from './config.ts'

const program = readFileSync(new URL('config.ts', import.meta.url), 'utf8')
const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

test('every setting is in the table of docs/operations.md, and every setting there exists', () => {
  const read = [...program.matchAll(/'(COURTCRIER_[A-Z_]+|DATABASE_URL)'/g)].map((match) => match[1])
  const documented = [...guide.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1])
  expect(documented.length).toBeGreaterThan(20)
  expect(new Set(documented).size).toBe(documented.length)
  expect(documented.toSorted()).toEqual([...new Set(read)].toSorted())
})

test('no other page names a setting that does not exist', () => {
  const root = new URL('../../../', import.meta.url)
  const known = new Set([...(program.match(/COURTCRIER_[A-Z_]+/g) ?? []), 'COURTCRIER_TEST_DATABASE_URL'])
  for (const page of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'compose.yml', 'Dockerfile']) {
    const named = readFileSync(new URL(page, root), 'utf8').match(/COURTCRIER_[A-Z_]+/g) ?? []
    expect(
      named.filter((name) => !known.has(name)),
      page,
    ).toEqual([])
  }
})

test('without any setting it is one process on the embedded database, for this machine only', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    dataFolder: path.resolve('data'),
    blobFolder: path.resolve('data/blobs'),
    storageFolder: path.resolve('data/storage'),
    databaseUrl: undefined,
    roles: roleNames,
    host: '127.0.0.1',
    port: 8420,
    publicUrl: 'http://127.0.0.1:8420',
    smtpHost: '127.0.0.1',
    smtpPort: undefined,
    smtpCertificate: undefined,
    imapAccounts: [],
    outgoing: undefined,
    courtGateway: undefined,
    dnsGateway: undefined,
    isDemo: false,
    retrySeconds: 60,
    concurrency: 16,
  })
})

test('an empty setting is an absent one', () => {
  const names = program.match(/COURTCRIER_[A-Z_]+/g) ?? []
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}))
})

test('folders hang together, and each can be moved', () => {
  const config = readConfig({ COURTCRIER_DATA: '/srv/cc', COURTCRIER_STORAGE: '/mnt/share' })
  expect(config).toMatchObject({ dataFolder: '/srv/cc', blobFolder: '/srv/cc/blobs', storageFolder: '/mnt/share' })
})

test('a mail server is taken apart, and what is encoded in its URL is decoded', () => {
  const { outgoing } = readConfig({ COURTCRIER_SMTP_OUT: 'smtp://notices%40firm.example:p%3Aw@mail.firm.example' })
  expect(outgoing).toEqual({
    host: 'mail.firm.example',
    port: 587,
    isSecure: false,
    user: 'notices@firm.example',
    password: 'p:w',
  })
  expect(readConfig({ COURTCRIER_SMTP_OUT: 'smtps://relay.example' }).outgoing).toEqual({
    host: 'relay.example',
    port: 465,
    isSecure: true,
  })
})

test('several mailboxes are separated by spaces', () => {
  const one = 'imaps://u:p@one.example/INBOX/Courts?firm=2&done=Done'
  expect(readConfig({ COURTCRIER_IMAP: `${one}  imap://u:p@two.example` }).imapAccounts).toEqual([
    {
      host: 'one.example',
      port: 993,
      isSecure: true,
      user: 'u',
      password: 'p',
      folder: 'INBOX/Courts',
      firmId: 2,
      doneFolder: 'Done',
    },
    { host: 'two.example', port: 143, isSecure: false, user: 'u', password: 'p', folder: 'INBOX', firmId: 1 },
  ])
})

test('roles are read in any order', () => {
  expect(readConfig({ COURTCRIER_ROLES: 'mail, web' }).roles).toEqual(['web', 'mail'])
})

test('the public address carries no final slash, because paths are put behind it', () => {
  expect(readConfig({ COURTCRIER_URL: 'https://notices.firm.example/' }).publicUrl).toBe('https://notices.firm.example')
})

test.each<[name: string, value: string, expected: RegExp]>([
  ['COURTCRIER_PORT', '80a', /a whole number from 0 to 65535/],
  ['COURTCRIER_PORT', '65536', /from 0 to 65535/],
  ['COURTCRIER_PORT', '-1', /from 0 to 65535/],
  ['COURTCRIER_PORT', '1e3', /from 0 to 65535/],
  ['COURTCRIER_SMTP_PORT', '25.5', /from 0 to 65535/],
  ['COURTCRIER_CONCURRENCY', '0', /from 1 to 256/],
  ['COURTCRIER_RETRY_SECONDS', '3601', /from 1 to 3600/],
  ['COURTCRIER_ROLES', 'web,cook', /some of web,worker,mail/],
  ['COURTCRIER_ROLES', ',', /some of web,worker,mail/],
  ['COURTCRIER_LOG_LEVEL', 'loud', /one of fatal, error/],
  ['COURTCRIER_DEMO', 'true', /one of 0, 1/],
  ['COURTCRIER_URL', 'notices.firm.example', /starts with http: or https:/],
  ['COURTCRIER_URL', 'ftp://firm.example', /starts with http: or https:/],
  ['DATABASE_URL', 'mysql://db.example/x', /starts with postgres: or postgresql:/],
  ['COURTCRIER_SMTP_OUT', 'mail.firm.example:587', /starts with smtp: or smtps:/],
  ['COURTCRIER_IMAP', 'pop3://u:p@mail.example', /imaps:\/\/user:password@host/],
  ['COURTCRIER_IMAP', 'imaps://u:p@one.example two.example', /separated by spaces/],
  ['COURTCRIER_MAIL_FROM', 'Courtcrier', /an e-mail address/],
  ['COURTCRIER_COURT_GATEWAY', 'https://courts.example', /starts with http:/],
])('%s=%s is refused by its name', (name, value, expected) => {
  const message = refusalOf({ [name]: value })
  expect(message).toMatch(expected)
  expect(message.startsWith(`${name} `)).toBe(true)
  expect(message.split('\n')).toHaveLength(1)
})

test('half a certificate is refused', () => {
  expect(refusalOf({ COURTCRIER_SMTP_CERT: '/etc/cert.pem' })).toMatch(/must be set together/)
  expect(refusalOf({ COURTCRIER_SMTP_KEY: '/etc/key.pem' })).toMatch(/must be set together/)
})

test('everything that is wrong is said at once', () => {
  const message = refusalOf({ COURTCRIER_PORT: 'x', COURTCRIER_DEMO: 'x', COURTCRIER_ROLES: 'x' })
  const named = message.split('\n').map((line) => line.split(' ')[0])
  expect(named.toSorted()).toEqual(['COURTCRIER_DEMO', 'COURTCRIER_PORT', 'COURTCRIER_ROLES'])
})

function refusalOf(environment: Environment): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}
