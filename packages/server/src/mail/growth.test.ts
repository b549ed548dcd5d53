import { expect, test } from 'vitest'
import { findForward } from '../courts/message/forwarding.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import { findFakeSigns } from '../courts/probable-fake.ts'
import { inspectUpload } from '../notices/manual/inspect-upload.ts'
import { findBounce } from './bounce.ts'
import { previewOf } from './preview.ts'

const head = 'From: Clerk <ecf@example.com>\r\nSubject: Activity in Case\r\nMIME-Version: 1.0\r\n'
const html = `${head}Content-Type: text/html\r\n\r\n`
const filled = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size)

/** Messages of about the given size, each made of one repeated piece. */
const messages: readonly (readonly [string, (size: number) => string])[] = [
  ...[
    '<',
    '<a',
    '<a b="',
    '<!--',
    '&lt',
    '<p>',
    '<table><tr><td>',
    ' ',
    '\n',
    '\r',
    '\t',
    '0',
    '-',
    '.',
    ',',
    '"',
    "'",
  ].map((text) => [`a body of ${JSON.stringify(text)}`, (size: number) => html + filled(text, size)] as const),
  ...[
    'From: a@b.example\n',
    'Case Number: 1:26-cv-00001\n',
    'a@b.c,',
    'https://a.b/c ',
    'click here immediately ',
    '(x v. y)',
  ].map((text) => [`a body of ${JSON.stringify(text)}`, (size: number) => html + filled(text, size)] as const),
  ['a link of blanks', (size) => `${html}<a href="${filled(' ', size)}">x</a>`],
  ['addresses', (size) => `${head}To: ${filled('a@b.c, ', size)}\r\n\r\nx`],
  ['names in quotes', (size) => `${head}To: ${filled('"a" ', size)}\r\n\r\nx`],
  ['comments in comments', (size) => `${head}To: ${filled('(', size)}\r\n\r\nx`],
  ['a folded header', (size) => `${head}X: ${filled('a\r\n ', size)}\r\n\r\nx`],
  ['headers', (size) => `${head}${filled('X-A: b\r\n', size)}\r\nx`],
  ['encoded words', (size) => `${head}Subject: ${filled('=?utf-8?q?a?= ', size)}\r\n\r\nx`],
  ['parameters', (size) => `${head}Content-Type: text/plain; ${filled('a*0=b;', size)}\r\n\r\nx`],
  ['parts', (size) => `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${filled('--b\r\n\r\nx\r\n', size)}`],
  [
    'quoted-printable',
    (size) =>
      `${html.replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n')}${filled('=', size)}`,
  ],
  [
    'a delivery report',
    (size) =>
      `${head}Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${filled('Final-Recipient: a\r\n', size)}\r\n--b--`,
  ],
]

/**
 * For a message four times as long: proportional work takes 4 times as long and quadratic work 16 times, so 10 times
 * tells them apart even on a noisy machine. Times up to `shortMs` always pass, because they are mostly noise.
 */
const most = { ratio: 10, shortMs: 40 }

test.each(messages)('the time to read %s grows in proportion to its length', async (_, make) => {
  const [short, long] = [Buffer.from(make(64 * 1024)), Buffer.from(make(256 * 1024))]
  for (const [name, read] of readers) {
    await read(short)
    const base = await leastTime(() => read(short))
    const time = await leastTime(() => read(long))
    expect(time, `${name}: ${base} ms for a quarter`).toBeLessThan(Math.max(most.shortMs, base * most.ratio))
  }
})

const readers: readonly (readonly [string, (raw: Buffer) => unknown])[] = [
  ['preview', previewOf],
  ['decoding', decodeMessage],
  ['signs', readSigns],
]

async function readSigns(raw: Buffer): Promise<void> {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) return
  findFakeSigns(decoded.message)
  findForward(decoded.message)
  findBounce(decoded.message)
}

/** Measures processor time, because a busy machine gives this thread little: waiting doesn't count. */
async function leastTime(run: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = process.threadCpuUsage()
    await run()
    const { user, system } = process.threadCpuUsage(before)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

test('refuses an upload that is not a message without reading all of it', async () => {
  expect(await inspectUpload(Buffer.from(filled('<', 1_000_000)))).toMatchObject({ refused: expect.any(String) })
})
