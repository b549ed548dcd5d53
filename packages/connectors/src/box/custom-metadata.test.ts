import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openBench } from './box-bench.fixture.ts'

const file = { ...fileOf('A/a.pdf', 'x'), properties: { Author: ' Roe ', 'Docket number': '1:26-cv-4', Empty: '' } }
const saved = { Author: 'Roe', 'Docket number': '1:26-cv-4' }

test("a file has the policy's properties as custom metadata", async () => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  const stored = await bench.connector.put({ ...file, properties: { ...file.properties, $id: '7' } })
  expect(stored).toMatchObject({ remark: 'Box takes no document properties of these names: $id.' })
  expect(bench.tree.at('A/a.pdf')?.facts.metadata).toEqual(saved)
  await bench.close()
})

test('properties whose answer was lost are saved by the next try, and those of a person stay', async () => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  bench.faults.failNth(({ path }) => path.includes('/metadata/'), { cut: 'before' })
  expect(await bench.connector.put(file)).toMatchObject({ problem: 'transient' })
  bench.faults.failNth(undefined)
  expect(await bench.connector.put({ ...file, attempt: 2 })).toMatchObject({ wasThere: true })
  const entry = bench.tree.at('A/a.pdf')
  expect(entry?.facts.metadata).toEqual(saved)
  if (entry) entry.facts.metadata = { Author: 'Doe' }
  expect(await bench.connector.put({ ...file, attempt: 3 })).toMatchObject({ wasThere: true })
  expect(entry?.facts.metadata).toEqual({ Author: 'Doe' })
  await bench.close()
})

test.each([
  [403, { wasThere: false, remark: expect.stringContaining("properties weren't saved") }],
  [400, { wasThere: false, remark: expect.stringContaining("properties weren't saved") }],
  [429, { problem: 'throttled' }],
  [500, { problem: 'transient' }],
])('when the properties are answered with %d, the copy is %o', async (answer, result) => {
  const bench = await openBench()
  await bench.connector.ensureFolder('A')
  bench.faults.failNth(({ path }) => path.includes('/metadata/'), { answer })
  expect(await bench.connector.put(file)).toMatchObject(result)
  await bench.close()
})

test('what Box gets of a document is known before', async () => {
  const bench = await openBench()
  expect(await bench.connector.plan?.({ Author: 'Roe', $id: '7', Empty: ' ' })).toMatchObject([
    { name: 'Author', value: 'Roe', why: null },
    { name: null, why: 'Names that begin with $ are for Box itself.' },
    { name: null, why: 'It has no value.' },
  ])
  await bench.close()
})
