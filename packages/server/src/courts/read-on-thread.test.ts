import { expect, test } from 'vitest'
import { longTest } from '../testing/in-long-run.ts'
import { messageReader, openMessageReader } from './read-on-thread.ts'

const mail = (body: string, type = 'text/plain') =>
  Buffer.from(
    `From: Clerk <ecf@example.com>\r\nSubject: A notice\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`,
  )

test('a message is returned as decoded, each attachment with only its own bytes', async () => {
  const parts = ['--b', 'Content-Type: text/plain', '', 'Words', '--b']
  const file = ['Content-Type: application/pdf; name=a.pdf', 'Content-Disposition: attachment', '', '%PDF-1', '--b--']
  const decoded = await messageReader.decode({
    raw: mail([...parts, ...file].join('\r\n'), 'multipart/mixed; boundary=b'),
  })
  if ('problem' in decoded) throw new Error(decoded.problem)
  const [attachment] = decoded.message.attachments
  expect(decoded.message.text).toBe('Words')
  expect(attachment?.fileName).toBe('a.pdf')
  expect(Buffer.from(attachment?.content ?? []).toString()).toBe('%PDF-1')
  expect(attachment?.content.buffer.byteLength).toBe(6)
})

test('bytes that are not a message are returned as a problem, and no notice is read from them', async () => {
  expect(await messageReader.decode({ raw: Buffer.from('') })).toEqual({ problem: 'The message is empty.' })
  expect(await messageReader.parse({ raw: Buffer.from('') })).toMatchObject({ unclear: 'The message is empty.' })
})

longTest('a message that takes too long is answered with a sentence, and others are read', async () => {
  // Several times less than the message takes on the fastest machine.
  const reader = openMessageReader({ computeMs: 100, memoryMb: 256 })
  await reader.decode({ raw: mail('x') })
  const busy = reader.parse({ raw: mail('<a>'.repeat(20_000_000), 'text/html') })
  const beside = await Promise.all([1, 2, 3].map(() => reader.decode({ raw: mail('Beside') })))
  for (const one of beside) expect('message' in one && one.message.text).toBe('Beside')
  expect(await busy).toMatchObject({
    unclear: expect.stringMatching(/^This message takes too (long|much memory) to read/),
  })
})
