import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourtBench, expectWhole, openCourtBench, requestsFor, verdictsOf } from './court-bench.ts'

/** One filing for several people: the links of the others are spares, and one of them is enough. */

let bench: CourtBench
beforeAll(async () => {
  bench = await openCourtBench()
})
afterAll(() => bench.close())

const five = [0, 1, 2, 3, 4]

test('of five links one is used, and the other four stay unused', async () => {
  const fetched = await bench.fetch('five-attorneys', five)
  expect(fetched.filing.notices).toHaveLength(5)
  await expectWhole(fetched)
  expect(requestsFor(bench.sandbox, fetched.filing)).toBe(1)
})

test.each(five)('with tokens missing, whichever copy comes first (%i) leads to the document', async (first) => {
  const order = [first, ...five.filter((copy) => copy !== first)]
  const fetched = await bench.fetch('five-attorneys-some-tokens', order)
  expect(verdictsOf(fetched)).toEqual(['fetched'])
  expect(requestsFor(bench.sandbox, fetched.filing)).toBe(1)
})

test('a copy without a token finds nothing, and the document is fetched once a copy with a token arrives', async () => {
  const first = await bench.fetch('five-attorneys-last-token', [0, 1, 2, 3])
  expect(verdictsOf(first)).toEqual(['none'])
  expect(verdictsOf(await bench.again(first.filing, [4, 0, 1, 2, 3]))).toEqual(['fetched'])
})

test('all five at the same time make one request', async () => {
  const { filing } = await bench.sandbox.fileScenario('five-attorneys')
  const results = await Promise.all(five.map(() => bench.again(filing, five)))
  expect(results.map(verdictsOf)).toEqual(five.map(() => ['fetched']))
  expect(requestsFor(bench.sandbox, filing)).toBe(1)
})

test('if someone else opened the first link, the next one retrieves the document', async () => {
  const { filing } = await bench.sandbox.fileScenario('five-attorneys-attachments')
  const asked = await bench.again(filing, [0])
  expect(verdictsOf(asked)).toEqual(['fetched', 'fetched', 'fetched', 'fetched'])
  bench.deps.journal.sweep(-1_000)
  const fetched = await bench.again(filing, [0, 1, 2])
  expect(fetched.documents.map(({ linkUsed }) => linkUsed?.token)).toEqual(
    fetched.documents.map(() => filing.notices[1]?.token),
  )
})
