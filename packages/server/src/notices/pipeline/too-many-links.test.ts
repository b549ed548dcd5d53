import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  districtLink,
  html,
  type LocalCourt,
  loginPage,
  openWorkbench,
  startCourt,
  type Workbench,
} from '../../retrieval/local-court.fixture.ts'
import type { StageDeps, Work } from './stage.ts'
import { retrieveWebLinks } from './web-links.ts'

let court: LocalCourt
let bench: Workbench
beforeAll(async () => {
  court = await startCourt(() => html(loginPage))
  bench = await openWorkbench(court.gateway)
})
afterAll(async () => {
  await court.close()
  await bench.remove()
})

test('of a notice with links without end, fifty documents are requested, and the rest is named', async () => {
  const links = Array.from({ length: 70 }, (_, n) => districtLink('11111111', `0350235${15_500 + n}`))
  const anchors = links.map(({ url }) => `<p><a href="${url.replaceAll('&', '&amp;')}">Order</a></p>`)
  const notice = {
    ...{ format: 'cmecf-nef', courtId: { value: 'cand', from: 'body' }, isSealed: false, cases: [], documents: [] },
  }
  const work = {
    ...{ firmId: 1, origin: {}, results: { authenticate: {}, parse: { notice } } },
    raw: async () => Buffer.from(['Content-Type: text/html', '', ...anchors].join('\r\n')),
  } as unknown as Work
  const retrieved = await retrieveWebLinks(work, {
    read: (async () => ({ documents: [], opened: new Set() })) as unknown as StageDeps['read'],
    formats: async () => [],
    retrieval: bench.deps,
    patience: { isOver: false, isAwaited: false, isPastUse: false, until: new Date() },
  })
  expect(retrieved).toMatchObject({
    sentences: expect.arrayContaining([
      'Not opened, because the notice links to too many documents: links to ecf.cand.uscourts.gov.',
    ]),
  })
  expect(court.requests).toHaveLength(50)
})
