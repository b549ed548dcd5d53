import { hiddenTags } from '@courtcrier/contract/hidden-tags.ts'
import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import { declarationsOf, isHiding, isTinySize, isTurning } from './hiding-style.ts'
import { sheetOf } from './style-sheet.ts'

/** Words that are read from an HTML message, but that mail programs don't show, or show in another order. */
export interface HiddenWords {
  text: string
  /** Shown from right to left, so that other digits are seen than are read. */
  isTurned?: true
  /** Where they are in the visible text. */
  start: number
}

/**
 * Finds the words that a message hides, or turns around, by its elements or their own styles or by a style sheet in it:
 * what a colleague never saw before forwarding it. Colors aren't judged: white words may be on a dark button. Takes linear
 * time for any markup.
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
      if (open.length < deepest) open.push(openElement(parentOf(open, name), { name, attributes, styleOf }))
    },
    close(name) {
      const opened = unread.length > 0 ? unread.lastIndexOf(name) : lastOf(open, name)
      if (opened < 0) return
      if (unread.length > 0) unread.length = opened
      else open.length = opened
    },
    text(text) {
      if (unread.length > 0) return
      const { isGone, isTiny, isTurned } = open.at(-1) ?? shown
      if ((isGone || isTiny || isTurned) && found.length < mostFound && /[\p{L}\p{N}]/u.test(text))
        found.push({ text, start: length, ...(!isGone && !isTiny && { isTurned: true as const }) })
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
  isTurned: boolean
  isRightToLeft: boolean
}

const shown = { isGone: false, isTiny: false, isTurned: false, isRightToLeft: false }
const deepest = 200
const mostFound = 100
const childless = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

interface Opening {
  name: string
  attributes: ReadonlyMap<string, string>
  /** What the style sheets in the message say of an element with these attributes. */
  styleOf: ReturnType<typeof sheetOf>
}

/** What is shown in place of something else, if a program can't show that, and lists of what may be chosen. */
const standIns = new Set('audio canvas datalist meter object progress rp video'.split(' '))
/** Shown only with the attribute "open". */
const folded = new Set(['details', 'dialog'])

/** The heading of what is folded is shown. */
function parentOf(open: readonly OpenElement[], name: string): OpenElement | undefined {
  return open.at(name === 'summary' && open.at(-1)?.name === 'details' ? -2 : -1)
}

function openElement(parent: Omit<OpenElement, 'name'> = shown, opening: Opening): OpenElement {
  const { name, attributes, styleOf } = opening
  // An element's own style counts more than a sheet.
  const style = new Map([...styleOf({ name, attributes }), ...declarationsOf(attributes.get('style') ?? '')])
  const size = style.get('font-size') ?? (name === 'font' ? attributes.get('size') : undefined)
  const written = attributes.get('dir')?.trim().toLowerCase() ?? style.get('direction')
  const isRightToLeft = written === undefined ? parent.isRightToLeft : written === 'rtl'
  return {
    name,
    isGone: parent.isGone || isAbsent(opening) || isHiding(style),
    isTiny: size === undefined ? parent.isTiny : isTinySize(size),
    isTurned: name === 'bdo' ? isRightToLeft : parent.isTurned || isTurning(style, isRightToLeft),
    isRightToLeft,
  }
}

function isAbsent({ name, attributes }: Opening): boolean {
  if (attributes.has('hidden') || attributes.has('popover') || standIns.has(name)) return true
  return folded.has(name) && !attributes.has('open')
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
