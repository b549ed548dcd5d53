import type { Body } from '../../text/body.ts'
import { findNoticeStart } from '../../text/notice-start.ts'

/**
 * The body without the court's sentence that it sent the notice before, and whether it says so. Courts write it above
 * or below any part of the notice, where it would be taken for the clerk's words, a document's name or a person's.
 * Offsets are preserved: spaces take its place. In a note above a quoted notice, it says nothing.
 */
export function withoutRepeatSentence(body: Body): { body: Body; isRepeated: boolean } {
  const { isQuoted, headings } = findNoticeStart(body)
  const top = isQuoted ? (headings[0] ?? 0) : 0
  const text = body.text.slice(0, top) + body.text.slice(top).replace(sentence, (words) => ' '.repeat(words.length))
  if (text === body.text) return { body, isRepeated: false }
  const lines: Body['lines'][number][] = []
  let breaks = 0
  for (const line of body.lines) {
    const all = Math.max(line.breaks, breaks)
    const isLeft = text.slice(line.start, line.end).trim() !== ''
    if (isLeft) lines.push({ ...line, breaks: all })
    breaks = isLeft ? 0 : all
  }
  return { body: { ...body, text, lines }, isRepeated: true }
}

/** A mail program may break the sentence over two lines, and quote both. */
const gap = String.raw`[\s\u00a0>|*]{1,20}`
/** No letter boundary ends it: the text of a page's next line may follow without a space. */
const zone = '(?:(?:AK|[ECMPAH])[SD]T|ChST|SST|UTC|GMT)'
const time = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:${gap}[AP]M)?(?:${gap}${zone})?`
const sentence = new RegExp(
  String.raw`This${gap}is${gap}a${gap}re-?generated${gap}NEF\b\.?(?:${gap}Created${gap}on${gap}\d{1,2}/\d{1,2}/\d{2,4}(?:${gap}at${gap}${time})?\.?)?`,
  'gi',
)
