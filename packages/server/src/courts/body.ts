import type { Message } from '../mail/message.ts'
import { bodyToShow } from '../mail/mime.ts'
import { readPlainText } from './plain-text.ts'
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
  const body: Body = { kind: shown.kind, isCut, ...(shown.kind === 'html' ? readHtml(source) : readPlainText(source)) }
  bodies.set(message, body)
  return body
}

const bodies = new WeakMap<Message, Body>()
