import type { Found, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../../text/body.ts'
import { squeeze, trimSpan } from '../../text/found.ts'
import type { LabeledPart, LabelTree } from './labels.ts'
import { cutStretches, type Stretch } from './stretches.ts'

/** The values after the labels, by part, in order. A repeated value is listed once. */
export type LabeledValues = ReadonlyMap<LabeledPart, readonly Found<string>[]>

/**
 * Reads values on the label's line, the next line or the next cell. No value continues onto a line with one of the
 * links: opening it from a quoted docket text would use it up.
 */
export function readLabeled(body: Body, labels: LabelTree, links: readonly Span[] = []): LabeledValues {
  const stretches = endAtLinks(cutStretches(body, labels), links)
  const values = new Map<LabeledPart, Found<string>[]>()
  const seen = new Set<string>()
  for (const [index, stretch] of stretches.entries()) {
    if (!stretch.label) continue
    const found = valueAt(body, stretches, index)
    const key = `${stretch.label} ${found?.value.toLowerCase()}`
    if (!found || seen.has(key)) continue
    seen.add(key)
    values.set(stretch.label, [...(values.get(stretch.label) ?? []), found])
  }
  return values
}

/** Marks the stretches that contain a link. Both are in the order of the text. */
function endAtLinks(stretches: readonly Stretch[], links: readonly Span[]): Stretch[] {
  const ordered = links.toSorted((a, b) => a[0] - b[0])
  let at = 0
  return stretches.map((stretch) => {
    while ((ordered[at]?.[1] ?? Number.POSITIVE_INFINITY) <= stretch.start) at++
    const link = ordered[at]
    return link && link[0] < stretch.end ? { ...stretch, hasLink: true } : stretch
  })
}

/** A longer text isn't a value of its part: the columns that store them have these lengths. */
const longestValue: Readonly<Partial<Record<LabeledPart, number>>> = { docketText: 100_000, recipient: 20_000 }
const longestOther = 1_000

/** Parts whose values may span several lines. */
const longParts: ReadonlySet<LabeledPart> = new Set(['docketText', 'recipient', 'caseName', 'documentTitle', 'event'])

function valueAt(body: Body, stretches: readonly Stretch[], index: number): Found<string> | undefined {
  const label = stretches[index]
  if (!label?.label) return undefined
  const isBeside = label.valueStart < label.end
  const first = isBeside ? { ...label, start: label.valueStart } : valueBelow(stretches, index)
  if (!first) return undefined
  const rest = longParts.has(label.label) ? continuation(body, stretches, { index, isBeside }) : []
  return join(body, [first, ...rest], longestValue[label.label] ?? longestOther)
}

/** Text separated by more line breaks than this, including cells and rows, doesn't belong together. */
const nearBreaks = 4

function valueBelow(stretches: readonly Stretch[], index: number): Stretch | undefined {
  const [before, label, next] = [stretches[index - 1], stretches[index], stretches[index + 1]]
  if (!label || !next || next.label || next.breaks > nearBreaks) return undefined
  // A row of headings: the labels are closer to each other than to the row below, whose cells could belong to any of
  // them.
  const isHeading = before?.label && before.valueStart === before.end && label.breaks < next.breaks
  return isHeading && label.isCellStart ? undefined : next
}

/** The lines that continue a value: in its cell, in its paragraph, or indented below it. */
function continuation(
  body: Body,
  stretches: readonly Stretch[],
  { index, isBeside }: { index: number; isBeside: boolean },
): Stretch[] {
  const label = stretches[index]
  const first = isBeside ? index : index + 1
  const value = stretches[first]
  if (!label || !value) return []
  const isOwnCell = !isBeside && value.isCellStart
  const belongs = (stretch: Stretch): boolean => {
    if (stretch.label || stretch.hasLink) return false
    if (body.kind === 'html') return !stretch.isCellStart && stretch.breaks <= (isOwnCell ? 2 : 1)
    if (stretch.breaks !== 1) return false
    const isSetIn = stretch.indent > label.indent
    if (label.label === 'recipient') return isSetIn || body.text.slice(stretch.start, stretch.end).includes('@')
    return isSetIn || label.label === 'docketText'
  }
  let end = first + 1
  for (let next = stretches[end]; next && belongs(next); next = stretches[end]) end++
  return stretches.slice(first + 1, end)
}

/** Joins stretches into one value. The marks of quoted mail between them are left out, but its span includes them. */
function join(body: Body, parts: readonly Stretch[], longest: number): Found<string> | undefined {
  const start = parts[0]?.start ?? 0
  const end = parts.at(-1)?.end ?? 0
  if (end - start > 2 * longest) return undefined
  const value = squeeze(parts.map((part) => body.text.slice(part.start, part.end)).join(' '))
  if (value === '' || value.length > longest) return undefined
  return { value, span: trimSpan(body.text, start, end), from: 'body' }
}
