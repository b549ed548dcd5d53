import { expect, test } from 'vitest'
import { decodeMessage } from '../../message/mime.ts'
import { parseNotice } from '../../registry.ts'

const subject = 'Courtesy Copy of Service for Case: 2025-CAB-000999, Doe v. Roe, Envelope Number: 3700011'
const link = (id: number) =>
  `https://dc.tylertech.cloud/ViewServiceDocuments.aspx?SID=aaaabbbb-1111-4222-8333-44445555666${id}`

type Row = readonly [label: string, ...lines: string[]]
const details: readonly Row[] = [
  ['Court', 'Superior Court of the District of Columbia - Civil'],
  ['Case Number', '2025-CAB-000999'],
  ['Case Style', 'Doe v. Roe'],
  ['Envelope Number', '3700011'],
  ['Date/Time Submitted', '9/9/2025 1:00 PM EDT'],
  ['Filing Description', 'Notice of Deposition'],
  ['Filed By', 'Opal Opponent'],
  ['Service Contacts', 'John Doe:', 'Mary Major (mary@example-law.com)', 'Docket Clerk (docket@example-law.com)'],
]
const documents: readonly Row[] = [
  ['Lead Document', 'Notice.pdf'],
  ['Attachments', `Exhibit 1.pdf <${link(1)}>`, `Exhibit 2.pdf <${link(2)}>`],
  ['File Stamped Copy', `Download Document <${link(0)}>`],
]

type Layout = (label: string, lines: readonly string[]) => string
const behindTab: Layout = (label, lines) => `${label}\t${lines.join('\n')}`
const betweenBlanks: Layout = (label, lines) => `${label}\n\n${lines.join('\n')}\n`

async function read(layout: Layout, rows: readonly Row[] = [...details, [''], ...documents], end = '') {
  const written = rows.map(([label, ...lines]) => (label === '' ? '\nDocument Details\n' : layout(label, lines)))
  const quoted = `From: no-reply@efilingmail.tylertech.cloud\nSubject: ${subject}\n\nCourtesy Copy\n\nFiling Details\n`
  const body = `${quoted}\n${written.join('\n')}\n\n${end}Please Note: keep this message.\n`
  const head = `From: mary@example-law.com\nSubject: FW: ${subject}\nContent-Type: text/plain; charset=utf-8\n\n`
  const decoded = await decodeMessage(Buffer.from(head + body))
  if ('problem' in decoded) throw new Error(decoded.problem)
  const result = parseNotice(decoded.message)
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

test.each<[string, Layout]>([
  ['behind a tab', behindTab],
  ['behind a tab, with one at the end', (label, lines) => `${label} \t${lines.join('  \n')} \t`],
  ['behind a colon and a tab', (label, lines) => `${label}:\t${lines.join('\n')}`],
  ['behind a colon', (label, lines) => `${label}: ${lines.join('\n')}`],
  ['below', (label, lines) => `${label}\n${lines.join('\n')}`],
  ['below a blank line', betweenBlanks],
  ['below a blank line, each line a paragraph', (label, lines) => `${label}\n\n${lines.join('\n\n')}\n`],
  ['below a blank line, indented', (label, lines) => `${label}\n\n\t${lines.join('\n\t')}\n`],
  ['below a line with a no-break space', (label, lines) => `${label}\n\u00a0\n${lines.join('\n')}\n\u00a0`],
  ['below two blank lines', (label, lines) => `${label}:\n\n\n${lines.join('\n')}\n\n`],
])('as text with its values %s, a notice is read in full', async (_, layout) => {
  const { courtId, cases, event, filingUser, reference, recipients, documents: read_ } = await read(layout)
  expect(courtId.value).toBe('supctdc')
  expect([cases[0]?.name?.value, cases[0]?.docketNumber.value]).toEqual(['Doe v. Roe', '2025-CAB-000999'])
  expect([event?.value, filingUser?.value, reference?.value]).toEqual([
    'Notice of Deposition',
    'Opal Opponent',
    '3700011',
  ])
  expect(recipients.map(({ name, onBehalfOf }) => [name, onBehalfOf])).toEqual([
    ['Mary Major', 'John Doe'],
    ['Docket Clerk', 'John Doe'],
  ])
  expect(read_.map((one) => [one.description.value, one.link?.url])).toEqual([
    ['Notice.pdf', link(0)],
    ['Exhibit 1.pdf', link(1)],
    ['Exhibit 2.pdf', link(2)],
  ])
})

test('a link to help below the link of the copy is no document', async () => {
  const help = 'This link is active. Click here <https://content.tylerhost.net/docs/Filer_Information.pdf>.\n\n'
  const urls = (await read(betweenBlanks, undefined, help)).documents.map((one) => one.link?.url)
  expect(urls).toEqual([link(0), link(1), link(2)])
})

test('names of files without links are documents of their own, and what is below them is not', async () => {
  const plain: Row[] = [...details, ['Attachments', 'Exhibit 1.pdf', 'Exhibit 2.pdf', 'Stored for 30 days']]
  const read_ = (await read(behindTab, plain)).documents.map(({ description }) => description.value)
  expect(read_).toEqual(['Exhibit 1.pdf', 'Exhibit 2.pdf'])
})

test('a label above a blank line has no value where the others stand beside theirs', async () => {
  const notice = await read((label, lines) => `${label}: ${lines.join('\n')}`, details, 'Comments\n\nWe moved.\n\n')
  expect(notice.docketText).toBeUndefined()
})

test('a row whose label is not known is no part of the value above it', async () => {
  const rows: Row[] = [...details.slice(0, 3), ['Presiding Officer', 'A. Judge'], ...details.slice(3)]
  const { cases } = await read((label, lines) => `${label}\n${lines.join('\n')}`, rows)
  expect(cases[0]?.name?.value).toBe('Doe v. Roe')
})

test("a clerk's remarks go on below the line of their label, up to another one", async () => {
  const rows: Row[] = [
    ...details,
    ['Rejection Reason', 'Wrong document', 'See the protocol.', 'Presiding Officer\tA. Judge'],
  ]
  expect((await read(behindTab, rows)).docketText?.value).toBe('Wrong document\nSee the protocol.')
})
