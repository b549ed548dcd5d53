import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openBench } from './sharepoint-server-bench.fixture.ts'

test.each([false, true])(
  'properties are saved in the columns with their names, and the others are told (old server: %s)',
  async (isOld) => {
    const bench = await openBench()
    bench.fake.state.isOld = isOld
    await bench.connector.ensureFolder('A')
    const properties = { 'matter number': ' 12-3 ', Pages: '4', Judge: 'Roe', Owner: 'Roe', Empty: '' }
    expect(await bench.connector.put({ ...fileOf('A/#1 50%.pdf', 'x'), properties })).toMatchObject({
      wasThere: false,
      remark: [
        'The library has no column for these document properties: Judge.',
        'These columns take people, lookups or managed terms, and no text: Owner.',
      ].join(' '),
    })
    expect(bench.tree.at('A/#1 50%.pdf')?.facts.fields).toEqual({ Matter_x0020_Number: '12-3', OData__Pages: 4 })
    await bench.close()
  },
)

test.each([
  [false, '-2147024809'],
  [true, '-2147024809'],
])('a value that the server refuses keeps no other from being saved (old server: %s)', async (isOld, code) => {
  const bench = await openBench()
  bench.fake.state.isOld = isOld
  await bench.connector.ensureFolder('A')
  const properties = { 'matter number': '12-3', Pages: 'many' }
  expect(await bench.connector.put({ ...fileOf('A/a.pdf', 'x'), properties })).toMatchObject({
    wasThere: false,
    remark: `SharePoint didn't accept these document properties: OData__Pages (${code}).`,
  })
  expect(bench.tree.at('A/a.pdf')?.facts.fields).toEqual({ Matter_x0020_Number: '12-3' })
  await bench.close()
})

test('the columns are known before anything is saved, and what has none', async () => {
  const bench = await openBench()
  expect(await bench.connector.plan?.({ 'matter number': '12-3', Judge: 'Roe' })).toMatchObject([
    { property: 'matter number', name: 'Matter_x0020_Number', value: '12-3', why: null },
    { property: 'Judge', name: null, value: 'Roe', why: 'The library has no column of this name.' },
  ])
  await bench.close()
})

test('properties that were not saved before a crash are saved by the next try, but not over those of a person', async () => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  const file = { ...fileOf('A/a.pdf', 'x'), properties: { Pages: '4' } }
  bench.faults.failNth(({ path }) => path.includes('ListItemAllFields'), { cut: 'before' })
  expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
  bench.faults.failNth(undefined)
  expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
  expect(bench.tree.at('A/a.pdf')?.facts.fields).toEqual({ OData__Pages: 4 })
  await bench.plant('A/b.pdf', Buffer.from('x'))
  expect(await bench.connector.put({ ...file, path: 'A/b.pdf' })).toMatchObject({ wasThere: true })
  expect(bench.tree.at('A/b.pdf')?.facts.fields).toBeUndefined()
  await bench.close()
})

const isSavedWithout = { wasThere: false, remark: expect.stringContaining("properties weren't saved") }
test.each([
  ['POST', 403, isSavedWithout],
  ['POST', 404, isSavedWithout],
  ['GET', 403, isSavedWithout],
  ['POST', 429, { problem: 'throttled' }],
  ['POST', 500, { problem: 'transient' }],
])('when %s of the properties has the answer %d, the copy is %o', async (method, answer, result) => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  const isOfProperties = (path: string) => /\/fields|ListItemAllFields/.test(path)
  bench.faults.failNth((request) => request.method === method && isOfProperties(request.path), { answer })
  const file = { ...fileOf('A/a.pdf', 'x'), properties: { Pages: '4' } }
  expect(await bench.connector.put(file)).toMatchObject(result)
  await bench.close()
})
