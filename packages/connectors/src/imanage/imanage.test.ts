import { describe, expect, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { describeRepeatedFolders, describeRepeatedNames } from '../repeated-names.suite.ts'
import { connectorBelow } from '../testing/below.ts'
import { fakeBytes } from '../testing/fake-bytes.ts'
import { settingsWith, wholeSuiteOf } from '../testing/store-settings.ts'
import { openBench, settings, withBench } from './imanage-bench.fixture.ts'
import { imanageCloud, imanageServer } from './index.ts'

type Way = readonly [name: string, open: typeof openBench]
const signIns: readonly Way[] = [
  ['iManage', () => openBench()],
  ['iManage (older server)', () => openBench({ hasSessions: true })],
]
const workspaces: Way = [
  'iManage (by workspace)',
  () => openBench({ given: {}, below: (connector) => connectorBelow(connector, 'Matters') }),
]

for (const [name, open] of [...signIns, workspaces]) describeFaults(name, open)

for (const [name, open] of [...wholeSuiteOf(signIns), workspaces]) {
  describeConnector(name, open)
  describeHttpFaults(name, open)
  describeEveryCall(name, open)
  describeOtherHands(name, open)
  describeEndedTokens(name, open)
  describeRepeatedNames(name, open)
  describeRepeatedFolders(name, open)
}

describe('the iManage connector', () => {
  test('what iManage objects to in a profile is told, although the document is saved', () =>
    withBench({}, async ({ connector, fake }) => {
      fake.state.warnings = [{ field: 'custom2', error: 'The parent is missing' }]
      await connector.ensureFolder('A')
      expect(await connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({
        wasThere: false,
        remark: 'The profile is not all that iManage expects: custom2 (The parent is missing).',
      })
    }))

  test.each([
    ['a.pdf', 2, { problem: 'transient', sentence: expect.stringContaining('not what was sent') }, []],
    ['a.pdf', undefined, { wasThere: false }, ['a.pdf']],
    ['a.pdf', 1, { wasThere: false }, ['a.pdf']],
    // Programs of Office write into their files when they are filed.
    ['a.docx', 2, { wasThere: false }, ['a.docx']],
  ])('%s of 1 byte, of which iManage says %s, is saved only if that is its length', (name, size, result, left) =>
    withBench({}, async ({ connector, faults, list }) => {
      await connector.ensureFolder('A')
      const told = (json: unknown) => ({ ...Object(json), data: { ...Object(json).data, size } })
      faults.failNth(({ path }) => path.endsWith('/documents'), { rewrite: told })
      expect(await connector.put(fileOf(`A/${name}`, 'x'))).toMatchObject(result)
      expect(await list('A')).toEqual(left)
    }),
  )

  test('a saved document has a link that opens it in iManage', () =>
    withBench({}, async ({ connector, tree, base: baseUrl }) => {
      await connector.ensureFolder('A')
      const stored = await connector.put(fileOf('A/a.pdf', 'x'))
      expect(stored).toMatchObject({ link: expect.stringContaining(`${baseUrl}/work/link/d/ACTIVE!`) })
      expect(stored).toMatchObject({ link: expect.stringContaining(tree.at('A/a.pdf')?.id ?? 'none') })
    }))

  test('a document that was saved stays the copy, also when someone has changed it since', () =>
    withBench({}, async ({ connector, tree, list }) => {
      await connector.ensureFolder('A')
      const file = fileOf('A/a.pdf', 'x')
      await connector.put(file)
      const saved = tree.at('A/a.pdf')
      if (saved) saved.bytes = fakeBytes('with a note in the margin')
      expect(await connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
      expect(await list('A')).toEqual(['a.pdf'])
    }))

  test('of two documents with one name, the one that Courtcrier saved is the copy', () =>
    withBench({}, async ({ connector, tree, list }) => {
      await connector.ensureFolder('A')
      const file = fileOf('A/a.pdf', 'x')
      await connector.put(file)
      const folderId = tree.at('A')?.id
      // It is listed first.
      const [first] = tree.children(folderId ?? '')
      tree.remove(first?.id ?? '')
      tree.add({ name: 'a.pdf', parentId: folderId, bytes: Buffer.from('of a person') })
      if (first) tree.add(first)
      expect(await connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
      expect(await list('A')).toHaveLength(2)
    }))

  test.each([
    ['offsets', false],
    ['cursors', true],
  ])('a folder with more entries than one call lists is read to its end by %s', (_name, hasCursors) =>
    withBench({}, async ({ connector, tree, fake }) => {
      fake.state.hasCursors = hasCursors
      const folder = tree.makeFolders('A')
      for (let n = 0; n < 1100; n++) tree.add({ name: `${n}.pdf`, parentId: folder.id, bytes: Buffer.from('x') })
      expect(await connector.exists('A/1099.pdf')).toEqual({ exists: true })
      expect(await connector.exists('A/1100.pdf')).toEqual({ exists: false })
    }),
  )

  test.each([
    ['a token', false],
    ['a session', true],
  ])('%s that ends in the middle is replaced by signing in again, and the document is saved', (_name, hasSessions) =>
    withBench({ hasSessions }, async ({ connector, fake }) => {
      await connector.ensureFolder('A')
      fake.endTokens()
      expect(await connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ wasThere: false })
    }),
  )

  test('a folder that was deleted meanwhile is created again with the next try', () =>
    withBench({}, async ({ connector, tree }) => {
      await connector.ensureFolder('A/B')
      tree.remove(tree.at('A')?.id ?? '')
      const file = fileOf('A/B/a.pdf', 'x')
      expect(await connector.put(file)).toMatchObject({ problem: 'transient' })
      await connector.ensureFolder('A/B')
      expect(await connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    }))

  test("the customer of the account counts, whatever was entered as the customer's ID", () =>
    withBench({ given: { folderId: 'ACTIVE!100', customerId: 1 } }, async ({ connector }) => {
      expect(await connector.ensureFolder('A')).toEqual({ ready: true, made: true })
    }))

  test('without an answer about the account, the customer ID that was entered is used', () =>
    withBench({ given: { folderId: '100', customerId: 516 } }, async ({ connector, fake }) => {
      fake.state.hasAbout = false
      expect(await connector.ensureFolder('A')).toEqual({ ready: true, made: true })
    }))

  const refusals: readonly [string, Partial<PlaceSettings>, string][] = [
    ['another library', { folderId: '100', database: 'CLOSED' }, 'This account sees no library "CLOSED", only ACTIVE'],
    ['a folder that is not there', { folderId: '999' }, 'This account sees no folder ACTIVE!999'],
    ['something else than an ID', { folderId: '../../x' }, `"../../x" isn't the ID of a folder`],
    ['another username', { folderId: '100', username: 'OTHER' }, 'The user name or password is wrong'],
    ['another clientId', { folderId: '100', clientId: 'other' }, 'invalid_client'],
    ['another clientSecret', { folderId: '100', clientSecret: 'other' }, 'invalid_client'],
  ]
  test.each(refusals)('with %s, the test of the credential says what is wrong', (_name, given, sentence) =>
    withBench({ given }, async ({ connector }) => {
      const [connect] = await connector.check()
      expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining(sentence) })
    }),
  )

  test('a wrong password is told by an older server as well', () =>
    withBench({ hasSessions: true, given: { folderId: '100' } }, async ({ faults }) => {
      const [connect] = await faults.refused().check()
      expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('NRC_LOGIN_FAILED') })
    }))

  test('in the cloud, a missing address for tokens leads to no other sign-in', () =>
    withBench({}, async ({ connector, fake, asked }) => {
      fake.state.hasTokens = false
      expect((await connector.check())[0]).toMatchObject({ step: 'connect', state: 'failed' })
      expect(asked.filter(({ path }) => path.includes('session'))).toEqual([])
    }))

  test('the folder of a credential may be a workspace', () =>
    withBench({ given: { folderId: '12' } }, async ({ connector, fake }) => {
      expect(await connector.ensureFolder('A/B')).toEqual({ ready: true, made: true })
      await connector.put(fileOf('A/B/a.pdf', 'x'))
      expect(fake.tree.at('Matters/A/B/a.pdf')).toBeDefined()
      expect((await connector.check()).map(({ state }) => state)).toEqual(Array(6).fill('ok'))
    }))

  test('two credentials with the same folder have the same root, and one without a folder contains it', () => {
    const { rootOf } = imanageCloud
    const root = (given: Partial<PlaceSettings>) =>
      rootOf(settingsWith({ ...settings, baseUrl: 'https://CloudImanage.com/work/', ...given }))
    expect(root({ folderId: 'ACTIVE!987' })).toBe(root({ folderId: '987', database: 'active' }))
    expect(root({ folderId: '987' })?.startsWith(`${root({})}/`)).toBe(true)
    expect(root({ customerId: 517 })).not.toBe(root({}))
    expect(imanageServer.rootOf).toBe(rootOf)
  })
})
