import { readFileSync } from 'node:fs'
import type { ParseResult } from '@courtcrier/contract/notice.ts'
import type { Message } from '../mail/message.ts'
import { decodeMessage } from '../mail/mime.ts'

/** A test's fixture as a message: a whole one (`.txt`), or a body alone (`.html`) that came without headers. */
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

/** The result as the golden files keep it: without spans, which the tests hold against the text instead. */
export function withoutSpans(result: ParseResult): unknown {
  return JSON.parse(JSON.stringify(result, (key, value) => (key === 'span' ? undefined : value)))
}
