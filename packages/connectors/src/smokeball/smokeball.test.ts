import { describe, expect, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { describeRepeatedFolders, describeRepeatedNames } from '../repeated-names.suite.ts'
import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith } from '../testing/store-settings.ts'
import type { LimitClock } from '../ways/request-limits.ts'
import { describeLimits } from '../within-limits.suite.ts'
import { startFakeSmokeball } from './fake-smokeball.ts'
import { openSmokeball, smokeball, smokeballHosts } from './index.ts'
import { usualRate } from './smokeball-api.ts'

const settings = { clientId: 'courtcrier', clientSecret: 'right', apiKey: 'key', region: 'US' }

/** As many requests as there are, and no long pauses. */
const quick = { rate: { most: 5000, seconds: 1, together: 8 }, pausesMs: [1, 1, 1, 1, 1] }

interface BenchOptions extends Partial<typeof settings> {
  pace?: typeof quick
  clock?: LimitClock
}

async function openBench({ pace = quick, clock, ...changes }: BenchOptions = {}) {
  const fake = await startFakeSmokeball(settings)
  // Matters are opened by people.
  for (const name of ['A', 'Akme', 'Before', 'After', '2026/0042'])
    fake.tree.add({ name, parentId: 'account', bytes: undefined })
  const bench = await openServiceBench({
    fake,
    open: (base, ways, { isRefused, credentialId = 'smokeball' }) =>
      openSmokeball(
        {
          firmId: 1,
          credentialId,
          settings: settingsWith({ ...settings, ...changes, ...(isRefused ? { clientSecret: 'wrong' } : {}) }),
        },
        ways,
        { hosts: { api: base, auth: base }, pace },
      ),
    writes: 'POST',
    isUntestable: true,
    clock,
  })
  return { ...bench, fake }
}

describeConnector('Smokeball', () => openBench())
describeFaults('Smokeball', () => openBench())
describeHttpFaults('Smokeball', () => openBench())
describeEveryCall('Smokeball', () => openBench(), { path: 'A/Filings/a.pdf' })
describeOtherHands('Smokeball', () => openBench())
describeEndedTokens('Smokeball', () => openBench(), { folder: 'A/Filings' })
describeRepeatedNames('Smokeball', () => openBench())
describeRepeatedFolders('Smokeball', () => openBench())

describeLimits(
  'Smokeball',
  (clock) => openBench({ clock, pace: { ...quick, rate: { ...quick.rate, ...usualRate } } }),
  [
    {
      ...{ what: 'requests', most: 5, seconds: 1, times: 20 },
      keyOf: ({ path }) => (path.startsWith('/oauth2/') ? undefined : 'requests'),
      ask: (connector) => connector.exists('A/a.pdf'),
    },
  ],
)

describe('the Smokeball connector', () => {
  test('each region has servers of its own', () => {
    expect(smokeballHosts({ region: 'UK' })).toEqual({
      api: 'https://api.smokeball.co.uk',
      auth: 'https://auth.smokeball.co.uk',
    })
    expect(smokeballHosts({ region: 'AU' }).api).toBe('https://api.smokeball.com.au')
    expect(smokeball.rootOf(settingsWith(settings))).toBe('smokeball/US/courtcrier')
  })

  test.each(['clientId', 'clientSecret', 'apiKey'])('a wrong %s is told', async (name) => {
    const bench = await openBench({ [name]: 'wrong' })
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringMatching(/40[013]|invalid_client/) })
    await bench.close()
  })

  test('a matter is found by its number, and never created', async () => {
    const bench = await openBench()
    expect(await bench.connector.ensureFolder('2026-0042/Pleadings')).toEqual({ ready: true, made: true })
    const [matter] = bench.tree.children('account').filter(({ name }) => name === '2026/0042')
    expect(bench.tree.children(matter?.id ?? '').map(({ name }) => name)).toEqual(['Pleadings'])
    const result = await bench.connector.ensureFolder('2026-0099/Pleadings')
    expect(result).toMatchObject({ problem: 'missing', sentence: expect.stringContaining('no matter "2026-0099"') })
    await bench.close()
  })

  test.each([500, 100, 0])(
    'a file beyond the first page of a folder is found (pages of %d, and all at once for 0)',
    { timeout: 60_000 },
    async (pages) => {
      const bench = await openBench()
      bench.fake.state.pages = pages
      await bench.connector.ensureFolder('A/B')
      const parentId = bench.tree.at('A')?.id ?? ''
      for (let n = 0; n < 700; n++) bench.tree.add({ name: `${n}.pdf`, parentId, bytes: Buffer.from('x') })
      const file = fileOf('A/699.pdf', 'x')
      expect(await bench.connector.put(file)).toMatchObject({ wasThere: true })
      expect(await bench.connector.exists('A/700.pdf')).toEqual({ exists: false })
      await bench.close()
    },
  )

  test.each([500, 150])(
    'a matter is found on a later page (of %d), and one that was deleted or cancelled does not count',
    async (pages) => {
      const bench = await openBench()
      bench.fake.state.pages = pages
      const add = (number: string, status = 'Open') =>
        bench.tree.add({ name: `42 of ${number}`, parentId: 'account', bytes: undefined, facts: { number, status } })
      for (let n = 0; n < 1000; n++) add(`client ${n}`)
      add('42', 'Deleted')
      add('42', 'Cancelled')
      const { id } = add('42')
      expect(await bench.connector.ensureFolder('42/Pleadings')).toEqual({ ready: true, made: true })
      expect(bench.tree.children(id).map(({ name }) => name)).toEqual(['Pleadings'])
      await bench.close()
    },
  )

  test('a list of matters without an end is a problem, and no missing matter', async () => {
    const bench = await openBench()
    const body = JSON.stringify({ value: Array.from({ length: 500 }, (_, n) => ({ id: `m${n}`, number: `${n}` })) })
    bench.faults.failNth(({ path }) => path.includes('Search='), { answer: 200, body })
    expect(await bench.connector.ensureFolder('X/Y')).toMatchObject({
      problem: 'rejected',
      sentence: expect.stringContaining('no end'),
    })
    await bench.close()
  })

  test('what Smokeball does a little later is waited for, and the folder is made once', async () => {
    const bench = await openBench()
    bench.fake.state.delay = 3
    expect(await bench.connector.ensureFolder('A/B/C')).toEqual({ ready: true, made: true })
    expect(await bench.connector.put(fileOf('A/B/C/a.pdf', 'x'))).toEqual({ wasThere: false })
    expect(await bench.list('A')).toEqual(['B'])
    expect(await bench.list('A/B/C')).toEqual(['a.pdf'])
    expect(bench.memory.states.size).toBe(0)
    await bench.close()
  })

  test('a folder that Smokeball makes slowly is asked for once, also after a restart and by another credential', async () => {
    const bench = await openBench()
    bench.fake.state.takesNothing = true
    expect(await bench.connector.ensureFolder('A/B')).toMatchObject({
      problem: 'transient',
      sentence: expect.stringContaining('still making the folder'),
    })
    expect(await bench.reopen().ensureFolder('A/B')).toMatchObject({ problem: 'transient' })
    expect(await bench.reopen('another').ensureFolder('A/B')).toMatchObject({ problem: 'transient' })
    bench.fake.state.takesNothing = false
    expect(await bench.reopen().ensureFolder('A/B')).toMatchObject({ ready: true })
    expect(await bench.list('A')).toEqual(['B'])
    const isMaking = ({ method, path }: { method: string; path: string }) => method === 'POST' && /folders$/.test(path)
    expect(bench.asked.filter(isMaking)).toHaveLength(1)
    await bench.close()
  })

  test('bytes that Smokeball has not taken in are not sent again by the next try', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.fake.state.takesNothing = true
    const file = fileOf('A/a.pdf', 'x')
    expect(await bench.connector.put(file)).toMatchObject({
      problem: 'transient',
      sentence: expect.stringContaining('still processing'),
    })
    bench.fake.state.takesNothing = false
    const before = bench.asked.length
    expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: expect.any(Boolean) })
    expect(bench.asked.slice(before).filter(({ method }) => method === 'PUT')).toEqual([])
    expect(await bench.list('A')).toEqual(['a.pdf'])
    await bench.close()
  })

  test.each(['POST', 'PUT'])('after a lost answer to %s, the next try leaves one file and no half', async (method) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A/B')
    bench.faults.fail({ cut: 'after' }, method)
    const file = fileOf('A/B/a.pdf', 'x')
    expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
    bench.faults.fail(undefined)
    expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: expect.any(Boolean) })
    expect(await bench.list('A/B')).toEqual(['a.pdf'])
    expect(bench.fake.halves.size).toBe(0)
    await bench.close()
  })

  test('a half upload under a name that is taken by now is removed', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A/B')
    bench.faults.fail({ cut: 'before' }, 'PUT')
    const file = fileOf('A/B/a.pdf', 'x')
    await bench.connector.put(file)
    bench.faults.fail(undefined)
    await bench.plant('A/B/a.pdf', Buffer.from('another'))
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ problem: 'conflict' })
    expect(await bench.connector.put({ ...file, path: 'A/B/a (2).pdf', attempt: 2 })).toMatchObject({ wasThere: false })
    expect(bench.fake.halves.size).toBe(0)
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
    expect(await bench.list('A')).toEqual(['a.pdf'])
    await bench.close()
  })

  test('names that differ only in case are the same folder and the same file, and a name needs no extension', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A/Motions')
    expect(await bench.connector.ensureFolder('A/MOTIONS')).toEqual({ ready: true, made: false })
    await bench.connector.put(fileOf('A/Motions/a.pdf', 'one'))
    const other = { ...fileOf('A/MOTIONS/A.PDF', 'two'), idempotencyKey: 'other' }
    expect(await bench.connector.put(other)).toMatchObject({ problem: 'conflict' })
    await bench.connector.put(fileOf('A/Motions/README', 'x'))
    expect(await bench.connector.exists('A/Motions/README')).toEqual({ exists: true })
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
})
