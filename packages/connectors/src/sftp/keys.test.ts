import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyNth, isLongRun } from '../../../server/src/testing/long-run.ts'
import { describeConnector } from '../connector.suite.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { connectAt, openSftpBench, shownHostKey } from '../testing/sftp-bench.ts'
import { hasKeygen, keygen, makeKeys } from '../testing/ssh-keys.ts'
import { storeServers } from '../testing/store-server.ts'

const passphrase = 'open sesame'

/** Formats written by ssh-keygen and OpenSSL, with the words each begins with. */
const forms = {
  'ed25519, OpenSSH, passphrase': { type: 'ed25519', format: 'OpenSSH', passphrase, begins: 'OPENSSH' },
  'ed25519, OpenSSH': { type: 'ed25519', format: 'OpenSSH', passphrase: '', begins: 'OPENSSH' },
  'RSA, OpenSSH, passphrase': { type: 'rsa', format: 'OpenSSH', passphrase, begins: 'OPENSSH' },
  'RSA, PEM, passphrase': { type: 'rsa', format: 'PEM', passphrase, begins: 'RSA' },
  'ECDSA, PEM': { type: 'ecdsa', format: 'PEM', passphrase: '', begins: 'EC' },
  'RSA, PKCS #8, passphrase': { type: 'rsa', format: 'PKCS #8', passphrase, begins: 'ENCRYPTED' },
  'ECDSA, PKCS #8': { type: 'ecdsa', format: 'PKCS #8', passphrase: '', begins: 'PRIVATE' },
} as const
type Form = keyof typeof forms

/**
 * The servers from npm use keys created by Node and `ssh2`, rclone uses those of ssh-keygen: Debian's with Debian's.
 */
const pairs = storeServers.map((server) =>
  server.from === 'rclone'
    ? { ...server, isMissing: server.isMissing || !hasKeygen(), make: keygen }
    : { ...server, make: makeKeys },
)

/** Against servers that know the keys and would also accept a password. */
for (const { from, isMissing, startSftp, make } of pairs)
  describe.skipIf(isMissing)(`SFTP by key, on a server from ${from}`, () => {
    let home: string
    let folder: string
    let server: Awaited<ReturnType<typeof startSftp>>
    let hostKey: string
    const keys = new Map<string, string>()
    const made = async (name: string, form: (typeof forms)[Form]) => {
      const pair = await make(form, home)
      keys.set(name, pair.private)
      return pair.public
    }
    beforeAll(async () => {
      home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sftp-keys-'))
      folder = path.join(home, 'served')
      await mkdir(folder)
      const known = path.join(home, 'authorized_keys')
      for (const [name, form] of Object.entries(forms)) await appendFile(known, `${await made(name, form)}\n`)
      await made('unknown', forms['ed25519, OpenSSH'])
      server = await startSftp(folder, { authorizedKeys: known })
      hostKey = await shownHostKey(server.port)
    })
    afterAll(async () => {
      await server.stop()
      await rm(home, { recursive: true, force: true })
    })

    const keyOf = (name: Form | 'unknown'): Partial<PlaceSettings> => ({
      ...{
        hostKey,
        privateKey: keys.get(name) ?? null,
        passphrase: name === 'unknown' ? null : forms[name].passphrase,
      },
    })
    const openBench = () =>
      openSftpBench(
        { folder, port: server.port },
        { right: keyOf('ed25519, OpenSSH, passphrase'), wrong: keyOf('unknown') },
      )
    const connect = (given: Partial<PlaceSettings>) => connectAt(server.port, given)

    // `sftp.test.ts` runs the suite by password; what differs is the sign-in.
    if (isLongRun) describeConnector('SFTP by key', openBench)

    test.each(everyNth(Object.keys(forms) as Form[], 3))('reads a key: %s', async (name) => {
      const key = keyOf(name)
      expect(key.privateKey).toContain(`-----BEGIN ${forms[name].begins}`)
      expect(await connect(key)).toMatchObject({ state: 'ok' })
      // As pasted from a form or a file on another system.
      const pasted = ` ${key.privateKey?.trim().replaceAll('\n', '\r\n')}`
      expect(await connect({ ...key, privateKey: pasted })).toMatchObject({ state: 'ok' })
    })

    test.each(['ed25519, OpenSSH, passphrase', 'RSA, PEM, passphrase', 'RSA, PKCS #8, passphrase'] as const)(
      'without its passphrase, or with a wrong one, a key is not read: %s',
      async (name) => {
        for (const wrong of [null, 'something else'])
          expect(await connect({ ...keyOf(name), passphrase: wrong })).toMatchObject({
            state: 'failed',
            sentence: expect.stringContaining('The private key cannot be read'),
          })
      },
    )

    test('text that is not a key is reported, and none of it is repeated', async () => {
      const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEga2V5\n-----END OPENSSH PRIVATE KEY-----'
      const { state, sentence } = await connect({ ...keyOf('unknown'), privateKey })
      expect({ state, sentence }).toMatchObject({
        state: 'failed',
        sentence: expect.stringContaining('cannot be read'),
      })
      expect(sentence).not.toContain('bm90')
    })

    test('with an unknown key the password counts, and vice versa', async () => {
      expect(await connect({ ...keyOf('unknown'), password: 'right' })).toMatchObject({ state: 'ok' })
      expect(await connect({ ...keyOf('ed25519, OpenSSH'), password: 'wrong' })).toMatchObject({ state: 'ok' })
      expect(await connect({ ...keyOf('unknown'), password: 'wrong' })).toMatchObject({
        state: 'failed',
        sentence: expect.stringContaining('refused the user name, or the password or key'),
      })
    })

    test('a server with a different host key does not learn which keys there are', async () => {
      const other = { ...keyOf('ed25519, OpenSSH'), hostKey: `SHA256:${'A'.repeat(43)}` }
      expect(await connect(other)).toMatchObject({
        state: 'failed',
        sentence: expect.stringContaining('another host key'),
      })
    })
  })
