import { type Block, isBlank, limits, type TextBlock, type TextRun } from './blocks.ts'
import { printable } from './printable.ts'

/** The style of the text that follows. */
export interface TextStyle {
  bold: boolean
  italic: boolean
  preformatted: boolean
  indent: number
  heading: number | undefined
}

export const plainLook: TextStyle = { bold: false, italic: false, preformatted: false, indent: 0, heading: undefined }

/** Builds paragraphs from text, piece by piece, within the limits. */
export interface Paragraphs {
  /** Where finished paragraphs go. A table cell has its own. */
  into: Block[]
  /** The marker for the next paragraph if it is the first of a list item. */
  marker: string | undefined
  add: (text: string, look: TextStyle) => void
  lineBreak: (look: TextStyle) => void
  /** Ends the paragraph. */
  end: (look: TextStyle) => void
  addBlock: (block: Block) => void
  /** Whether a limit has been reached, so that nothing more is added. */
  isFull: () => boolean
}

export function openParagraphs(into: Block[]): Paragraphs {
  const used = openCount()
  let runs: TextRun[] = []
  let length = 0

  const put = (text: string, { bold, italic }: TextStyle) => {
    const last = runs.at(-1)
    const isSame = last?.bold === bold && last.italic === italic
    if (isSame) last.text += text
    else runs.push({ text, bold, italic })
    length += text.length
    used.add({ characters: text.length, blocks: text.split('\n').length - 1, allRuns: isSame ? 0 : 1 })
  }
  const end = (look: TextStyle) => {
    const block = blockOf(trim(runs, look), look, paragraphs.marker)
    if (block) {
      paragraphs.addBlock(block)
      paragraphs.marker = undefined
    }
    runs = []
    length = 0
  }
  const paragraphs: Paragraphs = {
    into,
    marker: undefined,
    add(text, look) {
      const shown = look.preformatted ? printable(text) : collapse(printable(text), lastOf(runs))
      for (const part of parts(shown)) {
        if (used.isFull()) return
        put(part, look)
        if (length >= limits.paragraph || runs.length >= limits.runs) end(look)
      }
    },
    lineBreak(look) {
      const isUseless = (runs.length === 0 && !look.preformatted) || lastOf(runs, 2) === '\n\n'
      if (!isUseless && !used.isFull()) put('\n', look)
    },
    end,
    addBlock(block) {
      used.add({ blocks: 1 })
      paragraphs.into.push(block)
    },
    isFull: used.isFull,
  }
  return paragraphs
}

type Counted = Pick<typeof limits, 'characters' | 'blocks' | 'allRuns'>

/** Counts what was added to the whole body against its limits. */
function openCount() {
  const used = { characters: 0, blocks: 0, allRuns: 0 }
  return {
    add({ characters = 0, blocks = 0, allRuns = 0 }: Partial<Record<keyof Counted, number>>) {
      used.characters += characters
      used.blocks += blocks
      used.allRuns += allRuns
    },
    isFull: () => used.characters > limits.characters || used.blocks > limits.blocks || used.allRuns > limits.allRuns,
  }
}

/** Undefined if nothing is visible. */
function blockOf(
  runs: TextRun[],
  { indent, heading, preformatted }: TextStyle,
  marker: string | undefined,
): TextBlock | undefined {
  if (isBlank(runs)) return undefined
  return { kind: 'text', runs, indent, heading, preformatted, ...(marker && { marker }) }
}

/** Splits text into parts within the limit, between lines or words where possible. */
function* parts(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const most = from + limits.paragraph
    const ends = [text.lastIndexOf('\n', most - 1) + 1, text.lastIndexOf(' ', most - 1) + 1, most]
    const to = most < text.length ? (ends.find((end) => end > from) ?? most) : text.length
    yield text.slice(from, to)
    from = to
  }
}

function lastOf(runs: readonly TextRun[], count = 1): string {
  return runs.at(-1)?.text.slice(-count) ?? ''
}

/** Collapses spaces and line ends to one space, and removes it at the start of a line. */
function collapse(text: string, before: string): string {
  const collapsed = text.replace(/[ \n\t\f]+/g, ' ')
  return (before === '' || before === ' ' || before === '\n') && collapsed.startsWith(' ')
    ? collapsed.slice(1)
    : collapsed
}

/** Removes surrounding empty lines; preformatted text keeps its leading spaces. */
function trim(runs: readonly TextRun[], { preformatted }: TextStyle): TextRun[] {
  return runs.map((run, index) => {
    const isFirst = index === 0
    const isLast = index === runs.length - 1
    const start = isFirst ? run.text.replace(preformatted ? /^\n+/ : /^[\s]+/, '') : run.text
    return { ...run, text: isLast ? start.trimEnd() : start }
  })
}
