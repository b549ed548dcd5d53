import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openBench } from './sharepoint-bench.fixture.ts'

test("a document's properties are saved in the columns with their names, and the others are told", async () => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  const properties = { 'matter number': ' 12-3 ', Pages: '4', Judge: 'Roe', Modified: 'today', Empty: '' }
  expect(await bench.connector.put({ ...fileOf('A/a.pdf', 'x'), properties })).toMatchObject({
    wasThere: false,
    remark: 'The library has no column for these document properties: Judge, Modified.',
  })
  expect(bench.tree.at('A/a.pdf')?.facts.fields).toEqual({ Matter_x0020_Number: '12-3', Pages: 4 })
  await bench.close()
})

test('a property that SharePoint refuses, or takes from people only, keeps no other from being saved', async () => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  const properties = { 'matter number': '12-3', Pages: 'many', Owner: 'Roe', Judge: 'Roe' }
  expect(await bench.connector.put({ ...fileOf('A/a.pdf', 'x'), properties })).toMatchObject({
    wasThere: false,
    remark: [
      'The library has no column for these document properties: Judge.',
      'These columns take people, lookups or managed terms, and no text: Owner.',
      "SharePoint didn't accept these document properties: Pages (invalidRequest).",
    ].join(' '),
  })
  expect(bench.tree.at('A/a.pdf')?.facts.fields).toEqual({ Matter_x0020_Number: '12-3' })
  await bench.close()
})

test('the columns are known before anything is saved, and what has none', async () => {
  const bench = await openBench()
  const planned = await bench.connector.plan?.({ 'matter number': ' 12-3 ', Owner: 'Roe', Judge: 'Roe' })
  expect(planned).toMatchObject([
    { property: 'matter number', name: 'Matter_x0020_Number', value: '12-3', why: null },
    { property: 'Owner', name: 'Owner', why: 'The column takes people, lookups or managed terms, and no text.' },
    { property: 'Judge', name: null, value: 'Roe', why: 'The library has no column of this name.' },
  ])
  await bench.close()
})

test('properties are saved with a new file also if SharePoint does not say which application saved it', async () => {
  const bench = await openBench()
  bench.fake.state.tellsApplication = false
  await bench.connector.ensureFolder('A')
  const file = { ...fileOf('A/a.pdf', 'x'), properties: { Pages: '4' } }
  expect(await bench.connector.put(file)).toMatchObject({ wasThere: false })
  expect(bench.tree.at('A/a.pdf')?.facts.fields).toEqual({ Pages: 4 })
  // From now on, it may be anyone's.
  expect(await bench.connector.put({ ...file, properties: { Pages: '5' } })).toMatchObject({ wasThere: true })
  expect(bench.tree.at('A/a.pdf')?.facts.fields).toEqual({ Pages: 4 })
  await bench.close()
})

test('properties that were not saved before a crash are saved by the next try', async () => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  const file = { ...fileOf('A/a.pdf', 'x'), properties: { Pages: '4' } }
  bench.faults.fail({ cut: 'before' }, 'PATCH')
  expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
  bench.faults.fail(undefined)
  expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
  expect(bench.tree.at('A/a.pdf')?.facts.fields).toEqual({ Pages: 4 })
  await bench.close()
})

const isSavedWithout = { wasThere: false, remark: expect.stringContaining("properties weren't saved") }
test.each([
  ['PATCH', 403, isSavedWithout],
  ['PATCH', 404, isSavedWithout],
  ['GET', 403, isSavedWithout],
  ['PATCH', 429, { problem: 'throttled' }],
  ['PATCH', 503, { problem: 'transient' }],
])('when %s of the properties has the answer %d, the copy is %o', async (method, answer, result) => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  const isOfProperties = (path: string) => /\/list\/columns|\/listItem\/fields/.test(path)
  bench.faults.failNth((request) => request.method === method && isOfProperties(request.path), { answer })
  const file = { ...fileOf('A/a.pdf', 'x'), properties: { Pages: '4' } }
  expect(await bench.connector.put(file)).toMatchObject(result)
  await bench.close()
})

test('properties that SharePoint refuses are told, and the file is saved', async () => {
  const bench = await openBench()
  bench.fake.state.refusesFields = true
  await bench.connector.ensureFolder('A')
  const file = { ...fileOf('A/a.pdf', 'x'), properties: { Pages: 'many' } }
  expect(await bench.connector.put(file)).toMatchObject({
    wasThere: false,
    remark: "SharePoint didn't accept these document properties: Pages (invalidRequest).",
  })
  await bench.close()
})
