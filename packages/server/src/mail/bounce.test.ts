import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { findBounce } from './bounce.ts'
import { type BounceParts, bounceMail } from './testing/bounce-mail.ts'

async function bounceOf(parts: BounceParts = {}, change: (raw: string) => string = (raw) => raw) {
  const decoded = await decodeMessage(Buffer.from(change(bounceMail(parts))))
  return 'message' in decoded ? findBounce(decoded.message) : undefined
}

test("a bounce names the returned message and the server's answer", async () => {
  expect(await bounceOf({ messageId: '<key@notices.example>' })).toEqual({
    messageIds: ['key@notices.example'],
    action: 'failed',
    answer: '550 5.1.1 <r.osei@hale-osei.example>: no such user',
    recipient: 'r.osei@hale-osei.example',
  })
})

test.each([
  ['delayed', 'delayed'],
  ['Failed', 'failed'],
  ['relayed (to elsewhere)', 'delivered'],
  ['expanded', 'delivered'],
])('reads the action %s as %s', async (action, expected) => {
  expect((await bounceOf({ action }))?.action).toBe(expected)
})

test.each([
  ['headers alone', { original: 'text/rfc822-headers' }],
  ['an international message', { original: 'message/global' }],
])('reads an original returned as %s', async (_, parts) => {
  expect((await bounceOf(parts))?.messageIds).toHaveLength(1)
})

test('without diagnostic text, the status code is the answer', async () => {
  expect((await bounceOf({ diagnostic: '' }))?.answer).toBe('5.1.1')
})

test.each([
  ['is no report', (raw: string) => raw.replace('report-type=delivery-status', 'report-type=disposition-notification')],
  ['has no status', (raw: string) => raw.replace('message/delivery-status', 'application/octet-stream')],
  ['tells of no recipient', (raw: string) => raw.replace(/Final-Recipient[\s\S]*?smtp; .*\r\n/, '')],
  ['is a person writing about one', (raw: string) => raw.replace('multipart/report', 'multipart/mixed')],
])('a message that %s is not a bounce', async (_, change) => {
  expect(await bounceOf({}, change)).toBeUndefined()
})

test("the server's answer is reduced to one line of limited length", async () => {
  const { answer = '' } = (await bounceOf({ diagnostic: `smtp; 550\u202e ${'x'.repeat(5_000)}` })) ?? {}
  expect(answer).not.toMatch(/[\r\n\u202e]/)
  expect(answer.length).toBeLessThanOrEqual(400)
})
