import { describe, expect, test } from 'vitest'
import { decodeMessage } from '../message/mime.ts'
import { messageOf } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'
import { plainSubject } from './plain-subject.ts'

const fronts = [
  '[EXTERNAL]',
  '[External]',
  '[EXT]',
  '[EXT]:',
  '[ext]-',
  'EXTERNAL:',
  'External:',
  'EXT:',
  'External Email:',
  'EXTERNAL SENDER -',
  '[Ext Sender]',
  '[EXTERNAL EMAIL]',
  '[External Sender - Use Caution]',
  '(External)',
  '(EXT)',
  '<EXTERNAL>',
  '{EXTERNAL}',
  '{Secure}',
  '***SPAM***',
  '*** SPAM ***',
  '**EXTERNAL**',
  '*EXT*',
  '#EXTERNAL#',
  '[secure]',
  '[SECURE]',
  '[Encrypted]',
  '[CAUTION: EXTERNAL]',
  'CAUTION:',
  '[Not Firm]',
  '[HO-LLP]',
  '[docketing]',
  '[BULK]',
  '[WARNING - UNVERIFIED SENDER]',
  'Re:',
  'RE:',
  'Fw:',
  'FW:',
  'Fwd:',
  'FWD:',
  'Fwd :',
  'AW:',
  'WG:',
  'TR:',
  'Re[2]:',
  'I:',
  'R:',
  'VB:',
  'PD:',
  '转发:',
  '轉寄：',
  '転送:',
  '전달:',
  'FW: [EXTERNAL]',
  '[EXT] FW: [EXTERNAL] RE:',
  '[EXTERNAL][SECURE]',
  '[EXTERNAL] [External] EXTERNAL:',
]
const ends = [
  '',
  ' [EXTERNAL]',
  ' [ref:_00D3000.5003ABC:ref]',
  ' (External)',
  ' [EXT]',
  '[EXTERNAL EMAIL]',
  ' *EXTERNAL*',
  ' - External',
  ' [secure]',
  ' ***SPAM***',
  ' [SPAM]',
]

const subjects = [
  ['Activity in Case 1:24-cv-01234-ABC Doe v. Roe Order on Motion', 'Order on Motion', '1:24-cv-01234-ABC'],
  ['24-10234-abc Order Closing Case', 'Order Closing Case', '24-10234-abc'],
  ['Ch-7 24-10234 Doe v. Roe Voluntary Petition (Chapter 7)', 'Voluntary Petition (Chapter 7)', '24-10234'],
] as const

const html = (number: string) => `<p>U.S. District Court</p><p>Notice of Electronic Filing</p>
  <div>The following transaction was entered by Green, Remy on 8/1/2022 at 8:02 PM EDT and filed on 8/1/2022<br>
  <table><tr><td>Case Name:</td><td>Doe v. Roe</td></tr><tr><td>Case Number:</td><td>
  <a href="https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?4321">${number}</a></td></tr></table>
  <p>Docket Text:<br>ORDER.</p></div>`

describe.each(subjects)('the event of "%s"', (subject, event, number) => {
  test.each(fronts.flatMap((front) => ends.map((end) => `${front} ${subject}${end}`)))('%s', (written) => {
    expect(plainSubject(written)).toBe(subject)
    const result = parseNotice(messageOf({ subject: written, html: html(number) }))
    expect('notice' in result && result.notice.event?.value).toBe(event)
  })
})

test('removes tags in encoded words too', async () => {
  const raw = `From: ecf@nysd.uscourts.gov\nSubject: =?utf-8?B?${Buffer.from('[EXTERNAL] ').toString('base64')}?= =?UTF-8?Q?Activity_in_Case_1=3A24-cv-01234?=\n Doe v. Roe Order =?utf-8?Q?=5BEXT=5D?=\nContent-Type: text/html\n\n${html('1:24-cv-01234')}`
  const decoded = await decodeMessage(Buffer.from(raw))
  const result = 'message' in decoded ? parseNotice(decoded.message) : undefined
  expect(result && 'notice' in result && result.notice.event?.value).toBe('Order')
})

test.each([
  'Re-send: 24-2101 Acme Corp. v. Roe "Order"',
  'Motion to Compel (Internet Records)',
  'Activity in Case 1:24-cv-1 In re: External Fixators Order',
  '24-10234 Notice of Appearance (Secured Creditor)',
  '24-10234 Order [SEALED]',
  '[SEALED] 24-10234 Order',
  '[24-10234] Order',
  'Report of Extension',
  'Order (Text)',
  'EXTERNAL',
  '[EXTERNAL]',
  'Exhibit: A',
])('"%s" is unchanged', (subject) => {
  expect(plainSubject(subject)).toBe(subject)
})

test("removes tags from the subject in a forward's header block too", () => {
  const block =
    '<p>From: ecf@nysd.uscourts.gov<br>Subject: [EXT] Activity in Case 1:24-cv-01234 Doe v. Roe Order [EXTERNAL]</p>'
  const result = parseNotice(messageOf({ subject: 'see below', html: block + html('1:24-cv-01234') }))
  expect('notice' in result && result.notice.event).toMatchObject({ value: 'Order', from: 'body' })
})
