import { describe, expect, test } from 'vitest'
import { longTest } from '../../../server/src/testing/in-long-run.ts'
import { everyNth } from '../../../server/src/testing/long-run.ts'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { largeFile } from '../testing/large-file.ts'
import { settingsWith, testWays, wholeSuiteOf } from '../testing/store-settings.ts'
import { describeLimits } from '../within-limits.suite.ts'
import { openBench, settings } from './box-bench.fixture.ts'
import { byApplication, byPerson, openBox } from './index.ts'

const openPersonBench = () => openBench(byPerson)

const signIns = [
  ['Box (client credentials)', openBench],
  ['Box', openPersonBench],
] as const

for (const [name, open] of signIns) describeFaults(name, () => open())

for (const [name, open] of wholeSuiteOf<(typeof signIns)[number]>(signIns)) {
  describeConnector(name, () => open())
  describeHttpFaults(name, () => open())
}

// Not as a person: a refresh token whose answer was lost is used up, and only a new sign-in helps.
describeEveryCall('Box (client credentials)', openBench)
describeEveryCall('Box (in parts)', openBench, { size: 20_000_000 })
describeOtherHands('Box (client credentials)', openBench)
describeEndedTokens('Box (client credentials)', openBench)
describeEndedTokens('Box (in parts)', openBench, { size: 20_000_000, isSigned: true })

describeLimits('Box', (clock) => openBench(byApplication, clock), [
  {
    ...{ what: 'uploads', most: 240, seconds: 60, times: 300 },
    keyOf: ({ method, path }) => (method === 'POST' && path.includes('/files/content') ? 'uploads' : undefined),
    ask: async (connector, n) => {
      if (n === 0) await connector.ensureFolder('A')
      expect(await connector.put(fileOf(`A/${n}.pdf`, 'x'))).toMatchObject({ wasThere: false })
    },
  },
])

describe('the Box connector', () => {
  const large = largeFile(25_000_000)

  test('a folder that the service account was not invited to is told, with what to do', async () => {
    const bench = await openBench()
    bench.fake.state.isInvited = false
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('Invite the account') })
    await bench.close()
  })

  test.each(['clientId', 'clientSecret', 'enterpriseId'])(
    'with a wrong %s, an administrator is told which right to look for',
    async (name) => {
      const bench = await openBench()
      const place = { firmId: 1, credentialId: 'other', settings: settingsWith({ ...settings, [name]: 'wrong' }) }
      const hosts = { api: bench.base, upload: bench.base }
      const [connect] = await openBox(place, testWays(), { sign: byApplication, hosts }).check()
      expect(connect).toMatchObject({
        state: 'failed',
        sentence: expect.stringMatching(/(invalid|unauthorized)_client.*App \+ Enterprise Access/),
      })
      await bench.close()
    },
  )

  test('without the ID of its enterprise, an application is told what to enter', async () => {
    const bench = await openBench()
    const place = { firmId: 1, credentialId: 'box', settings: settingsWith({ ...settings, enterpriseId: null }) }
    const [connect] = await openBox(place, testWays(), { sign: byApplication }).check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('enter its enterprise ID') })
    await bench.close()
  })

  test('names that differ only in case are the same folder and the same file', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('Motions')
    expect(await bench.connector.ensureFolder('MOTIONS')).toEqual({ ready: true, made: false })
    await bench.connector.put(fileOf('Motions/a.pdf', 'one'))
    expect(await bench.connector.put(fileOf('MOTIONS/A.pdf', 'two'))).toMatchObject({ problem: 'conflict' })
    await bench.close()
  })

  test('saves into the folder of the credential, although the account sees the one above it', async () => {
    const bench = await openBench()
    const folderId = bench.tree.add({ name: 'Filings', parentId: '777', bytes: undefined }).id
    const place = { firmId: 1, credentialId: 'other', settings: settingsWith({ ...settings, folderId }) }
    const hosts = { api: bench.base, upload: bench.base }
    const connector = openBox(place, testWays(), { sign: byApplication, hosts })
    await connector.ensureFolder('A')
    expect(await connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ wasThere: false })
    expect(bench.tree.at('Filings/A/a.pdf')?.bytes?.toString()).toBe('x')
    await bench.close()
  })

  test('a saved file has a link that opens it in Box', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual({
      wasThere: false,
      link: `https://app.box.com/file/${bench.tree.at('A/a.pdf')?.id}`,
    })
    await bench.close()
  })

  test('each refresh token is used once, also by calls at the same time and after a restart', async () => {
    const bench = await openPersonBench()
    await Promise.all(['A', 'B', 'C'].map((folder) => bench.connector.ensureFolder(folder)))
    const after = bench.memory.refreshTokens.get('box')
    expect(after).not.toBe('first')
    expect(after).toBe(bench.fake.state.refreshToken)
    expect(await bench.reopen().ensureFolder('D')).toEqual({ ready: true, made: true })
    await bench.close()
  })

  test('a folder that was deleted meanwhile is created again with the next try', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A/B')
    bench.tree.remove(bench.tree.at('A')?.id ?? '')
    const file = fileOf('A/B/a.pdf', 'x')
    expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
    await bench.connector.ensureFolder('A/B')
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    await bench.close()
  })

  longTest('a list of parts without an end is a problem', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.faults.failNth(({ path }) => path.endsWith('/commit'), { cut: 'before' })
    expect(await bench.connector.put(large('A/large.pdf'))).toMatchObject({ problem: 'transient' })
    const isOfParts = ({ path }: { path: string }) => path.includes('/parts?')
    bench.faults.failNth(isOfParts, { rewrite: (json) => ({ ...(json as object), total_count: 1e9 }) })
    expect(await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })).toEqual({
      problem: 'transient',
      sentence: 'Box\'s list has no end at continuing to write "large.pdf".',
    })
    expect(bench.asked.filter(isOfParts).length).toBeLessThan(50)
    await bench.close()
  })

  test.each(everyNth([1, 2, 3, 4, 5, 6], 3))(
    'a large file whose %d. request fails is completed by the next try',
    async (n) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      let count = 0
      bench.faults.failNth((request) => request.path.includes('upload_sessions') && ++count === n, { cut: 'after' })
      const first = await bench.connector.put(large('A/large.pdf'))
      expect(first).toMatchObject({ problem: 'transient' })
      bench.faults.failNth(undefined)
      const again = await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })
      expect(again).toMatchObject({ wasThere: expect.any(Boolean) })
      expect(bench.tree.at('A/large.pdf')?.bytes?.byteLength).toBe(25_000_000)
      expect(await bench.list('A')).toEqual(['large.pdf'])
      await bench.close()
    },
  )

  test('the parts that are there are not sent again', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    let count = 0
    bench.faults.failNth((request) => request.method === 'PUT' && ++count === 3, { cut: 'before' })
    await bench.connector.put(large('A/large.pdf'))
    bench.faults.failNth(undefined)
    const before = bench.asked.length
    await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })
    const sent = bench.asked.slice(before).filter(({ method }) => method === 'PUT')
    expect(sent).toHaveLength(2)
    await bench.close()
  })

  longTest('a commit that Box is still working on is asked for again', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.fake.state.commitsToWait = 2
    expect(await bench.connector.put(large('A/large.pdf'))).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test.each(
    everyNth(
      [
        ['POST', 409, 'storage_limit_exceeded', 'upload_sessions'],
        ['POST', 409, 'name_temporarily_reserved', 'upload_sessions'],
        ['PUT', 409, 'overlapping_part', ''],
        ['PUT', 412, 'digest_mismatch', ''],
        ['POST', 409, 'storage_limit_exceeded', 'commit'],
        ['POST', 412, 'parts_mismatch', 'commit'],
      ] as const,
      3,
    ),
  )('when a large file has the answer to %s %d %s, the next try saves it', async (method, answer, code, end) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const fault = { answer, body: JSON.stringify({ type: 'error', code }) }
    bench.faults.failNth((request) => request.method === method && request.path.endsWith(end), fault)
    expect(await bench.connector.put(large('A/large.pdf'))).toMatchObject({
      problem: 'transient',
      sentence: expect.stringContaining(code),
    })
    bench.faults.failNth(undefined)
    const again = await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })
    expect(again).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test.each([
    ['writing a file', 'A', 'POST'],
    ['looking for a file', 'A', 'OPTIONS'],
    ['making a folder', 'B', 'POST'],
  ] as const)('a name that Box has reserved for a moment is tried again later (%s)', async (_, folder, method) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    // An attempt whose response was lost is still being processed.
    const conflicts = { id: '9', type: folder === 'A' ? 'file' : 'folder', name: 'a.pdf' }
    const body = JSON.stringify({
      code: 'name_temporarily_reserved',
      message: 'Try again',
      context_info: { conflicts: folder === 'A' ? conflicts : [conflicts] },
    })
    bench.faults.fail({ answer: 409, body }, method)
    const result = folder === 'A' ? bench.connector.put(fileOf('A/a.pdf', 'x')) : bench.connector.ensureFolder('B')
    expect(await result).toMatchObject({ problem: 'transient', sentence: expect.stringContaining('reserved') })
    await bench.close()
  })
})
