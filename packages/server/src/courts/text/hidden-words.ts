import { hiddenTags } from '@courtcrier/contract/hidden-tags.ts'
import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import { isHiding, isMoving, isTinySize, isTurning } from './hiding-style.ts'
import type { StyledElement } from './match-selector.ts'
import { colorsWithin, isUnseen, pageColors, type ShownColors } from './shown-colors.ts'
import { type Sheet, type SheetStyle, sheetOf } from './style-sheet.ts'
import { resolved } from './style-values.ts'

/** Words that are read from an HTML message, but that mail programs don't show, or show in another order. */
export interface HiddenWords {
  text: string
  /** Shown from right to left, so that other digits are seen than are read. */
  isTurned?: true
  /** Shown in another order or over others. */
  isMoved?: true
  /** Shown, but not among the words that are read. */
  isAdded?: true
  /** The same, by some mail programs only, or in place of a picture or a field. */
  isOfSome?: true
  /** Where they are in the visible text; of moved ones, where that is which was moved. */
  start: number
}

/**
 * Finds the words that a message hides, turns around or adds, by its elements or their own styles or by a style sheet in
 * it: what a colleague never saw before forwarding it, or saw and didn't forward. Takes linear time for any markup.
 */
export function findHiddenWords(html: string): readonly HiddenWords[] {
  const walk: Walk = { sheet: sheetOf(html), found: [], root: openRoot(), open: [], unread: [], length: 0 }
  readHtmlEvents(html, {
    open: (name, attributes) => openTag(walk, { name, attributes }),
    close: (name) => closeTag(walk, name),
    text(text) {
      if (walk.unread.length > 0) {
        if (walk.unread.every((name) => shownBySome.has(name))) keep(walk, { text, start: walk.length, isOfSome: true })
        return
      }
      judge(walk, text)
      walk.length += text.length
    },
    comment(text) {
      const words = walk.unread.length > 0 ? '' : wordsOfOutlook(text)
      if (words !== '') keep(walk, { text: words, start: walk.length, isOfSome: true })
    },
  })
  return walk.found
}

interface Walk {
  sheet: Sheet
  found: HiddenWords[]
  root: OpenElement
  open: OpenElement[]
  /** Names of the open elements whose words are neither read nor shown. */
  unread: string[]
  /** Of the visible text so far. */
  length: number
}

function openTag(walk: Walk, tag: Pick<StyledElement, 'name' | 'attributes'>): void {
  const { sheet, root, open, unread, length } = walk
  const { name } = tag
  if (hiddenTags.has(name) && unread.length < deepest) unread.push(name)
  if (unread.length > 0) return
  endImplied(open, name)
  const parent = parentOf(open, name) ?? root
  const element = placedIn(parent, tag)
  const shown = shownInstead(element)
  if (shown !== '') keep(walk, { text: shown, start: length, isOfSome: true })
  if (childless.has(name) || open.length >= deepest) return
  const opened = openElement(parent, { element, sheet, at: length })
  open.push(opened)
  for (const text of opened.added) keep(walk, { text, start: length, isAdded: true })
}

function closeTag({ open, unread }: Walk, name: string): void {
  const opened = unread.length > 0 ? unread.lastIndexOf(name) : lastOf(open, name)
  if (opened < 0) return
  if (unread.length > 0) unread.length = opened
  else open.length = opened
}

function judge(walk: Walk, text: string): void {
  const { isGone, isTiny, isPale, isTurned, movedFrom } = walk.open.at(-1) ?? walk.root
  const start = walk.length
  if (isGone || isTiny || isPale) keep(walk, { text, start })
  else if (isTurned) keep(walk, { text, start, isTurned })
  else if (movedFrom !== undefined) keep(walk, { text, start: movedFrom, isMoved: true })
}

function keep({ found }: Walk, words: HiddenWords): void {
  if (found.length < mostFound && /[\p{L}\p{N}]/u.test(words.text)) found.push(words)
}

interface OpenElement {
  /** Absent for the page itself. */
  element?: StyledElement
  name: string
  isGone: boolean
  /** By the size of its letters; an element within it may have its own. */
  isTiny: boolean
  isPale: boolean
  colors: { always: ShownColors; somewhere: ShownColors }
  isTurned: boolean
  /** Where what was moved begins; absent if nothing was. */
  movedFrom?: number
  isRightToLeft: boolean
  /** What a style adds to its words. */
  added: readonly string[]
  custom: ReadonlyMap<string, string>
  /** Its elements so far. */
  children: { last?: StyledElement; count: number; byName: Map<string, number> }
}

/** More than browsers nest. */
const deepest = 600
const mostFound = 100
const childless = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

function openRoot(): OpenElement {
  const nothing = { isGone: false, isTiny: false, isPale: false, isTurned: false, isRightToLeft: false }
  const colors = { always: pageColors, somewhere: pageColors }
  return { name: '', ...nothing, colors, added: [], custom: new Map(), children: { count: 0, byName: new Map() } }
}

/** The next element in its parent. */
function placedIn(
  { element: parent, children }: OpenElement,
  { name, attributes }: Pick<StyledElement, 'name' | 'attributes'>,
): StyledElement {
  const placeOfName = (children.byName.get(name) ?? 0) + 1
  children.count += 1
  children.byName.set(name, placeOfName)
  const before = children.last
  children.last = {
    ...{ name, attributes, place: children.count, placeOfName },
    ...(parent && { parent }),
    ...(before && { before }),
  }
  return children.last
}

/** What is shown in place of something else, if a program can't show that, and lists of what may be chosen. */
const standIns = new Set('audio canvas datalist meter object progress rp video'.split(' '))
/** Shown only with the attribute "open". */
const folded = new Set(['details', 'dialog'])

/** The heading of what is folded is shown. */
function parentOf(open: readonly OpenElement[], name: string): OpenElement | undefined {
  return open.at(name === 'summary' && open.at(-1)?.name === 'details' ? -2 : -1)
}

interface Opening {
  element: StyledElement
  sheet: Sheet
  /** Where it begins in the visible text. */
  at: number
}

function openElement(parent: OpenElement, { element, sheet, at }: Opening): OpenElement {
  const { name, attributes } = element
  const { always, somewhere, parts } = sheet.styleOf(element)
  const own = resolved(always, parent.custom)
  const styles = somewhere === always ? [own] : [own, resolved(somewhere, parent.custom)]
  const { style: shown, custom } = own
  const colors = {
    always: colorsWithin(parent.colors.always, element, shown),
    somewhere: colorsWithin(parent.colors.somewhere, element, styles.at(-1)?.style ?? shown),
  }
  const tiny = styles.map(({ style }) => sizeOf(name, attributes, style)).filter((size) => size !== undefined)
  const written = attributes.get('dir')?.trim().toLowerCase() ?? shown.get('direction')
  const isRightToLeft = written === undefined ? parent.isRightToLeft : written === 'rtl'
  const movedFrom = styles.some(({ style }) => isMoving(style)) ? at : parent.movedFrom
  const isHidden = styles.some(({ style }) => isHiding(style) || sheet.animates(style))
  return {
    element,
    name,
    isGone: parent.isGone || isAbsent(element) || isHidden,
    isTiny: tiny.length === 0 ? parent.isTiny : tiny.some(isTinySize),
    isPale: isUnseen(colors.always) || isUnseen(colors.somewhere),
    colors,
    isTurned:
      name === 'bdo' ? isRightToLeft : parent.isTurned || styles.some(({ style }) => isTurning(style, isRightToLeft)),
    ...(movedFrom !== undefined && { movedFrom }),
    isRightToLeft,
    added: addedBy(parts, custom),
    custom,
    children: { count: 0, byName: new Map() },
  }
}

function sizeOf(name: string, attributes: StyledElement['attributes'], style: ReadonlyMap<string, string>) {
  return style.get('font-size') ?? (name === 'font' ? attributes.get('size') : undefined)
}

/** The words of `::before` and the like: strings, attributes and counters. */
function addedBy(parts: SheetStyle['parts'], custom: ReadonlyMap<string, string>): readonly string[] {
  return parts.flatMap((part) => {
    const { style } = resolved(part, custom)
    const content = style.get('content') ?? ''
    if (content === '' || isHiding(style) || isTinySize(style.get('font-size') ?? '1em')) return []
    const words = content
      .replace(/^(?:none|normal|(?:no-)?(?:open|close)-quote|inherit|initial|unset)$/, '')
      .replace(/["']/g, '')
    return words === '' ? [] : [words]
  })
}

/** Elements whose words aren't read, though some mail programs show them: pictures of lines, and what is there without scripts. */
const shownBySome: ReadonlySet<string> = new Set(['svg', 'math', 'noscript'])

/** What is shown of an element without words: of a picture that isn't loaded, and of a field. */
function shownInstead({ name, attributes }: StyledElement): string {
  if (name === 'img') return attributes.get('alt') ?? ''
  if (name !== 'input' || /^(?:hidden|checkbox|radio)$/i.test(attributes.get('type')?.trim() ?? '')) return ''
  return attributes.get('value') ?? attributes.get('placeholder') ?? ''
}

/** What only Outlook shows of a comment: `<!--[if mso]>…<![endif]-->`. */
function wordsOfOutlook(comment: string): string {
  const text = comment.slice(0, longestComment)
  if (!/^\s{0,9}\[if\b/i.test(text) || /<(?:xml|style)\b/i.test(text)) return ''
  return text
    .slice(text.indexOf(']') + 1)
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/&[a-z]{2,9};/gi, ' ')
    .trim()
}

const longestComment = 20_000

function isAbsent({ name, attributes }: StyledElement): boolean {
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
