import { createHash } from 'node:crypto'
import { makeMail, sign } from './court-mail.ts'
import { forwardWhole } from './trust-scenarios.ts'

/** A message built to be expensive, made when its test begins. */
export type MimeBomb = readonly [name: string, make: () => Promise<Buffer> | Buffer]

const megabyte = 1024 * 1024
const from = 'From: ECF-CAND@cand.uscourts.gov\r\nTo: x@cand.uscourts.gov\r\n'
const head = `${from}Subject: Activity in Case 3:26-cv-04417-RS Doe v. Acme Order\r\nMIME-Version: 1.0\r\n`

/** One piece repeated up to a size, in lines that mail servers accept. */
function filled(piece: string, size: number, lineLength = 76): string {
  const line = piece.repeat(Math.max(1, Math.floor(lineLength / piece.length)))
  return `${line}\r\n`.repeat(Math.ceil(size / (line.length + 2)))
}

const mail = (headers: readonly string[], body: string) => Buffer.from(`${head}${headers.join('\r\n')}\r\n\r\n${body}`)

const text = (charset: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`${head}Content-Type: text/plain; charset=${charset}\r\n\r\n`), body])

function nestedMessages(depth: number): Buffer {
  const inner = (level: number) =>
    `From: a${level}@b.example\r\nSubject: level ${level}\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n\r\n`
  const levels = Array.from({ length: depth }, (_, level) => inner(level))
  return mail(['Content-Type: message/rfc822'], `${levels.join('')}From: a@b.example\r\nSubject: last\r\n\r\ntext`)
}

/** Each level attached to the one around it, which is therefore read again and again. */
function wrappedMessages(depth: number, size: number): Buffer {
  let inner = `From: a@b.example\r\nSubject: last\r\n\r\n${filled('words ', size)}`
  for (let level = depth; level > 0; level--) {
    const headers = `From: a${level}@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b${level}\r\n\r\n`
    inner = `${headers}--b${level}\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b${level}--\r\n`
  }
  return Buffer.from(`Subject: wrapped\r\n${inner}`)
}

/** A message with an attachment of that size. */
export function base64Attachment(decodedSize: number): Buffer {
  const line = `${'QUJD'.repeat(19)}\r\n`
  const body = line.repeat(Math.ceil(decodedSize / 57))
  return mail(['Content-Type: application/octet-stream; name=a.bin', 'Content-Transfer-Encoding: base64'], body)
}

const continuations = (count: number) => Array.from({ length: count }, (_, n) => `a*${n}*=%41;`).join('\r\n ')

function continuedParts(parts: number): string {
  const part = `--b\r\nContent-Type: application/x; ${'a*0=b;'.repeat(1_300)}\r\nContent-Disposition: attachment; ${'a*0=b;'.repeat(1_300)}\r\n\r\nx\r\n`
  return `${part.repeat(parts)}--b--`
}

const hashOf = (body: string) => createHash('sha256').update(body).digest('base64')

/** A signature that looks right until its key is asked for. */
const signatureOf = (n: number, { body = '', length = '' } = {}) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=d${n}.evil.example; s=s${n}; h=from:subject:to;${length} bh=${hashOf(body)}; b=QUJD`

function withSignatures(count: number, bodySize = 0): Buffer {
  const lengthOf = (n: number) => (bodySize > 0 ? ` l=${bodySize - n};` : '')
  const signatures = Array.from({ length: count }, (_, n) => signatureOf(n, { length: lengthOf(n) }))
  return Buffer.from(`${signatures.join('\r\n')}\r\n${head}\r\n${filled('x y ', bodySize)}`)
}

const ownBody = '<p>text</p>\r\n'

async function signedOriginals(count: number, signatures = 0): Promise<Buffer> {
  const originals = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const signed = await sign(
        await makeMail({ subject: `Activity in Case ${n}`, body: ownBody }),
        'cand.uscourts.gov',
      )
      const others = Array.from(
        { length: signatures },
        (_each, at) => `${signatureOf(n * 100 + at, { body: ownBody })}\r\n`,
      )
      return Buffer.concat([Buffer.from(others.join('')), signed])
    }),
  )
  return makeMail(forwardWhole(originals, { from: 'jane@evil.example' }))
}

export const mimeBombs: readonly MimeBomb[] = [
  ['a message in a message, 5,000 deep', () => nestedMessages(5_000)],
  ['a message attached to a message, 30 deep, around 8 MB', () => wrappedMessages(30, 8 * megabyte)],
  ['a base64 attachment of 34 MB', () => base64Attachment(34 * megabyte)],
  [
    'uuencoded text of 8 MB',
    () =>
      mail(
        ['Content-Type: text/plain'],
        `begin 644 motion.pdf\r\n${filled(`M${'#0V%T'.repeat(12)}`, 8 * megabyte, 61)}\`\r\nend\r\n`,
      ),
  ],
  [
    'uuencoded by its header',
    () =>
      mail(
        ['Content-Type: text/html', 'Content-Transfer-Encoding: x-uuencode'],
        `begin 644 notice.html\r\n${filled(`M${'#0V%T'.repeat(12)}`, 8 * megabyte, 61)}\`\r\nend\r\n`,
      ),
  ],
  ['UTF-7 of 8 MB', () => text('utf-7', Buffer.from(filled('+ADw-p+AD4-', 8 * megabyte)))],
  ['shifts of ISO-2022-JP without end', () => text('iso-2022-jp', Buffer.from(filled('\x1b$B\x1b(B', 8 * megabyte)))],
  ['shifts of ISO-2022-KR without end', () => text('iso-2022-kr', Buffer.from(filled('\x0e\x0f', 8 * megabyte)))],
  ['ASCII that claims to be UTF-16', () => text('utf-16', Buffer.from(filled('<p>', 8 * megabyte)))],
  [
    'half surrogates of UTF-16',
    () => text('utf-16be', Buffer.alloc(8 * megabyte, Buffer.from([0xd8, 0x41, 0x41, 0x0d, 0x0a, 0x41]))),
  ],
  [
    'quoted-printable escapes of 8 MB',
    () =>
      mail(
        ['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable'],
        filled('=3C=41', 8 * megabyte, 72).replaceAll('\r\n', '=\r\n'),
      ),
  ],
  [
    'quoted-printable soft breaks of 8 MB',
    () =>
      mail(['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable'], '=\r\n'.repeat(3 * megabyte)),
  ],
  [
    'quoted-printable blanks behind equals signs',
    () =>
      mail(
        ['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable'],
        `${`=${' '.repeat(75)}`.repeat(100_000)}x`,
      ),
  ],
  ['a header folded a million times', () => mail([`X-Folded: a${'\r\n b'.repeat(1_000_000)}`], '<p>text</p>')],
  [
    'folded headers in each of 1,900 parts',
    () =>
      mail(
        ['Content-Type: multipart/mixed; boundary=b'],
        `${`--b\r\nContent-Type: text/plain;${'\r\n a=b;'.repeat(1_000)}\r\n\r\nx\r\n`.repeat(1_900)}--b--`,
      ),
  ],
  [
    '50,000 Received headers',
    () =>
      mail(
        Array.from(
          { length: 50_000 },
          (_, n) => `Received: from a${n}.example by b${n}.example; Mon, 7 Sep 2026 10:00:00 +0000`,
        ),
        'x',
      ),
  ],
  ['5,000 signatures', () => withSignatures(5_000)],
  ['20 signatures', () => withSignatures(20)],
  ['20 signatures, each of another length of 10 MB', () => withSignatures(20, 10 * megabyte)],
  [
    'a signature of lines of blanks',
    () => Buffer.from(`${signatureOf(0)}\r\n${head}\r\n${`${' '.repeat(900_000)}x\r\n`.repeat(8)}`),
  ],
  [
    'a parameter continued 100,000 times',
    () => mail([`Content-Type: text/plain; ${continuations(100_000)}`], 'continued'),
  ],
  [
    'parameters continued 1,300 times in each of 1,900 parts',
    () => mail(['Content-Type: multipart/mixed; boundary=b'], continuedParts(1_900)),
  ],
  ['HTML of 20 MB of nested tags', () => mail(['Content-Type: text/html'], filled('<div><b>', 20 * megabyte))],
  [
    'HTML of 20 MB of nested tags around words of a court',
    () =>
      Buffer.from(
        `From: jane@evil.example\r\nSubject: Notice of Electronic Filing\r\nContent-Type: text/html\r\n\r\n${filled('<div><b>x', 20 * megabyte)}`,
      ),
  ],
  [
    'a signed notice of a court that seems to answer someone, in a million lines',
    () => makeMail({ body: `<p>Roe wrote:</p>${filled('x<br>', 5 * megabyte)}`, signedBy: 'cand.uscourts.gov' }),
  ],
  ['a hundred attached originals, each signed', () => signedOriginals(100)],
  ['a hundred attached originals, each signed 20 times', () => signedOriginals(100, 19)],
]
