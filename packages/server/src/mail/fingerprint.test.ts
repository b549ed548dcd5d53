import { expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const message = (parts: { trace?: string; id?: string; body?: string; end?: string } = {}) =>
  Buffer.from(
    `${parts.trace ?? ''}From: ecf@cand.uscourts.gov\r\nTo: a@firm.example\r\nMessage-ID: <${parts.id ?? '1'}@cand>\r\nSubject: Activity in\r\n Case 1\r\n\r\n${parts.body ?? 'text\r\nmore'}${parts.end ?? '\r\n'}`,
  )

test('trace headers, line ends and blank lines at the end do not change the fingerprint', () => {
  const first = fingerprintOf(message())
  expect(fingerprintOf(message({ trace: 'Received: from a by b;\r\n\tSat, 21 Nov 2026\r\nX-Spam: no\r\n' }))).toBe(
    first,
  )
  expect(fingerprintOf(Buffer.from(message().toString().replaceAll('\r\n', '\n')))).toBe(first)
  expect(fingerprintOf(message({ end: '\r\n\r\n\r\n' }))).toBe(first)
})

test('a different body is a different message, even under the same Message-ID', () => {
  expect(fingerprintOf(message({ body: 'other link' }))).not.toBe(fingerprintOf(message()))
})

test('a different Message-ID is a different message, even with the same body', () => {
  expect(fingerprintOf(message({ id: '2' }))).not.toBe(fingerprintOf(message()))
})

test('bytes that are not mail have a fingerprint too', () => {
  expect(fingerprintOf(Buffer.from([0, 1, 2, 255]))).toMatch(/^[0-9a-f]{64}$/)
  expect(fingerprintOf(Buffer.alloc(0))).toMatch(/^[0-9a-f]{64}$/)
})
