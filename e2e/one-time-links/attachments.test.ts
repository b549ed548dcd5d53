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

test.each([4, 1])('of the documents of one filing, %i at a time are requested', async (perCourt) => {
  const own = await openCourtBench({ perCourt })
  const mostAtOnce = countRequests(own)
  await expectWhole(await own.fetch('slow-attachments', [0]))
  await own.close()
  expect(mostAtOnce()).toBe(perCourt)
})

/** Returns how many requests were with the court at the same time, at most. */
function countRequests({ deps }: CourtBench): () => number {
  const { get } = deps.http
  let [now, most] = [0, 0]
  deps.http = {
    get: async (url, begin, isAllowedHost) => {
      let sent = 0
      const send = () => {
        sent = 1
        most = Math.max(most, ++now)
        return begin()
      }
      return get(url, send, isAllowedHost).finally(() => {
        now -= sent
      })
    },
  }
  return () => most
}
