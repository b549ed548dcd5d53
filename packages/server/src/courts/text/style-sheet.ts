import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import { type Declarations, declarationsOf, isHiding, isTinySize, tidied } from './hiding-style.ts'
import { type Budget, matchSelector, type StyledElement } from './match-selector.ts'
import { readSelectors, type Selector } from './selectors.ts'

type Style = ReadonlyMap<string, string>

/** What the style sheets in a message, and its own style, say of an element. */
export interface SheetStyle {
  /** For everyone, and on some screens, such as a phone's. */
  always: Style
  somewhere: Style
  /** What is put in front of and behind its words. */
  parts: readonly Style[]
}

interface Rule {
  selector: Selector
  declarations: Declarations
  /** Whether it counts on some screens only. */
  isConditional: boolean
  order: number
}

export interface Sheet {
  styleOf: (element: StyledElement) => SheetStyle
  /** Whether an animation with this name hides what it applies to. */
  animates: (style: Style) => boolean
}

/** Reads the style sheets in a message. Whether a selector means an element is over-, never underestimated. */
export function sheetOf(html: string): Sheet {
  const { rules, hidingFrames } = readSheet(sheetsIn(html))
  const byKey = Map.groupBy(rules, ({ selector }) => keyOf(selector))
  const budget: Budget = { steps: mostSteps }
  const applying = (element: StyledElement) =>
    keysOf(element)
      .flatMap((key) => byKey.get(key) ?? [])
      .filter(({ selector }) => matchSelector(selector, element, budget) > 0)
      .toSorted((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
  return {
    styleOf: (element) => {
      if (budget.steps <= 0) return unknown
      const own = declarationsOf(element.attributes.get('style') ?? '')
      return cascaded(rules.length === 0 ? [] : applying(element), own)
    },
    animates: (style) => {
      const names = `${style.get('animation') ?? ''} ${style.get('animation-name') ?? ''}`
      return names !== ' ' && names.split(/[\s,]+/).some((name) => hidingFrames.has(name))
    },
  }
}

/** Comparisons of elements with selectors in one message; no notice comes near that. */
const mostSteps = 5_000_000
/** What is shown of a message that takes more isn't known. */
const hidden: Style = new Map([['display', 'none']])
const unknown: SheetStyle = { always: hidden, somewhere: hidden, parts: [] }
const mostClasses = 20

/** A word of the selector that its element must have, by which its rule is found. */
function keyOf({ compound: { name, ids, classes } }: Selector): string {
  const [id, own] = [ids[0], classes[0]]
  if (id !== undefined) return `#${id}`
  return own === undefined ? (name ?? '*') : `.${own}`
}

function keysOf({ name, attributes }: StyledElement): readonly string[] {
  const classes = (attributes.get('class') ?? '').toLowerCase().split(/\s+/).slice(0, mostClasses)
  return [
    ...new Set([
      '*',
      name,
      `#${(attributes.get('id') ?? '').toLowerCase().trim()}`,
      ...classes.map((each) => `.${each}`),
    ]),
  ]
}

/** An element's own style counts more than a sheet, and `!important` more than that. */
function cascaded(rules: readonly Rule[], own: Declarations): SheetStyle {
  const merged = (chosen: readonly Rule[], last?: Declarations): Style => {
    const all = [...chosen.map(({ declarations }) => declarations), ...(last ? [last] : [])]
    return new Map([...all.flatMap(({ usual }) => [...usual]), ...all.flatMap(({ important }) => [...important])])
  }
  const about = rules.filter(({ selector: { part } }) => part === undefined || letters.has(part))
  const parts = ['before', 'after', 'marker'].flatMap((part) => {
    const chosen = rules.filter(({ selector }) => selector.part === part)
    return chosen.length > 0 ? [merged(chosen)] : []
  })
  const always = merged(
    about.filter(({ isConditional }) => !isConditional),
    own,
  )
  return { always, somewhere: about.some(({ isConditional }) => isConditional) ? merged(about, own) : always, parts }
}

/** Parts that are an element's own words. */
const letters = new Set(['first-line', 'first-letter'])

/** The text of the style sheets in a message, each with its media. */
export function sheetsIn(html: string): string {
  if (!/<style/i.test(html)) return ''
  const sheets: string[] = []
  let isInside = false
  readHtmlEvents(html, {
    open: (name, attributes) => {
      if (name !== 'style') return
      isInside = true
      const media = attributes.get('media')?.replace(/[{};]/g, ' ').trim() ?? ''
      sheets.push(`@media ${media === '' ? 'all' : media}{`)
    },
    close: (name) => {
      if (name !== 'style' || !isInside) return
      isInside = false
      sheets.push('}')
    },
    text: (text) => {
      if (isInside) sheets.push(text)
    },
  })
  return sheets.join('')
}

interface Block {
  /** The selectors of a rule, with those of the rules around it; empty for a block of another kind. */
  selectors: string
  isConditional: boolean
  /** Whether nothing in it is about elements: print, fonts. */
  isIgnored: boolean
  /** Whether it is for dark screens alone, on which programs choose what is behind the letters. */
  isDark: boolean
  /** The name of an animation whose frames are in it. */
  frames?: string
}

const mostRules = 2_000
const longestSelectors = 4_000

/** Old programs write their sheets within a comment of HTML. */
function readSheet(sheet: string): { rules: readonly Rule[]; hidingFrames: ReadonlySet<string> } {
  const rules: Rule[] = []
  const hidingFrames = new Set<string>()
  const blocks: Block[] = []
  for (const piece of tidied(sheet.toLowerCase().replaceAll(/<!--|-->/g, ' ')).split(/(?<=[{}])/)) {
    const text = piece.replace(/[{}]$/, '')
    const last = text.lastIndexOf(';') + 1
    const [said, head] = piece.endsWith('{') ? [text.slice(0, last), text.slice(last).trim()] : [text, '']
    const block = blocks.at(-1)
    if (block && said.trim() !== '') addRules(block, declarationsOf(said), { rules, hidingFrames })
    if (piece.endsWith('{')) blocks.push(openBlock(head, block))
    else if (piece.endsWith('}')) blocks.pop()
  }
  return { rules, hidingFrames }
}

function openBlock(head: string, outer: Block | undefined): Block {
  const { selectors = '', isConditional = false, isIgnored = false, isDark = false, frames } = outer ?? {}
  const frame = /^@(?:-[a-z]{1,6}-)?keyframes\s{1,9}["']?([\w-]{1,100})/.exec(head)?.[1] ?? frames
  if (!head.startsWith('@'))
    return { selectors: nested(head, selectors), isConditional, isIgnored, isDark, ...(frame && { frames: frame }) }
  return {
    selectors,
    isConditional: isConditional || (!always.test(head) && frame === undefined),
    isIgnored: isIgnored || isNeverSeen(head),
    isDark: isDark || darkOnly.test(head),
    ...(frame && { frames: frame }),
  }
}

/** A rule within another (CSS Nesting). */
function nested(head: string, outer: string): string {
  if (outer === '') return head
  return (head.includes('&') ? head.replaceAll('&', `:is(${outer})`) : `:is(${outer}) ${head}`).slice(
    0,
    longestSelectors,
  )
}

const darkOnly =
  /^@media\s{0,9}(?:(?:only\s{1,9})?(?:screen|all)\s{1,9}and\s{1,9})?\(\s{0,9}prefers-color-scheme\s{0,9}:\s{0,9}dark\s{0,9}\)$/

/** Media that everyone has who reads email, and what their programs can do. */
const always = /^@(?:media\s{1,9}(?:all|screen|only screen)$|supports\s{0,9}\((?!.*\bnot\b)|layer\b)/

/** On paper, by voice, or no rules of elements at all. */
function isNeverSeen(head: string): boolean {
  if (/^@(?:font-face|page|property|counter-style|font-feature-values|namespace|charset)\b/.test(head)) return true
  const media = /^@media\s{1,9}(.*)$/.exec(head)?.[1]?.split(',')
  return (
    media?.every((one) =>
      /^\s{0,9}(?:only\s{1,9})?(?:print|speech|aural|tty|braille|embossed|projection|handheld|tv)\b|^\s{0,9}not\s{1,9}(?:all|screen)\s{0,9}$/.test(
        one,
      ),
    ) === true
  )
}

interface Found {
  rules: Rule[]
  hidingFrames: Set<string>
}

function addRules(
  { selectors, isConditional, isIgnored, isDark, frames }: Block,
  written: Declarations,
  found: Found,
): void {
  if (isIgnored) return
  const declarations = isDark ? withoutColors(written) : written
  const { rules, hidingFrames } = found
  if (frames !== undefined) {
    const { usual } = declarations
    if (isHiding(usual) || isTinySize(usual.get('font-size') ?? '1em')) hidingFrames.add(frames)
    return
  }
  for (const selector of readSelectors(selectors.slice(0, longestSelectors))) {
    if (rules.length >= mostRules) return
    rules.push({ selector, declarations, isConditional, order: rules.length })
  }
}

function withoutColors({ usual, important }: Declarations): Declarations {
  const others = (style: Style): Style => new Map([...style].filter(([name]) => !colorProperties.has(name)))
  return { usual: others(usual), important: others(important) }
}

const colorProperties = new Set('color background background-color -webkit-text-fill-color'.split(' '))
