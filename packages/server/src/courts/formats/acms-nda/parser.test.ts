import type { Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

describeFixtures(new URL('fixtures/', import.meta.url))

function noticeOf(result: ParseResult): Notice {
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

const guid = (n: number) => `e663b724-b14c-f011-877a-${String(n).padStart(12, '0')}`
const link = (n: number, title: string) => `<a href='https://ca9-showdoc.azurewebsites.us/NDA/${guid(n)}'>${title}</a>`

function acmsHtml({ docketText = 'BRIEF filed.', documents = '', mailing = '' }): string {
  return `<div><strong>Notice of Docket Activity</strong></div>
<div>The following transaction was entered on 06/18/2025 6:56:44 PM PDT and filed on 06/18/2025</div>
<div><strong>Case Name:&nbsp;</strong><span>Doe v. Roe&nbsp;</span></div>
<div><strong>Case Number: </strong><a href='https://ca9-showdoc.azurewebsites.us/25-2120'>25-2120</a></div>
<div><strong>Docket Text:</strong></div><div><div>${docketText}</div></div>${documents}
<div><strong>Notice will be electronically mailed to:</strong></div>${mailing}`
}

function read(parts: Parameters<typeof acmsHtml>[0], subject = 'Doe v. Roe 25-2120 - 007 - Brief'): Notice {
  return noticeOf(parseNotice(messageOf({ subject, html: acmsHtml(parts) })))
}

test('every link is a document, because each works only once', () => {
  const attachments = Array.from({ length: 27 }, (_, n) => `<b>Document:</b> ${link(n + 1, `Volume ${n + 1}`)}<br/>`)
  const { documents, docketText } = read({
    documents: `<div class='documents'><b>Document:</b> ${link(0, 'Brief')}<br/>${attachments.join('')}</div>`,
  })
  expect(documents).toHaveLength(28)
  expect(new Set(documents.map((document) => document.link?.token)).size).toBe(28)
  expect(documents.map((document) => document.index)).toEqual(documents.map((_, index) => index))
  expect(documents[27]?.description.value).toBe('Volume 27')
  expect(docketText?.value).toBe('BRIEF filed.')
})

test('a link that a mail gateway encoded is a document', () => {
  const encoded = Buffer.from(`https://ca9-showdoc.azurewebsites.us/NDA/${guid(3)}`).toString('base64')
  const gateway = `https://us-west-2.protection.sophos.com/?d=azurewebsites.us&amp;u=${encodeURIComponent(encoded)}`
  const { documents } = read({ documents: `<div><b>Document:</b> <a href="${gateway}">Brief</a></div>` })
  expect(documents).toMatchObject([{ description: { value: 'Brief' }, link: { token: guid(3) } }])
})

test.each([
  ['<p>Main document</p>', 0],
  [
    `<table><tr><td>Document</td><td>${link(1, 'Brief')}</td></tr><tr><td>Appendix</td><td>${link(2, 'Appendix')}</td></tr></table>`,
    2,
  ],
  [`<ul><li>${link(1, 'Brief')}<li>${link(2, '')}</ul>`, 2],
  [`<p>Documents: ${link(1, 'Brief')}, ${link(2, 'Appendix')}</p>`, 2],
])('finds documents in any markup: %s', (documents, count) => {
  expect(read({ documents }).documents).toHaveLength(count)
})

test.each(['Document(s):', 'Documents:', 'Attachments:'])('the heading "%s" ends the docket text', (heading) => {
  const { documents, docketText } = read({ documents: `<p>${heading}</p><p>${link(1, 'Brief')}</p>` })
  expect(docketText?.value).toBe('BRIEF filed.')
  expect(documents.map((document) => document.description.value)).toEqual(['Brief'])
})

test('a document named without a link is kept', () => {
  const { documents } = read({ documents: "<div class='documents'><b>Document:</b> Sealed Brief</div>" })
  expect(documents).toEqual([
    { index: 0, number: '7', description: expect.objectContaining({ value: 'Sealed Brief', from: 'body' }) },
  ])
})

test('a link within the docket text is a document and stays in the text', () => {
  const { documents, docketText } = read({ docketText: `ORDER granting the ${link(5, 'motion')} of Doe.` })
  expect(docketText?.value).toBe('ORDER granting the motion of Doe.')
  expect(documents).toMatchObject([{ link: { token: guid(5) } }])
})

test.each([
  ['Doe v. Roe 25-2120 - 063 - Corrected Order', 'Corrected Order', '63'],
  [
    'Fwd: Doe v. Roe 25-2120 - Reply Brief Submitted for Filing - 490133',
    'Reply Brief Submitted for Filing',
    undefined,
  ],
  ['Doe v. Roe 25-2120 - 100 - Order - 22-cv-1 - Denied', 'Order - 22-cv-1 - Denied', '100'],
  ['Doe v. Roe 25-2120 - 012', undefined, '12'],
  ['something else', undefined, undefined],
])('the subject "%s" says %s and number %s', (subject, event, number) => {
  const notice = read({}, subject)
  expect(notice.event?.value).toBe(event)
  expect(notice.documentNumber?.value).toBe(number)
  expect(notice.cases[0]?.documentNumber?.value).toBe(number)
})

test('distinguishes people in any markup', () => {
  const expected = [
    { name: 'John Doe', emails: ['john@firm.example'] },
    { name: 'Jane Roe', emails: ['jane@firm.example', 'docket@firm.example'] },
  ]
  const people = (mailing: string) => read({ mailing }).recipients.map(({ name, emails }) => ({ name, emails }))
  expect(
    people('<div>John Doe ; john@firm.example<br/>Jane Roe ; jane@firm.example; docket@firm.example<br/></div>'),
  ).toEqual(expected)
  expect(
    people('<div>John Doe ; john@firm.example</div><div>Jane Roe ; jane@firm.example; docket@firm.example</div>'),
  ).toEqual(expected)
  expect(people('<div>John Doe ; john@firm.example Jane Roe ; jane@firm.example, docket@firm.example</div>')).toEqual(
    expected,
  )
})

test('reads a plain-text copy, with its addresses as links', () => {
  const text = `Notice of Docket Activity

The following transaction was entered on 06/18/2025 6:56:44 PM PDT and filed on 06/18/2025

Case Name: Doe v. Roe

Case Number: 25-2120<https://ca9-showdoc.azurewebsites.us/25-2120>

Docket Text:

REPLY BRIEF submitted for filing by
Appellant Jane Doe.

Document: Brief<https://ca9-showdoc.azurewebsites.us/NDA/${guid(1)}>
Document: Appendix <https://ca9-showdoc.azurewebsites.us/NDA/${guid(2)}>

Notice will be electronically mailed to:

John Doe ; john@firm.example<mailto:john@firm.example>
`
  const notice = noticeOf(parseNotice(messageOf({ subject: 'Fwd: Doe v. Roe 25-2120 - 007 - Reply Brief', text })))
  expect(notice).toMatchObject({ format: 'acms-nda', courtId: { value: 'ca9' }, documentNumber: { value: '7' } })
  expect(notice.docketText?.value).toBe('REPLY BRIEF submitted for filing by Appellant Jane Doe.')
  expect(notice.documents.map(({ description, link: own }) => [description.value, own?.token])).toEqual([
    ['Brief', guid(1)],
    ['Appendix', guid(2)],
  ])
  expect(notice.recipients).toMatchObject([{ name: 'John Doe', emails: ['john@firm.example'] }])
})
