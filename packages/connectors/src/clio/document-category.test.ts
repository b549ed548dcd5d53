import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { openBench } from './clio-bench.fixture.ts'

async function withBench(run: (bench: Awaited<ReturnType<typeof openBench>>) => Promise<void>): Promise<void> {
  const bench = await openBench()
  try {
    await bench.connector.ensureFolder('A/B')
    await run(bench)
  } finally {
    await bench.close()
  }
}

test.each([
  ['at once', 'x'],
  ['in parts', Buffer.alloc(20_000_000)],
])('a document that is sent %s gets the category that its policy names', (_way, bytes) =>
  withBench(async ({ connector, tree }) => {
    const file = { ...fileOf('A/B/a.pdf', bytes), properties: { 'Document Category': ' order ', Judge: '' } }
    const stored = await connector.put(file)
    expect(stored).toMatchObject({ wasThere: false })
    expect(stored).not.toHaveProperty('remark')
    expect(tree.at('A/B/a.pdf')?.facts.categoryId).toBe(2)
  }),
)

test.each([
  [{ category: 'Motion' }, 'Clio has no document category "Motion".'],
  [{ Judge: 'Roe', Author: 'Doe' }, 'Clio has no field for these document properties: Judge, Author.'],
])('with %o, a document is saved without, and the copy says why', (properties, remark) =>
  withBench(async ({ connector, tree }) => {
    expect(await connector.put({ ...fileOf('A/B/a.pdf', 'x'), properties })).toMatchObject({ wasThere: false, remark })
    expect(tree.at('A/B/a.pdf')?.facts.categoryId).toBeUndefined()
  }),
)

test('an account that may not see the categories saves documents without', () =>
  withBench(async ({ connector, fake }) => {
    fake.state.categories = undefined
    expect(await connector.put({ ...fileOf('A/B/a.pdf', 'x'), properties: { Category: 'Order' } })).toMatchObject({
      wasThere: false,
      remark: "The account may not see Clio's document categories.",
    })
  }))

test('what Clio gets of a document is known before', () =>
  withBench(async ({ connector }) => {
    expect(await connector.plan?.({ 'document category': 'Order', Judge: 'Roe', Category: 'Motion' })).toMatchObject([
      { name: 'Document category', value: 'Order', why: null },
      { name: null, why: 'Clio has one field for this: "Document category".' },
      { name: null, why: 'Clio has no document category "Motion".' },
    ])
  }))
