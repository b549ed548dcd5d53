import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  districtLink,
  html,
  type LocalCourt,
  listed,
  openWorkbench,
  startCourt,
  type Workbench,
} from '../../retrieval/local-court.fixture.ts'
import type { StageDeps, Work } from './stage.ts'
import { retrieveStage } from './stages/retrieve.ts'

let court: LocalCourt
let bench: Workbench
beforeAll(async () => {
  court = await startCourt(() => html('<h1>Not Found</h1>', 404))
  bench = await openWorkbench(court.gateway)
})
afterAll(async () => {
  await bench.remove()
  await court.close()
})

function attempt(attempts: number) {
  const link = districtLink('own')
  const notice = { format: 'cmecf-nef', isSealed: false, cases: [], documents: [listed(0, 'Motion', link)] }
  const work = { firmId: 1, envelopeId: 'envelope', attempts, firm: {}, origin: {}, results: { parse: { notice } } }
  const read = async () => ({ settled: new Set(), awaited: new Set(), spare: [] })
  const deps = { read, formats: async () => [], retrieval: bench.deps }
  return retrieveStage.run(work as unknown as Work, deps as unknown as StageDeps)
}

test('a notice waits half an hour for a court that answers unclearly, and then people are notified without the document', async () => {
  for (const attempts of [0, 1, 2, 3, 4]) expect(await attempt(attempts)).toMatchObject({ kind: 'retry' })
  expect(await attempt(5)).toMatchObject({
    kind: 'done',
    result: {
      documents: [{ verdict: 'unavailable' }],
      gap: "The document couldn't be retrieved. The court's server has no document at this address (404).",
    },
  })
})
