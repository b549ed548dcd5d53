import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourtBench, expectWhole, openCourtBench, requestsFor, verdictsOf } from './court-bench.ts'

/** Attachments: every shape of menu, links per document, and twenty-eight documents in one notice. */

let bench: CourtBench
beforeAll(async () => {
  bench = await openCourtBench()
})
afterAll(() => bench.close())

test.each(['menu-form', 'menu-table', 'menu-parts', 'bankruptcy-attachments', 'appellate-attachments'] as const)(
  '%s: the menu and each document are requested once',
  async (scenario) => {
    const fetched = await bench.fetch(scenario, [0])
    expect(verdictsOf(fetched)).toEqual(['fetched', 'fetched', 'fetched', 'fetched'])
    await expectWhole(fetched)
    expect(requestsFor(bench.sandbox, fetched.filing)).toBe(5)
    expect(fetched.documents.map(({ pages }) => pages)).toEqual(fetched.filing.documents.map(({ pages }) => pages))
  },
)

test.each(['many-attachments', 'acms-attachments'] as const)('%s: all twenty-eight documents', async (scenario) => {
  const fetched = await bench.fetch(scenario, [0])
  expect(fetched.documents).toHaveLength(28)
  await expectWhole(fetched)
})

test('documents of one filing are fetched a few at a time: faster than one by one, never above the limit', async () => {
  const timeFor = async (perCourt: number) => {
    const own = await openCourtBench({ perCourt, slowPauseMs: 25 })
    const startedAt = performance.now()
    const fetched = await own.fetch('slow-attachments', [0])
    const milliseconds = performance.now() - startedAt
    await expectWhole(fetched)
    await own.close()
    return milliseconds
  }
  const [together, alone] = [await timeFor(4), await timeFor(1)]
  expect(together).toBeLessThan(alone * 0.6)
})
