import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { threadTimeOf } from '../testing/thread-time.ts'
import { findMenuRows, type MenuRow } from './attachment-menu.ts'
import { bodyText } from './court-answer.ts'
import { readPage } from './court-page.ts'

/** What juriscraper, the peer, reads from a page. */
interface Peer {
  document_number?: number | null
  pacer_doc_id: string
  pacer_case_id: string | null
  pacer_seq_no: string
  page_count?: number | null
  file_size_bytes?: number
  file_size_str?: string
  attachments: PeerRow[]
}

interface PeerRow {
  attachment_number: number
  description: string
  pacer_doc_id: string | null
  pacer_seq_no?: string
  page_count: number | null
  file_size_bytes?: number
  file_size_str?: string
}

const fixtures = new URL('./fixtures/', import.meta.url)
const district = pagesOf('attachment_pages')
const appellate = pagesOf('appellate_attachment_pages')

function pagesOf(folder: string): string[] {
  const names = readdirSync(new URL(`${folder}/`, fixtures)).filter((name) => name.endsWith('.html'))
  return names.map((name) => `${folder}/${name}`)
}

function rowsOf(page: string): MenuRow[] {
  return findMenuRows(readPage(bodyText(readFileSync(new URL(page, fixtures)), {}))) ?? []
}

function peerOf(page: string): Peer {
  return JSON.parse(readFileSync(new URL(page.replace('.html', '.json'), fixtures), 'utf8')) as Peer
}

/** Files of the peer that are wrong, corrected, with the reason. */
const wrongPeers: Readonly<Record<string, (peer: Peer) => Peer>> = {
  // The page lists the entry in two cases: its rows say number 26 in case 72127, its check boxes number 34 in case
  // 75532. The peer combines the case of one with the number of the other.
  gamd_0530995021: (peer) => ({ ...peer, document_number: 26 }),
  // No row is labeled as the main document; its number is in the first row, where the peer doesn't look.
  nced_13101868051: (peer) => ({ ...peer, document_number: 32 }),
  // Bankruptcy menus number the parts, and the main document is part 1: the page says so and people see it.
  nysb_12604013833: (peer) => ({ ...peer, document_number: 1 }),
  // The peer keeps runs of spaces, which no browser shows.
  oked_1450388419: oneBlank,
  sdd_16501239147: oneBlank,
}

function oneBlank(peer: Peer): Peer {
  const attachments = peer.attachments.map((row) => ({ ...row, description: row.description.replace(/\s+/g, ' ') }))
  return { ...peer, attachments }
}

const nameOf = (page: string) => page.replace(/^.*\/|\.html$/g, '')
/** Its part 1 was replaced and is listed last, so the page has no main document; the peer takes part 2 for it. */
const withoutMain = 'mad_94392'

test('the corpus is complete', () => {
  expect([district.length, appellate.length]).toEqual([63, 8])
})

test.each(district.filter((page) => nameOf(page) !== withoutMain))("%s is read as the peer's file says", (page) => {
  const peer = wrongPeers[nameOf(page)]?.(peerOf(page)) ?? peerOf(page)
  const [main, ...attachments] = rowsOf(page)
  expect([main?.index, main && factsOf(main)]).toEqual([
    0,
    {
      id: peer.pacer_doc_id,
      caseId: peer.pacer_case_id,
      sequence: peer.pacer_seq_no,
      pages: peer.page_count ?? undefined,
      size: bytesOf(peer),
    },
  ])
  expect(main?.number).toBe(String(peer.document_number))
  expect(attachments.map((row) => ({ index: row.index, description: row.description, ...factsOf(row) }))).toEqual(
    peer.attachments.map((row) => expectedRow(row, peer)),
  )
})

/** Courts of appeals number the parts from 1, which is the main document. */
test.each(appellate)("%s is read as the peer's file says", (page) => {
  const peer = peerOf(page)
  const rows = rowsOf(page)
  expect(rows.map((row) => ({ index: row.index + 1, description: row.description, ...factsOf(row) }))).toEqual(
    peer.attachments.map((row) => expectedRow({ ...row, pacer_seq_no: peer.pacer_seq_no }, peer)),
  )
  // The peer takes the lowest id as the page's own, whether it is the cover letter's or the form's.
  expect(rows.map(({ courtDocumentId }) => courtDocumentId).sort()[0]).toBe(peer.pacer_doc_id)
})

function factsOf({ courtDocumentId, courtCaseId, sequence, pages, size }: MenuRow) {
  return { id: courtDocumentId, caseId: courtCaseId ?? null, sequence, pages, size }
}

function expectedRow(row: PeerRow, peer: Peer) {
  return {
    index: row.attachment_number,
    description: row.description,
    id: row.pacer_doc_id,
    caseId: peer.pacer_case_id,
    sequence: row.pacer_seq_no,
    pages: row.page_count ?? undefined,
    size: bytesOf(row),
  }
}

/** Exact if the page states it, otherwise the page's rounded size in bytes. "0 kb" marks a withheld document. */
function bytesOf({ file_size_bytes: exact, file_size_str: said = '' }: Partial<PeerRow>): number | undefined {
  if (exact !== undefined) return exact
  const [amount, unit] = said.split(' ')
  const bytes = Number(amount) * (unit?.toLowerCase() === 'mb' ? 1_024_000 : 1_024)
  return said === '' || bytes === 0 ? undefined : Math.round(bytes)
}

test('lists the parts of a page whose main document was replaced without mixing them up', () => {
  const rows = rowsOf(`attachment_pages/${withoutMain}.html`)
  expect(rows.map(({ index, number, description }) => [index, number, description])).toEqual([
    [1, '2', 'Part 2'],
    [2, '3', 'Part 3'],
    [3, '4', 'Part4'],
    [5, '6', 'Part 1'],
  ])
  expect(rows.slice(1)).toMatchObject(
    peerOf(`attachment_pages/${withoutMain}.html`).attachments.map((row) => ({
      index: row.attachment_number,
      courtDocumentId: row.pacer_doc_id,
      pages: row.page_count,
    })),
  )
})

test('recognizes documents that a court lists but withholds by their label or by having neither pages nor bytes', () => {
  const withheld = [...district, ...appellate].flatMap((page) =>
    rowsOf(page)
      .filter(({ isRestricted }) => isRestricted)
      .map(({ index }) => `${nameOf(page)} ${index}`),
  )
  expect(withheld).toEqual([
    'gamd_0530995470 0',
    ...[8, 9, 10, 14, 15, 16, 17].map((index) => `insd_07302 ${index}`),
    'mad_095011771531 11',
    'mad_09503618537 1',
    'ord_1510899750 1',
    'ord_1510899750 2',
  ])
})

test('a row that is called restricted is withheld, whatever pages and size it states', () => {
  const row = (id: number, said: string) =>
    `<tr><td><a href="/doc1/03512351560${id}">${id}</a></td><td>${said}</td><td>3 pages</td><td>20 kb</td></tr>`
  const menu = `Document Selection Menu<table>${row(1, 'Exhibit')}${row(2, '*Restricted*')}${row(3, 'Restricted')}</table>`
  const rows = findMenuRows(readPage(`<html>${menu}</html>`)) ?? []
  expect(rows.map(({ isRestricted }) => isRestricted)).toEqual([false, true, true])
})

test('every row has its own index and a document id', () => {
  for (const page of [...district, ...appellate]) {
    const rows = rowsOf(page)
    expect(new Set(rows.map(({ index }) => index)).size, page).toBe(rows.length)
    expect(
      rows.every(({ courtDocumentId }) => /^\d{3}0\d*$/.test(courtDocumentId)),
      page,
    ).toBe(true)
  }
})

test('a page that only links to documents is not a menu', () => {
  expect(findMenuRows(readPage('<table><tr><td><a href="/doc1/0351">1</a></td></tr></table>'))).toBeUndefined()
})

test('reads a menu of 100,000 unclosed rows and tags in linear time', () => {
  const row = '<tr><td><div><b><a href="/doc1/03512345678">2</a><td>Exhibit<td>1 page'
  const took = threadTimeOf(() => {
    const page = readPage(`Document Selection Menu<table>${row.repeat(30_000)}`)
    expect(findMenuRows(page)?.length).toBeGreaterThan(20_000)
  })
  expect(took).toBeLessThan(5_000)
})
