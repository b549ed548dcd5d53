import { isInk } from './ink.ts'
import type { VisibleBody } from './visible-text.ts'

/**
 * Makes a body's characters those that readers look for, with every offset preserved: spaces of all widths are plain ones,
 * and so are characters that show nothing beside a space or at an end of a line, such as the marks of a writing direction.
 * Within a word they stay, because nothing may be between its letters; `squeeze` leaves them out.
 */
export function withPlainCharacters<Body extends VisibleBody>(written: Body): Body {
  const body = withoutReferences(written)
  if (!odd.test(body.text)) return body
  const spaced = body.text.replace(oddSpaces, ' ')
  if (!invisible.test(spaced)) return { ...body, text: spaced }
  const ends = new Set(body.lines.flatMap(({ start, end }) => [start, end]))
  const text = spaced.replace(invisibleRuns, (run: string, at: number) => {
    const isBeside = isOutside(spaced, at - 1) || isOutside(spaced, at + run.length)
    return isBeside || isAtEnd(ends, at, run.length) ? ' '.repeat(run.length) : run
  })
  return { ...body, text }
}

/**
 * Characters that a converter wrote as HTML references for a second time, so that people see `&nbsp;` and `&amp;`. What
 * they stand for is followed by characters that show nothing.
 */
function withoutReferences<Body extends VisibleBody>(body: Body): Body {
  if (!references.test(body.text)) return body
  const text = body.text.replace(allReferences, (written: string, name: string) => {
    const character = referenced[name.toLowerCase()] ?? ' '
    return character === ' ' ? ' '.repeat(written.length) : character.padEnd(written.length, '\u200b')
  })
  return { ...body, text }
}

const referenced: Readonly<Record<string, string>> = {
  nbsp: ' ',
  '#160': ' ',
  '#xa0': ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  rsquo: '\u2019',
  '#8217': '\u2019',
  lsquo: '\u2018',
  ldquo: '\u201c',
  rdquo: '\u201d',
  ndash: '\u2013',
  mdash: '\u2014',
  sect: '\u00a7',
}
const references = new RegExp(`&(${Object.keys(referenced).join('|')});`, 'i')
const allReferences = new RegExp(references.source, 'gi')

/** Whether a line starts or ends beside one of these characters. */
function isAtEnd(ends: ReadonlySet<number>, at: number, length: number): boolean {
  for (let place = at; place <= at + length; place++) if (ends.has(place)) return true
  return false
}

/** White space, or past an end of the text. */
function isOutside(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return Number.isNaN(code) || code <= 32
}

const odd =
  /[\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u202a-\u202c\u202f\u205f\u2060-\u2064\u2066-\u2069\u3000\ufeff]/
const oddSpaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufeff]/
const invisibleRuns = new RegExp(`${invisible.source}+`, 'g')

/** Puts each link of HTML on its words alone, which are found without the white space around them. */
export function withLinksOnWords<Body extends VisibleBody>(body: Body): Body {
  return { ...body, links: body.links.map((link) => onWords(body.text, link)) }
}

function onWords(text: string, link: VisibleBody['links'][number]): VisibleBody['links'][number] {
  let { start, end } = link
  while (start < end && !isInk(text.charCodeAt(start))) start++
  while (end > start && !isInk(text.charCodeAt(end - 1))) end--
  return start < end ? { ...link, start, end } : link
}
