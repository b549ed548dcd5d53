import { describe, expect, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEndedTokens } from '../ended-token.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { cut, fakeBytes, joined } from '../testing/fake-bytes.ts'
import { largeFile } from '../testing/large-file.ts'
import { settingsWith } from '../testing/store-settings.ts'
import { graphLimits } from './graph-limits.ts'
import { sharepoint } from './index.ts'
import { openBench, settings } from './sharepoint-bench.fixture.ts'

describeConnector('SharePoint Online', openBench, { refusesLongPaths: true, streamsInShortForm: true })
describeFaults('SharePoint Online', openBench)
describeHttpFaults('SharePoint Online', openBench)
describeEveryCall('SharePoint Online', openBench)
describeEveryCall('SharePoint Online (in pieces)', openBench, { size: 9_000_000 })
describeOtherHands('SharePoint Online', openBench)
describeEndedTokens('SharePoint Online', openBench)
describeEndedTokens('SharePoint Online (in pieces)', openBench, { size: 9_000_000 })

describe('the SharePoint Online connector', () => {
  test.each([
    ['GET', 'items/7', 1],
    ['GET', 'items/7/children', 2],
    ['GET', 'list/columns', 2],
    ['PUT', 'items/7:/a.pdf:/content', 2],
  ])('%s %s counts %d of what Microsoft gives an application in a minute', (method, path, units) => {
    const url = new URL(`https://graph.microsoft.com/v1.0/drives/d/${path}`)
    const [limit] = graphLimits(settingsWith(settings))({ method, url })
    expect(limit).toMatchObject({ units, key: expect.stringContaining('C0FFEE') })
    expect(limit).toMatchObject({ most: 1250, seconds: 60 })
  })

  const large = largeFile(25_000_000)

  test.each([
    [undefined, 'b!documents'],
    ['matters', 'b!matters'],
    ['Shared Documents', 'b!documents'],
  ])('saves to the library %s, by its name or the one in its address', async (library, driveId) => {
    const bench = await openBench(library === undefined ? {} : { library })
    await bench.connector.ensureFolder('A')
    expect(bench.fake.state.drive).toBe(driveId)
    await bench.close()
  })

  test.each([
    ['library', { library: 'Exhibits' }, 'no document library "Exhibits". It has: Documents, Matters.'],
    ['baseUrl', { baseUrl: 'https://firm.sharepoint.com/sites/Other' }, 'shows no site at'],
    ['tenantId', { tenantId: 'other.example' }, 'Check the tenant ID'],
    ['clientId', { clientId: 'other' }, 'Check the tenant ID'],
    ['clientSecret', { clientSecret: 'other' }, 'Check the tenant ID'],
  ])('what is wrong with the %s is told', async (_field, wrong, told) => {
    const bench = await openBench(wrong)
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining(told) })
    await bench.close()
  })

  test('without a grant for the site, the test says which permission is missing', async () => {
    const bench = await openBench()
    bench.fake.state.isGranted = false
    expect(await bench.connector.ensureFolder('A')).toMatchObject({
      problem: 'auth',
      sentence: expect.stringContaining('Sites.Selected'),
    })
    await bench.close()
  })

  test.each(['Shared Documents', 'Matters'])(
    'a path counts decoded, with the site and the library %s: 400 characters are saved, 401 refused before anything is sent',
    async (library) => {
      const bench = await openBench({ library })
      const folder = `A/Über 50% #1 ${'b'.repeat(100)}`
      const room = 400 - `sites/Litigation/${library}/${folder}/.pdf`.length
      const fits = `${folder}/${'é'.repeat(room)}.pdf`
      await bench.connector.ensureFolder(folder)
      expect(await bench.connector.put(fileOf(fits, 'x'))).toMatchObject({ wasThere: false })
      const before = bench.asked.length
      expect(await bench.connector.put(fileOf(`${folder}/${'é'.repeat(room + 1)}.pdf`, 'x'))).toEqual({
        problem: 'rejected',
        sentence: expect.stringContaining('with the site and the library, and this one has 401. Shorten'),
      })
      expect(await bench.connector.ensureFolder(`${folder}/${'c'.repeat(300)}`)).toMatchObject({ problem: 'rejected' })
      expect(bench.asked.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
      await bench.close()
    },
  )

  test('a path that SharePoint itself finds too long is no reason to try again', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const error = { code: 'invalidRequest', message: 'Not acceptable.', innerError: { code: 'pathIsTooLong' } }
    bench.faults.fail({ answer: 400, body: JSON.stringify({ error }) }, 'PUT')
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({
      problem: 'rejected',
      sentence: expect.stringContaining('The whole path may have 400 characters. Shorten'),
    })
    await bench.close()
  })

  test('a saved file has the link that opens it in SharePoint', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const link = 'https://firm.sharepoint.com/sites/Litigation/Shared%20Documents/A/a.pdf'
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toEqual({ wasThere: false, link })
    await bench.close()
  })

  test.each([1_000, 9_000_000])(
    'an Office file of %d bytes whose answer is lost is recognized although SharePoint rewrote it',
    async (size) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      const file = largeFile(size, 1_000)('A/Motion.docx')
      let last = 0
      bench.faults.failNth(({ method }) => method === 'PUT' && ++last === (size > 4_000_000 ? 2 : 1), { cut: 'after' })
      expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
      bench.faults.failNth(undefined)
      expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
      expect(await bench.list('A')).toEqual(['Motion.docx'])
      await bench.close()
    },
  )

  test('an Office file that a person saved under the name is a conflict', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    await bench.plant('A/Motion.docx', Buffer.from('of a person'))
    expect(await bench.connector.put(fileOf('A/Motion.docx', 'x'))).toMatchObject({ problem: 'conflict' })
    await bench.close()
  })

  test('an Office file of ours for another copy is a conflict', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    await bench.connector.put({ ...fileOf('A/Motion.docx', 'x'), idempotencyKey: 'one' })
    const other = { ...fileOf('A/Motion.docx', 'y'), idempotencyKey: 'two' }
    expect(await bench.connector.put(other)).toMatchObject({ problem: 'conflict' })
    await bench.close()
  })

  test.each([1, 2, 3, 4])('a large file whose %d. piece is lost is completed by the next try', async (n) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    let count = 0
    bench.faults.failNth(({ method }) => method === 'PUT' && ++count === n, { cut: 'after' })
    expect(await bench.connector.put(large('A/large.pdf'))).toMatchObject({ problem: 'transient' })
    bench.faults.failNth(undefined)
    const before = bench.asked.length
    const again = await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })
    expect(again).toMatchObject({ wasThere: n === 4 })
    expect(bench.asked.slice(before).filter(({ method }) => method === 'PUT')).toHaveLength(4 - n)
    expect(bench.tree.at('A/large.pdf')?.bytes?.byteLength).toBe(25_000_000)
    await bench.close()
  })

  test('a piece that is there already is not sent again, and the next ones are', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    let count = 0
    bench.faults.failNth(
      ({ method }) => {
        if (method !== 'PUT' || ++count !== 2) return false
        for (const upload of bench.fake.uploads.values())
          upload.bytes = joined([upload.bytes, fakeBytes('x'.repeat(upload.bytes.byteLength))])
        return true
      },
      { answer: 416, body: JSON.stringify({ error: { code: 'invalidRange', message: 'It is there already' } }) },
    )
    expect(await bench.connector.put(large('A/large.pdf'))).toMatchObject({ wasThere: false })
    expect(count).toBe(4)
    expect(bench.tree.at('A/large.pdf')?.bytes?.byteLength).toBe(25_000_000)
    await bench.close()
  })

  test.each([
    [400, 'large.pdf', 'is no more'],
    [400, 'large.docx', 'is no more'],
    [400, 'large.pdf', 'still expects it'],
    [416, 'large.pdf', 'still expects it'],
    [416, 'large.pdf', 'lost an earlier one'],
  ])(
    'an upload of which a piece is refused (%d, %s), and which %s, is completed by the next try',
    async (answer, name, state) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      let count = 0
      bench.faults.failNth(
        ({ method }) => {
          if (method !== 'PUT' || ++count !== 3) return false
          if (state === 'is no more') bench.fake.endUploads()
          for (const upload of bench.fake.uploads.values())
            if (state === 'lost an earlier one') upload.bytes = cut(upload.bytes, 0, upload.bytes.byteLength / 2)
          return true
        },
        {
          answer,
          body: JSON.stringify({ error: { code: 'invalidRequest', message: 'The upload session is invalid' } }),
        },
      )
      expect(await bench.connector.put(large(`A/${name}`))).toMatchObject({ problem: 'transient' })
      expect(await bench.reopen().put({ ...large(`A/${name}`), attempt: 2 })).toMatchObject({ wasThere: false })
      expect(await bench.list('A')).toEqual([name])
      await bench.close()
    },
  )

  test('an upload that has expired begins again', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    let count = 0
    bench.faults.failNth(({ method }) => method === 'PUT' && ++count === 2, { cut: 'after' })
    await bench.connector.put(large('A/large.pdf'))
    bench.faults.failNth(undefined)
    bench.fake.endUploads()
    const again = await bench.reopen().put({ ...large('A/large.pdf'), attempt: 2 })
    expect(again).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test.each([
    [409, 'resourceModified'],
    [423, 'resourceLocked'],
  ])('%d %s is tried again later', async (answer, code) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.faults.fail({ answer, body: JSON.stringify({ error: { code, message: 'Try later' } }) }, 'PUT')
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ problem: 'transient' })
    await bench.close()
  })

  test.each(['A/~$a.docx', 'A/desktop.ini', 'A/.lock'])('%s is a name that SharePoint refuses', async (path) => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    expect(await bench.connector.put(fileOf(path, 'x'))).toMatchObject({ problem: 'rejected' })
    expect(await bench.connector.ensureFolder('Forms/A')).toMatchObject({ problem: 'rejected' })
    expect(await bench.connector.ensureFolder('A/Forms')).toMatchObject({ ready: true })
    await bench.close()
  })

  test('two libraries of a site are two roots, and a site without a library includes them all', () => {
    const rootOf = (library: string | null) => sharepoint.rootOf(settingsWith({ ...settings, library }))
    expect(rootOf('Matters')).toBe('sharepoint/firm.sharepoint.com/sites/litigation/matters')
    expect(rootOf(null)).toBe('sharepoint/firm.sharepoint.com/sites/litigation')
  })
})
