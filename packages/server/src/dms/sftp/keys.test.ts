import { spawnSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAt, openSftpBench, shownHostKey } from '../../testing/sftp-bench.ts'
import { hasRclone, startRclone } from '../../testing/store-server.ts'
import { describeConnector, describeFaults } from '../connector.suite.ts'
import type { PlaceSettings } from '../connector-kind.ts'

const passphrase = 'open sesame'

/** What ssh-keygen can write, with the words that each begins with. */
const forms = {
  'ed25519, OpenSSH, passphrase': { args: ['-t', 'ed25519'], passphrase, begins: 'OPENSSH' },
  'ed25519, OpenSSH': { args: ['-t', 'ed25519'], passphrase: '', begins: 'OPENSSH' },
  'RSA, OpenSSH, passphrase': { args: ['-t', 'rsa', '-b', '2048'], passphrase, begins: 'OPENSSH' },
  'RSA, PEM, passphrase': { args: ['-t', 'rsa', '-b', '2048', '-m', 'PEM'], passphrase, begins: 'RSA' },
  'ECDSA, PEM': { args: ['-t', 'ecdsa', '-m', 'PEM'], passphrase: '', begins: 'EC' },
  'RSA, PKCS #8, passphrase': { args: ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8'], passphrase, begins: 'ENCRYPTED' },
  'ECDSA, PKCS #8': { args: ['-t', 'ecdsa', '-m', 'PKCS8'], passphrase: '', begins: 'PRIVATE' },
} as const
type Form = keyof typeof forms

const hasKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined

/** Against the SFTP server of rclone, which knows the keys and would take a password, too. */
describe.skipIf(!hasRclone() || !hasKeygen)('SFTP by key', () => {
  let home: string
  let folder: string
  let server: Awaited<ReturnType<typeof startRclone>>
  let hostKey: string
  const keys = new Map<string, string>()
  const made = async (name: string, { args, passphrase: words }: (typeof forms)[Form]) => {
    const file = path.join(home, `key ${keys.size}`)
    const { status, stderr } = spawnSync('ssh-keygen', ['-q', ...args, '-N', words, '-f', file], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    keys.set(name, await readFile(file, 'utf8'))
    return readFile(`${file}.pub`, 'utf8')
  }
  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sftp-keys-'))
    folder = path.join(home, 'served')
    await mkdir(folder)
    const known = path.join(home, 'authorized_keys')
    await writeFile(known, '')
    for (const [name, form] of Object.entries(forms)) await appendFile(known, await made(name, form))
    await made('unknown', forms['ed25519, OpenSSH'])
    server = await startRclone('sftp', folder, ['--authorized-keys', known])
    hostKey = await shownHostKey(server.port)
  })
  afterAll(async () => {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  })

  const keyOf = (name: Form | 'unknown'): Partial<PlaceSettings> => ({
    ...{ hostKey, privateKey: keys.get(name) ?? null, passphrase: name === 'unknown' ? null : forms[name].passphrase },
  })
  const openBench = () =>
    openSftpBench(
      { folder, port: server.port },
      { right: keyOf('ed25519, OpenSSH, passphrase'), wrong: keyOf('unknown') },
    )
  const connect = (given: Partial<PlaceSettings>) => connectAt(server.port, given)

  describeConnector('SFTP by key', openBench)
  describeFaults('SFTP by key', openBench)

  test.each(Object.keys(forms) as Form[])('a key is read: %s', async (name) => {
    const key = keyOf(name)
    expect(key.privateKey).toContain(`-----BEGIN ${forms[name].begins}`)
    expect(await connect(key)).toMatchObject({ state: 'ok' })
    // As a form or a file of another system hands it on.
    const pasted = ` ${key.privateKey?.trim().replaceAll('\n', '\r\n')}`
    expect(await connect({ ...key, privateKey: pasted })).toMatchObject({ state: 'ok' })
  })

  test.each(['ed25519, OpenSSH, passphrase', 'RSA, PEM, passphrase', 'RSA, PKCS #8, passphrase'] as const)(
    'without its passphrase, or with another, it is not: %s',
    async (name) => {
      for (const wrong of [null, 'something else'])
        expect(await connect({ ...keyOf(name), passphrase: wrong })).toMatchObject({
          state: 'failed',
          sentence: expect.stringContaining('The private key cannot be read'),
        })
    },
  )

  test('what is no key is said to be none, and nothing of it is repeated', async () => {
    const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEga2V5\n-----END OPENSSH PRIVATE KEY-----'
    const { state, sentence } = await connect({ ...keyOf('unknown'), privateKey })
    expect({ state, sentence }).toMatchObject({ state: 'failed', sentence: expect.stringContaining('cannot be read') })
    expect(sentence).not.toContain('bm90')
  })

  test('where the key is not known the password counts, and the other way round', async () => {
    expect(await connect({ ...keyOf('unknown'), password: 'right' })).toMatchObject({ state: 'ok' })
    expect(await connect({ ...keyOf('ed25519, OpenSSH'), password: 'wrong' })).toMatchObject({ state: 'ok' })
    expect(await connect({ ...keyOf('unknown'), password: 'wrong' })).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('refused the user name, or the password or key'),
    })
  })

  test('a server with another host key does not get to see which keys there are', async () => {
    const other = { ...keyOf('ed25519, OpenSSH'), hostKey: `SHA256:${'A'.repeat(43)}` }
    expect(await connect(other)).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('another host key'),
    })
  })
})
