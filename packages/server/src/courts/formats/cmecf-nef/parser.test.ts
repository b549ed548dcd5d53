import { readFileSync } from 'node:fs'
import type { Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { decodeMessage } from '../../message/mime.ts'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf, readFixture } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

const folder = new URL('fixtures/', import.meta.url)
describeFixtures(folder)

function noticeOf(result: ParseResult): Notice {
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

interface Parts {
  cases?: string
  docketText?: string
  below?: string
  transaction?: string
}

const caseTable = `<table><tr><td><strong>Case Name:</strong></td><td>Doe v. Roe</td></tr>
<tr><td><strong>Case Number:</strong></td><td><a href=https://ecf.cand.uscourts.gov/cgi-bin/DktRpt.pl?364265>4:26-cv-05640-YGR</a></td></tr>
<tr><td><strong>Document Number:</strong></td><td>
<a href="https://ecf.cand.uscourts.gov/doc1/035123?caseid=364265&de_seq_num=7&magic_num=12345678">12</a></td></tr></table>`

function noticeHtml({
  cases = caseTable,
  docketText = 'ORDER granting 11 Motion.',
  below = '',
  transaction,
}: Parts): string {
  const entered = transaction ?? 'The following transaction was entered on 1/5/2026 at 1:33 PM and filed on 1/5/2026'
  return `<p>U.S. District Court</p><p>California Northern District</p><b>Notice of Electronic Filing</b><br>${entered}<br>
${cases}<p><strong>Docket Text:</strong><br><b>${docketText}</b></p>${below}`
}

function read(parts: Parts, subject = 'Activity in Case 4:26-cv-05640-YGR Doe v. Roe Order'): ParseResult {
  return parseNotice(messageOf({ subject, html: noticeHtml(parts) }))
}

test('a notice without a case is unclear and keeps what was understood', () => {
  const result = read({ cases: '' })
  expect(result).toMatchObject({
    unclear: expect.stringContaining('names no case'),
    understood: { courtId: { value: 'cand' } },
  })
})

test('a notice without docket text or event is unclear', () => {
  expect(read({ docketText: '' }, 'Notice')).toMatchObject({ unclear: 'This notice does not say what was filed.' })
})

test('a case without its number makes the whole notice unclear, no matter how many other cases it names', () => {
  const nameless =
    '<table><tr><td>Case Name:</td><td>Poe v. Moe</td></tr><tr><td>Case Number:</td><td></td></tr></table>'
  const result = read({ cases: caseTable + nameless })
  expect(result).toMatchObject({ unclear: expect.stringContaining('without its name or its docket number') })
})

test('a notice that does not show its court is unclear, and is read once the court is given', () => {
  const html = noticeHtml({})
    .replaceAll('ecf.cand.uscourts.gov', 'example.com')
    .replace('California Northern District', '')
  const message = messageOf({ html, subject: 'Activity in Case 4:26-cv-05640-YGR Doe v. Roe Order' })
  expect(parseNotice(message)).toMatchObject({ unclear: expect.stringContaining('which court') })
  expect(noticeOf(parseNotice(message, 'cand')).courtId.value).toBe('cand')
  expect(parseNotice(message, 'atlantis')).toMatchObject({ unclear: 'Courtcrier does not know the court "atlantis".' })
})

test('two notices forwarded in one message are not read as one', () => {
  const html = `${noticeHtml({})}<p>Notice has been electronically mailed to:</p>${noticeHtml({})}`
  expect(parseNotice(messageOf({ html }))).toMatchObject({ unclear: expect.stringContaining('holds 2 court notices') })
})

test('words in a docket text that look like labels stay in the docket text', () => {
  const docketText =
    'ORDER. Corrected caption:<br>Case Number: 1:99-cv-00001<br>Case Name: Other v. Other<br>Filer: nobody'
  const notice = noticeOf(read({ docketText }))
  expect(notice.cases).toHaveLength(1)
  expect(notice.docketText?.value).toBe(
    'ORDER. Corrected caption:\nCase Number: 1:99-cv-00001\nCase Name: Other v. Other\nFiler: nobody',
  )
})

test('a script in the notice is not part of any value', () => {
  const notice = noticeOf(
    read({ docketText: 'ORDER<script>alert("Case Name: x")</script> granting<style>b{}</style> it' }),
  )
  expect(notice.docketText?.value).toBe('ORDER granting it')
})

test("a time without a zone is in the court's time", () => {
  const winter = noticeOf(read({})).enteredAt?.value
  const summer = noticeOf(
    read({
      transaction: 'The following transaction was entered by Roe, Jane on 7/5/2026 at 11:05 AM and filed on 7/3/2026',
    }),
  )
  expect(winter).toEqual({ local: '2026-01-05T13:33:00', offsetMinutes: -480 })
  expect(summer.enteredAt?.value).toEqual({ local: '2026-07-05T11:05:00', offsetMinutes: -420 })
  expect(summer.filedDate?.value).toBe('2026-07-03')
  expect(summer.filingUser?.value).toBe('Roe, Jane')
})

test('an impossible date is left out', () => {
  const notice = noticeOf(
    read({ transaction: 'The following transaction was entered on 2/30/2026 at 1:33 PM and filed on 13/1/2026' }),
  )
  expect(notice.enteredAt).toBeUndefined()
  expect(notice.filedDate).toBeUndefined()
})

test('an original file name is kept, and placeholders are not', () => {
  const footer = (name: string) =>
    `<p>The following document(s) are associated with this transaction:</p>
     <strong>Document description:</strong>Main Document<br><strong>Original filename:</strong>${name}<br>`
  expect(noticeOf(read({ below: footer('Motion 3.pdf') })).documents[0]?.originalFileName).toBe('Motion 3.pdf')
  expect(noticeOf(read({ below: footer('n/a') })).documents[0]).not.toHaveProperty('originalFileName')
})

test('the original subject of a forward with another subject is found in its header block', () => {
  const forwarded = `<p>From: x@example.com<br>Subject: Activity in Case 4:26-cv-05640-YGR Doe v. Roe Order on Motion</p>`
  const result = parseNotice(messageOf({ subject: 'see below', html: forwarded + noticeHtml({}) }))
  expect(noticeOf(result).event).toMatchObject({ value: 'Order on Motion', from: 'body' })
})

test.each([
  ['SEALED ORDER granting 11 Motion', true],
  ['Sealed Document filed by Roe', true],
  ['MOTION to Seal by Doe', false],
  ['ORDER unsealing 9 Affidavit', false],
  ['REDACTED VERSION of 31 Sealed Motion', false],
  ['*SEALED* Letter by Doe', true],
])('whether "%s" is sealed: %s', (docketText, isSealed) => {
  expect(noticeOf(read({ docketText }, 'x')).isSealed).toBe(isSealed)
})

test('a docket text that mentions a bankruptcy court is still a district notice', () => {
  expect(noticeOf(read({ docketText: 'APPEAL from U.S. Bankruptcy Court by Doe' })).cases).toHaveLength(1)
})

test('a plain text notice attached to an HTML message is read although its tables are gone', async () => {
  const inner = readFileSync(new URL('dcd-plain-text.txt', folder))
    .toString('latin1')
    .replace(/^From .*\n/, '')
  const outer =
    'Subject: FYI\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>See attached.</p>'
  const decoded = await decodeMessage(
    Buffer.from(`${outer}\n--b\nContent-Type: message/rfc822\n\n${inner}\n--b--`, 'latin1'),
  )
  if ('problem' in decoded) throw new Error(decoded.problem)
  const attached = noticeOf(parseNotice(decoded.message))
  const alone = noticeOf(parseNotice(await readFixture(new URL('dcd-plain-text.txt', folder))))
  expect(attached.event?.value).toBe('Status Report')
  for (const key of ['courtId', 'documentNumber', 'filer', 'filedDate'] as const)
    expect(attached[key]?.value).toBe(alone[key]?.value)
  expect(attached.cases[0]?.docketNumber.value).toBe('1:17-cr-00201-ABJ')
  expect(attached.documents[0]?.link?.token).toBe('34532')
  expect(attached.recipients.map(({ name, emails }) => ({ name, emails }))).toEqual(
    alone.recipients.map(({ name, emails }) => ({ name, emails })),
  )
})
