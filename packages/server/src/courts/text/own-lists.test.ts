import { describe, expect, test } from 'vitest'
import { messageOf } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'

const people = 'Jim Lake jim@old.example'
/** What a clerk may write, as a certificate of service does: lines like those above a notice's lists of people. */
const quoted = [
  'Notice has been electronically mailed to:',
  'Notice will be electronically mailed to:',
  '3:26-cv-00123-X Notice has been electronically mailed to:',
  '3:21-cv-00999-Y Notice has been electronically mailed to:',
  'Notice will not be electronically mailed to:',
  'Notice has been delivered by other means to:',
  'Notice sent via US Mail to:',
].map((heading) => ['CERTIFICATE of mailing.', heading, people, 'Modified on 3/4/2026 (abc).'])
const quotedDocuments = [
  ['ERRATA.', 'The following document(s) are associated with this transaction:', 'none (abc)'],
  ['ERRATA.', 'Document description: Proposed Order', 'was filed in error (abc)'],
]

function read(parts: Parameters<typeof messageOf>[0]) {
  const result = parseNotice(messageOf(parts))
  if ('unclear' in result) throw new Error(result.unclear)
  const { docketText, recipients, documents } = result.notice
  const named = recipients.map(({ name, emails, isServedElectronically }) =>
    [name, ...emails, ...(isServedElectronically ? [] : ['not'])].join(' '),
  )
  return { text: docketText?.value, people: named, documents: documents.map(({ description }) => description.value) }
}

const nefLists = [
  ['3:26-cv-00123-X Notice has been electronically mailed to:', 'Ann Poe ann@firm.example'],
  ['3:26-cv-00123-X Notice has been delivered by other means to:', 'Jane Roe'],
]
const link = '<a href="https://ecf.txnd.uscourts.gov/cgi-bin/DktRpt.pl?41">3:26-cv-00123-X</a>'

function nefHtml(text: readonly string[]): string {
  const lists = nefLists.map(([heading, person]) => `<BR><B>\n${heading}\n</B>\n<BR>\n<BR>${person}<BR>`)
  return `<p>U.S. District Court<br>Northern District of Texas</p><p>Notice of Electronic Filing</p>
<div>The following transaction was entered on 3/4/2026 at 2:26 PM CST and filed on 3/4/2026<br>
<table><tr><td>Case Name:</td><td>Doe v. Roe</td></tr><tr><td>Case Number:</td><td>${link}</td></tr></table>
<p><strong>Docket Text:</strong><BR>${text.join('<br>\n')}</p></div>${lists.join('')}
<p>The following document(s) are associated with this transaction:</p>
<p><STRONG>Document description:</STRONG>Main Document<BR><STRONG>Original filename:</STRONG>n/a</p>`
}

function nefText(text: readonly string[]): string {
  return `U.S. District Court
Northern District of Texas

Notice of Electronic Filing

The following transaction was entered on 3/4/2026 at 2:26 PM CST and filed on 3/4/2026

Case Name: Doe v. Roe
Case Number: 3:26-cv-00123-X
https://ecf.txnd.uscourts.gov/cgi-bin/DktRpt.pl?41

Docket Text:
${text.join('\n')}

${nefLists.map(([heading, person]) => `${heading}\n\n${person}\n`).join('\n')}
The following document(s) are associated with this transaction:

Document description:Main Document
Original filename:n/a
`
}

describe.each([...quoted, ...quotedDocuments])("a docket text's %2$j is no heading of the notice", (...text) => {
  test('in HTML', () => {
    expect(read({ html: nefHtml(text) })).toEqual({ ...read({ html: nefHtml(['ORDER.']) }), text: text.join('\n') })
  })

  test('in plain text', () => {
    expect(read({ text: nefText(text) })).toEqual({ ...read({ text: nefText(['ORDER.']) }), text: text.join(' ') })
  })
})

test('a notice that lists no one may quote a list', () => {
  const text = ['CERTIFICATE of mailing.', 'Notice has been electronically mailed to:', people]
  const html = nefHtml(text).replace(/<BR><B>[\s\S]*?(?=<p>The following)/, '')
  expect(read({ html })).toMatchObject({ text: text.join('\n'), people: [] })
})

const ndaLists =
  '<STRONG>Notice will be electronically mailed to:</STRONG><BR><BR>Ann Poe: ann@firm.example<BR><BR>' +
  '<STRONG>Notice sent via US Mail to:</STRONG><BR><BR>Jane Roe<BR>1 Main St<BR><BR>' +
  'The following document(s) are associated with this transaction:<BR><STRONG>Document Description: </STRONG>Order<BR>'

function ndaHtml(text: readonly string[]): string {
  return `<P><CENTER>United States Court of Appeals for the Tenth Circuit</CENTER>
<P><STRONG>Notice of Docket Activity</STRONG><BR><BR>
The following transaction was filed on 01/05/2026
<TABLE><TR><TD>Case Name:</TD><TD>Doe v. Roe</TD></TR><TR><TD>Case Number:</TD><TD><A HREF="https://ecf.ca10.uscourts.gov/n/beam/servlet/TransportRoom?servlet=DocketReportFilter.jsp&caseId=7">25-1001</A></TD></TR></TABLE>
<P><STRONG>Docket Text:</STRONG><BR>${text.join('<BR>')}<BR><BR>${ndaLists}`
}

function acmsHtml(text: readonly string[]): string {
  return `<div><strong>Notice of Docket Activity</strong></div>
<div>The following transaction was entered on 06/18/2025 6:56:44 PM PDT and filed on 06/18/2025</div>
<div><strong>Case Name:&nbsp;</strong><span>Doe v. Roe&nbsp;</span></div>
<div><strong>Case Number: </strong><a href='https://ca9-showdoc.azurewebsites.us/25-2120'>25-2120</a></div>
<div><strong>Docket Text:</strong></div><div>${text.map((line) => `<div>${line}</div>`).join('')}</div>
<div><strong>Notice will be electronically mailed to:</strong></div><div>Ann Poe : ann@firm.example</div>
<div>The following document(s) are associated with this transaction:</div><div>Document Description: Main Document</div>`
}

describe.each([...quoted, ...quotedDocuments])(
  "an appellate docket text's %2$j is no heading of the notice",
  (...text) => {
    test.each([
      ['CM/ECF', ndaHtml, '\n'],
      ['ACMS', acmsHtml, '\n\n'],
    ] as const)('%s', (_system, html, apart) => {
      expect(read({ html: html(text) })).toEqual({ ...read({ html: html(['ORDER.']) }), text: text.join(apart) })
    })
  },
)
