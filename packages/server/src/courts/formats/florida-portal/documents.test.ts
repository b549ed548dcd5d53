import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { filingKey } from '../../../notices/matching/filing-key.ts'
import { asText } from '../../as-text.fixture.ts'
import type { Message } from '../../message/message.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { isNoDocument } from '../../text/no-document.ts'

const link = (id: number) => `https://www.myflcourtaccess.com/document/serve?id=8f14e45fceea167a5a36dedd4bea254${id}`
const anchor = (id: number, words: string) => `<a href="${link(id)}">${words}</a>`
const tr = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

const from = { name: '', address: 'eservice@myflcourtaccess.com' }
const usualSubject = 'SERVICE OF COURT DOCUMENT CASE NUMBER 502025CC018999XXXANB'

function noticeWith(tables: string): string {
  return `<h3>Filing Information</h3><table>${tr('Filing #:', '239000847')}${tr('Filing Time:', '01/20/2026 10:58:27 AM ET')}${tr('Filer:', 'Oscar P Opponent 561-555-0100')}${tr('Case #:', '502025CC018999XXXANB')}</table>${tables}<h3>E-service recipients selected for service:</h3><table>${tr('Mary Major', 'mary@example-law.com')}</table>`
}

function read(tables: string, subject = usualSubject) {
  return noticeOf(messageOf({ html: noticeWith(tables), subject, from }))
}

function noticeOf(message: Message) {
  const result = parseNotice(message)
  if (!('notice' in result)) throw new Error(result.unclear)
  return result.notice
}

const listed = (tables: string) => valuesOf(read(tables).documents)

const valuesOf = (documents: Notice['documents']) =>
  documents.map(({ index, description, originalFileName, link: found }) => [
    index,
    description.value,
    originalFileName,
    found?.url,
  ])

const wanted = [
  [0, 'Motion to Compel', 'motion.pdf', link(1)],
  [1, 'Exhibit A', 'ex-a.pdf', link(2)],
]

const tables = {
  'title and file': `${tr('Title', 'File')}${tr('Motion to Compel', anchor(1, 'motion.pdf'))}${tr('Exhibit A', anchor(2, 'ex-a.pdf'))}`,
  'file before title': `${tr('File Name', 'Document Title')}${tr(anchor(1, 'motion.pdf'), 'Motion to Compel')}${tr(anchor(2, 'ex-a.pdf'), 'Exhibit A')}`,
  'number, date, pages and fee': `${tr('#', 'Title', 'File', 'Date', 'Pages', 'Fee')}${tr('1', 'Motion to Compel', anchor(1, 'motion.pdf'), '01/20/2026', '12 pages', '$0.00')}${tr('2', 'Exhibit A', anchor(2, 'ex-a.pdf'), 'January 20, 2026', '3', 'N/A')}`,
  'a link of its own': `${tr('Document Title', 'File Name', 'Link')}${tr('Motion to Compel', 'motion.pdf', anchor(1, 'Download'))}${tr('Exhibit A', 'ex-a.pdf', anchor(2, 'Download'))}`,
  'who filed it': `${tr('Title', 'File', 'Filed By', 'Status')}${tr('Motion to Compel', anchor(1, 'motion.pdf'), 'Oscar P Opponent', 'Accepted')}${tr('Exhibit A', anchor(2, 'ex-a.pdf'), 'Oscar P Opponent', 'Pending')}`,
  'a blank cell beside people': `${tr('Title', 'File', 'Filed By', 'Pages')}${tr('Motion to Compel', anchor(1, 'motion.pdf'), 'Oscar P Opponent', '')}${tr('Exhibit A', anchor(2, 'ex-a.pdf'), 'Oscar P Opponent', '3')}`,
}

test.each(Object.entries(tables))('lists the documents of a table with %s in order', (_, rows) => {
  expect(listed(`<h3>Documents</h3><table>${rows}</table>`)).toEqual(wanted)
})

test.each(Object.entries(tables).flatMap(([what, rows]) => ['\t', ' \t', '\n'].map((cell) => ({ what, rows, cell }))))(
  'lists them with their links in plain text, too: $what, between the cells $cell',
  async ({ rows, cell }) => {
    const html = noticeWith(`<h3>Documents</h3><table>${rows}</table>`)
    const link = (words: string, url: string) => `${words} <${url}>`
    const text = await asText(messageOf({ html, subject: usualSubject, from }), html, { link, cell })
    expect(valuesOf(noticeOf(text).documents)).toEqual(wanted)
  },
)

test('lists the documents of two tables', () => {
  const one = (title: string, file: string) =>
    `<h3>Documents</h3><table>${tr('Title', 'File')}${tr(title, file)}</table>`
  expect(listed(one('Motion to Compel', anchor(1, 'motion.pdf')) + one('Exhibit A', anchor(2, 'ex-a.pdf')))).toEqual(
    wanted,
  )
})

test('a title without a file is still a document', () => {
  const rows = `${tr('Title', 'File')}${tr('Order on Motion')}${tr('Exhibit A', anchor(2, 'ex-a.pdf'))}`
  expect(listed(`<h3>Documents</h3><table>${rows}</table>`).map(([, title]) => title)).toEqual([
    'Order on Motion',
    'Exhibit A',
  ])
})

test('the messages of one service are separate filings', () => {
  const table = `<h3>Documents</h3><table>${tables['title and file']}</table>`
  const subject = 'SERVICE OF COURT DOCUMENT CASE NUMBER 502025CC018999XXXANB'
  const keys = [1, 2, 3].map((part) => filingKey(read(table, `${subject} (${part} of 3)`)))
  expect(new Set(keys).size).toBe(3)
  expect(filingKey(read(table, `${subject} (2 of 3)`))).toBe(keys[1])
  expect(filingKey(read(table, `${subject} (1 of 1)`))).toBe(filingKey(read(table)))
})

test.each([
  '01/20/2026',
  '1-20-26',
  '2026-01-20',
  '01/20/2026 10:58:27 AM ET',
  'January 20, 2026',
  'Tuesday, Jan. 20, 2026 at 10:58 AM',
  'Filed on 01/20/2026',
  '20 Jan 2026',
  '10:58 AM',
  '$5.00',
  'Fee: $1,200',
  '12 pages',
  'Page 1 of 3',
  '(1 of 3)',
  '240 KB',
  '7',
  'N/A',
  'none',
  '—',
  'Accepted',
  'mary@example-law.com',
])('"%s" is not a document', (words) => {
  expect(isNoDocument(words)).toBe(true)
})

test.each([
  'Motion',
  'Order of 01/20/2026',
  'Exhibit 7',
  'Notice of Hearing - January 20, 2026 at 10:00 AM',
  'May Declaration',
  'Pages 1-12 of Transcript',
  'Accepted Offer of Judgment',
  '2nd Stipulation.pdf',
])('"%s" may be a document', (words) => {
  expect(isNoDocument(words)).toBe(false)
})
