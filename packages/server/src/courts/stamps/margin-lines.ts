import { type Box, boxOf, type Fragment, type PageText } from './page-text.ts'

/** Text at the edge of a page, with the fragments it consists of. */
export interface Line {
  text: string
  parts: readonly { start: number; fragment: Fragment }[]
  /** Where each line that it was joined from ends in the text. */
  ends: readonly number[]
}

/**
 * The width of the strip at each edge in which courts print their line. Courts' rules ask for margins of an inch (9% of
 * a Letter page's height), so the text of the document itself, which may quote a stamp, lies further in.
 */
const strip = 0.08

/** Part of the first page in which a clerk's mark may be, from the top. */
const topPart = 0.25

/** The most fragments of one edge that are read: those drawn first and those drawn last, since stamps are drawn last. */
const mostAtEdge = 400

type Edge = 'start' | 'end'

/** The lines at the page's edges as they were drawn; a stamp over another one is thus a line of its own. */
export function edgeLines({ width, height, fragments }: PageText): Record<Edge, readonly Line[]> {
  const edgeOf = ({ x, y, turn }: Fragment): Edge | undefined => {
    const place = turn === 0 || turn === 180 ? y / height : x / width
    if (place <= strip) return 'start'
    return place >= 1 - strip ? 'end' : undefined
  }
  const at = (edge: Edge) => toLines(endsOf(fragments.filter((fragment) => edgeOf(fragment) === edge)))
  return { start: at('start'), end: at('end') }
}

/** The same lines if they were drawn in another order than they are read in. */
export function inReadingOrder(page: PageText): PageText {
  const line = ({ y, size }: Fragment) => Math.round(y / Math.max(4, size / 2))
  return { ...page, fragments: endsOf(page.fragments).toSorted((a, b) => line(a) - line(b) || a.x - b.x) }
}

/** Blocks of text near the top of the page, such as a clerk's mark beside the caption. */
export function topBlocks({ height, fragments }: PageText): readonly Line[] {
  const near = endsOf(
    fragments.filter(({ y, turn, text }) => turn === 0 && y <= height * topPart && text.trim() !== ''),
  )
  const blocks: Fragment[][] = []
  for (const fragment of near) {
    const touched = blocks.filter((block) => block.some((other) => isBeside(fragment, other)))
    for (const block of touched) blocks.splice(blocks.indexOf(block), 1)
    blocks.push([...touched.flat(), fragment])
  }
  return blocks.map((block) => joined(block.toSorted((a, b) => a.y - b.y || a.x - b.x)))
}

function isBeside(a: Fragment, b: Fragment): boolean {
  const [one, other] = [boxOf(a), boxOf(b)]
  const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right)
  return gap <= Math.min(a.size, b.size) * 1.5 && Math.abs(a.y - b.y) <= (a.size + b.size) * 0.7
}

/** Joins lines that follow each other, as courts break long stamps. */
export function joinLines(lines: readonly Line[]): Line {
  const parts: { start: number; fragment: Fragment }[] = []
  const ends: number[] = []
  let text = ''
  for (const line of lines) {
    if (text !== '') text += ' '
    for (const { start, fragment } of line.parts) parts.push({ start: start + text.length, fragment })
    text += line.text
    ends.push(text.length)
  }
  return { text, parts, ends }
}

/** The rectangles of the fragments in this part of a line. */
export function boxesIn({ parts }: Line, from: number, to: number): readonly Box[] {
  return parts
    .filter(({ start, fragment }) => start < to && start + fragment.text.length > from && fragment.text.trim() !== '')
    .map(({ fragment }) => boxOf(fragment))
}

function endsOf(fragments: readonly Fragment[]): readonly Fragment[] {
  if (fragments.length <= mostAtEdge * 2) return fragments
  return [...fragments.slice(0, mostAtEdge), ...fragments.slice(-mostAtEdge)]
}

function toLines(fragments: readonly Fragment[]): readonly Line[] {
  const lines: Fragment[][] = []
  for (const fragment of fragments) {
    if (fragment.text.trim() === '') continue
    const line = lines.at(-1)
    const last = line?.at(-1)
    if (line && last && follows(fragment, last)) line.push(fragment)
    else lines.push([fragment])
  }
  return lines.map(joined)
}

/** Two parts of a stamp are further apart than two words, but not half a page. */
const widestGap = 90

function follows(fragment: Fragment, last: Fragment): boolean {
  if (fragment.turn !== last.turn) return false
  const gap = gapBetween(last, fragment)
  const isOneLine = Math.abs(across(fragment) - across(last)) <= Math.max(2, last.size * 0.4)
  return isOneLine && gap > -last.size && gap < widestGap
}

function gapBetween(last: Fragment, next: Fragment): number {
  return along(next) - along(last) - last.length
}

/** Position in the direction of reading. */
function along({ x, y, turn }: Fragment): number {
  return { 0: x, 90: y, 180: -x, 270: -y }[turn]
}

function across({ x, y, turn }: Fragment): number {
  return turn === 0 || turn === 180 ? y : x
}

function joined(fragments: readonly Fragment[]): Line {
  let text = ''
  const parts = fragments.map((fragment, at) => {
    const last = fragments[at - 1]
    const isApart = last && (across(last) !== across(fragment) || gapBetween(last, fragment) > fragment.size * 0.15)
    if (isApart && !text.endsWith(' ')) text += ' '
    const start = text.length
    text += plain(fragment.text)
    return { start, fragment }
  })
  return { text, parts, ends: [text.length] }
}

function plain(text: string): string {
  return text
    .slice(0, 1000)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
}
