import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from './message.ts'
import { bodyToShow, decodeMessage } from './mime.ts'

async function decode(raw: string | Uint8Array): Promise<Message> {
  const decoded = await decodeMessage(typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

async function problemOf(raw: string | Uint8Array): Promise<string | undefined> {
  const decoded = await decodeMessage(typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw)
  return 'problem' in decoded ? decoded.problem : undefined
}

test('unfolds headers and reads the known ones', async () => {
  const message = await decode(
    'Date: Mon, 1 Aug 2022 20:02:52 -0400\r\nFrom:ecf_bounces@nyed.uscourts.gov\r\nTo: "Roe, Jane" <jane@firm.example>, x@y.example\r\n' +
      'Message-Id:<17068564@nyed.uscourts.gov>\r\nSubject: Activity in Case\r\n  1:22-cv-00588\r\n =?utf-8?Q?=C2=A7_7?=\r\n\r\nHi\r\nthere',
  )
  expect(message).toMatchObject({
    date: '2022-08-02T00:02:52.000Z',
    from: { name: '', address: 'ecf_bounces@nyed.uscourts.gov' },
    to: [
      { name: 'Roe, Jane', address: 'jane@firm.example' },
      { name: '', address: 'x@y.example' },
    ],
    messageId: '<17068564@nyed.uscourts.gov>',
    subject: 'Activity in Case 1:22-cv-00588 \u00a7 7',
    text: 'Hi\nthere',
  })
  expect(message.headers[4]).toEqual({ key: 'subject', value: 'Activity in Case  1:22-cv-00588 =?utf-8?Q?=C2=A7_7?=' })
})

test('text without a charset is UTF-8 if valid, otherwise windows-1252', async () => {
  expect((await decode('Subject: x\n\nFees \xc2\xa7 7')).text).toBe('Fees \u00a7 7')
  expect((await decode('Subject: x\n\nFees \xa7 7 \x93so\x94')).text).toBe('Fees \u00a7 7 \u201cso\u201d')
  const wrong = 'Subject: x\nContent-Type: text/html; charset=us-ascii\n\n<p>\xc2\xa7</p>'
  expect((await decode(wrong)).html).toBe('<p>\u00a7</p>')
  expect((await decode('Content-Type: text/plain; charset="no-such"\n\n\xa7')).text).toBe('\u00a7')
  expect((await decode('Content-Type: text/plain; charset=koi8-r\n\n\xc1')).text).toBe('\u0430')
})

test('broken quoted-printable keeps invalid escapes', async () => {
  const head = 'Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n'
  expect((await decode(`${head}a=3Db=\r\nc= \t\nd caseid=zz 100%= =4`)).html).toBe('a=bcd caseid=zz 100%= =4')
  expect((await decode(`${head}end=`)).html).toBe('end')
})

test('an unencoded link with an equals sign survives', async () => {
  const body = '<a href="https://ecf.nysd.uscourts.gov/doc1/1?caseid=206379">'
  expect((await decode(`Content-Type: text/html\n\n${body}`)).html).toBe(body)
})

const mixed = (parts: readonly string[], type = 'multipart/mixed') =>
  `Subject: x\nContent-Type: ${type};\n boundary="b 1"\n\npreamble\n${parts.map((part) => `--b 1\n${part}\n`).join('')}--b 1--\nepilogue`

test('of alternatives, the HTML is shown and the text is kept', async () => {
  const message = await decode(
    mixed(['Content-Type: text/plain\n\nplain', 'Content-Type: text/html\n\n<b>html</b>'], 'multipart/alternative'),
  )
  expect(message).toMatchObject({ html: '<b>html</b>', text: 'plain' })
  expect(bodyToShow(message)).toEqual({ kind: 'html', source: '<b>html</b>' })
})

/** Apple Mail divides the HTML at a file that someone put between its lines. */
const divided = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary=in\n\n${parts.map((part) => `--in\n${part}\n`).join('')}--in--`

test('of alternatives, one of several parts is shown whole', async () => {
  const pdf = 'Content-Type: application/pdf; name=a.pdf\n\n%PDF'
  const rich = divided('Content-Type: text/html\n\n<p>notice</p>', pdf, 'Content-Type: text/html\n\n<p>Jane</p>')
  const message = await decode(mixed(['Content-Type: text/plain\n\nplain', rich], 'multipart/alternative'))
  expect(message).toMatchObject({ html: '<p>notice</p>\n<p>Jane</p>', text: 'plain' })
  expect(message.attachments).toHaveLength(1)
})

test.each([
  ['text divided at a file', ['Content-Type: text/html\n\n<p>old</p>', divided('\na', '\nb')], '<p>old</p>', 'a\nb'],
  ['HTML that is empty', ['\nplain', 'Content-Type: text/html\n\n'], undefined, 'plain'],
  [
    'HTML with text behind it',
    ['\nplain', divided('Content-Type: text/html\n\n<p>x</p>', '\n1 < 2')],
    '<p>x</p><br>\n1 &lt; 2',
    'plain',
  ],
  ['HTML twice', ['Content-Type: text/html\n\n<p>a</p>', 'Content-Type: text/html\n\n<p>b</p>'], '<p>b</p>', undefined],
])('of alternatives, the last of a kind is shown: %s', async (_, parts, html, text) => {
  const message = await decode(mixed(parts, 'multipart/alternative'))
  expect([message.html, message.text]).toEqual([html, text])
})

test("a list server's text footer is shown below the HTML", async () => {
  const message = await decode(mixed(['Content-Type: text/html\n\n<b>x</b>', 'Content-Type: text/plain\n\n1 < 2']))
  expect(message.html).toBe('<b>x</b><br>\n1 &lt; 2')
})

test('an attachment keeps its name, type and bytes', async () => {
  const part = `Content-Type: application/pdf\nContent-Disposition: attachment;\n filename*0*=utf-8''Stay%20;\n filename*1="Order.pdf"\nContent-Transfer-Encoding: base64\n\nJVBE\nRi0=`
  const { attachments } = await decode(mixed(['Content-Type: text/plain\n\nx', part]))
  expect(attachments).toHaveLength(1)
  expect(attachments[0]).toMatchObject({ fileName: 'Stay Order.pdf', mediaType: 'application/pdf' })
  expect(Buffer.from(attachments[0]?.content ?? []).toString()).toBe('%PDF-')
})

test('a notice forwarded as an attachment is shown under its own header block', async () => {
  const inner =
    'From: ecf@cand.uscourts.gov\nSubject: Activity in Case 4:26-cv-1 A v. B Order\nContent-Type: text/html\n\n<p>notice</p>'
  const part = `Content-Type: message/rfc822\nContent-Disposition: attachment; filename="notice.eml"\n\n${inner}`
  const message = await decode(mixed(['Content-Type: text/plain\n\nsee attached', part]))
  expect(message.subject).toBe('x')
  expect(message.html).toContain('see attached')
  expect(message.html).toContain('Subject: Activity in Case 4:26-cv-1 A v. B Order<br>')
  expect(message.html).toContain('<p>notice</p>')
  expect(message.attachments.map((attachment) => attachment.fileName)).toEqual(['notice.eml'])
})

test('the message contained in a delivery report is not shown as new mail', async () => {
  const message = await decode(
    mixed(
      ['Content-Type: text/plain\n\nbounced', 'Content-Type: message/rfc822\n\nSubject: Activity in Case\n\nnotice'],
      'multipart/report',
    ),
  )
  expect(bodyToShow(message)).toEqual({ kind: 'text', source: 'bounced' })
})

test('a message cut before its last boundary is read', async () => {
  const raw = mixed(['Content-Type: text/html\n\n<p>whole</p>']).replace(/--b 1--[\s\S]*/, '')
  expect((await decode(raw)).html).toContain('<p>whole</p>')
})

/** A message with one part within another; the inner boundary goes on from the outer one. */
const nestedIn = (outer: string, inner: string, padding = '') =>
  [
    `Content-Type: multipart/mixed; boundary="${outer}"`,
    '',
    `--${outer}${padding}`,
    `Content-Type: multipart/alternative; boundary="${inner}"`,
    '',
    `--${inner}${padding}`,
    'Content-Type: text/plain',
    '',
    'plain',
    `--${inner}`,
    'Content-Type: text/html',
    '',
    '<b>html</b>',
    `--${inner}--${padding}`,
    `--${outer}`,
    'Content-Type: text/plain',
    '',
    'footer',
    `--${outer}--${padding}`,
    'epilogue',
  ].join('\r\n')

test.each([
  ['abc', 'abcdef'],
  ['abc', 'abc-def'],
  ['abc', 'abc--def'],
  ['abc', 'abc def'],
])('parts at the boundary %s are not separated by an inner one, %s', async (outer, inner) => {
  for (const padding of ['', ' \t '])
    expect(await decode(nestedIn(outer, inner, padding))).toMatchObject({
      html: '<b>html</b><br>\nfooter',
      text: 'plain\nfooter',
    })
})

test('data that is not mail is reported as a problem in words', async () => {
  expect(await problemOf('')).toBe('The message is empty.')
  expect(await problemOf('%PDF-1.7 \x00\x01\x02')).toBe("This isn't an email message: it has no headers.")
  expect(await problemOf(new Uint8Array(65 * 1024 * 1024))).toBe('The message is larger than 64 MB.')
})

test('too many parts and too deeply nested parts are reported as a problem in words', async () => {
  expect(await problemOf(mixed(Array.from({ length: 3_000 }, () => '\nx')))).toBe(
    'The message has more than 2000 parts.',
  )
  const nested = Array.from(
    { length: 60 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
  ).join('')
  expect(await problemOf(nested)).toContain('nested')
})

test('nested messages are opened only to a limited depth', async () => {
  const raw = `${'Content-Type: message/rfc822\n\n'.repeat(500)}Subject: inner\n\ntext`
  expect(await problemOf(raw)).toContain('messages attached more than 3 deep')
})

test('reads headers of a megabyte', async () => {
  const received = 'Received: from a by b;\r\n Mon, 1 Aug 2022\r\n'.repeat(25_000)
  const addresses = 'To: '.concat('"A, B" <a@b.example>, '.repeat(50_000))
  const message = await decode(`${received}${addresses}\r\nSubject: ${'=?utf-8?Q?=41?= '.repeat(50_000)}\r\n\r\nbody`)
  expect(message.text).toBe('body')
  expect(message.headers.length).toBe(25_002)
})

test('hostile bytes are decoded or a problem, never an exception', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'Content-Type: multipart/mixed; boundary=b\n',
      '\n',
      '--b\n',
      '--b--\n',
      'Content-Type: message/rfc822\n',
      '=',
      '"',
      ';',
    ),
    fc.constantFrom(
      'Content-Type: text/html; charset=utf-16\n',
      'Content-Transfer-Encoding: base64\n',
      'To: a:b;,<\n',
      'Date: x\n',
      'Subject: =?x?Q?=zz?=\n',
    ),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const decoded = await decodeMessage(Buffer.from(`Subject: x\n${pieces.join('')}`))
      expect('problem' in decoded ? decoded.problem : '').not.toContain('cannot be decoded')
    }),
    { numRuns: 500 },
  )
})
