import { describe, expect, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import type { Connector } from '../connector.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { describeRepeatedFolders } from '../repeated-names.suite.ts'
import { describeSizeLimit } from '../size-limit.suite.ts'
import { connectorBelow } from '../testing/below.ts'
import { settingsWith, wholeSuiteOf } from '../testing/store-settings.ts'
import { hostsOf } from './hosts.ts'
import { byPerson, netdocuments, netdocumentsClient } from './index.ts'
import { openBench, withBench } from './netdocuments-bench.fixture.ts'

const byWorkspace = {
  hasWorkspaces: true,
  below: (connector: Connector) => connectorBelow(connector, '10023/0001'),
}

const signIns: readonly Way[] = [
  ['NetDocuments (client credentials)', () => openBench()],
  ['NetDocuments', () => openBench({ sign: byPerson })],
]
const workspaces: Way = ['NetDocuments (by workspace)', () => openBench(byWorkspace)]

for (const [name, open] of [...signIns, workspaces]) describeFaults(name, open)

for (const [name, open] of [...wholeSuiteOf(signIns), workspaces]) {
  describeConnector(name, open, { largest: { service: 'NetDocuments', gigabytes: 1 } })
  describeHttpFaults(name, open)
  describeEveryCall(name, open)
  // What it publishes of a new document has no length.
  describeOtherHands(name, open, { tellsLength: false })
  describeEndedTokens(name, open)
  describeRepeatedFolders(name, open)
}

const limit = { service: 'NetDocuments', most: 2 ** 30, gigabytes: 1, writes: /\/Document\/upload$/ }
describeSizeLimit('NetDocuments', () => openBench(), limit)

type Way = readonly [name: string, open: typeof openBench]
describe('the NetDocuments connector', () => {
  test("the policy's properties fill in attributes by name or number, and the rest is told", () =>
    withBench({}, async ({ connector, fake, tree }) => {
      await connector.ensureFolder('A')
      const properties = { 'document type': 'Pleading', 'Attribute 7': 'x', '8': 'y', Author: ' ', Judge: 'A. Smith' }
      const stored = await connector.put({ ...fileOf('A/a.pdf', 'x'), properties })
      expect(stored).toMatchObject({ remark: 'These document properties are no attributes of the cabinet: Judge.' })
      expect(fake.profiles.get(tree.at('A/a.pdf')?.id ?? '')).toEqual(
        expect.arrayContaining([
          { id: 3, value: 'Pleading' },
          { id: 7, value: 'x' },
          { id: 8, value: 'y' },
        ]),
      )
      await connector.put({ ...fileOf('A/b.pdf', 'x'), properties })
      expect(fake.counts.attributes).toBe(1)
    }))

  test('the numbers of the attributes are known before anything is saved, and what is none', () =>
    withBench({}, async ({ connector }) => {
      expect(await connector.plan?.({ 'document type': ' Pleading ', '8': 'y', Author: ' ', Judge: 'Roe' })).toEqual(
        [
          { property: '8', name: 'attribute 8', value: 'y', why: null },
          { property: 'document type', name: 'attribute 3', value: 'Pleading', why: null },
          { property: 'Author', name: null, value: '', why: 'It has no value.' },
          { property: 'Judge', name: null, value: 'Roe', why: 'The cabinet has no attribute of this name.' },
        ].map((each) => expect.objectContaining(each)),
      )
    }))

  test('without properties, the attributes are not asked for', () =>
    withBench({}, async ({ connector, fake }) => {
      await connector.ensureFolder('A')
      expect(await connector.put(fileOf('A/a.pdf', 'x'))).not.toHaveProperty('remark')
      expect(fake.counts.attributes).toBe(0)
    }))

  test.each([
    ['a.pdf', '2', { problem: 'transient', sentence: expect.stringContaining('not what was sent') }, []],
    ['a.pdf', 2, { problem: 'transient' }, []],
    ['a.pdf', '1', { wasThere: false }, ['a.pdf']],
    ['a.pdf', '1 KB', { wasThere: false }, ['a.pdf']],
    ['a.pdf', null, { wasThere: false }, ['a.pdf']],
    ['a.docx', '2', { wasThere: false }, ['a.docx']],
  ])('%s of 1 byte, of which NetDocuments says %s, is saved only if that is its length', (name, size, result, left) =>
    withBench({}, async ({ connector, faults, list }) => {
      await connector.ensureFolder('A')
      const told = (json: unknown) => ({ ...Object(json), size })
      faults.failNth(({ path }) => path.endsWith('/upload'), { rewrite: told })
      expect(await connector.put(fileOf(`A/${name}`, 'x'))).toMatchObject(result)
      expect(await list('A')).toEqual(left)
    }),
  )

  test('a saved document has a link that opens it in NetDocuments', () =>
    withBench({}, async ({ connector, tree }) => {
      await connector.ensureFolder('A')
      expect(await connector.put(fileOf('A/a.pdf', 'x'))).toEqual({
        wasThere: false,
        link: `https://vault.example/neWeb2/goId.aspx?id=${tree.at('A/a.pdf')?.id}`,
      })
    }))

  test('how long a token lasts is read although it is told as a text, so one token serves many calls', () =>
    withBench({}, async ({ connector, asked }) => {
      await connector.ensureFolder('A/B/C')
      await connector.put(fileOf('A/B/C/a.pdf', 'x'))
      expect(asked.filter(({ path }) => path === '/v1/OAuth')).toHaveLength(1)
    }))

  test("a person's refresh token stays as it is", () =>
    withBench({ sign: byPerson }, async ({ connector, reopen, memory }) => {
      await connector.ensureFolder('A')
      expect(memory.refreshTokens.get('netdocuments')).toBe('first')
      expect(await reopen().ensureFolder('B')).toEqual({ ready: true, made: true })
    }))

  test('a folder with more entries than one call lists is read to its end', () =>
    withBench({}, async ({ connector, tree, fake }) => {
      fake.state.pageSize = 10
      const folder = tree.makeFolders('A')
      for (let n = 0; n < 35; n++) tree.add({ name: `${n}.pdf`, parentId: folder.id, bytes: Buffer.from('x') })
      expect(await connector.exists('A/34.pdf')).toEqual({ exists: true })
      expect(await connector.exists('A/35.pdf')).toEqual({ exists: false })
    }))

  test('a folder that was deleted meanwhile is created again with the next try', () =>
    withBench({}, async ({ connector, tree }) => {
      await connector.ensureFolder('A/B')
      tree.remove(tree.at('A')?.id ?? '')
      const file = fileOf('A/B/a.pdf', 'x')
      expect(await connector.put(file)).toMatchObject({ problem: 'transient' })
      await connector.ensureFolder('A/B')
      expect(await connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    }))

  const refusals: readonly [string, Partial<PlaceSettings>, string][] = [
    ['another cabinet', { cabinet: 'NG-OTHER' }, 'sees no cabinet NG-OTHER, only Litigation (NG-CABINET)'],
    ['another repository', { repository: 'CA-OTHER' }, 'Invalid client'],
    ['another clientId', { clientId: 'AP-OTHER' }, 'Invalid client'],
    ['another clientSecret', { clientSecret: 'other' }, 'assign a service account'],
  ]
  test.each(refusals)('with %s, the test of the credential says what is wrong', (_name, given, sentence) =>
    withBench({ given }, async ({ connector }) => {
      const [connect] = await connector.check()
      expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining(sentence) })
    }),
  )

  test('with a cabinet of another repository, the test of the credential of a person says so', () =>
    withBench({ sign: byPerson, given: { repository: 'CA-OTHER' } }, async ({ connector }) => {
      const [connect] = await connector.check()
      const sentence = expect.stringContaining('is in the NetDocuments repository CA-REPO, not in CA-OTHER')
      expect(connect).toMatchObject({ state: 'failed', sentence })
    }))

  test('with a refreshToken that was revoked, the test of the credential says to sign in again', () =>
    withBench({ sign: byPerson }, async ({ connector, memory }) => {
      memory.refreshTokens.set('netdocuments', 'revoked')
      const [connect] = await connector.check()
      expect(connect).toMatchObject({
        state: 'failed',
        sentence: expect.stringContaining('Sign in to NetDocuments again'),
      })
    }))

  test('each region has hosts of its own, and a cabinet is one root in all of them', () => {
    const hosts = (region: string) => hostsOf(settingsWith({ region }))
    expect(hosts('US')).toEqual({ api: 'https://api.vault.netvoyage.com', vault: 'https://vault.netvoyage.com' })
    expect(hosts('EU')).toEqual({ api: 'https://api.eu.netdocuments.com', vault: 'https://eu.netdocuments.com' })
    const all = ['US', 'EU', 'AU', 'DE', 'CA', 'UK'].map((region) => hosts(region).api)
    expect(new Set(all).size).toBe(6)
    expect(netdocuments.rootOf(settingsWith({ cabinet: 'ng-cabinet' }))).toBe('netdocuments/NG-CABINET')
    expect(netdocumentsClient.rootOf).toBe(netdocuments.rootOf)
  })
})

describe('the NetDocuments connector in a cabinet with workspaces', () => {
  const options = { hasWorkspaces: true }

  test('the first two folders are the keys of a client and a matter, and no folder is made for them', () =>
    withBench(options, async ({ connector, fake, asked }) => {
      fake.matters.add('10023/0002')
      expect(await connector.ensureFolder('10023/0002')).toEqual({ ready: true, made: false })
      expect(await connector.put(fileOf('10023/0002/a.pdf', 'x'))).toMatchObject({ wasThere: false })
      expect(fake.tree.at('10023/0002/a.pdf')).toBeDefined()
      expect(asked.filter(({ path }) => path.startsWith('/v1/Folder'))).toEqual([])
    }))

  test('nothing is saved for a matter that NetDocuments does not know', () =>
    withBench(options, async ({ connector, fake }) => {
      expect(await connector.ensureFolder('10023/9999/Pleadings')).toMatchObject({
        problem: 'missing',
        sentence: expect.stringContaining('no workspace for the client "10023" and the matter "9999"'),
      })
      expect(fake.tree.at('10023/9999')).toBeUndefined()
    }))

  test('a path that ends at the client is refused', () =>
    withBench(options, async ({ connector }) => {
      await connector.ensureFolder('10023')
      expect(await connector.put(fileOf('10023/a.pdf', 'x'))).toMatchObject({
        problem: 'rejected',
        sentence: expect.stringContaining('keys of a client and a matter'),
      })
    }))
})
