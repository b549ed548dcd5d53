import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { describeHostile } from '../../hostile.suite.ts'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { tylerEfile } from './parser.ts'

const folder = new URL('fixtures/', import.meta.url)
describeFixtures(folder)

const from = { name: '', address: 'no-reply@efilingmail.tylertech.cloud' }

function understood(html: string, subject = 'x'): Partial<Notice> {
  const result = parseNotice(messageOf({ html, subject, from }))
  return 'notice' in result ? result.notice : result.understood
}

const row = (label: string, value: string) => `<tr><td>${label}</td><td>${value}</td></tr>`
const details = (rows: string) =>
  `<h1>Filing Accepted</h1><table><tr><th colspan=2>Filing Details</th></tr>${rows}</table>`

test('an envelope number in place of a case number is not a case', () => {
  const subject = 'Filing Submitted for Case: 34000801; Doe vs. Roe; Envelope Number: 34000801'
  const notice = understood(details(row('Case Number', '34000801') + row('Envelope Number', '34000801')), subject)
  expect(notice.cases).toEqual([])
  expect(notice.reference?.value).toBe('34000801')
  expect(understood(details(row('Filing Description', 'Complaint')), subject).cases).toEqual([])
})

test('the subject gives the case and what was filed if the body does not', () => {
  const subject =
    'Fwd: Notification of Service for Case: 2025LA000999, Doe v. Roe for filing Answer, Envelope Number: 36000111'
  const notice = understood('<p>Notification of Service</p>', subject)
  expect(notice).toMatchObject({
    kind: 'service',
    event: { value: 'Answer', from: 'subject' },
    reference: { value: '36000111' },
  })
  expect(notice.cases).toMatchObject([{ docketNumber: { value: '2025LA000999' }, name: { value: 'Doe v. Roe' } }])
})

test('another envelope number at the beginning of a line of what was filed is not the filing’s own', () => {
  const text =
    'Filing Accepted\n\nFiling Details\nCase Number: 25-1-09999\nFiling Description: Reply to\nEnvelope Number: 36000222'
  const reading = (number: string) => {
    const subject = `Filing Accepted for Case: 25-1-09999; A v. B; Envelope Number: ${number}`
    return parseNotice(messageOf({ text, subject, from }))
  }
  expect(reading('36000111')).toMatchObject({ unclear: expect.stringContaining('several') })
  expect(reading('360002')).not.toMatchObject({ unclear: expect.stringContaining('several') })
})

test.each([
  ['Filing Accepted', 'confirmation'],
  ['Filing Submitted', 'confirmation'],
  ['Filing Returned', 'rejection'],
  ['Filing Rejected', 'rejection'],
  ['Notification of Service', 'service'],
  ['Administrative Copy of Service', 'service'],
  ['Courtesy Copy of Service', 'service'],
  ['Notice of electronic filing', 'filing'],
])('"%s for Case" is a %s', (title, kind) => {
  const notice = understood(
    details(row('Case Number', '25-1-09999')),
    `${title} for Case: 25-1-09999; A v. B; Envelope Number: 1`,
  )
  expect(notice.kind).toBe(kind)
})

test('a number in a signature or a note above is not a case', () => {
  const note = '<p>Our case: </p><p>Case Number: 11-CV-1</p>'
  const signature = '<p>Please Note: keep</p><p>Mary Major<br>Case Number: 22-CV-2<br>1:20-cv-00001</p>'
  const html = note + details(row('Filing Description', 'Answer') + row('Filed By', 'A')) + signature
  expect(understood(html).cases).toEqual([])
})

test('help pages and surveys are not documents', () => {
  const rows = row('Lead Document', 'Answer.pdf') + row('Filing Description', 'Answer')
  const html = `${details(rows)}<p><a href="https://illinois.tylertech.cloud/help?x=0123456789abcdef0123">help</a></p>`
  expect(understood(html).documents).toEqual([
    { index: 0, description: expect.objectContaining({ value: 'Answer' }), originalFileName: 'Answer.pdf' },
  ])
})

test("a link rewritten by a mail gateway is restored to the service's own", () => {
  const url = 'https://illinois.tylertech.cloud/ViewDocuments.aspx?FID=7ff2fb72-7baa-4770-8a7c-70c1dd1cd000'
  const wrapped = `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=x`
  const notice = understood(
    details(row('Court', 'Will County') + row('File Stamped Copy', `<a href="${wrapped}">Download Document</a>`)),
  )
  expect(notice.documents?.[0]?.link).toMatchObject({ url, token: '7ff2fb72-7baa-4770-8a7c-70c1dd1cd000' })
  expect(notice.courtId?.value).toBe('illcirctwill')
})

test('links to the hosts of two states leave the court open', () => {
  const link = (state: string) =>
    `<a href="https://${state}.tylertech.cloud/ViewDocuments.aspx?FID=1">Download Document</a>`
  const html = details(row('Court', 'Will County') + row('File Stamped Copy', link('illinois') + link('texas')))
  expect(understood(html).courtId).toBeUndefined()
})

test('in plain text, the link below "File Stamped Copy" is that of the lead document, also beside linked attachments', () => {
  const link = (id: string) =>
    `https://dc.tylertech.cloud/ViewServiceDocuments.aspx?SID=aaaabbbb-1111-4222-8333-44445555666${id}`
  const text = `Courtesy Copy\n\nFiling Details\n\nCase Number\n2025-CAB-000999\n\nDocument Details\n\nLead Document\nNotice.pdf\n\nAttachments\nExhibit 1.pdf<${link('1')}>\nExhibit 2.pdf<${link('2')}>\n\nFile Stamped Copy\nDownload Document<${link('0')}>\n\nPlease Note: keep`
  const result = parseNotice(messageOf({ text, subject: 'x', from }))
  const { documents } = 'notice' in result ? result.notice : result.understood
  expect(documents?.map(({ description, link: own }) => [description.value, own?.url])).toEqual([
    ['Notice.pdf', link('0')],
    ['Exhibit 1.pdf', link('1')],
    ['Exhibit 2.pdf', link('2')],
  ])
})

test('two filings in one message are not read as one', () => {
  const one = details(row('Envelope Number', '1') + row('Case Number', 'A-1') + row('Filing Description', 'x'))
  const two = details(row('Envelope Number', '2') + row('Case Number', 'B-2') + row('Filing Description', 'y'))
  const result = parseNotice(messageOf({ html: one + two, subject: 'x', from }))
  expect(result).toMatchObject({ unclear: expect.stringContaining('several filings') })
})

test('a zone that names standard time in summer does not change the time', () => {
  const rows =
    row('Court', 'Superior Court of the District of Columbia') + row('Date/Time Submitted', '7/7/2025 5:00 PM EST')
  expect(understood(details(rows)).enteredAt?.value).toEqual({
    local: '2025-07-07T17:00:00',
    zone: 'EST',
    offsetMinutes: -240,
  })
})

describeHostile({
  parser: tylerEfile,
  folder,
  words: [
    'Filing Accepted',
    'Filing Details',
    'Case Number',
    'Envelope Number: 1',
    'Service Contacts',
    'Court',
    'Comments',
  ],
  subject: 'Filing Accepted for Case: 25-1; A v. B; Envelope Number: 2',
  bodies: [
    ['100,000 rows', details(row('Attachments', 'a.pdf').repeat(100_000))],
    [
      '100,000 links in one cell',
      details(
        row(
          'File Stamped Copy',
          '<a href="https://illinois.tylertech.cloud/x?FID=0123456789abcdef">d</a>'.repeat(100_000),
        ),
      ),
    ],
    ['a million spaces in a label', `Filing Details<td>Case${' '.repeat(1_000_000)}Number</td><td>1</td>`],
    ['a county of a million words', details(row('Court', 'County of '.repeat(100_000)))],
    ['100,000 service contacts', details(row('Service Contacts', 'x@y.zz<br>'.repeat(100_000)))],
    ['a case number of a million digits', details(row('Case Number', '1'.repeat(1_000_000)))],
  ],
})
