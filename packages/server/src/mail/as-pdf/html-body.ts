import { type HtmlEvents, readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import type { Block, PrintedBody } from './blocks.ts'
import {
  cellBorders,
  deeper,
  fieldName,
  imageName,
  openCell,
  openItem,
  openLink,
  openList,
  openRow,
  openTable,
} from './html-elements.ts'
import { closeTo, endParagraph, type HtmlState, openReading, pop, push, say } from './open-elements.ts'
import { openParagraphs, type TextStyle } from './paragraphs.ts'

/**
 * Reads the text of an HTML body: paragraphs, headings, lists, tables, bold and italic. Styles are ignored, so text
 * hidden by a style is included. Nothing is fetched or run, and any markup takes a single pass.
 */
export function readHtmlBody(html: string): PrintedBody {
  const blocks: Block[] = []
  const reading = openReading(openParagraphs(blocks))
  const { paragraphs } = reading
  readHtmlEvents(html, eventsOf(reading))
  while (reading.stack.length > 0) pop(reading)
  endParagraph(reading)
  return { blocks, isCut: paragraphs.isFull() }
}

function eventsOf(reading: HtmlState): HtmlEvents {
  return {
    open(name, attributes) {
      if (reading.paragraphs.isFull()) return
      const change = inline[name]
      const element = elements[name]
      if (unreadable.has(name)) reading.unread = name
      else if (change) push(reading, name, change)
      else if (element) element(reading, attributes)
      else if (blocks.has(name)) endParagraph(reading)
    },
    close(name) {
      if (reading.unread === name) reading.unread = undefined
      if (blocks.has(name)) endParagraph(reading)
      if (name === 'tr') closeTo(reading, ['td', 'th'], ['table'])
      else if (!lasting.has(name)) return
      else if (reading.tooDeep > 0) reading.tooDeep--
      else closeTo(reading, [name], bordersOf(name))
    },
    text(text) {
      if (reading.unread === undefined && !reading.paragraphs.isFull()) say(reading, text)
    },
  }
}

/** Objects without a prototype, because senders can write any tag name, such as `constructor`. */
function byName<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T | undefined>> {
  return Object.assign(Object.create(null), entries)
}

const bold: Partial<TextStyle> = { bold: true }
const italic: Partial<TextStyle> = { italic: true }
const inline = byName({ b: bold, strong: bold, i: italic, em: italic, cite: italic, var: italic, dfn: italic })

type Opening = (reading: HtmlState, attributes: ReadonlyMap<string, string>) => void

const embedded: Opening = (reading) => say(reading, ' [Embedded content, not shown] ')
const heading =
  (level: number): Opening =>
  (reading) =>
    openBlock(reading, `h${level}`, { heading: level })

const elements = byName<Opening>({
  a: openLink,
  br: ({ paragraphs, look }) => paragraphs.lineBreak(look),
  img: (reading, attributes) => say(reading, imageName(attributes)),
  input: (reading, attributes) => say(reading, fieldName(attributes)),
  select: (reading, attributes) => say(reading, fieldName(attributes)),
  object: embedded,
  embed: embedded,
  video: embedded,
  audio: embedded,
  table: openTable,
  tr: openRow,
  td: (reading, attributes) => openCell(reading, 'td', attributes),
  th: (reading, attributes) => openCell(reading, 'th', attributes),
  ul: (reading) => openList(reading, 'ul'),
  ol: (reading) => openList(reading, 'ol'),
  li: openItem,
  pre: (reading) => openBlock(reading, 'pre', { preformatted: true }),
  blockquote: (reading) => openBlock(reading, 'blockquote', deeper(reading)),
  hr(reading) {
    endParagraph(reading)
    reading.paragraphs.addBlock({ kind: 'rule' })
  },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(level)])),
})

function openBlock(reading: HtmlState, name: string, change: Partial<TextStyle>): void {
  endParagraph(reading)
  push(reading, name, change, () => endParagraph(reading))
}

const unreadable = new Set(['script', 'style', 'title', 'iframe', 'noembed', 'noframes'])
const blocks = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header html legend li main nav ol option p pre section summary table td th tr ul'.split(
    ' ',
  ),
)
/** Elements that stay open until they are closed. */
const lasting = new Set([
  ...Object.keys(inline),
  ...'a blockquote h1 h2 h3 h4 h5 h6 li ol pre table td th ul'.split(' '),
])

function bordersOf(name: string): readonly string[] {
  if (name === 'table') return []
  if (name === 'td' || name === 'th') return ['table']
  return name === 'li' ? ['ul', 'ol', ...cellBorders] : cellBorders
}
