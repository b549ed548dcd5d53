import { expect, test } from 'vitest'
import { innerMessages } from '../courts/message/forwarding.ts'
import type { Message } from '../courts/message/message.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import { readBody } from '../courts/text/body.ts'

const court = (n: number) =>
  `From: ecf@cand.uscourts.gov\nSubject: Activity in Case ${n}\nDate: Mon, 1 Aug 2022 20:02:52 -0400\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<p>the court's words ${n}</p>`

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

async function decode(parts: readonly string[], type = 'multipart/mixed'): Promise<Message> {
  const body = parts.map((part) => `--b\n${part}\n`).join('')
  const raw = `From: jane@firm.example\nSubject: FW\nContent-Type: ${type}; boundary=b\n\n--b\n\nsee attached\n${body}--b--`
  const decoded = await decodeMessage(Buffer.from(raw, 'latin1'))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

const texts = (message: Message) => innerMessages(message).map((raw) => Buffer.from(raw).toString('latin1'))

test.each([
  ['message/rfc822', `Content-Type: message/rfc822\n\n${court(1)}`],
  ['message/global', `Content-Type: message/global\n\n${court(1)}`],
  [
    'octet-stream, by its name',
    `Content-Type: application/octet-stream; name="Activity.EML"\nContent-Transfer-Encoding: base64\n\n${base64(court(1))}`,
  ],
  [
    'octet-stream, by the name of its disposition',
    `Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="notice.eml"\n\n${court(1)}`,
  ],
  [
    'octet-stream, by its content',
    `Content-Type: application/octet-stream; name="ATT00001"\nContent-Transfer-Encoding: base64\n\n${base64(court(1))}`,
  ],
  ['text, by its name', `Content-Type: text/plain; name="notice.eml"\n\n${court(1)}`],
  [
    'text that is attached, by its content',
    `Content-Type: text/plain; name="n.txt"\nContent-Disposition: attachment; filename="n.txt"\n\n${court(1)}`,
  ],
  ['a kind of its own', `Content-Type: application/x-eml; name="notice.eml"\n\n${court(1)}`],
])('a message attached as %s is read and returned whole', async (_how, part) => {
  const message = await decode([part])
  expect(texts(message)).toEqual([court(1)])
  expect(readBody(message).text).toContain("the court's words 1")
  expect(readBody(message).text).toContain('Activity in Case 1')
})

test('returns several in order, with nested ones after all others', async () => {
  const holder = `From: joe@firm.example\nSubject: FW\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: message/rfc822\n\n${court(2)}\n--c--`
  const message = await decode([
    `Content-Type: message/rfc822\n\n${court(1)}`,
    `Content-Type: application/octet-stream; name=x.eml\n\n${holder}`,
    `Content-Type: message/rfc822\n\n${court(3)}`,
  ])
  expect(texts(message)).toEqual([court(1), holder, court(3), court(2)])
})

test.each([
  [
    'a letter that begins like headers',
    `Content-Type: application/octet-stream; name=a.bin\n\nTo: all\nRe: this\n\nDear`,
  ],
  ['a PDF', `Content-Type: application/octet-stream; name=a.pdf\n\n%PDF-1.7\nFrom: x\nSubject: y\n\n`],
  [
    'a name without a message',
    `Content-Type: application/octet-stream; name=a.eml\nContent-Transfer-Encoding: base64\n\nAAECAwQ=`,
  ],
  ['text that is shown', `Content-Type: text/plain\n\n${court(1)}`],
])('%s is not a message', async (_what, part) => {
  expect(innerMessages(await decode([part]))).toEqual([])
})

test('a message returned by a mail server is evidence, not an inner message', async () => {
  const message = await decode([`Content-Type: message/rfc822\n\n${court(1)}`], 'multipart/report')
  expect(innerMessages(message)).toEqual([])
  expect(message.attachments).toHaveLength(1)
})

test('the parts of a digest are messages unless they say otherwise', async () => {
  const named = `Content-Type: text/plain\n\nFrom: a@b.example\nMIME-Version: 1.0\n\nno message`
  const digest = `Content-Type: multipart/digest; boundary=d\n\n--d\n\n${court(1)}\n--d\n\n${court(2)}\n--d\n${named}\n--d--`
  const message = await decode([digest])
  expect(texts(message)).toEqual([court(1), court(2)])
  expect(readBody(message).text).toContain("the court's words 2")
})
