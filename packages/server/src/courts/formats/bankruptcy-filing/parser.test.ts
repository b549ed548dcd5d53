import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

describeFixtures(new URL('fixtures/', import.meta.url))

const letter = (parts: {
  sentence?: string
  debtor?: string
  number?: string
}) => `<center>United States Bankruptcy Court<br>District of Nevada</center>
<h3>Notice of Bankruptcy Case Filing</h3>
<p>${parts.sentence ?? 'A bankruptcy case concerning the debtor(s) listed below was filed under Chapter 13 of the United States Bankruptcy Code, entered on 03/04/2024 at 10:11 AM and filed on 03/03/2024.'}</p>
<p>${parts.debtor ?? 'John Public<br>1 Main St<br>Reno, NV 89501<br>SSN / ITIN: xxx-xx-1234'}</p>
<p>The case was filed by the debtor's attorney:<br>Jane Roe</p>
<p>The case was assigned case number ${parts.number ?? '24-50234'} to Judge Jane Doe.</p><p>In most instances, it stays.</p>`

function read(html: string, subject = 'x'): Notice {
  const result = parseNotice(messageOf({ subject, html }))
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

test('the letter is a filing with court, case, chapter and both dates', () => {
  expect(read(letter({}))).toMatchObject({
    kind: 'filing',
    format: 'bankruptcy-filing',
    courtId: { value: 'nvb' },
    event: { value: 'Notice of Bankruptcy Case Filing', from: 'body' },
    cases: [
      {
        name: { value: 'John Public' },
        docketNumber: { value: '24-50234' },
        parts: { year: 2024, serial: 50234, chapter: '13' },
      },
    ],
    filedDate: { value: '2024-03-03' },
    enteredAt: { value: { local: '2024-03-04T10:11:00', offsetMinutes: -480 } },
  })
})

test.each([
  [
    'A bankruptcy case concerning the debtor(s) listed below was filed under Chapter 7 of the United States Bankruptcy Code on 03/04/2024.',
    '7',
    '2024-03-04',
    undefined,
  ],
  [
    'A bankruptcy case concerning the debtor listed below was filed under chapter 12 of the Bankruptcy Code, entered on 3/4/2024 at 1:05 PM PST and filed on 3/4/2024.',
    '12',
    '2024-03-04',
    '2024-03-04T13:05:00',
  ],
  [
    'An amended notice. A bankruptcy case concerning the\n debtor(s) listed below\n was filed under Chapter 11 of the United States Bankruptcy Code, entered on 12/31/2024 at 12:05 AM and filed on 12/30/2024',
    '11',
    '2024-12-30',
    '2024-12-31T00:05:00',
  ],
])('%s', (sentence, chapter, filed, entered) => {
  const notice = read(letter({ sentence }))
  expect(notice.cases[0]?.parts.chapter).toBe(chapter)
  expect(notice.filedDate?.value).toBe(filed)
  expect(notice.enteredAt?.value.local).toBe(entered)
})

test.each(['24-50234', '24-50234-abc', '3:24-bk-50234', '8:24-bk-10234-SC', '1-24-40123-nhl'])(
  'the number %s',
  (number) => {
    expect(read(letter({ number })).cases[0]?.docketNumber.value).toBe(number)
  },
)

test('a letter without its number is left to a person', () => {
  const html = letter({}).replace(/<p>The case was assigned.*?<\/p>/s, '')
  expect(parseNotice(messageOf({ subject: 'x', html }))).toMatchObject({
    unclear: expect.stringContaining('names no case'),
  })
})

test('two letters in one message are not read as one', () => {
  const html = letter({}) + letter({ number: '24-50235' })
  expect(parseNotice(messageOf({ html }))).toMatchObject({ unclear: expect.stringContaining('holds 2 court notices') })
})

const nef = (parts: {
  number?: string
  above?: string
  heading?: string
}) => `<p>U.S. Bankruptcy Court<br>District of Nevada</p>
<p><b>${parts.heading ?? 'Notice of Bankruptcy Case Filing'}</b></p>${parts.above ?? ''}
<div>The following transaction was received from Jane Roe entered on 3/4/2024 at 10:11 AM PST and filed on 3/4/2024<br>
<table><tr><td>Case Name:</td><td>John Public</td></tr>
${parts.number ?? '<tr><td>Case Number:</td><td><a href="https://ecf.nvb.uscourts.gov/cgi-bin/DktRpt.pl?412345">24-50234</a></td></tr>'}
<tr><td>Document Number:</td><td><a href="https://ecf.nvb.uscourts.gov/doc1/126012345678?caseid=412345&de_seq_num=2&magic_num=12345678">1</a></td></tr></table>
<p>Docket Text:<br>Chapter 7 Voluntary Petition for Individuals. Fee Amount $338. Filed by John Public.</p></div>`

const opened = {
  format: 'cmecf-nef',
  courtId: { value: 'nvb' },
  cases: [{ name: { value: 'John Public' }, docketNumber: { value: '24-50234' } }],
  documents: [{ number: '1', link: { token: '12345678' } }],
  filingUser: { value: 'Jane Roe' },
}

test('in the form of a Notice of Electronic Filing, it is read as one', () => {
  expect(read(nef({}), 'Ch-7 24-50234 Voluntary Petition (Chapter 7) John Public')).toMatchObject({
    ...opened,
    event: { value: 'Voluntary Petition (Chapter 7)' },
  })
  expect(read(nef({}), 'see below')).toMatchObject({
    ...opened,
    event: { value: 'Notice of Bankruptcy Case Filing', from: 'body' },
  })
})

test('a table without the number takes it from the sentence that assigns it, or from the subject', () => {
  const above = '<p>The case was assigned case number 24-50234 to Judge Jane Doe.</p>'
  expect(read(nef({ number: '', above }))).toMatchObject(opened)
  expect(read(nef({ number: '' }), 'Ch-7 24-50234 Voluntary Petition; John Public')).toMatchObject({
    ...opened,
    cases: [{ docketNumber: { value: '24-50234', from: 'subject' } }],
  })
})

test('a subject with two numbers does not show which one applies', () => {
  const result = parseNotice(messageOf({ subject: '24-50234 24-50235 Petition', html: nef({ number: '' }) }))
  expect(result).toMatchObject({ unclear: expect.stringContaining('without its name or its docket number') })
})
