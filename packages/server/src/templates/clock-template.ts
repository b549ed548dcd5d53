import { randomUUID } from 'node:crypto'
import {
  type ClockKind,
  clockPlaceholders,
  type PlaceholderList,
  withInner,
} from '@courtcrier/contract/clock-placeholders.ts'
import { activeParts, escapeHtml, withLines } from './body-html.ts'
import {
  makeEngine,
  namesIn,
  problemsWith,
  type Rendered,
  renderWith,
  sampleValues,
  whyNoValue,
} from './sandboxed-liquid.ts'
import { type TidyBody, tidyBody } from './tidy-body.ts'

/** What a template of a message by the clock is filled with. */
export type ClockValues = Readonly<Record<string, ClockGroup | readonly ClockItem[]>>
type ClockGroup = Readonly<Record<string, string | number>>
/** One of a list: its values, and the lists within it. */
export interface ClockItem {
  readonly [name: string]: string | number | readonly ClockItem[]
}

/** The subject: one line of text. */
export function renderClockSubject(template: string, values: ClockValues): Rendered {
  const rendered = renderWith(subjectEngine, template, values)
  return 'problem' in rendered ? rendered : { text: rendered.text.replace(/\s+/g, ' ').trim() }
}

/** The body as part of a mail, as HTML and as text. The marks of `partMark` stay where they stand in its text. */
export function renderClockBody(template: string, values: ClockValues, mark = anyMark): TidyBody {
  const rendered = renderWith(bodyEngine, template, values)
  return 'problem' in rendered ? rendered : tidyBody(withLines(template, rendered.text), mark)
}

/** A word that passes every escape and that no text of a court can hold; in its place comes a part with links. */
export function partMark(index: number): string {
  return `${markWord}n${index}e`
}

const markWord = `part${randomUUID().replaceAll('-', '')}`
/** What a filter left of a mark says nothing to anybody. */
const brokenMark = new RegExp(`${markWord.slice(0, 12)}\\w*`, 'gi')
/** Fits every mark. */
export const partPattern = `${markWord}n\\d+e`
const anyMark = new RegExp(partPattern, 'g')

/** The text with each part in the place of its mark, once, and the parts that have no place in it. */
export function placeParts(text: string, parts: readonly string[]): { text: string; missing: readonly number[] } {
  const placed = new Set<number>()
  const filled = text.replace(new RegExp(`${markWord}n(\\d+)e`, 'g'), (_, digits: string) => {
    const index = Number(digits)
    if (placed.has(index)) return ''
    placed.add(index)
    return parts[index] ?? ''
  })
  return {
    text: filled.replace(brokenMark, ''),
    missing: parts.flatMap((_, index) => (placed.has(index) ? [] : index)),
  }
}

/** Whether a template tells of what the message is about, or leaves that to Courtcrier. */
export function namesList(kind: ClockKind, template: string): boolean {
  const { name } = clockPlaceholders[kind].list
  return namesIn(bodyEngine, template).some(([root]) => root === name)
}

/** What is wrong with a subject or a body, as sentences. */
export function clockTemplateProblems(kind: ClockKind, field: 'subject' | 'body', template: string): string[] {
  const engine = field === 'subject' ? subjectEngine : bodyEngine
  const { groups, list } = clockPlaceholders[kind]
  const known = { ...groups, [list.name]: [] }
  const whyUnknown = (segments: readonly string[]) =>
    segments[0] === list.name ? undefined : whyNoValue(known, segments)
  const sample = sampleClockValues(kind)
  const unknown = unknownOfLoops(kind, template)
  const problems = unknown.length > 0 ? unknown : problemsWith(engine, template, { sample, whyUnknown })
  return field === 'body' ? [...problems, ...activeParts(template)] : problems
}

/** Names within loops, by what each loop goes through. Liquid itself knows no more of them than that they are a loop's. */
function unknownOfLoops(kind: ClockKind, template: string): string[] {
  const lists = withInner(clockPlaceholders[kind].list)
  const loops = [...template.matchAll(/\{%-?\s*for\s+([\w-]+)\s+in\s+([^\s%]+)/g)].map(
    ([, variable = '', over = '']) => ({
      variable,
      over,
      list: lists.find(({ name }) => name === over.split('.').at(-1)),
    }),
  )
  const strange = loops.filter(({ list, over }) => !list && !over.startsWith('('))
  const names = namesIn(bodyEngine, template).flatMap(([root = '', name]) => {
    const here = loops.filter(({ variable, list }) => variable === root && list)
    const values = [...new Set(here.flatMap(({ list }) => (list ? valuesOf(list) : [])))]
    if (here.length === 0 || (name !== undefined && values.includes(name))) return []
    return whyNoValue({ [root]: values }, name === undefined ? [root] : [root, name]) ?? []
  })
  return [
    ...strange.map(({ over }) => `There is no list "${over}"; there is ${lists.map(({ name }) => name).join(', ')}.`),
    ...new Set(names),
  ]
}

function valuesOf({ values, lists }: PlaceholderList): readonly string[] {
  return [...values, ...lists.map(({ name }) => name)]
}

const limits = { longestTemplate: 100_000, longest: 500_000, hasLoops: true }
const subjectEngine = makeEngine(limits)
const bodyEngine = makeEngine({ ...limits, outputEscape: escapeHtml })

/** Made-up values, for a firm where nothing happened yet. */
export function sampleClockValues(kind: ClockKind): ClockValues {
  const { groups, list } = clockPlaceholders[kind]
  return { ...sampleValues(groups), [list.name]: sampleItems(list) }
}

function sampleItems({ item, values, lists }: PlaceholderList): readonly ClockItem[] {
  const made = sampleValues({ [item]: values })[item] ?? {}
  return [{ ...made, ...Object.fromEntries(lists.map((inner) => [inner.name, sampleItems(inner)])) }]
}
