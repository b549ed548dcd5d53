import { describe, expect, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { describeSizeLimit } from '../size-limit.suite.ts'
import { largeFile } from '../testing/large-file.ts'
import { openBench } from './sharepoint-server-bench.fixture.ts'

async function openOldBench() {
  const bench = await openBench()
  bench.fake.state.isOld = true
  return bench
}

for (const [name, open] of [
  ['SharePoint Server', () => openBench()],
  ['SharePoint Server (old)', openOldBench],
] as const) {
  describeConnector(name, open, { largest: { service: 'SharePoint', gigabytes: 2 }, refusesLongPaths: true })
  describeFaults(name, open)
  describeHttpFaults(name, open)
  describeEveryCall(name, open)
  describeOtherHands(name, open)
  describeSizeLimit(name, open, { service: 'SharePoint', most: 2 ** 31 - 1, gigabytes: 2, writes: /\/files\// })
}

describe('the SharePoint Server connector', () => {
  test.each(['Matters', 'documents', 'Shared Documents'])(
    'saves to the library %s, by its title or its folder',
    async (library) => {
      const bench = await openBench({ library })
      await bench.connector.ensureFolder('A')
      const folder = library === 'Matters' ? 'Matters' : 'Shared%20Documents'
      expect(await bench.connector.put(fileOf("A/O'Neil #1 50%.pdf", 'x'))).toEqual({
        wasThere: false,
        link: expect.stringMatching(`/sites/Litigation/${folder}/A/O'Neil%20%231%2050%25.pdf$`),
      })
      expect(bench.tree.at("A/O'Neil #1 50%.pdf")?.bytes?.toString()).toBe('x')
      await bench.close()
    },
  )

  test.each([
    ['library', { library: 'Exhibits' }, 'no document library "Exhibits". It has: Documents, Matters.'],
    ['baseUrl', { site: '/sites/Other' }, 'no SharePoint site at'],
    ['username', { username: 'other' }, 'Basic authentication'],
    ['password', { password: 'other' }, 'Basic authentication'],
  ])('what is wrong with the %s is told', async (_field, wrong, told) => {
    const bench = await openBench(wrong)
    const [connect] = await bench.connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining(told) })
    await bench.close()
  })

  test('a path counts with the site and the library: 400 characters are saved, 401 refused before anything is sent', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const room = 400 - 'sites/Litigation/Shared Documents/A/.pdf'.length
    expect(await bench.connector.put(fileOf(`A/${'é'.repeat(room)}.pdf`, 'x'))).toMatchObject({ wasThere: false })
    const before = bench.asked.length
    expect(await bench.connector.put(fileOf(`A/${'é'.repeat(room + 1)}.pdf`, 'x'))).toEqual({
      problem: 'rejected',
      sentence: expect.stringContaining('with the site and the library, and this one has 401. Shorten'),
    })
    expect(bench.asked.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
    await bench.close()
  })

  test.each([
    ['a path of 262 characters', 'b'.repeat(125)],
    ['a name of 129', 'b'.repeat(129)],
  ])('a server before 2019 refuses %s, and the sentence says what to shorten', async (_what, name) => {
    const bench = await openOldBench()
    await bench.connector.ensureFolder(`A/${'a'.repeat(name.length > 128 ? 1 : 100)}`)
    const path = `A/${'a'.repeat(name.length > 128 ? 1 : 100)}/${name}`
    for (const answer of [await bench.connector.ensureFolder(path), await bench.connector.put(fileOf(path, 'x'))])
      expect(answer).toMatchObject({
        problem: 'rejected',
        sentence: expect.stringContaining('versions before 2019 take 260, with 128 in each name. Shorten'),
      })
    await bench.close()
  })

  const tooBig = {
    'odata.error': {
      code: '-1, Microsoft.SharePoint.Client.InvalidClientQueryException',
      message: {
        lang: 'en-US',
        value: 'The request message is too big. The server does not allow messages larger than 262144000 bytes.',
      },
    },
  }

  test.each([
    ['its web server (413)', { answer: 413, body: '<html>' }],
    ['its web server (404.13)', { answer: 404, body: '<html>' }],
    ['SharePoint', { answer: 400, body: JSON.stringify(tooBig) }],
  ])(
    'a file that is too large for %s is sent once, larger ones not at all, and smaller ones are saved',
    async (_by, fault) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      const isWrite = ({ path }: { path: string }) => path.includes('/files/')
      bench.faults.failNth(isWrite, fault)
      const refused = {
        problem: 'rejected',
        sentence:
          'The server refuses files of 30 MB and more. A SharePoint server takes files of up to 250 MB unless its administrator chose another maximum upload size. Save this document elsewhere, or split it.',
      }
      expect(await bench.connector.put(largeFile(30_000_000)('A/large.pdf'))).toEqual(refused)
      expect(await bench.connector.put(largeFile(31_000_000)('A/larger.pdf'))).toEqual(refused)
      expect(bench.asked.filter(isWrite)).toHaveLength(1)
      bench.faults.failNth(undefined)
      expect(await bench.connector.put(largeFile(29_000_000)('A/small.pdf'))).toMatchObject({ wasThere: false })
      await bench.close()
    },
  )

  test('a site with several libraries and no usual one needs to know which', async () => {
    const bench = await openBench()
    bench.fake.state.libraries = ['Matters', 'Exhibits']
    expect(await bench.connector.ensureFolder('A')).toMatchObject({
      problem: 'auth',
      sentence: 'Enter which document library of the site is meant. It has: Matters, Exhibits.',
    })
    await bench.close()
  })

  test('a form digest that has ended is replaced once', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    bench.fake.state.digest = '0xSECOND'
    expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test('an Office file whose answer is lost is recognized although SharePoint rewrote it', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const file = fileOf('A/Motion.docx', 'x')
    bench.faults.fail({ cut: 'after' }, 'POST')
    expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
    bench.faults.fail(undefined)
    expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
    expect(await bench.list('A')).toEqual(['Motion.docx'])
    const other = { ...fileOf('A/Motion.docx', 'y'), idempotencyKey: 'other' }
    expect(await bench.connector.put(other)).toMatchObject({ problem: 'conflict' })
    await bench.close()
  })

  test('an Office file that a person saved under the name is a conflict', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    await bench.plant('A/Motion.docx', Buffer.from('of a person'))
    expect(await bench.connector.put(fileOf('A/Motion.docx', 'x'))).toMatchObject({ problem: 'conflict' })
    await bench.close()
  })

  test('a folder that a file has the name of, and names that SharePoint refuses, are rejected', async () => {
    const bench = await openBench()
    await bench.plant('A', Buffer.from('x'))
    for (const folder of ['A/B', 'Forms', 'B/desktop.ini'])
      expect(await bench.connector.ensureFolder(folder)).toMatchObject({ problem: 'rejected' })
    await bench.close()
  })
})
