import { randomUUID } from 'node:crypto'
import {
  type ClockKind,
  clockPlaceholders,
  type PlaceholderList,
  withInner,
} from '@courtcrier/contract/clock-placeholders.ts'
import { activeParts, escapedValue, withLines } from './body-html.ts'
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

/** The values a scheduled message's template is filled with. */
export type ClockValues = Readonly<Record<string, ClockGroup | readonly ClockItem[]>>
type ClockGroup = Readonly<Record<string, string | number>>
/** An item of a list: its values, and the lists within it. */
export interface ClockItem {
  readonly [name: string]: string | number | readonly ClockItem[]
}

/** The subject: one line of text. */
export function renderClockSubject(template: string, values: ClockValues): Rendered {
  const rendered = renderWith(subjectEngine, template, values)
  return 'problem' in rendered ? rendered : { text: rendered.text.replace(/\s+/g, ' ').trim() }
}

/** The body as part of an email, as HTML and plain text. Marks from `partMark` in its text stay in place. */
export function renderClockBody(template: string, values: ClockValues, mark = anyMark): TidyBody {
  const rendered = renderWith(bodyEngine, template, values)
  return 'problem' in rendered ? rendered : tidyBody(withLines(template, rendered.text), mark)
}

/** A word that passes every escape and can't occur in a court's text; a part with links replaces it. */
export function partMark(index: number): string {
  return `${markWord}n${index}e`
}

const markWord = `part${randomUUID().replaceAll('-', '')}`
/** Matches what is left of a mark that a filter changed, which is meaningless. */
const brokenMark = new RegExp(`${markWord.slice(0, 12)}\\w*`, 'gi')
/** Matches every mark. */
export const partPattern = `${markWord}n\\d+e`
const anyMark = new RegExp(partPattern, 'g')

/** Returns the text with each part in place of its first mark, and the indexes of the parts that have none. */
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

/** Whether a template lists the content of the message itself, or leaves that to Courtcrier. */
export function namesList(kind: ClockKind, template: string): boolean {
  const { name } = clockPlaceholders[kind].list
  return namesIn(bodyEngine, template).some(([root]) => root === name)
}

/** Returns what is wrong with a subject or a body, as sentences. */
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

/**
 * Checks names within loops against the list each loop goes through. Liquid only knows that they are loop variables.
 */
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
const bodyEngine = makeEngine({ ...limits, outputEscape: escapedValue })

/** Sample values, for a firm without any activity yet. */
export function sampleClockValues(kind: ClockKind): ClockValues {
  const { groups, list } = clockPlaceholders[kind]
  return { ...sampleValues(groups), [list.name]: sampleItems(list) }
}

function sampleItems({ item, values, lists }: PlaceholderList): readonly ClockItem[] {
  const made = sampleValues({ [item]: values })[item] ?? {}
  return [{ ...made, ...Object.fromEntries(lists.map((inner) => [inner.name, sampleItems(inner)])) }]
}
