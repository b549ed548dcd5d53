import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openFilevineBench } from './bench.ts'

const file = { ...fileOf('A/Filings/a.pdf', 'x'), properties: { Hashtags: '#motion, urgent  motion', Judge: 'Roe' } }

test('a document gets the hashtags of its policy, and the copy says which properties Filevine has no field for', async () => {
  const bench = await openFilevineBench()
  await bench.connector.ensureFolder('A/Filings')
  expect(await bench.connector.put(file)).toMatchObject({
    wasThere: false,
    remark: 'Filevine has no field for these document properties: Judge.',
  })
  expect(bench.tree.at('A/Filings/a.pdf')?.facts.hashtags).toEqual(['motion', 'urgent'])
  await bench.close()
})

test('hashtags that were not saved are by the next try, unless people have given the document some', async () => {
  const bench = await openFilevineBench()
  await bench.connector.ensureFolder('A/Filings')
  bench.faults.fail({ answer: 403 }, 'PATCH')
  expect(await bench.connector.put(file)).toMatchObject({
    wasThere: false,
    remark: expect.stringContaining("The document is saved, but its hashtags aren't: "),
  })
  bench.faults.fail(undefined)
  const saved = bench.tree.at('A/Filings/a.pdf')
  expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
  expect(saved?.facts.hashtags).toEqual(['motion', 'urgent'])
  if (saved) saved.facts.hashtags = ['reviewed']
  await bench.connector.put({ ...file, attempt: 3 })
  expect(saved?.facts.hashtags).toEqual(['reviewed'])
  await bench.close()
})

test('hashtags that a busy Filevine did not take are saved by the next try, which says all the same what has no field', async () => {
  const bench = await openFilevineBench()
  await bench.connector.ensureFolder('A/Filings')
  bench.faults.fail({ answer: 429 }, 'PATCH')
  expect(await bench.connector.put(file)).toMatchObject({ problem: 'throttled' })
  bench.faults.fail(undefined)
  expect(await bench.reopen().put({ ...file, attempt: 2 })).toMatchObject({
    wasThere: true,
    remark: 'Filevine has no field for these document properties: Judge.',
  })
  expect(bench.tree.at('A/Filings/a.pdf')?.facts.hashtags).toEqual(['motion', 'urgent'])
  await bench.close()
})

test('what Filevine gets of a document is known before, and a document without properties costs no call', async () => {
  const bench = await openFilevineBench()
  expect(await bench.connector.plan?.({ tags: 'a b', Judge: 'Roe', Hashtags: ' # ' })).toMatchObject([
    { name: 'Hashtags', value: 'a, b', why: null },
    { name: null, why: 'Filevine has one field for this: "Hashtags".' },
    { name: null, why: 'It has no value.' },
  ])
  await bench.connector.ensureFolder('A/Filings')
  await bench.connector.put(fileOf('A/Filings/b.pdf', 'x'))
  expect(bench.asked.filter(({ method }) => method === 'PATCH')).toEqual([])
  await bench.close()
})
