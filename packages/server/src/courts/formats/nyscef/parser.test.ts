import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { describeHostile } from '../../hostile.suite.ts'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { nyscef } from './parser.ts'

const folder = new URL('fixtures/', import.meta.url)
describeFixtures(folder)

function understood(text: string, subject: string): Partial<Notice> {
  const result = parseNotice(messageOf({ text, subject }))
  return 'notice' in result ? result.notice : result.understood
}

test.each([
  ['NYSCEF Confirmation: Kings', 'confirmation'],
  ['Fwd: NYSCEF Alert: document processed', 'confirmation'],
  ['NYSCEF Alert: returned for correction', 'rejection'],
  ['NYSCEF Notification: Kings', 'service'],
])('"%s" is a %s', (subject, kind) => {
  expect(understood('Kings County Supreme Court', subject).kind).toBe(kind)
})

test("the subject's index number is used if the body has none, and a date is not an index number", () => {
  const notice = understood('Received 01/2026', 'NYSCEF Notification: Kings - 500136/2006E (Doe v. Roe)')
  expect(notice.cases).toMatchObject([{ docketNumber: { value: '500136/2006E', from: 'subject' } }])
  expect(understood('On 01/05/2026', 'NYSCEF Notification: Kings 01/05/2026').cases).toEqual([])
})

test.each([
  ['', 'NYSCEF Confirmation: New York - 650999/2025'],
  ['650999/2025\n', 'NYSCEF Confirmation: New York'],
])("another index number at the beginning of a filer's line is no case of its own: %j, %j", (line, subject) => {
  const filed = 'Documents Received\n45  MEMORANDUM OF LAW, SEE\nIndex No.: 100200/2020\n\nFiling User\nMARY MAJOR'
  const text = `NYSCEF Confirmation Notice\nNew York County Supreme Court\n\n${line}Caption: Doe v. Roe\n\n${filed}`
  expect(parseNotice(messageOf({ text, subject }))).toMatchObject({ unclear: expect.stringContaining('several') })
})

test('the heading of a column of dates is no label of the number below it', () => {
  const labeled = ['Index #:', '500999/2025E', 'Short Caption:', 'Doe v. Roe', 'Assigned Judge:', 'None Recorded']
  const documents = ['Documents Received', 'Doc #', 'Document Type', 'Filed Date', '12', 'ORDER', '01/04/2026']
  const received = 'The NYSCEF System has received documents on 01/05/2026 02:33 PM.'
  const text = ['NYSCEF Notification', 'Kings County Supreme Court', received, ...labeled, ...documents].join('\n\n')
  expect(understood(text, 'NYSCEF Notification: Kings').filedDate?.value).toBe('2026-01-05')
})

test('the time of receipt is read where the source of the HTML breaks a line within it', () => {
  const html =
    '<h2>NYSCEF Notification</h2><p>Kings County Supreme Court</p><p>The NYSCEF System has received documents on 01/05/2026\r\n02:33\r\nPM.</p><p>Index #: 500999/2025E</p>'
  const result = parseNotice(messageOf({ subject: 'NYSCEF Notification: Kings', html }))
  const { filedDate, enteredAt } = 'unclear' in result ? result.understood : result.notice
  expect([filedDate?.value, enteredAt?.value.local]).toEqual(['2026-01-05', '2026-01-05T14:33:00'])
})

test("a number in the filing user's signature is not a case", () => {
  const text = 'NYSCEF Notification\nFiling User\nOPAL OPPONENT\n\nNOTE: none\nOur file 123456/2020'
  expect(understood(text, 'NYSCEF Notification').cases).toEqual([])
})

describeHostile({
  parser: nyscef,
  folder,
  words: [
    'NYSCEF Notification',
    'Index #: 1/2025',
    'Documents Received',
    '12',
    'Filing User',
    'Kings County Supreme Court',
  ],
  subject: 'NYSCEF Notification: Kings 500136/2006E',
  bodies: [
    ['100,000 documents', `<h3>Documents Received</h3>${'<tr><td>1</td><td>ORDER</td></tr>'.repeat(100_000)}`],
    ['a received sentence without end', `received ${'on '.repeat(500_000)}`],
    ['a document number of a million digits', `<h3>Documents Received</h3><p>${'1'.repeat(1_000_000)}</p>`],
    ['a title of a million spaces', `<h3>Documents Received</h3><p>1 ${' x'.repeat(500_000)}</p>`],
  ],
})
