import { readFileSync } from 'node:fs'
import type { ParseResult } from '@courtcrier/contract/notice.ts'
import type { Message } from './message/message.ts'
import { decodeMessage } from './message/mime.ts'

/** A test fixture as a message: a complete one (`.txt`), or only a body (`.html`) without headers. */
export async function readFixture(file: URL): Promise<Message> {
  const raw = readFileSync(file)
  if (file.pathname.endsWith('.html')) return messageOf({ html: raw.toString('utf8') })
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(`${file.pathname}: ${decoded.problem}`)
  return decoded.message
}

/** A message with the given parts and nothing else. */
export function messageOf(parts: Partial<Message>): Message {
  return { to: [], cc: [], subject: '', headers: [], attachments: [], ...parts }
}

/** The result as stored in golden files: without spans, which the tests compare with the text instead. */
export function withoutSpans(result: ParseResult): unknown {
  return JSON.parse(JSON.stringify(result, (key, value) => (key === 'span' ? undefined : value)))
}
