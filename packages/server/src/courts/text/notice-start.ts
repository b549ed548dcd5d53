import type { Body } from './body.ts'
import { squeeze } from './found.ts'
import { type Above, findTop, opensQuote } from './header-block.ts'

/** Whether a line contains only the title of a federal notice; each notice has one. */
export function isNoticeTitle(text: string): boolean {
  return text.length < 80 && title.test(text)
}

const title =
  /^[>|*#_\s]{0,12}notice of (?:electronic (?:claims? )?filing|docket activity|bankruptcy case filing)[*_\s]{0,4}$/i

/** Returns the first of the lines above a title that belong to the notice's heading. */
export function findTitleTop(texts: readonly string[], above: Above): number {
  return findTop(texts, above, (text) => aboveTitle.test(text))
}

const aboveTitle = /automatic e-?mail|note to public|court|district|circuit|bankruptcy|panel|PACER/i

/** Where a notice starts in a message that may begin with what people wrote about it. */
export interface NoticeStart {
  /**
   * Where its header block or heading starts. If nothing shows which of several quoted messages it is, each of them may
   * be.
   */
  headings: readonly number[]
  /** Whether the notice is quoted, by a forward or a reply, so that everything above its heading is someone's note. */
  isQuoted: boolean
  /** A line that only a notice has, at its top; undefined if there is none. People's own words are above it. */
  own?: number
}

/**
 * Finds where the notice in a message starts, below the notes of everyone who forwarded it. Its sentence "The following
 * transaction was entered" or, without one, its title shows which of the quoted messages it is, however long the notes
 * above are and whichever program quoted it.
 */
export function findNoticeStart({ lines, text }: Body): NoticeStart {
  const texts: string[] = []
  let titlePlace: number | undefined
  let isEntered = false
  for (const { start, end } of lines) {
    const words = squeeze(text.slice(start, Math.min(end, start + longestLine)))
    texts.push(words)
    isEntered = opensTransaction.test(words)
    if (isEntered) break
    if (titlePlace === undefined && isNoticeTitle(words)) titlePlace = texts.length - 1
  }
  const place = isEntered ? texts.length - 1 : titlePlace
  const offset = (at: number) => lines[at]?.start ?? 0
  if (place === undefined) return quotedIn(texts, offset)
  const quote = findLastQuote(texts, place)
  const isQuoted = quote !== undefined
  return { headings: [offset(quote ?? findHeading(texts, place))], isQuoted, own: offset(place) }
}

/** Where a notice's own words begin: what is above them is its heading, a header block, or someone's note. */
export function findNoticeTop(body: Body): number {
  const { own, headings } = findNoticeStart(body)
  return own ?? headings[0] ?? 0
}

const longestLine = 400
const opensTransaction = /^[>|*#_\s]{0,12}the following (?:transaction|claim) was /i

/** The first line of the heading of a notice that isn't quoted: above its title, if that is near. */
function findHeading(texts: readonly string[], place: number): number {
  let near = place
  while (near >= 0 && place - near <= nearTitle && !isNoticeTitle(texts[near] ?? '')) near--
  return findTitleTop(texts, { place: isNoticeTitle(texts[near] ?? '') ? near : place, last: 0 })
}

const nearTitle = 4

function findLastQuote(texts: readonly string[], before: number): number | undefined {
  for (let place = before - 1; place >= 0; place--) if (opensQuote(texts, place)) return place
  return undefined
}

/** The first and the last line that opens a quote; the message's own beginning if there is none. */
function quotedIn(texts: readonly string[], offset: (place: number) => number): NoticeStart {
  const first = texts.findIndex((_, place) => opensQuote(texts, place))
  if (first < 0) return { headings: [0], isQuoted: false }
  const last = findLastQuote(texts, texts.length) ?? first
  return { headings: [...new Set([first, last])].map(offset), isQuoted: true }
}
