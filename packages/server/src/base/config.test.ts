import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, type Environment, readConfig, roleNames } from './config.ts'

const program = readFileSync(new URL('config.ts', import.meta.url), 'utf8')
const guide = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')

test('the table in docs/operations.md lists exactly the settings that exist', () => {
  const read = [...program.matchAll(/'(COURTCRIER_[A-Z_]+|DATABASE_URL)'/g)].map((match) => match[1])
  const documented = [...guide.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1])
  expect(documented.length).toBeGreaterThan(20)
  expect(new Set(documented).size).toBe(documented.length)
  expect(documented.toSorted()).toEqual([...new Set(read)].toSorted())
})

test('no other page mentions a setting that does not exist', () => {
  const root = new URL('../../../../', import.meta.url)
  const known = new Set([...(program.match(/COURTCRIER_[A-Z_]+/g) ?? []), 'COURTCRIER_TEST_DATABASE_URL'])
  for (const page of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'compose.yml', 'Dockerfile']) {
    const named = readFileSync(new URL(page, root), 'utf8').match(/COURTCRIER_[A-Z_]+/g) ?? []
    expect(
      named.filter((name) => !known.has(name)),
      page,
    ).toEqual([])
  }
})

test('defaults to one process on the embedded database, reachable from this machine only', () => {
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
    trustedProxies: undefined,
    metricsReaders: undefined,
    isDemo: false,
    retrySeconds: 60,
    courtRequests: 4,
    concurrency: 64,
  })
})

test('an empty setting counts as unset', () => {
  const names = program.match(/COURTCRIER_[A-Z_]+/g) ?? []
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}))
})

test('folders default to the data folder, and each can be moved', () => {
  const config = readConfig({ COURTCRIER_DATA: '/srv/cc', COURTCRIER_STORAGE: '/mnt/share' })
  expect(config).toMatchObject({ dataFolder: '/srv/cc', blobFolder: '/srv/cc/blobs', storageFolder: '/mnt/share' })
})

test('a mail server URL is parsed and its parts are decoded', () => {
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

test('mail servers are greeted with the name that is set, else with that of the public address', () => {
  const greeting = (environment: Environment) =>
    readConfig({ COURTCRIER_SMTP_OUT: 'smtps://relay.example', ...environment }).outgoing?.ehloName
  expect(greeting({ COURTCRIER_SMTP_NAME: 'Notices.Firm.example' })).toBe('notices.firm.example')
  expect(greeting({ COURTCRIER_URL: 'https://courtcrier.firm.example:8443/' })).toBe('courtcrier.firm.example')
  expect(greeting({ COURTCRIER_URL: 'https://10.0.0.5' })).toBeUndefined()
  expect(greeting({ COURTCRIER_URL: 'http://localhost:8420' })).toBeUndefined()
  expect(greeting({})).toBeUndefined()
})

test('several mailboxes are separated by spaces', () => {
  const plain = { port: 143, isSecure: false, user: 'u', password: 'p', folder: 'INBOX', firmId: 1 }
  const one = 'imaps://u:p@one.example/INBOX/Courts?firm=2&done=Done&authserv=MX.one.example&since=2026-11-01'
  const three = 'imap://u:p@three.example?since=2026-11-01T08:00:00-05:00'
  expect(readConfig({ COURTCRIER_IMAP: `${one}  imap://u:p@two.example ${three}` }).imapAccounts).toEqual([
    {
      host: 'one.example',
      port: 993,
      isSecure: true,
      user: 'u',
      password: 'p',
      folder: 'INBOX/Courts',
      firmId: 2,
      doneFolder: 'Done',
      authserv: 'mx.one.example',
      readFrom: new Date('2026-11-01T00:00:00Z'),
    },
    { ...plain, host: 'two.example', isFromFirstRead: true },
    { ...plain, host: 'three.example', readFrom: new Date('2026-11-01T13:00:00Z') },
  ])
})

test('roles can be listed in any order', () => {
  expect(readConfig({ COURTCRIER_ROLES: 'mail, web' }).roles).toEqual(['web', 'mail'])
})

test('the public URL has no trailing slash, because paths are appended to it', () => {
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
  ['COURTCRIER_SMTP_NAME', 'mail.firm.example:25', /a host name such as/],
  ['COURTCRIER_SMTP_NAME', '192.0.2.7', /a host name such as/],
  ['COURTCRIER_SMTP_OUT', 'mail.firm.example:587', /starts with smtp: or smtps:/],
  ['COURTCRIER_IMAP', 'pop3://u:p@mail.example', /imaps:\/\/user:password@host/],
  ['COURTCRIER_IMAP', 'imaps://u:p@one.example two.example', /separated by spaces/],
  ['COURTCRIER_MAIL_FROM', 'Courtcrier', /an email address/],
  ['COURTCRIER_COURT_GATEWAY', 'https://courts.example', /starts with http:/],
  ['DATABASE_URL', 'postgres://u:%zz@db.example/x', /starts with postgres: or postgresql:/],
  ['COURTCRIER_SMTP_OUT', 'smtp://u:%zz@mail.example', /starts with smtp: or smtps:/],
  ['COURTCRIER_SMTP_OUT', 'smtp:mail.firm.example', /starts with smtp: or smtps:/],
  ['COURTCRIER_IMAP', 'imaps://u:%zz@mail.example', /imaps:\/\/user:password@host/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/%zz', /imaps:\/\/user:password@host/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/INBOX?firm=abc', /firm=1/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/INBOX?firm=0', /firm=1/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/INBOX?firm=', /firm=1/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/INBOX?authserv=', /authserv=mx\.host/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/INBOX?since=2026-02-30', /since=2026-11-01/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/INBOX?since=yesterday', /since=2026-11-01/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/INBOX?since=', /since=2026-11-01/],
  ['COURTCRIER_IMAP', 'imaps://u:p@mail.example/INBOX?authserv=%22mx%22', /authserv=mx\.host/],
  ['COURTCRIER_TRUST_PROXY', 'proxy.firm.example', /addresses or networks/],
  ['COURTCRIER_TRUST_PROXY', '10.0.0.0/33', /addresses or networks/],
  ['COURTCRIER_TRUST_PROXY', '0.0.0.0/0', /addresses or networks/],
  ['COURTCRIER_METRICS_FROM', '10.0.0.0/33', /addresses or networks/],
  ['COURTCRIER_METRICS_TOKEN', 'short', /at least 16 characters/],
])('%s=%s is refused with a message that starts with the name', (name, value, expected) => {
  const message = refusalOf({ [name]: value })
  expect(message).toMatch(expected)
  expect(message.startsWith(`${name} `)).toBe(true)
  expect(message.split('\n')).toHaveLength(1)
})

test.each<[name: string, value: string, shown: string]>([
  ['DATABASE_URL', 'mysql://cc:hunter2@db.example/x', 'mysql://db.example/x'],
  ['DATABASE_URL', 'mysql://db.example/x?password=hunter2', 'mysql://db.example/x'],
  ['COURTCRIER_SMTP_OUT', 'mailto://cc:hunter2@mail.example:587', 'mailto://mail.example:587'],
  ['COURTCRIER_IMAP', 'pop3://cc:hunter2@mail.example/INBOX', 'pop3://mail.example/INBOX'],
  ['COURTCRIER_IMAP', 'imaps://cc:hunter2@mail.example/INBOX?firm=0', 'imaps://mail.example/INBOX'],
])('%s=%s is shown without user and password', (name, value, shown) => {
  const message = refusalOf({ [name]: value })
  expect(message).toContain(`${name} is "${shown}", but must be `)
  expect(message).not.toMatch(/hunter2|cc:/)
})

test.each([
  ['DATABASE_URL', 'postgres://cc:hunter2/x@db.example/x'],
  ['DATABASE_URL', 'cc:hunter2@db.example'],
  ['COURTCRIER_SMTP_OUT', 'smtps:cc:hunter2@mail.example'],
  ['COURTCRIER_SMTP_OUT', 'mailto://cc:hunter2#3@mail.example'],
  ['COURTCRIER_IMAP', 'imaps://cc:two hunter2@mail.example'],
  ['COURTCRIER_IMAP', 'pop3://cc:1/hunter2@mail.example'],
])('%s=%s is not shown at all, because the end of its password is unclear', (name, value) => {
  const message = refusalOf({ [name]: value })
  expect(message).not.toMatch(/hunter2|cc|two/)
  expect(message.startsWith(`${name} must be `)).toBe(true)
})

test.each([
  ['::1', 'http://[::1]:8420'],
  ['0.0.0.0', 'http://localhost:8420'],
  ['::', 'http://localhost:8420'],
  ['notices.firm.example', 'http://notices.firm.example:8420'],
])('a server on host %s has the URL %s', (host, expected) => {
  expect(readConfig({ COURTCRIER_HOST: host }).publicUrl).toBe(expected)
})

test('proxies are addresses and networks', () => {
  const value = '10.0.0.5, 192.168.0.0/16,::1 , fd00::/8, loopback'
  expect(readConfig({ COURTCRIER_TRUST_PROXY: value }).trustedProxies).toEqual([
    '10.0.0.5',
    '192.168.0.0/16',
    '::1',
    'fd00::/8',
    'loopback',
  ])
  expect(readConfig({ COURTCRIER_METRICS_FROM: '10.0.5.0/24' }).metricsReaders).toEqual({ networks: ['10.0.5.0/24'] })
})

test.each(['10.0.5.0/33', '10.0.0.256', 'http://hooks.lan', 'hooks.lan:8080', 'yes', 'a b', '*.lan'])(
  'private webhooks refuse %s, and the message says what is allowed',
  (value) => {
    const message = refusalOf({ COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: value })
    expect(message).toMatch(/^COURTCRIER_ALLOW_PRIVATE_WEBHOOKS is ".*", but must be hosts and networks, separated by/)
  },
)

test('half a certificate is refused', () => {
  expect(refusalOf({ COURTCRIER_SMTP_CERT: '/etc/cert.pem' })).toMatch(/must be set together/)
  expect(refusalOf({ COURTCRIER_SMTP_KEY: '/etc/key.pem' })).toMatch(/must be set together/)
})

test('all invalid settings are reported at once', () => {
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
