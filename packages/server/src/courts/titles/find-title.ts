import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import type { CourtStamp } from '../stamps/find-stamps.ts'
import type { Box, PageText } from '../stamps/page-text.ts'
import { type Block, toBlocks } from './blocks.ts'
import { type Caption, findCaption } from './caption.ts'
import { belowCaption, rightColumn } from './columns.ts'
import { type Row, toRows } from './rows.ts'
import { toUpright } from './upright.ts'
import {
  isContinuation,
  isLetterLine,
  isOpenEnd,
  isOutcome,
  isSectionHeading,
  isTitleStyle,
  namesPaper,
} from './wording.ts'

/** The title that a paper gives itself. */
export interface DocumentTitle {
  /** As printed, on one line. */
  text: string
  /** The page it is on, counted from 1, and where. */
  page: number
  box: Box
  /** Whether it is certain; one that isn't is shown for what it is and used nowhere. */
  isSure: boolean
}

/** Why a page's title isn't known. */
export type WhyNoTitle = 'no text' | 'no caption' | 'letter' | 'no title' | 'several' | 'unclear'

export type TitleReading = { title: DocumentTitle } | { reason: WhyNoTitle }

/**
 * Reads the title of a paper from its first page, whose stamps are found unless they are known, even if the page is
 * displayed turned. What is unclear is left open, never guessed.
 */
export function findTitle(displayed: PageText, known?: readonly CourtStamp[]): TitleReading {
  const { page, stamps, toDisplayed } = toUpright(displayed, known)
  const reading = findOnUpright(page, stamps)
  return 'title' in reading ? { title: { ...reading.title, box: toDisplayed(reading.title.box) } } : reading
}

function findOnUpright(page: PageText, stamps: readonly CourtStamp[] | undefined): TitleReading {
  const rows = toRows(page, stamps)
  const letters = rows.reduce((sum, { cells }) => sum + cells.reduce((all, { text }) => all + text.length, 0), 0)
  if (letters < leastText) return exhibitCover(rows, page) ?? { reason: 'no text' }
  const cells = rows.flatMap((row) => row.cells)
  if (cells.some(({ text, box }) => isLetterLine(text, box.left < page.width * leftPart))) return { reason: 'letter' }
  // An exhibit's first page may be a paper of another case, whose title isn't this document's.
  if (isCondensed(rows) || cells.some(({ text }) => exhibit.test(text))) return { reason: 'unclear' }
  const caption = findCaption(rows, page)
  if (!caption) return exhibitCover(rows, page) ?? { reason: 'no caption' }
  return choose(candidatesIn(rows, caption, page), page.number)
}

const leastText = 40
/** Where letters name their subject, and the column beside the parties isn't. */
const leftPart = 0.36

/** Four pages of a transcript on one, for example. */
function isCondensed(rows: readonly Row[]): boolean {
  const sizes = rows.flatMap(({ cells }) => cells.map(({ size }) => size)).toSorted((a, b) => a - b)
  return (sizes[Math.floor(sizes.length / 2)] ?? 0) < 8
}

const exhibit = /^(?:exhibit|attachment|appendix|schedule) ["“]?[A-Z0-9](?:[A-Z0-9.-]{0,5})["”]?$/i

/** A page that says nothing but which exhibit follows. */
function exhibitCover(rows: readonly Row[], page: PageText): TitleReading | undefined {
  const cells = rows.flatMap((row) => row.cells)
  const [only] = cells
  if (!only || cells.length > 1 || !exhibit.test(only.text)) return undefined
  return { title: { text: only.text, page: page.number, box: only.box, isSure: true } }
}

function candidatesIn(rows: readonly Row[], caption: Caption, page: PageText): readonly Block[] {
  const right = caption.hasParties ? toBlocks(rightColumn(rows, caption)) : []
  const below = toBlocks(belowCaption(rows, caption, page))
  return [...right, ...untilHeading(below)]
}

function untilHeading(blocks: readonly Block[]): readonly Block[] {
  const at = blocks.findIndex(({ text }) => isSectionHeading(text))
  return at < 0 ? blocks : blocks.slice(0, at)
}

/** Takes the only block that names a kind of paper; anything else that could be part of it makes it unclear. */
function choose(blocks: readonly Block[], page: number): TitleReading {
  const named = blocks.filter(({ text }) => namesPaper(text))
  const [block, ...others] = named
  if (!block) return { reason: 'no title' }
  if (others.length > 0) return { reason: 'several' }
  const isSure = blocks.length === 1 && !block.isDoubtful && isWhole(block)
  return { title: { text: clean(block.text).slice(0, longest), page, box: block.box, isSure } }
}

const longest = 400
const mostLines = 12

/** Whether nothing seems to be missing before, inside or after it. */
function isWhole({ text, lines }: Block): boolean {
  if (text.length < 4 || text.length > longest || lines.length > mostLines) return false
  if (isOpenEnd(text) || isContinuation(text) || isOutcome(text) || !isTitleStyle(text)) return false
  const texts = lines.map((line) => line.text)
  if (isMixed(texts) || !texts.every((line) => /\p{L}{2}|\d/u.test(line))) return false
  return isBalanced(text) && !texts.slice(0, -1).some(isBrokenWord)
}

/** A title is in capitals or not, but not one line so and the next otherwise: that is something beside it. */
function isMixed(lines: readonly string[]): boolean {
  const hasSmall = lines.map((line) => /\p{Lu}\p{Ll}{2}/u.test(line))
  const isCapital = lines.map((line, at) => !hasSmall[at] && /\p{Lu}{3}/u.test(line))
  const isSmall = lines.some((line) => /\p{L}{2}/u.test(line) && !/\p{Lu}/u.test(line))
  return isSmall || (hasSmall.includes(true) && isCapital.includes(true))
}

const compound =
  /(?:^|[^\p{L}])(?:non|cross|cut|co|ex|pre|post|re|self|multi|anti|counter|third|sub|semi|one|two|three|four|five|ten|thirty|\d{1,3}|long|short|pro|so|in|on|off|first|second|class|meet|well|state|court|opt|sur|inter|intra|de|vice|attorney|plaintiff|defendant|appellee|appellant|petitioner|respondent)s?-$/iu

/** Whether a line ends in the middle of a word, so that its spelling isn't known. */
function isBrokenWord(line: string): boolean {
  return line.endsWith('-') && !compound.test(line)
}

function isBalanced(text: string): boolean {
  const count = (character: string) => text.split(character).length
  return count('(') === count(')') && count('[') === count(']') && count('“') === count('”') && count('"') % 2 === 1
}

/** Without the punctuation that only separates it from what follows, and the mark of a footnote. */
function clean(text: string): string {
  return withoutEnd(text, /[\s:;,*†‡]/)
}
