import { hiddenTags } from '@courtcrier/contract/hidden-tags.ts'
import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import { declarationsOf, isHiding, isTinySize } from './hiding-style.ts'
import { sheetOf } from './style-sheet.ts'

/** Words that are read from an HTML message, but that mail programs don't show. */
export interface HiddenWords {
  text: string
  /** Where they are in the visible text. */
  start: number
}

/**
 * Finds the words that a message hides by its elements' own styles or by a style sheet in it: what a colleague never saw
 * before forwarding it. Colors aren't judged: white words may be on a dark button. Takes linear time for any markup.
 */
export function findHiddenWords(html: string): readonly HiddenWords[] {
  const styleOf = sheetOf(html)
  const found: HiddenWords[] = []
  const open: OpenElement[] = []
  const unread: string[] = []
  let length = 0
  readHtmlEvents(html, {
    open(name, attributes) {
      if (hiddenTags.has(name) && unread.length < deepest) unread.push(name)
      if (unread.length > 0 || childless.has(name)) return
      endImplied(open, name)
      if (open.length < deepest) open.push(openElement(open.at(-1), { name, attributes, styleOf }))
    },
    close(name) {
      const opened = unread.length > 0 ? unread.lastIndexOf(name) : lastOf(open, name)
      if (opened < 0) return
      if (unread.length > 0) unread.length = opened
      else open.length = opened
    },
    text(text) {
      if (unread.length > 0) return
      const { isGone, isTiny } = open.at(-1) ?? shown
      if ((isGone || isTiny) && found.length < mostFound && /[\p{L}\p{N}]/u.test(text))
        found.push({ text, start: length })
      length += text.length
    },
  })
  return found
}

interface OpenElement {
  name: string
  isGone: boolean
  /** By the size of its letters; an element within it may have its own. */
  isTiny: boolean
}

const shown = { isGone: false, isTiny: false }
const deepest = 200
const mostFound = 100
const childless = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

interface Opening {
  name: string
  attributes: ReadonlyMap<string, string>
  /** What the style sheets in the message say of an element with these attributes. */
  styleOf: ReturnType<typeof sheetOf>
}

function openElement(
  { isGone, isTiny }: Omit<OpenElement, 'name'> = shown,
  { name, attributes, styleOf }: Opening,
): OpenElement {
  // An element's own style counts more than a sheet.
  const style = new Map([...styleOf({ name, attributes }), ...declarationsOf(attributes.get('style') ?? '')])
  const size = style.get('font-size') ?? (name === 'font' ? attributes.get('size') : undefined)
  return {
    name,
    isGone: isGone || attributes.has('hidden') || isHiding(style),
    isTiny: size === undefined ? isTiny : isTinySize(size),
  }
}

function lastOf(open: readonly OpenElement[], name: string): number {
  return open.findLastIndex((element) => element.name === name)
}

/** Ends what an opening tag ends without a closing one (HTML standard, 13.1.2.4). */
function endImplied(open: OpenElement[], name: string): void {
  const ended = endedBySame.has(name) ? name : endsParagraph.has(name) ? 'p' : undefined
  const at = ended === undefined ? -1 : lastOf(open, ended)
  if (at > lastOf(open, 'table')) open.length = at
}

const endedBySame = new Set('p li dt dd td th tr option'.split(' '))
const endsParagraph = new Set('address blockquote center div dl h1 h2 h3 h4 h5 h6 hr ol pre table ul'.split(' '))
