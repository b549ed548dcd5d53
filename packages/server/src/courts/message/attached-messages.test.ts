import { expect, test } from 'vitest'
import { parseNotice } from '../registry.ts'
import { findNotices, takePart } from '../split-notices.ts'
import { decodeMessage } from './mime.ts'

const notice = (serial: number) => `From: ecf@nysd.uscourts.gov
Message-ID: <${serial}@nysd.uscourts.gov>
Subject: Activity in Case 1:22-cv-${serial} Doe v. Roe Order
Content-Type: text/html

<p>U.S. District Court</p><p>Southern District of New York</p><p>Notice of Electronic Filing</p>
<p>The following transaction was entered on 8/1/2022 at 8:02 PM EDT and filed on 8/1/2022</p>
<table><tr><td>Case Name:</td><td>Doe v. Roe</td></tr><tr><td>Case Number:</td><td>1:22-cv-${serial}</td></tr></table>
<p>Docket Text:<br>ORDER.</p>`

let boundaries = 0
function carrying(...messages: readonly string[]): string {
  const boundary = `b${++boundaries}e`
  const parts = messages.map((message) => `--${boundary}\nContent-Type: message/rfc822\n\n${message}\n`).join('')
  return `From: jane@firm.example\nSubject: FW\nContent-Type: multipart/mixed; boundary=${boundary}\n\n${parts}--${boundary}--\n`
}

async function numbersIn(raw: string): Promise<readonly (string | undefined)[] | string> {
  const decoded = await decodeMessage(Buffer.from(raw))
  if ('problem' in decoded) return decoded.problem
  const { message } = decoded
  return findNotices(message).map((part) => {
    const result = parseNotice(takePart(message, part))
    return 'notice' in result ? result.notice.cases[0]?.docketNumber.value : result.unclear
  })
}

const serials = (count: number) => Array.from({ length: count }, (_, at) => 10_001 + at)

test.each([6, 25])('%d notices forwarded as attachments of one message are all read', async (count) => {
  expect(await numbersIn(carrying(...serials(count).map(notice)))).toEqual(
    serials(count).map((one) => `1:22-cv-${one}`),
  )
})

test.each([
  ['more than are read', carrying(...serials(26).map(notice)), 'more than 25 messages attached'],
  [
    'some within others',
    carrying(...serials(13).map((one) => carrying(notice(one)))),
    'more than 25 messages attached',
  ],
  ['one too deep', carrying(notice(10_001), carrying(carrying(carrying(notice(10_002))))), 'more than 3 deep'],
])('none is left out without a word: %s', async (_, raw, words) => {
  expect(await numbersIn(raw)).toContain(words)
})
