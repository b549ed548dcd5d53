import type { Span } from '@courtcrier/contract/notice.ts'
import type { Message, MessagePart } from '../message/message.ts'
import { bodyToShow } from '../message/mime.ts'
import { withoutHostLabels } from './host-labels.ts'
import { withLinksOnWords, withPlainCharacters } from './plain-characters.ts'
import { readPlainText } from './plain-text.ts'
import { asWritten } from './preformatted.ts'
import { readHtml, type VisibleBody } from './visible-text.ts'

/** The visible body, split into lines. The spans of everything read from it index into `text`. */
export interface Body extends VisibleBody {
  kind: 'html' | 'text'
  /** Whether the message was longer than `longestBody` and only its beginning was read. */
  isCut: boolean
}

/** No court notice comes near this many UTF-16 units. */
export const longestBody = 4_000_000

/** The visible body of a message, read once per message. */
export function readBody(message: Message): Body {
  const known = bodies.get(message)
  if (known) return known
  const shown = bodyToShow(message)
  const isCut = shown.source.length > longestBody
  const source = isCut ? shown.source.slice(0, longestBody) : shown.source
  const whole = shown.kind === 'html' ? readHtml(source) : readPlainText(source)
  const part = message.part ? within(whole, message.part) : whole
  const plain = withPlainCharacters({ kind: shown.kind, isCut, ...part })
  const body = withoutHostLabels(asWritten(shown.kind === 'html' ? withLinksOnWords(plain) : plain))
  bodies.set(message, body)
  return body
}

const bodies = new WeakMap<Message, Body>()

/** Only what is within a part. Offsets are preserved, because values are shown in the whole message. */
function within({ text, lines, links, preformatted }: VisibleBody, { start, end }: MessagePart): VisibleBody {
  const isWithin = (one: { start: number; end: number }) => one.start >= start && one.end <= end
  return {
    text: ' '.repeat(Math.min(start, text.length)) + text.slice(start, end),
    lines: lines.filter(isWithin),
    links: links.filter(isWithin),
    preformatted: preformatted.flatMap(([first, last]): Span[] => {
      const span: Span = [Math.max(first, start), Math.min(last, end)]
      return span[0] < span[1] ? [span] : []
    }),
  }
}
