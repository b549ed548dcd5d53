import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { type FetchJournal, openFetchJournal } from './fetch-journal.ts'
import {
  cutOff,
  districtLink,
  endEarly,
  html,
  type LocalCourt,
  listed,
  loginPage,
  makePdf,
  openWorkbench,
  pdf,
  type Reply,
  send,
  startCourt,
  type Workbench,
} from './local-court.fixture.ts'
import { type FilingLinks, type FilingRetrieval, retrieveFiling } from './retrieve-filing.ts'

let court: LocalCourt
let bench: Workbench
afterEach(async () => {
  await court.close()
  await bench.remove()
})

const order = await makePdf(2)
const login = html(loginPage)
const broken = Buffer.from('PK\x03\x04')

async function retrieve(
  answer: (url: URL, count: number) => Reply,
  filing: Partial<FilingLinks>,
): Promise<FilingRetrieval> {
  court = await startCourt(answer)
  bench = await openWorkbench(court.gateway)
  return again(filing)
}

function again(filing: Partial<FilingLinks>): Promise<FilingRetrieval> {
  return retrieveFiling({ documents: [listed(0, 'Main Document')], links: [], ...filing, deps: bench.deps })
}

const token = (url: URL) => url.searchParams.get('magic_num')
const ownThenSpare = [districtLink('own'), districtLink('spare')]

describe('one document', () => {
  test('is retrieved with one request, saved, and its pages are counted', async () => {
    const { documents, keys, retry } = await retrieve(() => pdf(order), { links: [districtLink('own')] })
    expect(documents).toMatchObject([
      { index: 0, verdict: 'fetched', pages: 2, size: order.byteLength, linkUsed: { token: 'own' } },
    ])
    expect(Buffer.from(await bench.deps.blobs.get(documents[0]?.blob ?? ''))).toEqual(Buffer.from(order))
    expect(court.requests).toEqual([
      'ecf.cand.uscourts.gov/doc1/035123515598?caseid=417880&de_seq_num=19&magic_num=own&use_magic=1',
    ])
    expect(bench.counted).toMatchObject([{ host: 'ecf.cand.uscourts.gov', verdict: 'fetched' }])
    expect(retry).toBeUndefined()
    expect(keys).toHaveLength(1)
  })

  test('is reached through a frame, a script and a redirect on the same court', async () => {
    const steps: Record<string, Reply> = {
      '/doc1/035123515598': html('<script>window.location="/cgi-bin/a.pl";</script>'),
      '/cgi-bin/a.pl': send(302, Buffer.alloc(0), { location: '/cgi-bin/b.pl' }),
      '/cgi-bin/b.pl': html('<iframe src="/cgi-bin/show_temp.pl?file=x"></iframe>'),
      '/cgi-bin/show_temp.pl': pdf(order),
    }
    const { documents } = await retrieve((url) => steps[url.pathname] ?? login, { links: [districtLink('own')] })
    expect(documents).toMatchObject([{ verdict: 'fetched', pages: 2 }])
    expect(bench.counted.map(({ verdict }) => verdict)).toEqual(['next', 'next', 'next', 'fetched'])
  })

  test('is requested from a host that the notice may open, whatever its link says of the host', async () => {
    const link = { ...districtLink('own'), url: 'https://evil.example/a.pdf' }
    const { documents } = await retrieve(() => pdf(order), { links: [link] })
    expect(documents).toMatchObject([{ verdict: 'refused' }])
    expect(court.requests).toEqual([])
  })

  test('pages that lead in a circle end with a sentence', async () => {
    const { documents } = await retrieve(() => html('<iframe src="/cgi-bin/show_temp.pl"></iframe>'), {
      links: [districtLink('own')],
    })
    expect(documents).toMatchObject([{ verdict: 'broken' }])
    expect(court.requests.length).toBeLessThanOrEqual(4)
  })

  test('pages that lead on and on end with a sentence, too', async () => {
    let page = 0
    const next = () => html(`<iframe src="/cgi-bin/show_temp.pl?file=${++page}"></iframe>`)
    const { documents } = await retrieve(next, { links: [districtLink('own')] })
    expect(documents).toMatchObject([{ verdict: 'broken' }])
    expect(court.requests).toHaveLength(4)
  })

  test('a link that another process is opening waits, and is not requested', async () => {
    court = await startCourt(() => pdf(order))
    bench = await openWorkbench(court.gateway)
    const journal: FetchJournal = { ...bench.deps.journal, withClaim: async () => 'busy' as const }
    const deps = { ...bench.deps, journal }
    const links = [districtLink('own')]
    const { documents, retry } = await retrieveFiling({ documents: [listed(0, 'Main Document')], links, deps })
    expect([documents[0]?.verdict, retry]).toEqual(['retry', expect.stringContaining('Another process')])
    expect(court.requests).toEqual([])
  })

  test('a notice without a link has nothing to open', async () => {
    const { documents } = await retrieve(() => pdf(order), {})
    expect(documents).toEqual([{ index: 0, verdict: 'none', sentence: 'The notice has no link to this document.' }])
    expect(court.requests).toEqual([])
  })

  test('a link without a token is not opened, and a spare link with one is', async () => {
    const { documents } = await retrieve(() => pdf(order), { links: [districtLink(undefined), districtLink('spare')] })
    expect(documents).toMatchObject([{ verdict: 'fetched', linkUsed: { token: 'spare' } }])
    expect(court.requests).toHaveLength(1)
  })

  test('a host that does not belong to a court is not opened', async () => {
    const stranger = districtLink('own', '035023515598', 'ecf.cand.uscourts.gov.evil.example')
    const { documents } = await retrieve(() => pdf(order), { links: [stranger] })
    expect(documents).toMatchObject([
      { verdict: 'refused', sentence: expect.stringContaining("isn't a court's address that Courtcrier knows") },
    ])
    expect(court.requests).toEqual([])
  })

  test("an address on a court's host that isn't a document's is not opened", async () => {
    const address = 'https://ecf.cand.uscourts.gov/cgi-bin/show_document.pl?caseid=417880'
    const { documents } = await retrieve(() => pdf(order), {
      links: [{ url: address, host: 'ecf.cand.uscourts.gov', token: 'caseid=417880' }],
    })
    expect(documents).toMatchObject([
      { verdict: 'refused', sentence: expect.stringContaining('has its documents at other addresses') },
    ])
    expect(court.requests).toEqual([])
  })

  test('nothing is opened when the notice says that the filing is sealed', async () => {
    const { documents } = await retrieve(() => pdf(order), { links: ownThenSpare, isSealed: true })
    expect(documents).toMatchObject([{ verdict: 'sealed' }])
    expect(court.requests).toEqual([])
  })
})

describe('spare links', () => {
  test.each<[string, Reply]>([
    ['log-in page', login],
    ['page saying that the link was used', html('This free look has already been used.')],
    ['page saying that the document is not available', html('This document is not available.')],
    ['ZIP file', send(200, broken)],
    ['damaged PDF', pdf(Buffer.from('%PDF-1.4\nnothing\n%%EOF'))],
  ])("another recipient's link is tried after a %s", async (_what, reply) => {
    const { documents } = await retrieve((url) => (token(url) === 'own' ? reply : pdf(order)), { links: ownThenSpare })
    expect(documents).toMatchObject([{ verdict: 'fetched', linkUsed: { token: 'spare' } }])
    expect(court.requests.map((each) => /magic_num=(\w+)/.exec(each)?.[1])).toEqual(['own', 'spare'])
  })

  test.each<[string, string, Reply]>([
    ['sealed', 'a seal', html('This document is SEALED.')],
    ['restricted', 'a restriction', html('You do not have permission to view this document.')],
    ['refused', 'a price', html('To accept charges shown below, click')],
    ['retry', 'a server error', html('oops', 503)],
  ])('%s: no other link is opened after %s', async (verdict, _what, reply) => {
    const { documents, retry } = await retrieve(() => reply, { links: ownThenSpare })
    expect(documents).toMatchObject([{ verdict }])
    expect(retry !== undefined).toBe(verdict === 'retry')
    expect(court.requests).toHaveLength(1)
  })

  test('no other link is opened because a document that was received can’t be saved', async () => {
    court = await startCourt(() => pdf(order))
    bench = await openWorkbench(court.gateway)
    const put = async () => Promise.reject(new StorageFullError('the disk is full'))
    const deps = { ...bench.deps, blobs: { ...bench.deps.blobs, put } }
    const { documents, retry } = await retrieveFiling({
      ...{ documents: [listed(0, 'Main Document')], links: ownThenSpare, deps },
    })
    expect(documents).toMatchObject([{ verdict: 'retry', sentence: expect.stringContaining('waits until') }])
    expect(retry).toBeDefined()
    expect(court.requests).toHaveLength(1)
  })

  test("when none works, the firm's own link gives the reason, and a received file is kept", async () => {
    const { documents } = await retrieve((url) => (token(url) === 'own' ? login : send(200, broken)), {
      links: ownThenSpare,
    })
    expect(documents[0]).toMatchObject({ verdict: 'login', blob: expect.any(String), size: broken.byteLength })
    expect(documents[0]?.sentence).toMatch(/own login.*Another link of this filing didn't work either\.$/)
  })

  test('the same link twice is one link', async () => {
    await retrieve(() => login, { links: [districtLink('own'), districtLink('own')] })
    expect(court.requests).toHaveLength(1)
  })
})

describe('another run', () => {
  test('after success requests nothing and returns the same result', async () => {
    const first = await retrieve(() => pdf(order), { links: [districtLink('own')] })
    expect(await again({ links: [districtLink('own')] })).toEqual(first)
    expect(court.requests).toHaveLength(1)
  })

  test('after forgetting requests the link again', async () => {
    const { keys } = await retrieve((_url, count) => (count === 1 ? pdf(order) : login), {
      links: [districtLink('own')],
    })
    bench.deps.journal.forget(keys)
    expect((await again({ links: [districtLink('own')] })).documents).toMatchObject([{ verdict: 'login' }])
  })

  test('after a server error requests the link again', async () => {
    const { retry } = await retrieve((_url, count) => (count === 1 ? html('oops', 500) : pdf(order)), {
      links: [districtLink('own')],
    })
    expect(retry).toBe("The court's server answered with an error (500).")
    expect((await again({ links: [districtLink('own')] })).documents).toMatchObject([{ verdict: 'fetched' }])
  })

  test('retrieves only what is missing', async () => {
    const attachment = districtLink('own', '035023515599')
    const listing = [listed(0, 'Main Document', districtLink('own')), listed(1, 'Exhibit', attachment)]
    const answer = (url: URL, count: number) =>
      url.pathname.endsWith('99') && count === 1 ? html('oops', 502) : pdf(order)
    await retrieve(answer, { documents: listing })
    const { documents } = await again({ documents: listing })
    expect(documents.map(({ verdict }) => verdict)).toEqual(['fetched', 'fetched'])
    expect(court.requests.filter((each) => each.includes('035123515598'))).toHaveLength(1)
  })
})

describe('an answer that breaks off', () => {
  const own = { links: [districtLink('own')] }

  test('is requested once more in the next run, because some courts count only complete answers', async () => {
    const first = await retrieve((_url, count) => (count === 1 ? cutOff(order) : pdf(order)), own)
    expect(first.retry).toMatch(/^The response from ecf\.cand\.uscourts\.gov was cut off/)
    expect((await again(own)).documents).toMatchObject([{ verdict: 'fetched' }])
    expect(court.requests).toHaveLength(2)
  })

  test('and has used up the link is reported in later runs too, and the spare link is tried', async () => {
    const answer = (url: URL, count: number) => {
      if (token(url) === 'spare') return pdf(order)
      return count === 1 ? cutOff(order) : login
    }
    await retrieve(answer, own)
    for (const _run of [2, 3]) {
      expect((await again(own)).documents).toMatchObject([
        { verdict: 'spent', sentence: 'The free look was used up by a response that was cut off.' },
      ])
    }
    expect((await again({ links: ownThenSpare })).documents).toMatchObject([
      { verdict: 'fetched', linkUsed: { token: 'spare' } },
    ])
    expect(court.requests).toHaveLength(3)
  })

  test('without announcing its length is requested once more too, because nothing else shows that it is cut', async () => {
    const first = await retrieve((_url, count) => (count === 1 ? endEarly(order) : pdf(order)), own)
    expect(first.retry).toBe("The court's response was cut off.")
    expect((await again(own)).documents).toMatchObject([{ verdict: 'fetched' }])
    expect(court.requests).toHaveLength(2)
  })

  test('without announcing its length, and has used up the link, is reported', async () => {
    await retrieve((_url, count) => (count === 1 ? endEarly(order) : login), own)
    for (const _run of [2, 3])
      expect((await again(own)).documents).toMatchObject([
        { verdict: 'spent', sentence: 'The free look was used up by a response that was cut off.' },
      ])
    expect(court.requests).toHaveLength(2)
  })

  test('twice without announcing its length is broken, and what was received is kept', async () => {
    await retrieve(() => endEarly(order), own)
    expect((await again(own)).documents).toMatchObject([{ verdict: 'broken', blob: expect.any(String) }])
  })

  test('twice is broken, and what was received is kept', async () => {
    await retrieve(() => cutOff(order), own)
    const { documents, retry } = await again(own)
    expect(documents).toMatchObject([{ verdict: 'broken', blob: expect.any(String) }])
    expect(documents[0]?.sentence).toMatch(/was cut off after \d+ of \d+ bytes/)
    expect(retry).toBeUndefined()
  })

  test('twice isn’t requested a third time, not even after a crash before the result was committed', async () => {
    await retrieve(() => cutOff(order), own)
    for (const _run of [2, 3]) expect((await again(own)).documents).toMatchObject([{ verdict: 'broken' }])
    expect(court.requests).toHaveLength(2)
  })

  test('behind a frame whose file is gone by the next run: the link is requested once more from the start', async () => {
    const answer = (url: URL, count: number) => {
      if (url.pathname.startsWith('/cgi-bin/'))
        return url.search === '?file=1' ? (count === 1 ? cutOff(order) : html('gone', 404)) : pdf(order)
      return html(`<iframe src="/cgi-bin/show_temp.pl?file=${count}"></iframe>`)
    }
    await retrieve(answer, own)
    expect((await again(own)).documents).toMatchObject([{ verdict: 'fetched' }])
  })
})

describe('when there is no space', () => {
  const own = { links: [districtLink('own')] }

  test('for an answer, the link is left unopened', async () => {
    court = await startCourt(() => pdf(order))
    bench = await openWorkbench(court.gateway)
    const full = openFetchJournal(bench.folder, { minFreeBytes: Number.MAX_SAFE_INTEGER })
    const { retry } = await retrieveFiling({ documents: [], ...own, deps: { ...bench.deps, journal: full } })
    expect(retry).toMatch(/no room left/)
    expect(court.requests).toEqual([])
    expect((await again(own)).documents).toMatchObject([{ verdict: 'fetched' }])
  })

  test('for the blob, the answer stays in the journal and is not requested again', async () => {
    court = await startCourt((_url, count) => (count === 1 ? pdf(order) : login))
    bench = await openWorkbench(court.gateway)
    const blobs = join(bench.folder, 'blobs')
    await rm(blobs, { recursive: true })
    expect((await again(own)).retry).toMatch(/waits until it can be saved/)
    await mkdir(join(blobs, 'incoming'), { recursive: true })
    expect((await again(own)).documents).toMatchObject([{ verdict: 'fetched' }])
    expect(court.requests).toHaveLength(1)
  })
})

test('two concurrent retrievals of the same link make one request', async () => {
  const slow: Reply = (request, response) => void setTimeout(() => pdf(order)(request, response), 50)
  court = await startCourt((_url, count) => (count === 1 ? slow : login))
  bench = await openWorkbench(court.gateway)
  const results = await Promise.all([1, 2, 3].map(() => again({ links: [districtLink('own')] })))
  expect(results.map(({ documents }) => documents[0]?.verdict)).toEqual(['fetched', 'fetched', 'fetched'])
  expect(court.requests).toHaveLength(1)
})
