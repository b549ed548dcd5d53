import type { Found, NoticeDocument } from '@courtcrier/contract/notice.ts'
import { readEfilingLink } from '../../families/efiling-link.ts'
import { ownLinks } from '../../families/own-links.ts'
import type { Body } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'
import { isNoDocument } from '../../text/no-document.ts'
import { linesWithin, linksWithin } from '../../text/visible-text.ts'

type Line = Body['lines'][number]

/**
 * The listed documents: their NYSCEF numbers and titles, each in a cell or before its title on a line, with the link on
 * either. A filing's documents have their own docket numbers, so each is a main number.
 */
export function readNyscefDocuments(body: Body, lines: readonly Line[]): NoticeDocument[] {
  const drafts: Draft[] = []
  for (const [at, line] of lines.entries()) {
    const words = findWords(body, line.start, line.end)
    const match = words && numberedLine.exec(words.value)
    if (!words || !match?.[1]) continue
    const next = titleLine(body, lines, at + 1)
    const isAlone = !match[2]
    if (isAlone && (!next || numberedLine.test(findWords(body, next.start, next.end)?.value ?? ''))) continue
    const end = isAlone && next ? next.end : endOfDocument(body, lines, at)
    const title = isAlone && next ? findWords(body, next.start, end) : titleBehind(body, line.start, end, match[1])
    if (title && !isNoDocument(title.value)) drafts.push({ number: match[1], title, start: line.start, end })
  }
  return drafts.map((draft, index) => toDocument(body, draft, index))
}

/** A title in plain text may be wrapped; its link or date ends it. */
function endOfDocument(body: Body, lines: readonly Line[], at: number): number {
  const first = lines[at]
  let end = first?.end ?? 0
  for (const line of body.kind === 'text' ? lines.slice(at + 1, at + 5) : []) {
    const written = body.text.slice(first?.start, end)
    const words = findWords(body, line.start, line.end)?.value ?? ''
    if (line.breaks > 1 || date.test(written) || numberedLine.test(words) || labelPattern.test(words)) break
    end = line.end
  }
  return end
}

const date = /\s\d{1,2}\/\d{1,2}\/\d{4}\b/
const labelPattern = /^[a-z][a-z /-]{1,30}:/i

/** The title's cell; cells with a date or a status may precede it. */
function titleLine(body: Body, lines: readonly Line[], from: number): Line | undefined {
  return lines.slice(from, from + 4).find((line) => {
    const value = findWords(body, line.start, line.end)?.value ?? ''
    return numberedLine.test(value) || !isNoDocument(value)
  })
}

interface Draft {
  number: string
  title: Found<string>
  start: number
  end: number
}

const numberedLine =
  /^(?:(?:nyscef )?doc(?:ument)?\.?(?: no)?\.? ?#?:? ?)?(\d{1,5})(?:(?:\.|:| -)? (?=[^\d\s])(.{1,500}))?$/i

function titleBehind(body: Body, start: number, end: number, number: string): Found<string> | undefined {
  const at = body.text.indexOf(number, start) + number.length
  const gap = /^[\s.:-]{1,10}/.exec(body.text.slice(at, end))?.[0].length ?? 0
  // The date after a title on its line is a separate column.
  const words = body.text.slice(at + gap, end)
  const date = words.search(/(?<=\s\s|\n)\d{1,2}\/\d{1,2}\/\d{4}|(?<=\s)https?:\/\//)
  return findWords(body, at + gap, date < 0 ? end : at + gap + date)
}

function toDocument(body: Body, { number, title, start, end }: Draft, index: number): NoticeDocument {
  const links = linksOf(body, start, end).flatMap((visible) => readEfilingLink(body, visible) ?? [])
  const link = links.find(({ url }) => /\/ViewDocument\?/i.test(url)) ?? links[0]
  return { index, number, description: title, ...(link && { link }) }
}

/** A filer may have typed an address in the title; in plain text the service's own stands behind it. */
function linksOf(body: Body, start: number, end: number): Body['links'] {
  const own = ownLinks(body, start, end)
  if (own.length > 0) return own
  const shown = linksWithin(body, start, end)
  if (body.kind === 'text') return shown.slice(-1)
  return linesWithin(body, start, end).flatMap((line) => ownLinks(body, line.start, line.end))
}
