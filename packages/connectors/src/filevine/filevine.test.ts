import { describe, expect, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { describeRepeatedFolders, describeRepeatedNames } from '../repeated-names.suite.ts'
import { settingsWith, testWays, wholeSuiteOf } from '../testing/store-settings.ts'
import { describeLimits } from '../within-limits.suite.ts'
import { firm, openFilevineBench as openBench } from './bench.ts'
import { filevineHosts } from './hosts.ts'
import { filevine, openFilevine } from './index.ts'

const signIns = [
  ['Filevine', 'gateway'],
  ['Filevine (older key)', 'session'],
] as const

for (const [name, kind] of signIns) describeFaults(name, () => openBench({ kind }))

for (const [name, kind] of wholeSuiteOf(signIns)) {
  describeConnector(name, () => openBench({ kind }))
  describeHttpFaults(name, () => openBench({ kind }))
  describeEveryCall(name, () => openBench({ kind }), { path: 'A/Filings/a.pdf' })
  describeOtherHands(name, () => openBench({ kind }))
  describeEndedTokens(name, () => openBench({ kind }), { folder: 'A/Filings' })
  describeRepeatedNames(name, () => openBench({ kind }))
  describeRepeatedFolders(name, () => openBench({ kind }))
}

describeLimits('Filevine', (clock) => openBench({ clock }), [
  {
    ...{ what: 'requests of a kind', most: 320, seconds: 60, times: 350 },
    keyOf: ({ method, path }) => (path.startsWith('/fv-app/') ? `${method} ${path.split('?', 1)[0]}` : undefined),
    ask: (connector) => connector.exists('A/a.pdf'),
  },
])

describe('the Filevine connector', () => {
  test('a project is found by its number or its name, in any case, and never created', async () => {
    const bench = await openBench()
    const project = bench.tree.add({
      name: 'Doe v. Roe',
      parentId: 'organization',
      bytes: undefined,
      facts: { number: '2026-7' },
    })
    expect(await bench.connector.ensureFolder('2026-7/Pleadings')).toEqual({ ready: true, made: true })
    expect(bench.tree.children(project.id).map(({ name }) => name)).toEqual(['Pleadings'])
    expect(await bench.connector.ensureFolder('SMITH V. JONES/Pleadings')).toEqual({ ready: true, made: true })
    const missing = await bench.connector.ensureFolder('Doe v. None/Pleadings')
    expect(missing).toMatchObject({
      problem: 'missing',
      sentence: expect.stringContaining('no project "Doe v. None"'),
    })
    await bench.close()
  })

  test('two projects of one name are told, and nothing is saved', async () => {
    const bench = await openBench()
    bench.tree.add({ name: 'Smith v. Jones', parentId: 'organization', bytes: undefined })
    const result = await bench.connector.ensureFolder('Smith v. Jones/Pleadings')
    expect(result).toMatchObject({ problem: 'rejected', sentence: expect.stringContaining('2 matters') })
    await bench.close()
  })

  test('the base URL decides which way of signing in counts', () => {
    const hostsOf = (baseUrl: string) => filevineHosts({ baseUrl })
    expect(hostsOf('https://api.filevineapp.com')).toEqual({
      kind: 'gateway',
      api: 'https://api.filevineapp.com/fv-app/v2',
      identity: 'https://identity.filevine.com',
      app: 'https://app.filevine.com',
      region: 'filevine.com',
    })
    expect(hostsOf('https://api.filevineapp.ca/')).toMatchObject({ identity: 'https://identity.filevine.ca' })
    expect(hostsOf('https://firm.filevineapp.com/fv-app/v2-us')).toMatchObject({
      api: 'https://firm.filevineapp.com/fv-app/v2-us',
      app: 'https://firm.filevineapp.com',
    })
    expect(hostsOf('https://api.filevine.io')).toMatchObject({ kind: 'session', api: 'https://api.filevine.io/core' })
    expect(hostsOf('https://filevineapp.com.evil.example')).toBeUndefined()
    expect(hostsOf('https://notfilevine.io')).toBeUndefined()
  })

  test('secrets go to no host but those of Filevine, and the sentence says what to enter', async () => {
    const settings = settingsWith({ apiKey: 'token', apiSecret: 'id:secret', baseUrl: 'https://filevine.evil.example' })
    const [connect] = await openFilevine({ firmId: 1, credentialId: 'filevine', settings }, testWays()).check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('https://api.filevineapp.com') })
  })

  test.each([
    ['apiKey', 'gateway', 'check the personal access token'],
    ['apiSecret', 'gateway', 'check the personal access token'],
    ['apiKey', 'session', 'refused the API key or its secret'],
    ['apiSecret', 'session', 'refused the API key or its secret'],
  ] as const)('with a wrong %s, an administrator is told what to check (%s)', async (name, kind, sentence) => {
    const bench = await openBench({ kind, settings: { [name]: '0f8c3a52-3b1e-4a57-9a0c-6d1f5e2b7c94:wrong' } })
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining(sentence) })
    await bench.close()
  })

  test('an API secret without a client ID is told before anything is sent', async () => {
    const bench = await openBench({ settings: { apiSecret: 'client' } })
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('with a colon between them') })
    expect(bench.asked).toEqual([])
    await bench.close()
  })

  test('of several organizations, the organization ID says which one', async () => {
    const organizations = [...firm, { id: 43, name: 'Other' }]
    const open = await openBench({ organizations })
    const [connect] = await open.connector.check()
    expect(connect).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('42 (Harlan & Lowe), 43 (Other)'),
    })
    await open.close()
    const bench = await openBench({ organizations, settings: { organizationId: '43' } })
    expect((await bench.connector.check())[0]).toMatchObject({ state: 'ok' })
    await bench.close()
    const place = settingsWith({ baseUrl: 'https://api.filevineapp.com', organizationId: '43' })
    expect(filevine.rootOf(place)).toBe('filevine/filevine.com/43')
  })

  test('a saved document links to its project', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const stored = await bench.connector.put(fileOf('A/a.pdf', 'x'))
    expect(stored).toEqual({
      wasThere: false,
      link: `https://app.filevine.example/#/project/${bench.tree.at('A')?.id}`,
    })
    await bench.close()
  })

  test.each([true, false])(
    'after a lost answer, the next try leaves one document (keys are unique: %s)',
    async (isUnique) => {
      const bench = await openBench()
      bench.fake.state.takenKeys = isUnique
      await bench.connector.ensureFolder('A/B')
      for (const [n, path] of ['/Documents', '/bucket', '/Projects'].entries()) {
        const file = fileOf(`A/B/${n}.pdf`, 'x')
        bench.faults.failNth(({ method, path: asked }) => method !== 'GET' && asked.includes(path), { cut: 'after' })
        expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
        bench.faults.failNth(undefined)
        expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: expect.any(Boolean) })
      }
      expect(await bench.list('A/B')).toEqual(['0.pdf', '1.pdf', '2.pdf'])
      await bench.close()
    },
  )

  test('what was begun is used again after a restart, and forgotten once the document is saved', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.faults.fail({ cut: 'before' }, 'PUT')
    const file = fileOf('A/a.pdf', 'x')
    await bench.connector.put(file)
    bench.faults.fail(undefined)
    expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    expect(bench.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/Documents'))).toHaveLength(1)
    expect(bench.memory.states.size).toBe(0)
    expect(bench.fake.pending.size).toBe(0)
    await bench.close()
  })

  test('an address that is refused is no refusal of the credential, and the next try gets another', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.fake.state.refusesAddresses = true
    const file = fileOf('A/a.pdf', 'x')
    expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
    bench.fake.state.refusesAddresses = false
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test('a name that someone takes at the last moment is a conflict, and no second document is left', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.faults.fail({ cut: 'before' }, 'PUT')
    const file = fileOf('A/a.pdf', 'x')
    await bench.connector.put(file)
    bench.faults.failNth(({ method }) => {
      // The folder was listed; now a person saves a file.
      if (method === 'PUT') void bench.plant('A/a.pdf', Buffer.from('another'))
      return false
    })
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ problem: 'conflict' })
    expect(await bench.list('A')).toEqual(['a.pdf'])
    await bench.close()
  })

  test('a document under another name that may not be removed again is the copy, which says so', async () => {
    const bench = await openBench()
    bench.fake.state.refusesRemoval = true
    await bench.connector.ensureFolder('A')
    const file = fileOf('A/a.pdf', 'x')
    bench.faults.failNth(({ method }) => {
      // The folder was listed; now a person saves a file.
      if (method === 'PUT') void bench.plant('A/a.pdf', Buffer.from('another'))
      return false
    })
    const remark = expect.stringContaining('it is called "(1) a.pdf"')
    expect(await bench.connector.put(file)).toMatchObject({ wasThere: false, remark })
    bench.faults.failNth(undefined)
    // As after a crash before that was recorded.
    expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true, remark })
    expect(await bench.list('A')).toEqual(['a.pdf', '(1) a.pdf'])
    await bench.close()
  })

  test('a name that begins with # is found, although Filevine searches tags by it', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    await bench.connector.put(fileOf('A/#1 Order.pdf', 'x'))
    expect(await bench.connector.exists('A/#1 Order.pdf')).toEqual({ exists: true })
    await bench.close()
  })

  test('a folder that was deleted meanwhile is created again with the next try', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A/B')
    bench.tree.remove(bench.tree.at('A/B')?.id ?? '')
    const file = fileOf('A/B/a.pdf', 'x')
    expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
    await bench.connector.ensureFolder('A/B')
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test.each([-3_600_000, 900_000])('a clock that differs by %d ms is no refused key', async (aheadMs) => {
    const bench = await openBench({ kind: 'session' })
    bench.fake.state.aheadMs = aheadMs
    const file = fileOf('A/Filings/a.pdf', 'x')
    expect(await bench.connector.ensureFolder('A/Filings')).toMatchObject({ ready: true })
    expect(await bench.connector.put(file)).toMatchObject({ wasThere: false })
    await bench.close()
  })
})
