import { type ScenarioName, scenarioNames } from '@courtcrier/sandbox/filings/scenarios.ts'
import type { FilingReport } from '@courtcrier/sandbox/report.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from './faults/examine.ts'
import { type Installation, signIn, startInstallation, untilAtRest, untilDelivered } from './harness.ts'
import { expectCourtesy } from './one-time-links/court-bench.ts'

/** Every scenario of court links, from the email to the person notified. */

let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>
let accepted = 0

beforeAll(async () => {
  installation = await startInstallation({ sandbox: { mix: { emptyToken: 0, regenerated: 0 }, slowPauseMs: 10 } })
  call = await signIn(installation.url, 'Administrator')
  const { sandbox, smtp } = installation
  for (const scenario of scenarioNames) {
    const result = await sandbox.sendScenario(scenario, { smtp })
    expect([scenario, result.refused]).toEqual([scenario, []])
    accepted += result.accepted.length
  }
  await untilAtRest(call, accepted)
  await untilDelivered(call)
})
afterAll(() => installation?.close())

test('nothing is lost and nothing happens twice', async () => {
  const { sandbox, url, folder } = installation
  const { broken } = await examine({ sandbox, url, folder, kills: 0, accepted, resent: 0 })
  expect(broken).toEqual(Object.fromEntries(Object.keys(broken).map((name) => [name, []])))
  expectCourtesy(sandbox)
})

test.each<[ScenarioName, string, RegExp]>([
  ['expired', 'login', /older than 15 days/],
  ['restricted-login', 'login', /own login/],
  ['sealed-document', 'sealed', /sealed/],
  ['sealed-entry', 'sealed', /sealed/],
  ['sealed-main', 'sealed', /sealed/],
  ['restricted-case', 'restricted', /given access/],
  ['transcript', 'restricted', /transcript/],
  ['not-available', 'unavailable', /not available/],
  ['in-page', 'broken', /inside a web page/],
  ['price', 'refused', /never buys anything/],
  ['leads-away', 'refused', /not opened/],
  ['empty-token', 'none', /no free access/],
])('%s is shown as %s with a sentence', async (scenario, verdict, says) => {
  const [main] = await documentsOf(getFiling(scenario))
  expect(main).toMatchObject({ verdict, sentence: expect.stringMatching(says) })
})

test.each<[ScenarioName, number]>([
  ['many-attachments', 28],
  ['acms-attachments', 28],
  ['appellate-attachments', 4],
  ['bankruptcy-attachments', 4],
  ['adversary', 2],
  ['short-id', 1],
  ['magic-token', 1],
  ['plain-text', 1],
  ['forward', 1],
])('%s: all %i documents are saved', async (scenario, count) => {
  const documents = await documentsOf(getFiling(scenario))
  expect(documents.map(({ verdict }) => verdict)).toEqual(Array.from({ length: count }, () => 'fetched'))
})

test('the copy in the main case of an adversary proceeding is named for its case', async () => {
  const filing = getFiling('adversary')
  const [, copy] = await documentsOf(filing)
  expect(copy?.title).toBe(`${filing.event} (${filing.associated[0]?.docketNumber})`)
})

test('a document that its notice calls sealed is not requested', () => {
  const { number } = getFiling('sealed-document')
  expect(installation.sandbox.served().filter((record) => record.filing === number)).toEqual([])
})

function getFiling(scenario: ScenarioName): FilingReport {
  const found = installation.sandbox.filings().find((filing) => filing.scenario === scenario)
  if (!found) throw new Error(`${scenario} was not filed`)
  return found
}

interface DocumentRow {
  position: number
  title: string
  verdict: string
  sentence: string
}

/** Returns the documents by their positions in the filing. */
async function documentsOf({ docketNumber, documentNumber, event }: FilingReport): Promise<DocumentRow[]> {
  const found = await search<{ id: string; document_number: string | null; event: string }>('envelope', docketNumber)
  const isIt = (row: (typeof found)[number]) =>
    row.document_number === null ? row.event === event : row.document_number === String(documentNumber)
  const envelope = found.find(isIt)
  const answer = await call(`/api/v1/document/search?max=50&filters=${filterOf('envelope_id', envelope?.id)}`)
  const rows = Object.values((await answer.json()) as Record<string, DocumentRow[]>)[0] ?? []
  return rows.toSorted((a, b) => a.position - b.position)
}

async function search<Row>(entity: string, words: string): Promise<Row[]> {
  const answer = await call(`/api/v1/${entity}/search?max=50&freeText=${encodeURIComponent(words)}`)
  return Object.values((await answer.json()) as Record<string, Row[]>)[0] ?? []
}

function filterOf(field: string, value: string | undefined): string {
  return encodeURIComponent(JSON.stringify([{ field, in: [value] }]))
}
