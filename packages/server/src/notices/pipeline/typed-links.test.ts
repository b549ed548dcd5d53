import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decodeMessage } from '../../courts/message/mime.ts'
import { parseNotice } from '../../courts/registry.ts'
import {
  type LocalCourt,
  makePdf,
  openWorkbench,
  pdf,
  startCourt,
  type Workbench,
} from '../../retrieval/local-court.fixture.ts'
import type { StageDeps, Work } from './stage.ts'
import { retrieveStage } from './stages/retrieve.ts'

let court: LocalCourt
let bench: Workbench
beforeAll(async () => {
  const document = await makePdf(1)
  court = await startCourt(() => pdf(document))
  bench = await openWorkbench(court.gateway)
})
afterAll(async () => {
  await court.close()
  await bench.remove()
})
beforeEach(() => {
  court.requests.length = 0
})

const own = 'https://illinois.tylertech.cloud/ViewDocuments.aspx?FID=7ff2fb72-7baa-4770-8a7c-70c1dd1cd000'
const typed = 'https://illinois.tylertech.cloud/ViewDocuments.aspx?FID=00000000-7baa-4770-8a7c-70c1dd1cd666'

/** Retrieves what a service's notice in plain text has, as its parser reads it. */
async function retrieve(description: string, documents: string) {
  const raw = Buffer.from(`From: no-reply@efilingmail.tylertech.cloud
Subject: Filing Accepted for Case: 2025LA000999; Doe v. Roe
Content-Type: text/plain

Filing Accepted

Filing Details
Court: Will County
Case Number: 2025LA000999
Case Style: Doe v. Roe
Filing Description: ${description}
Filed By: Opal Opponent

Document Details
Lead Document: Answer.pdf
${documents}

Please Note: keep this.
`)
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const parsed = parseNotice(decoded.message)
  if ('unclear' in parsed) throw new Error(parsed.unclear)
  const work = {
    ...{ firmId: 1, envelopeId: 'envelope', attempts: 0, receivedAt: new Date().toISOString(), origin: {} },
    firm: { extractDocumentWebLinks: true },
    results: { authenticate: {}, parse: { notice: parsed.notice } },
    raw: async () => raw,
  }
  const known = { settled: new Set(), awaited: new Set(), spare: [], documents: [], opened: new Set() }
  const deps = { read: async () => known, formats: async () => [], retrieval: bench.deps }
  const outcome = await retrieveStage.run(work as unknown as Work, deps as unknown as StageDeps)
  if (outcome.kind !== 'done') throw new Error(outcome.sentence)
  return outcome
}

test("an address that a filer typed is never requested, and isn't shown as a document of the court", async () => {
  const { result, sentence } = await retrieve(`Answer, see ${typed}`, 'File Stamped Copy: Not yet available')
  expect(court.requests).toEqual([])
  expect(result.documents).toMatchObject([{ title: expect.stringMatching(/^Answer/), verdict: 'none' }])
  expect(sentence).toContain('The notice has no link to this document.')
  expect(sentence).toContain('Not opened, because a filer may have typed them: links to illinois.tylertech.cloud.')
})

test("the service's own link beside it is", async () => {
  const { result } = await retrieve(`Answer, see ${typed}`, `File Stamped Copy: ${own}`)
  expect(court.requests).toEqual([own.replace('https://', '')])
  expect(result.documents).toMatchObject([{ title: expect.stringMatching(/^Answer/), verdict: 'fetched' }])
})
