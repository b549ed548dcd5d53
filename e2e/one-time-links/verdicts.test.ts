import type { ScenarioName } from '@courtcrier/sandbox/filings/scenarios.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourtBench, openCourtBench, requestsFor, verdictsOf } from './court-bench.ts'

/** The pages courts show in place of documents; a failed download is never reported as sealed. */

let bench: CourtBench
beforeAll(async () => {
  bench = await openCourtBench()
})
afterAll(() => bench.close())

test.each<[scenario: ScenarioName, verdict: string, says: RegExp]>([
  ['expired', 'login', /older than 15 days/],
  ['restricted-login', 'login', /own login/],
  ['client-code', 'login', /PACER login/],
  ['sealed-document', 'sealed', /sealed/],
  ['sealed-entry', 'sealed', /sealed/],
  ['restricted-case', 'restricted', /given access/],
  ['transcript', 'restricted', /transcript/],
  ['not-available', 'unavailable', /not available/],
  ['price', 'refused', /never buys anything/],
  ['leads-away', 'refused', /documents\.elsewhere\.example, which was not opened/],
])('%s is %s', async (scenario, verdict, says) => {
  const { documents, retry } = await bench.fetch(scenario, [0])
  expect(documents[0]).toMatchObject({ verdict, sentence: expect.stringMatching(says) })
  expect(retry).toBeUndefined()
})

test('a link that someone opened before is a login page, not a seal', async () => {
  const { filing } = await bench.fetch('plain', [0])
  bench.deps.journal.sweep(-1_000)
  expect(await bench.again(filing, [0])).toMatchObject({ documents: [{ verdict: 'login' }] })
})

test('a document the court calls sealed is requested once, no matter how many links there are', async () => {
  const sealed = await bench.fetch('sealed-document')
  expect(sealed.filing.notices.length).toBeGreaterThan(0)
  expect(requestsFor(bench.sandbox, sealed.filing)).toBe(1)
})

test('a filing that its notice calls sealed is not requested at all', async () => {
  const { filing } = await bench.sandbox.fileScenario('sealed-document')
  expect(requestsFor(bench.sandbox, filing)).toBe(0)
})

test.each<[ScenarioName, string[]]>([
  ['sealed-main', ['sealed', 'fetched', 'fetched']],
  ['sealed-attachment', ['fetched', 'sealed', 'fetched']],
])('%s: the others are public and fetched', async (scenario, verdicts) => {
  expect(verdictsOf(await bench.fetch(scenario, [0]))).toEqual(verdicts)
})

test('attachments of a sealed entry are not requested, and not assumed to be sealed', async () => {
  const fetched = await bench.fetch('sealed-entry', [0])
  expect(verdictsOf(fetched)).toEqual(['sealed', 'unavailable', 'unavailable'])
  expect(requestsFor(bench.sandbox, fetched.filing)).toBe(1)
})
