import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourtBench, expectWhole, openCourtBench, requestsFor, verdictsOf } from './court-bench.ts'

/** How documents are retrieved: each court system's links, and the detours before the document. */

let bench: CourtBench
beforeAll(async () => {
  bench = await openCourtBench()
})
afterAll(() => bench.close())

describe('one request retrieves the document', () => {
  test.each([
    'plain',
    'bankruptcy',
    'appellate',
    'acms',
    'use-magic',
    'needs-sequence',
    'short-id',
    'plain-text',
    'nearly-expired',
  ] as const)('%s', async (scenario) => {
    const fetched = await bench.fetch(scenario)
    expect(verdictsOf(fetched)).toEqual(['fetched'])
    await expectWhole(fetched)
    expect(requestsFor(bench.sandbox, fetched.filing)).toBe(1)
  })
})

test('a district link names case and entry, confirms the free look and skips the menu by its fourth digit', async () => {
  const { filing } = await bench.fetch('plain', [0])
  const { courtDocumentId = '' } = filing.documents[0] ?? {}
  const asked = bench.sandbox.requests().at(-1)?.url
  expect(asked).toBe(
    `/doc1/${courtDocumentId.slice(0, 3)}1${courtDocumentId.slice(4)}?caseid=${filing.courtCaseId}&de_seq_num=${filing.sequence}&magic_num=${filing.notices[0]?.token}&use_magic=1`,
  )
})

test.each(['frame', 'redirect'] as const)(
  '%s: the page before the document costs a second request',
  async (scenario) => {
    const fetched = await bench.fetch(scenario)
    expect(verdictsOf(fetched)).toEqual(['fetched'])
    await expectWhole(fetched)
    expect(requestsFor(bench.sandbox, fetched.filing)).toBe(2)
  },
)

test('a PDF printed into a page is reported as broken and not saved as a document', async () => {
  const { documents } = await bench.fetch('in-page', [0])
  expect(documents).toMatchObject([{ verdict: 'broken', sentence: expect.stringContaining('inside a web page') }])
})

test('an adversary proceeding and its bankruptcy each have their own document and token', async () => {
  const fetched = await bench.fetch('adversary', [0])
  expect(verdictsOf(fetched)).toEqual(['fetched', 'fetched'])
  await expectWhole(fetched)
  const tokens = fetched.documents.map(({ linkUsed }) => linkUsed?.token)
  expect(new Set(tokens).size).toBe(2)
})

test('an entry spread over cases has its token on the first row; MAGIC is never sent', async () => {
  const fetched = await bench.fetch('magic-token', [0])
  expect(fetched.filing.notices[0]?.associated.map(({ token }) => token)).toEqual(['MAGIC', 'MAGIC'])
  expect(verdictsOf(fetched)).toEqual(['fetched'])
  expect(bench.sandbox.requests().filter(({ url }) => url.includes('MAGIC'))).toEqual([])
})

test('a link without a token is not opened', async () => {
  const fetched = await bench.fetch('empty-token')
  expect(fetched.documents).toMatchObject([{ verdict: 'none', sentence: expect.stringContaining('no free access') }])
  expect(requestsFor(bench.sandbox, fetched.filing)).toBe(0)
})

test('slow, failed, busy and truncated responses lose no document: the next run retrieves it', async () => {
  expect(verdictsOf(await bench.fetch('slow', [0]))).toEqual(['fetched'])
  for (const scenario of ['server-error', 'cut-off', 'busy'] as const) {
    const first = await bench.fetch(scenario, [0])
    expect([scenario, first.retry]).toEqual([scenario, expect.stringMatching(/\.$/)])
    // The busy court says how long to wait; until then it gets no request.
    await expect.poll(async () => verdictsOf(await bench.again(first.filing, [0]))).toEqual(['fetched'])
  }
})
