import { describe, expect, test } from 'vitest'
import { describeConnector, describeFaults, describeHttpFaults, fileOf } from '../connector.suite.ts'
import { describeEveryCall } from '../every-call.suite.ts'
import { describeOtherHands } from '../other-hands.suite.ts'
import { type FakeRequest, startFakeService } from '../testing/fake-service.ts'
import { openServiceBench } from '../testing/service-bench.ts'
import { settingsWith, testWays } from '../testing/store-settings.ts'
import { startFakeRest } from './fake-rest.ts'
import { neos, openRest } from './index.ts'

/** The fake's calls, as an administrator would enter them. */
const byPath = {
  token: 'right',
  uploadMethod: 'PUT',
  uploadBody: 'BYTES',
  uploadPath: '/api/files/{path}',
  readPath: '/api/files/{path}',
  folderMethod: 'POST',
  folderPath: '/api/folders',
  folderBody: '{"name": "{name}", "parent": "{folder}"}',
  headers: { 'X-Token': '{token}' },
  linkTemplate: '{answer:data.url}',
} as const
const byForm = {
  ...byPath,
  uploadMethod: 'POST',
  uploadBody: 'FORM',
  uploadPath: '/api/upload?key={key}',
  fileField: 'document',
  formFields: { path: '{path}', author: '{property:Author}' },
  linkTemplate: 'https://service.example/find/{path}?id={answer:data.id}',
} as const

async function openBench(described: typeof byPath | typeof byForm = byPath) {
  const fake = await startFakeRest({ token: 'right' })
  const open = (base: string, ways: Parameters<typeof openRest>[1], more = {}) =>
    openRest(
      { firmId: 1, credentialId: 'rest', settings: settingsWith({ baseUrl: base, ...described, ...more }) },
      ways,
    )
  const bench = await openServiceBench({
    fake,
    open: (base, ways, { isRefused }) => open(base, ways, isRefused ? { token: 'wrong' } : {}),
    writes: described.uploadMethod,
  })
  return {
    ...bench,
    fake,
    openWith: (more: object, ways: Parameters<typeof openRest>[1]) => open(bench.base, ways, more),
  }
}

for (const [name, described] of [
  ['REST (by path)', byPath],
  ['REST (by form)', byForm],
] as const) {
  describeConnector(name, () => openBench(described))
  describeFaults(name, () => openBench(described))
  describeHttpFaults(name, () => openBench(described))
  describeEveryCall(name, () => openBench(described))
  describeOtherHands(name, () => openBench(described), { tellsLength: false })
}

describe('a service described by hand', () => {
  test('Neos is saved to with its key, by the calls that its vendor names', async () => {
    const bench = await openBench()
    const settings = settingsWith({
      ...byPath,
      baseUrl: bench.base,
      token: null,
      // What the fake takes is both, one after the other.
      apiKey: 'ri',
      apiSecret: 'ght',
      headers: { 'X-Token': '{apiKey}{apiSecret}' },
    })
    const connector = await neos.open({ firmId: 1, credentialId: 'neos', settings }, testWays())
    await connector.ensureFolder('A')
    expect(await connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ wasThere: false })
    await bench.close()
  })

  test('is sent a document again whose folder was removed meanwhile, if its folders are made by calls', async () => {
    const bench = await openBench()
    const file = fileOf('A/a.pdf', 'x')
    expect(await bench.connector.put(file)).toEqual({
      problem: 'transient',
      sentence: 'The folder "A" is no longer there. It is created again with the next try.',
    })
    expect(await bench.openWith({ folderPath: null }, testWays()).put(file)).toMatchObject({ problem: 'rejected' })
    await bench.close()
  })

  test('has the link that its answer tells, or one made of its parts', async () => {
    const bench = await openBench()
    await bench.connector.ensureFolder('A')
    const saved = await bench.connector.put(fileOf('A/a b.pdf', 'x'))
    expect(saved).toEqual({
      wasThere: false,
      link: `https://service.example/open/${bench.tree.at('A/a b.pdf')?.id}`,
    })
    await bench.close()
    const other = await openBench(byForm)
    await other.connector.ensureFolder('A')
    const made = await other.connector.put(fileOf('A/a b.pdf', 'x'))
    expect(made).toMatchObject({
      link: `https://service.example/find/A/a%20b.pdf?id=${other.tree.at('A/a b.pdf')?.id}`,
    })
    await other.close()
  })

  test('receives the document properties that its form names', async () => {
    const bench = await openBench(byForm)
    await bench.connector.ensureFolder('A')
    await bench.connector.put({ ...fileOf('A/a.pdf', 'x'), properties: { Author: 'R. Osei' } })
    expect(bench.fake.properties.get('A/a.pdf')).toBe('R. Osei')
    expect(await bench.connector.plan?.({ Author: 'R. Osei', Judge: 'Roe' })).toMatchObject([
      { property: 'Author', name: 'author', value: 'R. Osei', setting: 'formFields' },
      { property: 'Judge', name: null, why: 'No header and no form field of the credential has it.' },
    ])
    await bench.close()
  })

  test.each(['118 Déclaration §2.pdf', 'a+b & c #1 100%.pdf', "O'Neil.pdf", '{token}.pdf', 'a?b=c.pdf'])(
    'saves and reads a document called %s',
    async (name) => {
      const bench = await openBench()
      await bench.connector.ensureFolder('A')
      expect(await bench.connector.put(fileOf(`A/${name}`, 'x'))).toMatchObject({ wasThere: false })
      expect(await bench.list('A')).toEqual([name])
      await bench.close()
    },
  )

  test.each(['uploadPath', 'readPath'] as const)('without %s says what to enter', async (setting) => {
    const bench = await openBench()
    const connector = bench.openWith({ [setting]: null }, testWays())
    const [connect] = await connector.check()
    expect(connect).toMatchObject({ state: 'failed', sentence: expect.stringContaining('The credential lacks') })
    await bench.close()
  })

  test('that creates folders by itself is asked for none', async () => {
    const bench = await openBench()
    bench.tree.makeFolders('A')
    const connector = bench.openWith({ folderPath: null }, testWays())
    expect(await connector.ensureFolder('A/B')).toEqual({ ready: true, made: false })
    expect(bench.asked.filter(({ path }) => path.startsWith('/api/folders'))).toEqual([])
    await bench.close()
  })

  test('whose address leads elsewhere gets nothing', async () => {
    const bench = await openBench()
    const connector = bench.openWith({ uploadPath: '//other.example/{path}' }, testWays())
    await connector.put(fileOf('a.pdf', 'x'))
    expect(bench.asked.some(({ path }) => path.startsWith('/other.example/'))).toBe(true)
    await bench.close()
  })

  test('whose documents are at another host sends no header there, and they are found and read', async () => {
    const bench = await openBench()
    const sent: FakeRequest[] = []
    const elsewhere = await startFakeService((request) => {
      sent.push(request)
      const bytes = bench.tree.find(request.path.slice(1))?.bytes
      // As an address that is signed for one method.
      return bytes && request.method === 'GET' ? { status: 200, bytes } : { status: 403 }
    })
    bench.fake.state.elsewhere = `http://127.0.0.1:${elsewhere.port}`
    await bench.connector.ensureFolder('A')
    const file = fileOf('A/a.pdf', 'x')
    expect(await bench.connector.put(file)).toMatchObject({ wasThere: false })
    expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter(({ headers }) => 'x-token' in headers)).toEqual([])
    await bench.close()
    await elsewhere.close()
  })

  test('never gets a header that a value has broken', async () => {
    const bench = await openBench()
    const connector = bench.openWith({ token: 'right\r\nX-Admin: yes' }, testWays())
    expect(await connector.put(fileOf('a.pdf', 'x'))).toMatchObject({ problem: 'rejected' })
    expect(bench.asked).toEqual([])
    await bench.close()
  })
})
