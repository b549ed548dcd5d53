import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { longTest } from '../testing/in-long-run.ts'
import { fingerprintOf } from './fingerprint.ts'

const message = (parts: { trace?: string; id?: string; body?: string; end?: string } = {}) =>
  Buffer.from(
    `${parts.trace ?? ''}From: ecf@cand.uscourts.gov\r\nTo: a@firm.example\r\nMessage-ID: <${parts.id ?? '1'}@cand>\r\nSubject: Activity in\r\n Case 1\r\n\r\n${parts.body ?? 'text\r\nmore'}${parts.end ?? '\r\n'}`,
  )

test('trace headers, line ends and blank lines at the end do not change the fingerprint', async () => {
  const first = await fingerprintOf(message())
  const traced = message({ trace: 'Received: from a by b;\r\n\tSat, 21 Nov 2026\r\nX-Spam: no\r\n' })
  expect(await fingerprintOf(traced)).toBe(first)
  expect(await fingerprintOf(Buffer.from(message().toString().replaceAll('\r\n', '\n')))).toBe(first)
  expect(await fingerprintOf(message({ end: '\r\n\r\n\r\n' }))).toBe(first)
})

test('a different body is a different message, even under the same Message-ID', async () => {
  expect(await fingerprintOf(message({ body: 'other link' }))).not.toBe(await fingerprintOf(message()))
})

test('a different Message-ID is a different message, even with the same body', async () => {
  expect(await fingerprintOf(message({ id: '2' }))).not.toBe(await fingerprintOf(message()))
})

test('headers put on top of a message do not make it another one', async () => {
  const first = await fingerprintOf(message())
  for (const header of ['Message-ID: <2@cand>', 'Subject: Other', 'From: x@y.example', 'To: b@firm.example'])
    expect([header, await fingerprintOf(message({ trace: `${header}\r\n` }))]).toEqual([header, first])
})

test('bytes that are not mail have a fingerprint too', async () => {
  expect(await fingerprintOf(Buffer.from([0, 1, 2, 255]))).toMatch(/^[0-9a-f]{64}$/)
  expect(await fingerprintOf(Buffer.alloc(0))).toMatch(/^[0-9a-f]{64}$/)
})

/** Saved fingerprints must stay those of their messages. */
longTest('a large message has the fingerprint of all its lines, wherever it is cut to be read', async () => {
  const lasting = ['message-id:<1@cand>', 'date:', 'from:ecf@cand.uscourts.gov', 'to:a@firm.example', 'cc:']
  const head = `${[...lasting, 'subject:Activity in Case 1'].join('\n')}\n`
  const line = 'a line of the notice'
  for (const lines of [1, 200_000]) {
    const [body, read] = ['\r\n', '\n'].map((end) => Array.from({ length: lines }, () => line).join(end))
    // Twenty-two bytes a line: one of these has a line end at each place where it may be cut.
    for (let lead = 0; lead < 22; lead += lines > 1 ? 1 : 22) {
      const start = 'x'.repeat(lead)
      const whole = createHash('sha256').update(`${head}${start}${read}\r`).digest('hex')
      expect(await fingerprintOf(message({ body: `${start}${body}\r`, end: '\r\n\n\r\n' }))).toBe(whole)
    }
  }
})
