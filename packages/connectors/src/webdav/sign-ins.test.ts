import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { type Front, type FrontOptions, isRightAnswer, readAnswer, startFront } from '../testing/sign-in-front.ts'
import { storeServers } from '../testing/store-server.ts'
import { settingsWith, testWays, wholeSuiteOf } from '../testing/store-settings.ts'
import { openWebdavBench } from '../testing/webdav-bench.ts'
import { readChallenges } from './challenge.ts'
import { openWebdav } from './index.ts'

const digest = { signIn: 'DIGEST', password: 'right' } as const
const signIns = {
  'WebDAV by Digest': { options: { asks: 'DIGEST' }, right: digest, wrong: { ...digest, password: 'wrong' } },
  'WebDAV by token': {
    options: { asks: 'BEARER' },
    right: { signIn: 'BEARER', token: 'right' },
    wrong: { signIn: 'BEARER', token: 'wrong' },
  },
} as const

/** Against a WebDAV server behind one that asks for another sign-in. */
for (const { from, isMissing, startWebdav } of storeServers)
  describe.skipIf(isMissing)(`signing in, on a server from ${from}`, () => {
    let folder: string
    let server: Awaited<ReturnType<typeof startWebdav>>
    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-sign-in-'))
      server = await startWebdav(folder)
    })
    afterAll(async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    })

    let front: Front
    afterEach(() => front.close())

    const benches = Object.entries(signIns).map(([name, { options, right, wrong }]) => {
      const openBench = async () => {
        front = await startFront(server, options)
        return openWebdavBench({ folder, port: front.port }, { right, wrong })
      }
      return [name, openBench] as const
    })
    for (const [name, openBench] of benches) describeFaults(name, openBench)
    for (const [name, openBench] of wholeSuiteOf(benches)) {
      describeConnector(name, openBench)
      describeHttpFaults(name, openBench)
    }

    const openBehind = async (options: FrontOptions, signIn: Partial<PlaceSettings> = digest) => {
      front = await startFront(server, options)
      const bench = await openWebdavBench({ folder, port: front.port }, { right: signIn, wrong: signIn })
      onTestFinished(() => bench.close())
      return bench.connector
    }

    const algorithmsOf = () => new Set(front.asked.map(({ authorization }) => readAnswer(authorization).algorithm))

    test.each([
      [['MD5', 'SHA-256'], 'SHA-256'],
      [['SHA-512-256', 'MD5'], 'MD5'],
      [['MD5'], 'MD5'],
    ])('offered %s, answers with %s', async (algorithms, used) => {
      const connector = await openBehind({ asks: 'DIGEST', algorithms })
      expect(await connector.ensureFolder('A')).toMatchObject({ ready: true })
      expect(algorithmsOf()).toEqual(new Set([undefined, used]))
    })

    test("answers the server's challenge until it is stale, and sends the password nowhere", async () => {
      const connector = await openBehind({ asks: 'DIGEST', nonceLife: 5 })
      await connector.ensureFolder('A')
      for (let n = 0; n < 4; n++)
        expect(await connector.put(fileOf(`A/${n}.pdf`, 'the bytes'))).toEqual({ wasThere: false })
      const counts = front.asked.filter(({ status }) => status === 200).map((each) => readAnswer(each.authorization).nc)
      expect(Math.max(...counts.map((nc) => Number.parseInt(nc ?? '', 16)))).toBe(5)
      const refused = front.asked.filter(({ status }) => status === 401)
      expect(refused).toHaveLength(1 + Math.floor((counts.length - 1) / 5))
      expect(front.asked.filter(({ authorization }) => !/^(Digest .*)?$/.test(authorization))).toEqual([])
      expect(JSON.stringify(front.asked)).not.toMatch(/right|cmlnaHQ/)
    })

    test('a file refused with a stale nonce is sent again completely', async () => {
      const connector = await openBehind({ asks: 'DIGEST', nonceLife: 1 })
      await connector.ensureFolder('A')
      expect(await connector.put(fileOf('A/a.pdf', Buffer.alloc(300_000, 'x')))).toEqual({ wasThere: false })
      expect(front.asked.filter(({ method }) => method === 'PUT').map(({ status }) => status)).toEqual([401, 200])
    })

    test('uses the next nonce that a server names, and is refused only once', async () => {
      const connector = await openBehind({ asks: 'DIGEST', nonceLife: 1, namesNext: true })
      await connector.ensureFolder('A')
      expect(await connector.put(fileOf('A/a.pdf', 'x'))).toEqual({ wasThere: false })
      expect(front.asked.filter(({ status }) => status === 401)).toHaveLength(1)
    })

    test('many simultaneous requests are all signed in', async () => {
      const connector = await openBehind({ asks: 'DIGEST', nonceLife: 3 })
      await connector.ensureFolder('A')
      const files = Array.from({ length: 6 }, (_, n) => fileOf(`A/${n}.pdf`, String(n)))
      const stored = await Promise.all(files.map((file) => connector.put(file)))
      const again = await Promise.all(
        files.map((file, n) => ('problem' in (stored[n] ?? {}) ? connector.put({ ...file, attempt: 2 }) : stored[n])),
      )
      expect(again.filter((each) => each && 'wasThere' in each)).toHaveLength(6)
    })

    test('the user of the credential is signed in, and no other', async () => {
      const username = 'courtcrier'
      expect(await (await openBehind({ asks: 'DIGEST' }, { ...digest, username })).exists('a.pdf')).toEqual({
        exists: false,
      })
      await front.close()
      const other = await openBehind({ asks: 'DIGEST' }, { ...digest, username: 'someone' })
      expect(await other.exists('a.pdf')).toMatchObject({ problem: 'auth' })
    })

    test('a wrong password is tried only twice per request', async () => {
      const connector = await openBehind({ asks: 'DIGEST' }, { ...digest, password: 'wrong' })
      expect(await connector.exists('a.pdf')).toMatchObject({ problem: 'auth' })
      expect(front.asked).toHaveLength(2)
    })

    test('a server that asks for another sign-in instead of Digest receives no password', async () => {
      const connector = await openBehind({ asks: 'BEARER' })
      const refused = await connector.exists('a.pdf')
      expect(refused).toMatchObject({
        problem: 'auth',
        sentence: expect.stringContaining("doesn't offer the sign-in by"),
      })
      expect(front.asked.map(({ authorization }) => authorization)).toEqual([''])
    })
  })

test.each(['BASIC', 'BEARER'] as const)(
  'over http:// nothing that reveals the secret is sent to the public internet (%s)',
  async (signIn) => {
    const settings = settingsWith({
      ...{ baseUrl: 'http://93.184.216.34/dav', signIn, username: 'courtcrier' },
      ...{ password: 'right', token: 'right' },
    })
    const connector = openWebdav({ firmId: 1, credentialId: 'http', settings }, testWays())
    expect(await connector.exists('a.pdf')).toEqual({
      problem: 'auth',
      sentence:
        'Over http://, anyone on the way to 93.184.216.34 could read the password or token, so nothing was sent. Use https://, or the sign-in by Digest.',
    })
  },
)

/** RFC 7616, 3.9.1: what the server in this file accepts. */
test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])("accepts the standard's answer with %s, and no other", (algorithm, response) => {
  const known = { method: 'GET', username: 'Mufasa', password: 'Circle of Life', realm: 'http-auth@example.org' }
  const given = readAnswer(
    `Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="${response}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
  )
  expect(isRightAnswer(given, known)).toBe(true)
  expect(isRightAnswer(given, { ...known, method: 'PUT' })).toBe(false)
  expect(isRightAnswer(given, { ...known, password: 'Circle of life' })).toBe(false)
})

test('tells several challenges in one line apart', () => {
  const header = 'Negotiate, Digest realm="a, \\"b\\"", qop="auth,auth-int" , nonce=abc== , STALE=true, Basic realm="x"'
  expect(readChallenges(header)).toEqual([
    { scheme: 'negotiate', params: {} },
    { scheme: 'digest', params: { realm: 'a, "b"', qop: 'auth,auth-int', nonce: 'abc==', stale: 'true' } },
    { scheme: 'basic', params: { realm: 'x' } },
  ])
})
