import { expect, test } from 'vitest'
import { detectCourt } from '../courts/directory/detect-court.ts'
import { findForward } from '../courts/message/forwarding.ts'
import type { Message } from '../courts/message/message.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import { parseNotice } from '../courts/registry.ts'
import { readBody } from '../courts/text/body.ts'
import { parseNoticeLink } from '../courts/text/link.ts'

async function decode(raw: string): Promise<Message> {
  const decoded = await decodeMessage(Buffer.from(raw, 'latin1'))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

const link = 'https://ecf.cand.uscourts.gov/doc1/035123515598?caseid=206379&de_seq_num=20&magic_num=12345678'
const html = (body: string, headers = '') =>
  `From: a@firm.example\nSubject: x\nContent-Type: text/html\n${headers}\n${body}`
const qp = 'Content-Transfer-Encoding: quoted-printable\n'

function links(message: Message): (string | undefined)[] {
  return readBody(message).links.map(({ href }) => parseNoticeLink(href)?.url)
}

test('removes a soft line break within a link', async () => {
  const broken = link.replaceAll('=', '=3D').replace('magic_', 'magic_=\n').replace('/doc1', '/d=\r\noc1')
  expect(links(await decode(html(`<a href=3D"${broken}">7</a>`, qp)))).toEqual([link])
})

test('an encoded equals sign and an encoded space are preserved', async () => {
  const message = await decode(
    html(`<p>Fees=20of =3D 20=A7</p><a href=3D"${link.replaceAll('=', '=3D')}">7</a>=\n`, qp),
  )
  expect(message.html).toContain('<p>Fees of = 20\u00a7</p>')
  expect(links(message)).toEqual([link])
})

test('decodes a quoted-printable body whose header was lost in transit', async () => {
  const body = `<p>Docket=20Text</p>=\n<a href=3D"${link.replaceAll('=', '=3D').replace('&de', '&=\nde')}">7</a>`
  const message = await decode(html(body))
  expect(message.html).toContain('<p>Docket Text</p>')
  expect(links(message)).toEqual([link])
})

test('plain HTML whose links look like escapes is left unchanged', async () => {
  const body = `<a href="${link}">7</a> a=3D b=20 c=\nd`
  expect((await decode(html(body))).html).toBe(body)
})

test.each([
  ['iso-8859-1', 'Caf\xc3\xa9 \xc2\xa7', 'Caf\u00e9 \u00a7'],
  ['windows-1252', '\xe2\x80\x9cso\xe2\x80\x9d', '\u201cso\u201d'],
  ['iso-8859-1', 'Caf\xe9 \x93so\x94', 'Caf\u00e9 \u201cso\u201d'],
  ['utf-8', 'Caf\xe9 \xa7 7', 'Caf\u00e9 \u00a7 7'],
  ['utf-8', 'Caf\xc3\xa9 and a cut \xe2\x80', 'Caf\u00e9 and a cut \ufffd'],
  ['x-unknown', 'Caf\xc3\xa9', 'Caf\u00e9'],
  ['ansi_x3.4-1968', 'Caf\xc3\xa9', 'Caf\u00e9'],
  ['iso8859-1', 'Caf\xc3\xa9', 'Caf\u00e9'],
  ['"utf-8', 'Caf\xc3\xa9', 'Caf\u00e9'],
])('reads text labeled %s that is something else: %j', async (charset, bytes, text) => {
  expect((await decode(`Subject: x\nContent-Type: text/plain; charset=${charset}\n\n${bytes}`)).text).toBe(text)
})

test.each([
  ['next to one in an old charset', 'Subject: Mu\xc3\xb1oz v. Acme\nX-Relay: caf\xe9', 'Mu\u00f1oz v. Acme'],
  ['before one', 'X-Relay: caf\xe9\nSubject: Mu\xc3\xb1oz\n v. Acme', 'Mu\u00f1oz v. Acme'],
  ['in an old charset next to one in UTF-8', 'Subject: Mu\xf1oz v. Acme\nX-Relay: caf\xc3\xa9', 'Mu\u00f1oz v. Acme'],
])('a header that is not ASCII is decoded by itself: %s', async (_where, head, subject) => {
  expect((await decode(`${head}\nFrom: a@b.example\n\nx`)).subject).toBe(subject)
})

const flowed = (parameters: string, body: string) =>
  `Subject: x\nContent-Type: text/plain; format=flowed${parameters}\n\n${body}`

test.each([
  ['', 'Docket Text: ORDER \ngranting the \nmotion.\n\nNext', 'Docket Text: ORDER granting the motion.\n\nNext'],
  [
    '; delsp=yes',
    'https://ecf.cand.uscourts.gov/doc1/0351 \n23515598 \n?caseid=1',
    'https://ecf.cand.uscourts.gov/doc1/035123515598?caseid=1',
  ],
  ['', ' From the clerk\n  indented', 'From the clerk\n indented'],
  ['', '> quoted \n> on\n>> deeper \n> back', '> quoted on\n>> deeper \n> back'],
  ['', 'text\n-- \nJane \nRoe', 'text\n-- \nJane Roe'],
  ['', 'ends with a space ', 'ends with a space '],
  ['; DelSp=Yes', 'one \r\ntwo\r\nthree', 'onetwo\nthree'],
])('joins the lines of flowed text%s: %j', async (parameters, body, text) => {
  expect((await decode(flowed(parameters, body))).text).toBe(text)
})

test('plain text that is not flowed keeps its lines', async () => {
  expect((await decode('Subject: x\nContent-Type: text/plain\n\none \ntwo')).text).toBe('one \ntwo')
})

const mixed = (...parts: string[]) =>
  `From: a@firm.example\nSubject: FW: Activity\nContent-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--`
const base64 = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64')
const tnef = base64([0x78, 0x9f, 0x3e, 0x22, 1, 2, 3])

test.each([
  ['its type', `Content-Type: application/ms-tnef\nContent-Transfer-Encoding: base64\n\n${tnef}`],
  ['its name', `Content-Type: application/octet-stream; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\nAAAA`],
  [
    'its first bytes',
    `Content-Type: application/octet-stream; name="ATT0001.dat"\nContent-Transfer-Encoding: base64\n\n${tnef}`,
  ],
])("Outlook's own format, recognized by %s, is kept as an attachment with a note", async (_by, part) => {
  const message = await decode(mixed('Content-Type: text/plain\n\n', part))
  expect(message.attachments).toHaveLength(1)
  expect(message.notes).toEqual([expect.stringMatching(/winmail\.dat.*Ask the sender to forward it as HTML/)])
  const result = parseNotice(message)
  expect('unclear' in result && result.unclear).toContain('winmail.dat')
})

const cms = (arc: number) =>
  base64([0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, arc, 0xa0, 0x80])

test.each([
  [
    'signed',
    'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
    cms(2),
    'wrapped in an S/MIME signature',
  ],
  ['signed', 'application/x-pkcs7-mime; name="smime.p7m"', cms(2), 'wrapped in an S/MIME signature'],
  ['signed', 'application/octet-stream; name="smime.p7m"', cms(2), 'wrapped in an S/MIME signature'],
  ['encrypted', 'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"', cms(3), 'is encrypted'],
  ['encrypted', 'application/pkcs7-mime; name="smime.p7m"', cms(3), 'is encrypted'],
])('a message %s as %s is kept as an attachment with a note', async (_kind, type, content, words) => {
  const raw = `From: a@b.example\nSubject: x\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${content}`
  const message = await decode(raw)
  expect(message.notes).toEqual([expect.stringContaining(words)])
  expect(message.attachments).toHaveLength(1)
  const result = parseNotice(message)
  expect('unclear' in result && result.unclear).toContain(words)
})

const ole = base64([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

test.each([
  ['of Outlook, by its type', 'application/vnd.ms-outlook; name="x"', 'AAAA', 'as a file of Outlook (.msg)'],
  [
    'of Outlook, by its name',
    'application/octet-stream; name="Activity in Case.msg"',
    ole,
    'as a file of Outlook (.msg)',
  ],
  [
    'protected by Microsoft',
    'application/x-microsoft-rpmsg-message; name="message_v2.rpmsg"',
    'AAAA',
    'is encrypted (Microsoft',
  ],
  ['encrypted by PGP', 'application/pgp-encrypted', 'AAAA', 'is encrypted (PGP'],
])(
  'a message %s is kept as an attachment with a note, which says more than that no case was found',
  async (...given) => {
    const [, type, content, words] = given
    const raw = mixed(
      'Content-Type: text/plain\n\nsee attached',
      `Content-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${content}`,
    )
    for (const subject of [
      'FW: Activity in Case 3:26-cv-04417 Doe v. Acme Order',
      'FW: Notice of Electronic Filing',
      'x',
    ]) {
      const message = await decode(raw.replace('FW: Activity', subject))
      expect(message.notes).toEqual([expect.stringContaining(words)])
      expect(message.attachments).toHaveLength(1)
      const result = parseNotice(message)
      expect('unclear' in result && result.unclear).toContain(words)
    }
  },
)

test('a message encrypted by PGP within its text is named so', async () => {
  const message = await decode(
    'From: a@b.example\nSubject: x\n\nhi\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n',
  )
  expect(message.notes).toEqual([expect.stringContaining('is encrypted (PGP')])
})

test('a spreadsheet, or a file named like a message of Outlook in a notice that can be read, is no wrapping', async () => {
  const sheet = await decode(
    mixed(`Content-Type: application/vnd.ms-excel; name="a.xls"\nContent-Transfer-Encoding: base64\n\n${ole}`),
  )
  expect(sheet).not.toHaveProperty('notes')
})

test('a message with a detached signature is read as if it were not signed', async () => {
  const raw = mixed(
    `Content-Type: text/html\n\n<a href="${link}">7</a>`,
    `Content-Type: application/pkcs7-signature; name="smime.p7s"\nContent-Transfer-Encoding: base64\n\n${cms(2)}`,
  ).replace('multipart/mixed', 'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256')
  const message = await decode(raw)
  expect(message).not.toHaveProperty('notes')
  expect(links(message)).toEqual([link])
})

test('a wrapped message within an attached one gets a single note', async () => {
  const inner = mixed(`Content-Type: application/ms-tnef\n\n1`, `Content-Type: application/ms-tnef\n\n2`)
  const outer = `From: a@b.example\nSubject: x\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: message/rfc822\n\n${inner}\n--c--`
  expect((await decode(outer)).notes).toHaveLength(1)
})

const safe = (url: string) =>
  `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&amp;data=05%7C01&amp;reserved=0`

test('a forward rewritten by Outlook, with links rewritten twice, still yields court, sender and link', async () => {
  const rewritten = safe(`https://linkprotect.cudasvc.com/url?a=${encodeURIComponent(link)}&c=E,1`)
  const body = `<div class="WordSection1"><p class="MsoNormal">fyi<o:p></o:p></p>
<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> ECF-CAND@cand.uscourts.gov
&lt;ECF-CAND@cand.uscourts.gov&gt; <br><b>Sent:</b> Monday, August 1, 2022 8:03 PM<br><b>To:</b> efiling@cand.uscourts.gov<br>
<b>Subject:</b> Activity in Case 4:22-cv-05541-JST Doe v. Acme Order</p></div>
<p class="MsoNormal"><a href="${rewritten}"><span style="color:blue">7</span></a></p></div>`
  const message = await decode(
    html(body).replace('Subject: x', 'Subject: FW: Activity in Case 4:22-cv-05541-JST Doe v. Acme Order'),
  )
  expect(links(message)).toEqual([link])
  expect(detectCourt(message).found?.value).toBe('cand')
  expect(findForward(message)?.from.court?.id).toBe('cand')
})

test('a Mimecast link reveals only the court, by its hint', async () => {
  const message = await decode(
    html('<a href="https://protect-us.mimecast.com/s/AbC?domain=ecf.cand.uscourts.gov">7</a>'),
  )
  expect(detectCourt(message).found?.value).toBe('cand')
  expect(links(message)).toEqual([undefined])
})
