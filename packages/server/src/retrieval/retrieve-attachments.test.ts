import { afterEach, describe, expect, test } from 'vitest'
import {
  districtLink,
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
const exhibit = await makePdf(1, 'Exhibit')
const login = html(loginPage)

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

describe('attachments', () => {
  const row = (id: string, number: string, description: string) =>
    `<tr><td><a href="/doc1/0351${id}" onClick="goDLS('/doc1/0351${id}','417880','19','','','1','','');">${number}</a></td><td>${description}</td><td>1 page</td></tr>`
  const menu = html(
    `Document Selection Menu<table><tr><td><b>Document Number:</b> <a href="/doc1/035123515598">4</a></td></tr>
    ${row('23515599', '1', 'Exhibit A')}${row('23515600', '2', 'Exhibit B')}
    <tr><td><a href="/doc1/035123515601">3</a></td><td>*Restricted*</td><td></td><td>0 kb</td></tr></table>`,
  )
  const three = [listed(0, 'Main Document'), listed(1, 'Exhibit A'), listed(2, 'Exhibit B')]
  const isMenu = (url: URL) => url.pathname === '/doc1/035023515598'

  test('requests the menu first, then its documents with the same token', async () => {
    const answer = (url: URL) => (isMenu(url) ? menu : pdf(url.pathname.endsWith('98') ? order : exhibit))
    const { documents, menu: rows } = await retrieve(answer, { documents: three, links: [districtLink('own')] })
    const asked = court.requests.map((each) => /doc1\/(\d+)/.exec(each)?.[1])
    expect(asked[0]).toBe('035023515598')
    expect(asked.slice(1).sort()).toEqual(['035123515598', '035123515599', '035123515600'])
    expect(court.requests.every((each) => each.includes('magic_num=own'))).toBe(true)
    expect(documents).toMatchObject([
      { index: 0, verdict: 'fetched', pages: 2 },
      { index: 1, verdict: 'fetched', pages: 1, description: 'Exhibit A' },
      { index: 2, verdict: 'fetched', description: 'Exhibit B' },
      { index: 3, verdict: 'restricted', description: '*Restricted*' },
    ])
    expect(rows).toHaveLength(4)
  })

  test('a spare link opens the menu, and an attachment that fails is requested with the other token', async () => {
    const answer = (url: URL) => {
      if (token(url) === 'own') return login
      if (isMenu(url)) return token(url) === 'spare' ? menu : login
      return url.pathname.endsWith('99') && token(url) === 'spare' ? login : pdf(exhibit)
    }
    const links = [...ownThenSpare, districtLink('third')]
    const { documents } = await retrieve(answer, { documents: three, links })
    expect(documents.slice(0, 3)).toMatchObject([
      { verdict: 'fetched', linkUsed: { token: 'spare' } },
      { verdict: 'fetched', linkUsed: { token: 'third' } },
      { verdict: 'fetched', linkUsed: { token: 'spare' } },
    ])
  })

  test("an attachment's link is no link to the main document, even if the notice names it first", async () => {
    const attachment = districtLink('own', '035023515599')
    const answer = (url: URL) => pdf(url.pathname.endsWith('99') ? exhibit : order)
    const { documents } = await retrieve(answer, {
      documents: [listed(0, 'Main Document'), listed(1, 'Exhibit A', attachment)],
      links: [attachment, districtLink('own')],
    })
    expect(documents).toMatchObject([
      { index: 0, verdict: 'fetched', pages: 2 },
      { index: 1, verdict: 'fetched', pages: 1 },
    ])
  })

  test("another case's document is not opened in place of one whose link was used", async () => {
    const links = [districtLink('own'), districtLink('own', '035023515577')]
    const { documents } = await retrieve((url) => (url.pathname.endsWith('98') ? login : pdf(order)), { links })
    expect(documents).toMatchObject([{ index: 0, verdict: 'login' }])
    expect(court.requests).toHaveLength(1)
  })

  test("another court's link to a document with the same ID is no spare link", async () => {
    const links = [districtLink('own'), districtLink('other', '035023515598', 'ecf.nysd.uscourts.gov')]
    await retrieve((url) => (isMenu(url) ? menu : login), { documents: three, links })
    expect(court.requests.length).toBeGreaterThan(1)
    expect(court.requests.filter((each) => !each.startsWith('ecf.cand.uscourts.gov/'))).toEqual([])
  })

  test('a sealed attachment is requested once, and the others are retrieved', async () => {
    const answer = (url: URL) => {
      if (isMenu(url)) return menu
      return url.pathname.endsWith('99') ? html('This document is SEALED.') : pdf(exhibit)
    }
    const { documents } = await retrieve(answer, { documents: three, links: ownThenSpare })
    expect(documents.map(({ verdict }) => verdict)).toEqual(['fetched', 'sealed', 'fetched', 'restricted'])
    expect(court.requests.filter((each) => each.includes('035123515599'))).toHaveLength(1)
  })

  test('without a menu, the main document is still retrieved', async () => {
    const answer = (url: URL) => (isMenu(url) ? login : pdf(order))
    const { documents } = await retrieve(answer, { documents: three, links: [districtLink('own')] })
    expect(documents.map(({ verdict }) => verdict)).toEqual(['fetched', 'unavailable', 'unavailable'])
  })

  test('accepts the only document in place of the menu', async () => {
    const { documents } = await retrieve(() => pdf(order), { documents: three, links: [districtLink('own')] })
    expect(documents.map(({ verdict }) => verdict)).toEqual(['fetched', 'unavailable', 'unavailable'])
    expect(court.requests).toHaveLength(1)
  })

  test('when the entry is sealed, attachments are not opened and not called sealed', async () => {
    const { documents } = await retrieve(() => html('could not retrieve dktentry for dlsid 1'), {
      documents: three,
      links: ownThenSpare,
    })
    expect(documents.map(({ verdict }) => verdict)).toEqual(['sealed', 'unavailable', 'unavailable'])
    expect(court.requests).toHaveLength(1)
  })

  test('attachments with their own links are each requested by their link', async () => {
    const acms = (end: string) => {
      const token = `0a1b2c3d-1111-4222-8333-44445555${end}`
      const host = 'ca9-showdoc.azurewebsites.us'
      return { url: `https://${host}/NDA/${token}`, host, token }
    }
    const listing = [
      listed(0, 'Brief', acms('aaaa')),
      listed(1, 'Addendum', acms('bbbb')),
      listed(2, 'Proof of Service', acms('cccc')),
    ]
    const answer = (url: URL) => (url.pathname.endsWith('bbbb') ? login : pdf(order))
    const { documents } = await retrieve(answer, { documents: listing, links: [acms('aaaa')] })
    expect(documents.map(({ verdict }) => verdict)).toEqual(['fetched', 'login', 'fetched'])
    expect(court.requests).toHaveLength(3)
  })

  test('courts of appeals do not list their documents, so the menu comes first and everything is retrieved', async () => {
    const link = {
      url: 'https://ecf.ca1.uscourts.gov/docs1/00107463322?uid=ab',
      host: 'ecf.ca1.uscourts.gov',
      courtDocumentId: '00107463322',
      token: 'ab',
    }
    const page = html(
      `2 Documents are attached to this filing<table><tr><td>1</td><td><a href="https://ecf.ca1.uscourts.gov/docs1/00117463322"></a></td><td>Main Document</td><td>7</td></tr>
      <tr><td>2</td><td><a href="https://ecf.ca1.uscourts.gov/docs1/00117463323"></a></td><td>Attachment</td><td>24</td></tr></table>`,
    )
    const answer = (url: URL) => (url.pathname === '/docs1/00107463322' ? page : pdf(order))
    const { documents } = await retrieve(answer, { documents: [], links: [link] })
    expect(documents).toMatchObject([
      { index: 0, verdict: 'fetched' },
      { index: 1, verdict: 'fetched', description: 'Attachment' },
    ])
    expect(court.requests).toContain('ecf.ca1.uscourts.gov/docs1/00117463323?uid=ab')
  })

  test('after two temporary failures in a row, documents not yet started wait', async () => {
    const answer = (url: URL) => (isMenu(url) ? menu : html('busy', 502))
    court = await startCourt(answer)
    bench = await openWorkbench(court.gateway)
    bench.deps.perCourt = 1
    const { documents, retry } = await again({ documents: three, links: [districtLink('own')] })
    expect(documents.map(({ verdict }) => verdict)).toEqual(['retry', 'retry', 'retry', 'retry'])
    expect(court.requests).toHaveLength(3)
    expect(retry).toMatch(/502/)
  })

  test('a court that is busy is left alone, which costs no link', async () => {
    const answer = (url: URL) => (isMenu(url) ? menu : send(503, Buffer.from('busy'), { 'retry-after': '120' }))
    court = await startCourt(answer)
    bench = await openWorkbench(court.gateway)
    bench.deps.perCourt = 1
    const first = await again({ documents: three, links: [districtLink('own')] })
    expect(first.documents.map(({ verdict }) => verdict)).toEqual(['retry', 'retry', 'retry', 'retry'])
    const { retry } = await again({ documents: three, links: [districtLink('own')] })
    expect(retry).toMatch(/^ecf\.cand\.uscourts\.gov is busy and isn't contacted until \d\d:\d\d UTC/)
    expect(court.requests).toHaveLength(2)
  })

  test('settled documents are not requested again, however the others are reached', async () => {
    const answer = (url: URL) => (isMenu(url) ? menu : pdf(exhibit))
    const byMenu = await retrieve(answer, { documents: three, links: ownThenSpare, settled: new Set([0, 2, 3]) })
    expect(byMenu.documents).toMatchObject([{ index: 1, verdict: 'fetched' }])
    expect(court.requests.map((each) => /doc1\/(\d+)/.exec(each)?.[1])).toEqual(['035023515598', '035123515599'])
    const listing = [listed(0, 'Main', districtLink('own')), listed(1, 'Exhibit', districtLink('own', '035023515600'))]
    const byLink = await again({ documents: listing, settled: new Set([0]) })
    expect(byLink.documents).toMatchObject([{ index: 1, verdict: 'fetched' }])
    expect(court.requests).toHaveLength(3)
    expect(await again({ documents: listing, settled: new Set([0, 1]) })).toEqual({ documents: [], keys: [] })
  })
})
