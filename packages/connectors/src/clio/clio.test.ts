import { describe, expect, test } from 'vitest'
import { everyNth } from '../../../server/src/testing/long-run.ts'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { describeRepeatedFolders, describeRepeatedNames } from '../repeated-names.suite.ts'
import { largeFile } from '../testing/large-file.ts'
import { openBench } from './clio-bench.fixture.ts'
import { clioHost } from './index.ts'

describeConnector('Clio', () => openBench())
describeFaults('Clio', () => openBench())
describeHttpFaults('Clio', () => openBench())
describeEveryCall('Clio', () => openBench(), { path: 'A/Filings/a.pdf' })
describeEveryCall('Clio (in parts)', () => openBench(), { path: 'A/Filings/a.pdf', size: 20_000_000 })
describeOtherHands('Clio', () => openBench())
describeEndedTokens('Clio', () => openBench(), { folder: 'A/Filings' })
describeEndedTokens('Clio (in parts)', () => openBench(), { folder: 'A/Filings', size: 20_000_000 })
describeRepeatedNames('Clio', () => openBench())
describeRepeatedFolders('Clio', () => openBench())

describe('the Clio connector', () => {
  const large = largeFile(25_000_000)

  test.each([true, false])(
    'finds what is in a matter, whether or not its own folder is listed (%s)',
    async (isListed) => {
      const bench = await openBench()
      bench.fake.state.listsOwnFolder = isListed
      await bench.connector.ensureFolder('00012-Smith/Pleadings/2026')
      await bench.connector.put(fileOf('00012-Smith/Pleadings/2026/a.pdf', 'deep'))
      await bench.connector.put(fileOf('00012-Smith/a.pdf', 'top'))
      const again = bench.reopen()
      expect(await again.ensureFolder('00012-Smith/Pleadings/2026')).toEqual({ ready: true, made: false })
      expect(await again.put(fileOf('00012-Smith/a.pdf', 'top'))).toMatchObject({ wasThere: true })
      expect(await again.put(fileOf('00012-Smith/Pleadings/a.pdf', 'third'))).toMatchObject({ wasThere: false })
      expect(await bench.list('00012-Smith')).toEqual(['Pleadings', 'a.pdf'])
      await bench.close()
    },
  )

  test('lists are read to their last page, and the token goes to no other host', async () => {
    const bench = await openBench()
    bench.fake.state.pageSize = 2
    for (const name of ['1', '2', '3', '4', '5']) await bench.connector.ensureFolder(`A/${name}`)
    expect(await bench.reopen().ensureFolder('A/5')).toEqual({ ready: true, made: false })
    await bench.close()
  })

  test('a saved document has a link that opens it in the console of its region', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const stored = await bench.connector.put(fileOf('A/a.pdf', 'x'))
    const { id } = bench.tree.at('A/a.pdf') ?? {}
    expect(stored).toMatchObject({ link: expect.stringMatching(new RegExp(`/nc/#/documents/${id}/details$`)) })
    expect(clioHost({ region: 'AU' })).toBe('https://au.app.clio.com')
    await bench.close()
  })

  test.each(['POST', 'PUT', 'PATCH'])(
    'after a lost answer to %s, the next try leaves one document and no half',
    async (method) => {
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
    },
  )

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
    await bench.close()
  })

  test('what was begun and has no address any more is begun again', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    Object.assign(bench.fake.state, { refusesAddresses: true, givesAddressOnce: true })
    const file = fileOf('A/a.pdf', 'x')
    expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
    bench.fake.state.refusesAddresses = false
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    expect(await bench.list('A')).toEqual(['a.pdf'])
    expect(bench.fake.halves.size).toBe(0)
    await bench.close()
  })

  test('bytes that Clio has are not sent again after a crash before the document is declared complete', async () => {
    const bench = await openBench()
    bench.fake.state.givesAddressOnce = true
    await bench.connector.ensureFolder('A')
    const file = fileOf('A/a.pdf', 'x')
    bench.faults.fail({ cut: 'before' }, 'PATCH')
    expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
    bench.faults.fail(undefined)
    expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    expect(bench.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    expect(bench.tree.at('A/a.pdf')?.bytes?.toString()).toBe('x')
    expect(bench.memory.states.size).toBe(0)
    await bench.close()
  })

  test('bytes that Clio says it has not are sent again with the next try', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.faults.fail({ answer: 200 }, 'PUT')
    const file = fileOf('A/a.pdf', 'x')
    expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
    bench.faults.fail(undefined)
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: false })
    expect(bench.fake.halves.size).toBe(0)
    await bench.close()
  })

  test('a document that Clio says is complete already is the copy, and stays', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.fake.state.losesCompletions = true
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ wasThere: false })
    expect(await bench.list('A')).toEqual(['a.pdf'])
    await bench.close()
  })

  test('a half upload that is completed just before it would be removed stays', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    let parts = 0
    bench.faults.failNth(({ method }) => method === 'PUT' && ++parts === 3, { cut: 'after' })
    await bench.connector.put(large('A/large.pdf'))
    // Where it stood is lost, so that it would begin again.
    bench.memory.states.clear()
    let isListed = false
    bench.faults.failNth(({ method, path }) => {
      if (isListed && (method === 'DELETE' || /documents\/\d+\.json/.test(path))) bench.fake.completeAll()
      isListed ||= path.includes('show_uncompleted')
      return false
    })
    expect(await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })).toMatchObject({ wasThere: false })
    expect(await bench.list('A')).toEqual(['large.pdf'])
    expect(bench.asked.filter(({ method }) => method === 'DELETE')).toEqual([])
    await bench.close()
  })

  test.each(everyNth([1, 2, 3, 4, 5, 6], 3))(
    'a large document whose %d. request fails is completed by the next try',
    async (n) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      let count = 0
      bench.faults.failNth(({ method }) => method !== 'GET' && ++count === n, { cut: 'after' })
      await bench.connector.put(large('A/large.pdf'))
      bench.faults.failNth(undefined)
      const again = await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })
      expect(again).toMatchObject({ wasThere: expect.any(Boolean) })
      expect(bench.tree.at('A/large.pdf')?.bytes?.byteLength).toBe(25_000_000)
      expect(await bench.list('A')).toEqual(['large.pdf'])
      expect(bench.fake.halves.size).toBe(0)
      await bench.close()
    },
  )

  test('the parts that are there are not sent again', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    let count = 0
    bench.faults.failNth(({ method }) => method === 'PUT' && ++count === 3, { cut: 'before' })
    await bench.connector.put(large('A/large.pdf'))
    bench.faults.failNth(undefined)
    const before = bench.asked.length
    await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })
    expect(bench.asked.slice(before).filter(({ method }) => method === 'PUT')).toHaveLength(1)
    expect(bench.memory.states.size).toBe(0)
    await bench.close()
  })

  test.each(['clientId', 'clientSecret', 'refreshToken'])(
    'with a wrong %s, a person is told to sign in again',
    async (name) => {
      const bench = await openBench({ [name]: 'wrong' })
      bench.memory.refreshTokens.set('clio', name === 'refreshToken' ? 'wrong' : 'first')
      const [connect] = await bench.connector.check()
      expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('sign in to Clio again') })
      await bench.close()
    },
  )

  test('once none of its requests are left, Clio is left alone until the next minute', async () => {
    const bench = await openBench()
    bench.fake.state.requestsLeft = 3
    await bench.connector.ensureFolder('A')
    const result = await bench.connector.ensureFolder('A/B')
    expect(result).toMatchObject({ problem: 'throttled', retryAfterMs: expect.any(Number) })
    expect(bench.fake.state.requestsLeft).toBe(0)
    await bench.close()
  })

  test('copies that are saved together ask for no more than Clio has left', async () => {
    const bench = await openBench()
    bench.fake.state.requestsLeft = 10
    await bench.connector.ensureFolder('A')
    const names = Array.from({ length: 20 }, (_, n) => `A/${n}.pdf`)
    const found = await Promise.all(names.map((name) => bench.connector.exists(name)))
    expect(found).toContainEqual(expect.objectContaining({ problem: 'throttled' }))
    expect(bench.fake.state.refused).toBe(0)
    expect(bench.fake.state.requestsLeft).toBe(0)
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
