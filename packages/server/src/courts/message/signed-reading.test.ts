import { expect, test } from 'vitest'
import { type SignedReading, takeSigned, takeSignedWithProof } from './signed-reading.ts'

const covered = ['from', 'subject', 'content-type']

function take(type: string, header: 'relaxed' | 'simple'): string {
  const head = ['From: ecf@cand.uscourts.gov', 'Subject: Activity', `Content-Type: multipart/mixed; ${type}`]
  const raw = Buffer.from(`${head.join('\r\n')}\r\n\r\n--a b\r\n\r\nwords\r\n--a b--\r\n`)
  const signed = { covered, relaxed: { header: header === 'relaxed', body: false } }
  return Buffer.from(takeSigned(raw, { signed })).toString()
}

test('white space that a signature allows to change in a header changes nothing of what is read', () => {
  const asWritten = take('boundary="a b"', 'relaxed')
  expect(asWritten).toContain('boundary="a b"')
  for (const changed of ['boundary="a  b"', 'boundary="a\t b"', 'boundary="a\r\n b"', ' \r\n\tboundary="a b"  '])
    expect(take(changed, 'relaxed')).toBe(asWritten)
})

test('white space that a signature covers exactly is read exactly', () => {
  expect(take('boundary="a  b"', 'simple')).toContain('boundary="a  b"')
})

test('lines that are no headers, and headers above those that a signature covers, are not read', () => {
  const head = ['Subject: Judgment', 'no header at all', 'X-Word : b', ...['From: a@b.example', 'Subject: Activity']]
  const raw = Buffer.from(`${head.join('\r\n')}\r\n\r\nwords\r\n`)
  const signed = { covered: ['from', 'subject', ''], relaxed: { header: true, body: true } }
  expect(Buffer.from(takeSigned(raw, { signed })).toString()).toBe(
    'From: a@b.example\r\nSubject: Activity\r\n\r\nwords\r\n',
  )
})

test('without a signature, all of it is read', () => {
  const raw = Buffer.from('Subject: Activity\r\nX-A: b\r\n\r\nwords \r\n')
  expect(takeSigned(raw, {})).toBe(raw)
})

const head = ['From: ecf@cand.uscourts.gov', 'Subject: Activity']
const signed = { covered: ['from', 'subject'], relaxed: { header: true, body: true } }
const rawOf = (body: string, lines: readonly string[] = head) =>
  Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
const taken = (raw: Buffer, reading: SignedReading = { signed }) =>
  Buffer.from(takeSigned(raw, reading)).toString('latin1')

test('the type and the encoding by the body itself are stated below the headers, and only those', () => {
  const added = ['Content-Type: image/png', 'Content-Transfer-Encoding: x']
  const raw = rawOf('QUJD\r\n', [...added, ...head])
  const having = (...lines: string[]) => `${[...head, ...lines].join('\r\n')}\r\n\r\nQUJD\r\n`
  expect(taken(raw)).toBe(having())
  expect(taken(raw, { signed, type: 'text/html' })).toBe(having('Content-Type: text/html'))
  expect(taken(raw, { signed, encoding: 'base64' })).toBe(having('Content-Transfer-Encoding: base64'))
  expect(taken(raw, { signed, type: 'text/plain', encoding: 'binary' })).toBe(
    having('Content-Type: text/plain', 'Content-Transfer-Encoding: binary'),
  )
})

test('of headers with the same name, as many are read from the bottom up as the signature covers', () => {
  const raw = rawOf('words', ['To: c@d.example', 'To: b@c.example', 'Subject: Activity', 'To: a@b.example'])
  const read = (...covered: string[]) => taken(raw, { signed: { ...signed, covered } }).split('\r\n\r\n')[0]
  expect(read('to')).toBe('To: a@b.example')
  expect(read('to', 'subject', 'to')).toBe('To: b@c.example\r\nSubject: Activity\r\nTo: a@b.example')
  expect(read('to', 'to', 'to', 'to', 'cc')).toBe('To: c@d.example\r\nTo: b@c.example\r\nTo: a@b.example')
  expect(taken(raw, { signed: { ...signed, covered: [] } })).toBe('\r\nwords')
})

const relaxed = (body: string) => taken(rawOf(body)).split('\r\n\r\n').slice(1).join('\r\n\r\n')

test.each([
  ['two blanks', 'a  b\r\nc', 'a b\r\nc'],
  ['a tab', 'a\tb\r\nc', 'a b\r\nc'],
  ['a blank at the end of a line', 'a b \r\nc', 'a b\r\nc'],
  ['a blank at the end of a line of a Unix program', 'a b \nc', 'a b\nc'],
  ['a blank at the end', 'a b\r\nc ', 'a b\r\nc'],
  ['a line of blanks', 'a b\r\n \r\nc', 'a b\r\n\r\nc'],
  ['other white space, which is none to a signature', 'a\xa0\xa0b\f\r\nc\xa0', 'a\xa0\xa0b\f\r\nc\xa0'],
])('white space that a signature allows to change in a body changes nothing: %s', (_, changed, read) => {
  expect(relaxed(changed)).toBe(read)
})

test('white space of a body that a signature covers exactly is read exactly', () => {
  const exactly = { covered: signed.covered, relaxed: { header: true, body: false } }
  const body = 'a  b\t\r\n \r\nc '
  expect(taken(rawOf(body), { signed: exactly })).toBe(rawOf(body).toString('latin1'))
})

test('a letter whose last byte is a no-break space by itself stays at the end of a header', () => {
  for (const end of ['', ' ', '\t', '\r\n '])
    expect(taken(rawOf('words', ['Subject: Voil\xc3\xa0'.concat(end)]))).toBe('Subject: Voil\xc3\xa0\r\n\r\nwords')
})

test('a file has the signatures in front, as they were written, and nothing else that they do not cover', () => {
  const proof = [
    'ARC-Seal: i=1;\r\n  d=google.com',
    'ARC-Message-Signature: i=1',
    'ARC-Authentication-Results: i=1; none',
    'DKIM-Signature: v=1;\r\n\td=cand.uscourts.gov;  b=x',
  ]
  const others = [
    'Received: from a by b',
    'Authentication-Results: b; none',
    'X-DKIM-Signature: v=1',
    'Cc: a@b.example',
  ]
  const raw = rawOf('a  b\r\nDKIM-Signature: v=1\r\n', [...others, ...proof, ...head])
  const file = Buffer.from(takeSignedWithProof(raw, { signed })).toString('latin1')
  expect(file).toBe(`${[...proof, ...head].join('\r\n')}\r\n\r\na b\r\nDKIM-Signature: v=1\r\n`)
})
