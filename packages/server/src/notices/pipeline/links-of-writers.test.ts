import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  districtLink,
  type LocalCourt,
  openWorkbench,
  pdf,
  startCourt,
  type Workbench,
} from '../../retrieval/local-court.fixture.ts'
import { textPdf } from '../../testing/pdf.ts'
import type { StageDeps, Work } from './stage.ts'
import { retrieveWebLinks } from './web-links.ts'

let court: LocalCourt
let bench: Workbench
beforeAll(async () => {
  const order = await textPdf(['Order'])
  court = await startCourt(() => pdf(order))
  bench = await openWorkbench(court.gateway)
})
afterAll(async () => {
  await court.close()
  await bench.remove()
})

/** With a token of its own each time: one that was used isn't requested again. */
let count = 0
const own = () => districtLink(`${11_111_111 + ++count}`, '035023515598', 'ecf.cand.uscourts.gov')
const others = districtLink('22222222', '127023515598', 'ecf.nysd.uscourts.gov')

/** Retrieves what a notice links to that this domain is proven to have written; `listed` is its own document. */
async function retrieve(writer: string | undefined, listed?: typeof others) {
  court.requests.length = 0
  const links = [own(), others].map(({ url }) => `<p><a href="${url.replaceAll('&', '&amp;')}">Order</a></p>`)
  const documents = listed ? [{ index: 0, description: { value: 'Motion', from: 'body' }, link: listed }] : []
  const believed = writer === undefined ? {} : { believed: { message: { writer } } }
  const work = {
    results: {
      authenticate: believed,
      parse: {
        notice: {
          format: 'cmecf-nef',
          courtId: { value: 'cand', from: 'body' },
          isSealed: false,
          cases: [],
          documents,
        },
      },
    },
    firmId: 1,
    origin: {},
    raw: async () => Buffer.from(['Content-Type: text/html', '', ...links].join('\r\n')),
  } as unknown as Work
  const read = (async () => ({ documents: [], opened: new Set() })) as unknown as StageDeps['read']
  const patience = { isOver: false, isAwaited: false, isPastUse: false, until: new Date() }
  const deps = { read, formats: async () => [], retrieval: bench.deps, patience }
  const retrieved = await retrieveWebLinks(work, deps)
  const hosts = [...new Set(court.requests.map((each) => each.split('/')[0]))]
  return { hosts, sentences: 'sentences' in retrieved ? retrieved.sentences.join(' ') : retrieved.retry }
}

test("a link to a court that the notice's proven sender doesn't write for isn't requested, and both are named", async () => {
  const { hosts, sentences } = await retrieve('cand.uscourts.gov')
  expect(hosts).toEqual(['ecf.cand.uscourts.gov'])
  expect(sentences).toContain(
    'Not opened, because the notice is from cand.uscourts.gov, which writes for N.D. Cal.: links to ecf.nysd.uscourts.gov.',
  )
})

test("a person who trusts another court's notice trusts the host of its documents, and no other", async () => {
  const listed = districtLink('33333333', '035023515600', 'ecf.cand.uscourts.gov')
  const { hosts, sentences } = await retrieve('nysb.uscourts.gov', listed)
  expect(hosts).not.toContain('ecf.nysd.uscourts.gov')
  expect(sentences).toContain('which writes for Bankr. S.D.N.Y.: links to ecf.nysd.uscourts.gov.')
})

test("where no court is proven to have written it, links lead to the notice's own court and where its documents are", async () => {
  const { hosts, sentences } = await retrieve(undefined)
  expect(hosts).toEqual(['ecf.cand.uscourts.gov'])
  expect(sentences).toContain(
    "Not opened, because they lead to a court other than the notice's, N.D. Cal.: links to ecf.nysd.uscourts.gov.",
  )
  const listed = await retrieve(undefined, districtLink('33333333', '127023515600', 'ecf.nysd.uscourts.gov'))
  expect(listed.sentences).not.toContain('Not opened')
})
