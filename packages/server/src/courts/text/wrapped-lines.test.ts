import { expect, test } from 'vitest'
import { messageOf } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'

const notice = (below: string) => `U.S. District Court
Southern District of New York

Notice of Electronic Filing

The following transaction was entered by Roe, Jane on 8/1/2022 at 8:02
PM EDT and filed on 8/1/2022

Case Name: Doe v. Roe
Case Number: 1:22-cv-00101-ABC
<https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?577701>
Document Number: 7
<https://ecf.nysd.uscourts.gov/doc1/127131234567?caseid=577701&de_seq_num=20&magic_num=12345678>

Docket Text:
${below}

Document
description: Main Document
Original
filename: n/a
`

function read(below: string) {
  const result = parseNotice(
    messageOf({ text: notice(below), subject: 'Activity in Case 1:22-cv-00101-ABC Doe v. Roe Order' }),
  )
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

test('a heading and labels wrapped within their words are still those', () => {
  const { docketText, recipients, documents } = read(`ORDER 7.

1:22-cv-00101-ABC Notice has been electronically
mailed to:

Jane Roe jane@roe.example

1:22-cv-00101-ABC Please see Local Rule 5-5;
Notice has NOT been electronically mailed
to:

John Poe

The following document(s) are associated with this
transaction:`)
  expect(docketText?.value).toBe('ORDER 7.')
  expect(recipients).toMatchObject([
    { name: 'Jane Roe', emails: ['jane@roe.example'], isServedElectronically: true },
    { name: 'John Poe', isServedElectronically: false },
  ])
  expect(documents).toMatchObject([{ description: { value: 'Main Document' }, link: { token: '12345678' } }])
})

test.each([
  'ORDER 7.\n\nThe document shall be amended.\nNotice of it may be mailed by the clerk.',
  'ORDER in case\n1:22-cv-00101-ABC. Documents are due on\nFriday.',
  'The parties shall mail their\ndocuments, as ordered in this\ncase on\nMonday.',
])('a docket text is read to its end: %j', (text) => {
  const { docketText, recipients } = read(
    `${text}\n\n1:22-cv-00101-ABC Notice has been electronically mailed to:\n\nJane Roe jane@roe.example`,
  )
  const joined = (words: string | undefined) => words?.replace(/\s+/g, ' ')
  expect(joined(docketText?.value)).toBe(joined(text))
  expect(recipients).toMatchObject([{ name: 'Jane Roe' }])
})

test('an address that a line announces stays in the text, and one that its words were wrapped in front of does not', () => {
  const { docketText, documents } = read(`ORDER re 5
<https://ecf.nysd.uscourts.gov/doc1/127131234000>. Join the hearing at:
<https://zoom.example/j/1>`)
  expect(docketText?.value).toBe('ORDER re 5 . Join the hearing at: <https://zoom.example/j/1>')
  expect(documents).toHaveLength(1)
})
