import type { Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf, readFixture } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

const folder = new URL('fixtures/', import.meta.url)
describeFixtures(folder)

function noticeOf(result: ParseResult): Notice {
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

const table = (number: string, name = 'Doe v. Roe') =>
  `<TABLE><TR><TD><STRONG>Case Name:</STRONG></TD><TD>${name}<BR></TD></TR>
   <TR><TD><STRONG>Case Number:&nbsp;</STRONG></TD><TD>${number}</TD></TR></TABLE>`
const numberLink = (number: string, id: string) =>
  `<A HREF="https://ecf.ca10.uscourts.gov/n/beam/servlet/TransportRoom?servlet=DocketReportFilter.jsp&caseId=${id}">${number}</A>`

interface Parts {
  heading?: string
  cases?: string
  docketText?: string
  below?: string
  transaction?: string
}

function ndaHtml({ heading, cases, docketText, below = '', transaction }: Parts): string {
  return `<P><CENTER>${heading ?? 'United States Court of Appeals for the Tenth Circuit'}</CENTER>
<P><STRONG>Notice of Docket Activity</STRONG><BR><BR>
${transaction ?? 'The following transaction was filed on 01/05/2026'}
${cases ?? table(numberLink('25-1001', '7'))}<BR>
<P><STRONG>Docket Text:</STRONG><BR>${docketText ?? '[11223344] Order filed.'}<BR><BR>
<STRONG>Notice will be electronically mailed to:</STRONG><BR><BR>${below}`
}

function read(parts: Parts, subject = '25-1001 Doe v. Roe "Order"'): ParseResult {
  return parseNotice(messageOf({ subject, html: ndaHtml(parts) }))
}

test('a notice from a court of appeals not in the fixtures is read the same way', () => {
  const notice = noticeOf(read({}))
  expect(notice).toMatchObject({ format: 'cmecf-nda', courtId: { value: 'ca10' }, event: { value: 'Order' } })
  expect(notice.cases).toMatchObject([{ docketNumber: { value: '25-1001' }, courtCaseId: { value: '7' } }])
})

test('a notice without links is identified by the court in its heading', () => {
  const cases = table('25-1001-MA')
  expect(noticeOf(read({ cases })).courtId.value).toBe('ca10')
  const circuit = noticeOf(read({ cases, heading: 'Court of Appeals, 2nd Circuit' }))
  expect(circuit.courtId.value).toBe('ca2')
  expect(circuit.cases[0]?.docketNumber.value).toBe('25-1001-MA')
})

test('a case that its row marks as sealed is sealed', () => {
  const row = (number: string) => noticeOf(read({ cases: table(number) }))
  expect(row('25-1001 *SEALED*')).toMatchObject({ isSealed: true, cases: [{ docketNumber: { value: '25-1001' } }] })
  expect(row('25-1001')).toMatchObject({ isSealed: false })
})

test("the event is the longer of the subject's quoted words and the description, with spaces for underscores", () => {
  const footer = (words: string) =>
    `<BR>The following document(s) are associated with this transaction:<BR><STRONG>Document Description: </STRONG>${words}<BR>`
  const subject = '25-1001 Doe v. Roe "motion_extend_time"'
  expect(noticeOf(read({ below: footer('motion') }, subject)).event?.value).toBe('motion extend time')
  const described = noticeOf(read({ below: footer('Unopposed_motion for an extension of time') }, subject))
  expect(described.event?.value).toBe('Unopposed motion for an extension of time')
  expect(noticeOf(read({ below: footer('Main Document') }, '25-1001 Doe v. Roe "Brief"')).event?.value).toBe('Brief')
})

test.each([
  ['25-1001 Doe v. Roe "Motion to "Stay" filed"', 'Motion to "Stay" filed'],
  ['25-1001 Doe v. Roe "Motion to st', 'Motion to st'],
  ['Fwd: RE: 25-1001 Doe v. Roe \u201cOrder\u201d', 'Order'],
  ['25-1001 Doe "Bud" v. Roe "Order"', 'Order'],
  ['look at this', undefined],
])('the event of the subject %s is %s', (subject, event) => {
  expect(noticeOf(read({}, subject)).event?.value).toBe(event)
})

test('the original subject of a forward with another subject is found in its header block', () => {
  const html = `<p>From: x@example.com<br>Subject: 25-1001 Doe v. Roe "Mandate Issued"</p>${ndaHtml({})}`
  expect(noticeOf(parseNotice(messageOf({ subject: 'see below', html }))).event).toMatchObject({
    value: 'Mandate Issued',
    from: 'body',
  })
})

test('entry numbers are cross references; document keys, years and case numbers are not', () => {
  const docketText =
    'ORDER granting [18], [20, 21] and [53]. See Doe, [2015] UKSC 1. [3355063] [9735298-1] [867470] [EKD] [25-1001]'
  const notice = noticeOf(read({ docketText }))
  expect(notice.crossReferences.map(({ value }) => value)).toEqual(['18', '20', '21', '53'])
})

test.each([
  ['ORDER. [25-1001, 25-1002] (JLC)', ['25-1001', '25-1002']],
  ['ORDER. [25-1001] [25-1002, 25-1003] [778899] JLC', ['25-1001', '25-1002', '25-1003']],
  ['ORDER. [25-1001]', ['25-1001']],
  ['ORDER. [25-1002]', ['25-1001']],
  ['ORDER consolidating with [25-1002, 25-1003], which remain open until the mandate issues.', ['25-1001']],
])('the cases of "%s" are %j', (docketText, numbers) => {
  const notice = noticeOf(read({ docketText }))
  expect(notice.cases.map((one) => one.docketNumber.value)).toEqual(numbers)
})

test('several numbers in one row are several cases, each with its own key', () => {
  const cases = table(`${numberLink('25-1001', '7')}, ${numberLink('25-1002', '8')}`)
  expect(noticeOf(read({ cases })).cases).toMatchObject([
    { docketNumber: { value: '25-1001' }, courtCaseId: { value: '7' } },
    { docketNumber: { value: '25-1002' }, courtCaseId: { value: '8' } },
  ])
})

test('a case without its number makes the whole notice unclear, no matter how many other cases it names', () => {
  const cases = table(numberLink('25-1001', '7')) + table('')
  expect(read({ cases })).toMatchObject({ unclear: 'This notice names a case without its docket number.' })
})

test('two notices forwarded in one message are not read as one', () => {
  const html = ndaHtml({}) + ndaHtml({})
  expect(parseNotice(messageOf({ html }))).toMatchObject({ unclear: expect.stringContaining('holds 2 court notices') })
})

test('words in a docket text that look like labels stay in the docket text', () => {
  const docketText = 'ORDER. Corrected caption:<br>Case Number: 99-1<br>Case Name: Other v. Other<br>Recipients: nobody'
  const notice = noticeOf(read({ docketText }))
  expect(notice.cases).toHaveLength(1)
  expect(notice.docketText?.value).toBe(
    'ORDER. Corrected caption:\nCase Number: 99-1\nCase Name: Other v. Other\nRecipients: nobody',
  )
})

test('each case keeps its own docket text if the texts differ', () => {
  const second = `${table(numberLink('25-1002', '8'), 'Poe v. Moe')}<P><STRONG>Docket Text:</STRONG><BR>Order in the second.`
  const notice = noticeOf(read({ docketText: `Order in the first.<BR>${second}` }))
  expect(notice.docketText?.value).toBe('Order in the first.')
  expect(notice.cases).toMatchObject([{ docketNumber: { value: '25-1001' } }, { name: { value: 'Poe v. Moe' } }])
  expect(notice.cases[1]?.docketText?.value).toBe('Order in the second.')
})

test("a time is read in the zone it names, otherwise in the court's", () => {
  const at = (words: string) =>
    noticeOf(read({ transaction: `The following transaction was entered on ${words} and filed on 07/04/2025` }))
  expect(at('07/05/2025 at 1:02:03 PM Mountain Daylight Time').enteredAt?.value).toEqual({
    local: '2025-07-05T13:02:03',
    zone: 'Mountain Daylight Time',
    offsetMinutes: -360,
  })
  expect(at('12/05/2025 at 12:02 AM').enteredAt?.value).toEqual({ local: '2025-12-05T00:02:00', offsetMinutes: -420 })
  expect(at('02/30/2025 at 1:02 PM').enteredAt).toBeUndefined()
  expect(at('07/05/2025 at 1:02 PM').filedDate?.value).toBe('2025-07-04')
})

test.each([
  ['Re-send: 25-1001 Doe v. Roe "Order"', 'Order filed.'],
  ['FW: Re-send: 25-1001 Doe v. Roe "Order"', 'Order filed.'],
  [
    '25-1001 Doe v. Roe "Order"',
    'Order filed.--[COURT UPDATE: Attached corrected order. Resent NDA. 01/06/2026 by TLW]',
  ],
])('the notice "%s" / "%s" is marked as sent before', (subject, docketText) => {
  expect(noticeOf(read({ docketText }, subject)).isRepeated).toBe(true)
})

test.each([
  ['SEALED DOCUMENT filed', true],
  ['MOTION to seal filed by Doe', false],
])('whether "%s" is sealed: %s', (docketText, isSealed) => {
  expect(noticeOf(read({ docketText })).isSealed).toBe(isSealed)
})

test('links rewritten by a mail gateway are restored', () => {
  const wrap = (url: string) =>
    `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&amp;data=05&amp;reserved=0`
  const cases = `<TABLE><TR><TD>Case Name:</TD><TD>Doe v. Roe</TD></TR><TR><TD>Case Number:</TD><TD>
<a href="${wrap('https://ecf.ca10.uscourts.gov/n/beam/servlet/TransportRoom?servlet=DocketReportFilter.jsp&caseId=5')}">25-1001</a></TD></TR>
<TR><TD>Document(s):</TD><TD><a href="${wrap('https://ecf.ca10.uscourts.gov/docs1/00815432101?uid=0f1e2d3c4b5a6978')}">Document(s)</a></TD></TR></TABLE>`
  const notice = noticeOf(read({ cases }))
  expect(notice.cases[0]?.courtCaseId?.value).toBe('5')
  expect(notice.documents).toMatchObject([
    { index: 0, description: { value: 'Order' }, link: { token: '0f1e2d3c4b5a6978', courtDocumentId: '00805432101' } },
  ])
})

test('a forward whose tables became paragraphs is read like the notice itself', async () => {
  const original = await readFixture(new URL('ca5-entered-in-central-time.txt', folder))
  const flattened = (original.html ?? '')
    .replace(/<\/?(?:TABLE|TR)[^>]*>/gi, '')
    .replace(/<TD[^>]*>/gi, '<p class=MsoNormal>')
    .replace(/<\/TD>/gi, '</p>')
  const whole = noticeOf(parseNotice(original))
  const forward = noticeOf(parseNotice({ ...original, subject: `FW: ${original.subject}`, html: flattened }))
  for (const key of ['cases', 'docketText', 'documents', 'recipients', 'filedDate', 'enteredAt', 'event'] as const) {
    expect(spanless(forward[key]), key).toEqual(spanless(whole[key]))
  }
})

function spanless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (key === 'span' ? undefined : part)))
}

test.each([
  '25-1001 WARNING: CASE CLOSED on 01/02/2026',
  '25-1001<br>WARNING: CASE CLOSED on 01/02/2026',
  '25-1001 (docketed 01/02/2026)',
])('words after a number add no case: %s', (number) => {
  expect(noticeOf(read({ cases: table(number), heading: 'Court of Appeals, 2nd Circuit' })).cases).toMatchObject([
    { docketNumber: { value: '25-1001' } },
  ])
})

const quoted = [
  'Case Number: 99-1',
  'Case Name: Poe v. Moe<br>Case Number: 99-1',
  'Corrected caption.<br>Case Name: Poe v. Moe<br>Case Number: 99-1<br>Case Number: 99-2<br>So ordered.',
  '<table><tr><td>Case Name:</td><td>Poe v. Moe</td></tr><tr><td>Case Number:</td><td>99-1</td></tr></table>',
  '<div>Case Name:</div><div>Poe v. Moe</div><div>Case Number:</div><div>99-1</div>',
  '<p>Originating Case Number: 1:20-cv-00001</p><p>Case Name: Poe v. Moe</p><p>Case Number: 99-1</p>',
]

test.each(quoted)('a docket text that quotes "%s" adds no case', (words) => {
  const notice = noticeOf(read({ docketText: `ORDER. ${words}` }))
  expect(notice.cases.map(({ docketNumber }) => docketNumber.value)).toEqual(['25-1001'])
  expect(notice.docketText?.value).toContain('99-1')
})

test.each(quoted)('in plain text it adds none either: "%s"', (words) => {
  const plain = words.replace(/<\/tr>|<br>|<\/div>|<\/p>/g, '\n').replace(/<[^>]*>/g, ' ')
  const text = `United States Court of Appeals for the Tenth Circuit\n\nNotice of Docket Activity\n
The following transaction was filed on 01/05/2026\n\nCase Name: Doe v. Roe\nCase Number: 25-1001\n
Docket Text:\nORDER.\n${plain}\n\nNotice will be electronically mailed to:\n\nJohn Doe john@firm.example\n`
  const notice = noticeOf(parseNotice(messageOf({ subject: '25-1001 Doe v. Roe "Order"', text })))
  expect(notice.cases.map(({ docketNumber }) => docketNumber.value)).toEqual(['25-1001'])
  expect(notice.recipients).toHaveLength(1)
})

test('a link that a phone made of the number within its link to the docket is no link', () => {
  const inner = '<a href="tel:25-10015" dir="ltr">25-10015</a>'
  expect(noticeOf(read({ cases: table(numberLink(inner, '7')) }, '25-10015 Doe v. Roe "Order"')).cases).toMatchObject([
    { docketNumber: { value: '25-10015' }, courtCaseId: { value: '7' } },
  ])
})

test('a person whose part in the case is terminated is listed by name', () => {
  const people = 'Ann Poe (Terminated): ann@firm.example<BR>Jim Lake (Terminated 2/3/2026): jim@firm.example<BR>'
  expect(noticeOf(read({ below: people })).recipients).toMatchObject([{ name: 'Ann Poe' }, { name: 'Jim Lake' }])
})
