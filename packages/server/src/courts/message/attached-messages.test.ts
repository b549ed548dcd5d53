import { expect, test } from 'vitest'
import { whyLinksLost } from '../lost-links.ts'
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

const winmail = (head: string, text: string, boundary: string) => `${head}
Content-Type: multipart/mixed; boundary=${boundary}

--${boundary}
Content-Type: text/html

${text}
--${boundary}
Content-Type: application/ms-tnef; name="winmail.dat"
Content-Transfer-Encoding: base64

eJ8+IgECAw==
--${boundary}--
`

/** What is said of each notice in a message, and why links of it are lost. */
async function saidOf(raw: string) {
  const decoded = await decodeMessage(Buffer.from(raw))
  if ('problem' in decoded) throw new Error(decoded.problem)
  const { message } = decoded
  const parts = findNotices(message)
  return (parts.length > 0 ? parts.map((part) => takePart(message, part)) : [message]).map((one) => {
    const result = parseNotice(one)
    const cases = 'notice' in result ? result.notice.cases : []
    return [cases[0]?.docketNumber.value ?? ('unclear' in result ? result.unclear : ''), whyLinksLost(one)]
  })
}

const ofSecond =
  /^The attached message "Activity in Case 1:22-cv-10002 Doe v\. Roe Order" could not be opened completely\. This message was sent in Outlook's own format \(winmail\.dat\)/
const [head = '', body = ''] = notice(10_002).split('\nContent-Type: text/html\n\n')

test('what one of several attached messages has in a winmail.dat is missing of its notice alone', async () => {
  const second = winmail(head, body, 'w')
  expect(await saidOf(carrying(notice(10_001), second, notice(10_003)))).toEqual([
    ['1:22-cv-10001', undefined],
    ['1:22-cv-10002', expect.stringMatching(ofSecond)],
    ['1:22-cv-10003', undefined],
  ])
})

test.each([
  ['between two notices', [notice(10_001), winmail(head, '', 'w'), notice(10_003)]],
  ['above them', [winmail(head, '', 'w'), notice(10_001), notice(10_003)]],
  ['below a notice', [notice(10_001), notice(10_003), winmail(head, '<p>See attached.</p>', 'w')]],
])('an attached message whose words are in a winmail.dat alone waits for a person: %s', async (_where, messages) => {
  const said = await saidOf(carrying(...messages))
  expect(said).toHaveLength(3)
  expect(said).toContainEqual(['1:22-cv-10001', undefined])
  expect(said).toContainEqual(['1:22-cv-10003', undefined])
  expect(said.filter(([what]) => ofSecond.test(what ?? ''))).toHaveLength(1)
})

test('a notice next to an attached message that is in a winmail.dat misses nothing of its own', async () => {
  const said = await saidOf(carrying(notice(10_001), winmail(head, '', 'w')))
  expect(said).toEqual([
    ['1:22-cv-10001', undefined],
    [expect.stringMatching(ofSecond), expect.anything()],
  ])
})

test('a single attached message needs no name', async () => {
  expect(await saidOf(carrying(winmail(head, '', 'w')))).toEqual([
    [expect.stringMatching(/^This message was sent in Outlook/), expect.anything()],
  ])
})
