import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { findCourt } from '../../directory/directory.ts'
import { describeHostile } from '../../hostile.suite.ts'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { floridaPortal } from './parser.ts'
import { findCourtOfUcn, findFloridaNumber } from './ucn.ts'

const folder = new URL('fixtures/', import.meta.url)
describeFixtures(folder)

function understood(text: string, subject = 'SERVICE OF COURT DOCUMENT'): Partial<Notice> {
  const result = parseNotice(messageOf({ text, subject }))
  return 'notice' in result ? result.notice : result.understood
}

test.each([
  ['502025CC018999XXXANB', '502025CC018999XXXANB'],
  ['CASE NUMBER 50-2025-CC-018999-XXXA-NB (1 of 2)', '50-2025-CC-018999-XXXA-NB'],
  ['132024CA004321000001 Doe v. Roe', '132024CA004321000001'],
  ['2024-004321-CA-01', '2024-004321-CA-01'],
  ['25-CA-001234', '25-CA-001234'],
  ['CACE-24-012345', 'CACE-24-012345'],
  ['3D2025-1234', '3D2025-1234'],
  ['SC2025-0123', 'SC2025-0123'],
  ['Florida Bar No. 123456, (305) 555-0123', undefined],
  ['2 of 3, 01/20/2026', undefined],
])('the case number in "%s" is %s', (text, number) => {
  expect(findFloridaNumber(text)?.value).toBe(number)
})

test.each([
  ['012025CA000001XXXXXX', 'Alachua', 'circuit'],
  ['062025CC000001AXXXCE', 'Broward', 'county'],
  ['132025SC000001000001', 'Miami-Dade', 'county'],
  ['142025DR000001XXXXXX', 'De Soto', 'circuit'],
  ['292025CF000001AXXXXX', 'Hillsborough', 'circuit'],
  ['552025CP000001XXXXXX', 'St. Johns', 'circuit'],
  ['572025MM000001XXXXXX', 'Santa Rosa', 'county'],
  ['672025CA000001XXXXXX', 'Washington', 'circuit'],
])('the number %s is of %s County, %s court', (number, county, kind) => {
  const court = findCourtOfUcn(number)
  expect(court?.name).toContain(`${county} County`)
  expect(/^Circuit Court/.test(court?.name ?? '')).toBe(kind === 'circuit')
  expect(findCourt(court?.id ?? '')?.state).toBe('Florida')
})

test.each(['992025CA000001XXXXXX', '682025CA000001', '002025CA000001', '502025ZZ000001XXXXXX', '2024-004321-CA-01'])(
  'the number %s does not identify a court',
  (number) => {
    expect(findCourtOfUcn(number)).toBeUndefined()
  },
)

test('numbers in a signature are not a case, and no document is invented', () => {
  const notice = understood('See attached.\n\nThank you,\nOpal Opponent\nCase Number: 11-CA-999999\n2019-CA-000777')
  expect(notice.cases).toEqual([])
  expect(notice.documents).toEqual([])
})

test('if case number and words mean different courts, the court is left to a person', () => {
  const text = 'Court: In the Circuit Court of the 17th Judicial Circuit in and for Broward County, Florida'
  expect(understood(`${text}\nCase Number: 502025CA018057XXXANB`).courtId).toBeUndefined()
})

test("links in an attorney's mail are listed with their documents only", () => {
  const html = `<p>Case Number: 502025CA018057XXXANB</p><p>Documents Served:</p><p><a href="https://files.example.net/x?k=0123456789abcdef0123">Motion</a></p><p>Sincerely</p><p><a href="https://evil.example.net/">terms</a></p>`
  const result = parseNotice(messageOf({ html, subject: 'SERVICE OF COURT DOCUMENT' }))
  expect('notice' in result && result.notice.documents.map(({ link }) => link?.host)).toEqual(['files.example.net'])
})

test('a federal notice forwarded under this subject stays a federal notice', () => {
  const text = 'Notice of Electronic Filing\n\nThe following transaction was entered on 1/5/2026 at 1:33 PM EST'
  expect(floridaPortal.score(messageOf({ text, subject: 'SERVICE OF COURT DOCUMENT' }))).toBe(0)
})

describeHostile({
  parser: floridaPortal,
  folder,
  words: [
    'SERVICE OF COURT DOCUMENT',
    'Case Number: 25-CA-1',
    'Documents',
    'Filing #: 1',
    'E-service recipients selected for service',
    'Title',
  ],
  subject: 'SERVICE OF COURT DOCUMENT 502025CC018999XXXANB',
  bodies: [
    ['100,000 documents', `<h3>Documents</h3>${'<td>a.pdf</td>'.repeat(100_000)}`],
    ['100,000 headings', '<h3>E-service recipients selected for service</h3>'.repeat(100_000)],
    ['100,000 people', `<h3>E-service recipients selected for service</h3>${'<td>x@y.zz</td>'.repeat(100_000)}`],
    ['a number of a million digits', `Case Number: ${'1'.repeat(1_000_000)}`],
    ['a telephone number of a million digits', `Filer: ${'555-'.repeat(250_000)}`],
  ],
})
