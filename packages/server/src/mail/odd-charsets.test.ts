import { expect, test } from 'vitest'
import type { Message } from '../courts/message/message.ts'
import { decodeMessage } from '../courts/message/mime.ts'

async function decode(raw: string): Promise<Message> {
  const decoded = await decodeMessage(Buffer.from(raw, 'latin1'))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

test.each([
  ['utf-7', 'Case 3:26-cv-0+ADk-4417, A +- B +AKc- 7 +2D3cqQ-', 'Case 3:26-cv-094417, A + B \u00a7 7 \u{1f4a9}'],
  ['UNICODE-1-1-UTF-7', '+ADw-p+AD4-x', '<p>x'],
])('text in %s is read as mail programs show it that know it, and said to be doubtful: %j', async (...given) => {
  const [charset, bytes, text] = given
  const message = await decode(`Subject: x\nContent-Type: text/plain; charset=${charset}\n\n${bytes}`)
  expect(message.text).toBe(text)
  expect(message.doubtfulCharsets).toEqual([charset?.toLowerCase()])
})

test.each([
  'csISO2022KR',
  'iso-2022-kr',
  'iso-2022-cn-ext',
  'hz-gb-2312',
  'utf-8; charset=utf-7',
  'utf-16; charset="utf-8"',
])('text in %s is doubtful', async (charset) => {
  const message = await decode(`Subject: x\nContent-Type: text/plain; charset=${charset}\n\nx`)
  expect(message.doubtfulCharsets).toEqual([charset.split(';')[0]?.toLowerCase()])
})

test.each(['utf-8', 'us-ascii', 'windows-1252', 'x-unknown', 'utf-16', 'cp1252', 'ibm850', 'koi8-r'])(
  'text in %s isn’t doubtful',
  async (charset) => {
    expect(await decode(`Subject: x\nContent-Type: text/plain; charset=${charset}\n\nx`)).not.toHaveProperty(
      'doubtfulCharsets',
    )
  },
)
