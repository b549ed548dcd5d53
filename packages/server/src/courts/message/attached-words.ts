import { type Body, readBody } from '../text/body.ts'
import { squeeze } from '../text/found.ts'
import { findNoticeTop } from '../text/notice-start.ts'
import type { Message } from './message.ts'

/** Where the words of each attached message begin in the body, by the header block above them; undefined if not found. */
export function findAttachedWords({ attached = [] }: Message, { lines, text }: Body): readonly (number | undefined)[] {
  const starts: (number | undefined)[] = attached.map(() => undefined)
  let next = 0
  for (let place = 0; place < lines.length && next < attached.length; place++) {
    const at = attached.findIndex(
      ({ head }, index) => index >= next && head.every((words, row) => isLine(place + row, words)),
    )
    if (at < 0) continue
    starts[at] = lines[place]?.start
    next = at + 1
  }
  return starts

  function isLine(place: number, words: string): boolean {
    const line = lines[place]
    return (
      line !== undefined &&
      line.end - line.start <= longestLine &&
      squeeze(text.slice(line.start, line.end)) === squeeze(words)
    )
  }
}

const longestLine = 10_000

/**
 * What couldn't be opened of the message whose words contain a place of the body, as sentences: of the attached message
 * whose header block is above, and of the message itself, which may hold anything.
 */
export function notesAt(message: Message, body: Body, place: number): readonly string[] {
  const { notes = [], attached = [] } = message
  if (notes.length === 0 || attached.length === 0) return notes
  const starts = findAttachedWords(message, body)
  const own = attached[starts.findLastIndex((start) => start !== undefined && start <= place)]
  const ofOthers = new Set(attached.flatMap((one) => (one === own ? [] : one.notes)))
  return notes.filter((note) => !ofOthers.has(note) || own?.notes.includes(note))
}

/** What couldn't be opened of a message or the part of one that is read. */
export function notesOf(message: Message): readonly string[] {
  const { notes = [], part } = message
  if (notes.length === 0 || !part) return notes
  const body = readBody(message)
  const top = findNoticeTop(body)
  // Without a title, a notice begins with its header block, and lines across above it are a part of that.
  const place = body.lines.findIndex(({ start }) => start >= top)
  return notesAt(message, body, body.lines[place + mostAcross]?.start ?? part.end)
}

const mostAcross = 2
