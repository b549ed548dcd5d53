import { expect, test } from 'vitest'
import { takeSigned } from './signed-reading.ts'

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
