import type { Message } from '../mail/message.ts'
import { bodyToShow } from '../mail/mime.ts'
import { readHtml, type VisibleBody } from './visible-text.ts'

/** The body that is shown, cut into lines; the spans of everything read from it index into `text`. */
export interface Body extends VisibleBody {
  kind: 'html' | 'text'
  /** Whether the message was longer than `longestBody` and only its beginning was read. */
  isCut: boolean
}

/** No court's notice comes near this many UTF-16 units. */
const longestBody = 4_000_000

/** The body of a message that is shown. Read once a message, whoever asks. */
export function readBody(message: Message): Body {
  const known = bodies.get(message)
  if (known) return known
  const shown = bodyToShow(message)
  const isCut = shown.source.length > longestBody
  const source = isCut ? shown.source.slice(0, longestBody) : shown.source
  const body: Body = { kind: shown.kind, isCut, ...(shown.kind === 'html' ? readHtml(source) : readText(source)) }
  bodies.set(message, body)
  return body
}

const bodies = new WeakMap<Message, Body>()

/** The same structure for plain text: lines end at line feeds, links are the addresses written out. */
function readText(text: string): VisibleBody {
  return { text, lines: textLines(text), links: textLinks(text) }
}

function textLines(text: string): VisibleBody['lines'] {
  const lines: { start: number; end: number; breaks: number; isCellStart: boolean }[] = []
  let breaks = 0
  let start = 0
  while (start < text.length) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    breaks++
    if (text.slice(start, end).trim() !== '') {
      lines.push({ start, end, breaks, isCellStart: true })
      breaks = 0
    }
    start = end + 1
  }
  return lines
}

function textLinks(text: string): VisibleBody['links'] {
  return Array.from(text.matchAll(/https?:\/\/[^\s<>"]{1,4000}/gi), (match) => ({
    href: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
}
