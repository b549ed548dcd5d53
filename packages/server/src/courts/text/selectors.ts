import { withoutEscapes } from './hiding-style.ts'

/** A selector of a style sheet, read from its end: the element that it is about, then what must be around it. */
export interface Selector {
  compound: Compound
  /** How the rest stands to that element: an ancestor, the parent, the sibling before it, or any before it. */
  combinator?: ' ' | '>' | '+' | '~'
  rest?: Selector
  /** The part of the element that it is about, such as `before`. */
  part?: string
  specificity: number
}

/** Tests of one element. */
export interface Compound {
  /** Absent for any. */
  name?: string
  ids: readonly string[]
  classes: readonly string[]
  attributes: readonly AttributeTest[]
  pseudos: readonly Pseudo[]
}

export interface AttributeTest {
  name: string
  operator?: string
  value: string
}

export interface Pseudo {
  name: string
  /** What is in its parentheses, as text and as selectors. */
  argument: string
  selectors: readonly Selector[]
}

/** Splits a list at its commas that aren't within brackets or quotation marks. */
function splitList(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === ',' && depth <= 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

const mostSelectors = 20
const longestSelector = 400

/** Reads a list of selectors in lower case; those that can't be read are left out, as browsers do. */
export function readSelectors(text: string, depth = 0): readonly Selector[] {
  if (depth > deepest) return []
  return splitList(text)
    .slice(0, mostSelectors)
    .flatMap((each) => readSelector(each.trim(), depth) ?? [])
}

/** Selectors within the parentheses of others. */
const deepest = 3

function readSelector(text: string, depth: number): Selector | undefined {
  if (text === '' || text.length > longestSelector) return undefined
  let at = 0
  let selector: Selector | undefined
  let combinator: Selector['combinator']
  while (at < text.length) {
    const read = readCompound(text, at, depth)
    if (!read || read.end === at) return undefined
    const { draft, end } = read
    const { part, ...compound } = draft
    const specificity = specificityOf(compound) + (selector?.specificity ?? 0)
    selector = {
      compound,
      specificity,
      ...(part !== undefined && { part }),
      ...(selector && combinator && { rest: selector, combinator }),
    }
    const [between = '', mark = ''] = /^\s{0,99}([>+~]?)\s{0,99}/.exec(text.slice(end)) ?? []
    at = end + between.length
    combinator = (mark || ' ') as Selector['combinator']
    if (at < text.length && between === '') return undefined
  }
  return selector
}

function specificityOf({ name, ids, classes, attributes, pseudos }: Compound): number {
  const inner = pseudos.map((pseudo) =>
    pseudo.name === 'where'
      ? 0
      : Math.max(pseudo.selectors.length > 0 ? 0 : 1_000, ...pseudo.selectors.map((each) => each.specificity)),
  )
  const own = ids.length * 1_000_000 + (classes.length + attributes.length) * 1_000 + (name === undefined ? 0 : 1)
  return own + inner.reduce((sum, each) => sum + each, 0)
}

const identifier = /^(?:[\w-]|[^\p{ASCII}]|\\(?:[\da-f]{1,6}\s?|[^\n\da-f])){1,200}/u
const attribute =
  /^\[\s{0,9}([\w-]{1,60})\s{0,9}(?:([~|^$*]?=)\s{0,9}(?:"([^"]{0,200})"|'([^']{0,200})'|([^\s\]"']{0,200}))\s{0,9}[is]?\s{0,9})?\]/

interface Draft {
  name?: string
  ids: string[]
  classes: string[]
  attributes: AttributeTest[]
  pseudos: Pseudo[]
  part?: string
}

/** A compound and what it is about, and where it ends; undefined if it can't be read. */
function readCompound(text: string, start: number, depth: number): { draft: Draft; end: number } | undefined {
  const draft: Draft = { ids: [], classes: [], attributes: [], pseudos: [] }
  const head = text.charAt(start) === '*' ? '*' : wordAt(text, start)
  if (head !== '' && head !== '*') draft.name = withoutEscapes(head)
  let at = start + head.length
  while (at < text.length && !/[\s>+~]/.test(text.charAt(at))) {
    const end = readPiece(text, at, { draft, depth })
    if (end === undefined) return undefined
    at = end
  }
  return { draft, end: at }
}

interface Reading {
  draft: Draft
  depth: number
}

/** Adds one test of an element, and returns where it ends. */
function readPiece(text: string, at: number, { draft, depth }: Reading): number | undefined {
  const mark = text.charAt(at)
  if (mark === '[') return readAttribute(text, at, draft)
  if (mark === ':') return readPseudo(text, at, { draft, depth })
  const word = wordAt(text, at + 1)
  if (word === '' || (mark !== '.' && mark !== '#')) return undefined
  const list = mark === '.' ? draft.classes : draft.ids
  list.push(withoutEscapes(word))
  return at + 1 + word.length
}

function readAttribute(text: string, at: number, { attributes }: Draft): number | undefined {
  const [whole = '', name, operator, ...values] = attribute.exec(text.slice(at)) ?? []
  if (name === undefined) return undefined
  const value = values.find((each) => each !== undefined) ?? ''
  attributes.push({ name, value, ...(operator && { operator }) })
  return at + whole.length
}

function readPseudo(text: string, at: number, { draft, depth }: Reading): number | undefined {
  const isPart = text.startsWith('::', at)
  const start = at + (isPart ? 2 : 1)
  const name = wordAt(text, start)
  const open = start + name.length
  if (name === '') return undefined
  const hasArgument = text.charAt(open) === '('
  const argument = hasArgument ? withinParentheses(text, open) : ''
  if (isPart || oldParts.has(name)) draft.part = name
  else draft.pseudos.push({ name, argument, selectors: readSelectors(inside(name, argument), depth + 1) })
  return hasArgument ? open + argument.length + 2 : open
}

function wordAt(text: string, at: number): string {
  return identifier.exec(text.slice(at))?.[0] ?? ''
}

/** Written with a single colon before CSS 3. */
const oldParts = new Set(['before', 'after', 'first-line', 'first-letter'])

/** The selectors in the parentheses; of `:nth-child(2 of .a)`, behind the word. */
function inside(name: string, argument: string): string {
  if (/^(?:not|is|where|matches|-webkit-any|-moz-any)$/.test(name)) return argument
  return /\sof\s([\s\S]*)$/.exec(argument)?.[1] ?? ''
}

function withinParentheses(text: string, open: number): string {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text.charAt(at) === '(') depth++
    else if (text.charAt(at) === ')' && --depth === 0) return text.slice(open + 1, at)
  }
  return text.slice(open + 1)
}
