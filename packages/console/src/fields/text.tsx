import type { Field } from '@courtcrier/contract/fields/field.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { resourceLabel } from '../i18n/labels.ts'
import { placeName } from '../ui/place-name.ts'
import { translated } from '../ui/translated.ts'
import { CellLines } from './CellLines.tsx'
import type { CellProps, CellText, FieldControl } from './control.ts'
import classes from './fields.module.css'
import { templateInWords } from './placeholder-words.ts'

export const textControl: FieldControl = {
  Cell: TextCell,
  width: 170,
  text: textOf,
}
export const emailControl: FieldControl = {
  Cell: TextCell,
  width: 220,
  text: textOf,
  isWhole: true,
}
export const longTextControl: FieldControl = { Cell: LongTextCell, width: 260, text: textOf }

/**
 * Shows a value displayed as is, in its own direction; a word with hyphens, such as a docket number, stays on one line.
 */
function TextCell({ value, field, isFull }: CellProps) {
  if (field.holds === 'resource' && typeof value === 'string') return <ResourceNameCell name={value} />
  const text = shownText(value, field)
  if (isFull) return <bdi>{text}</bdi>
  if (text.includes('{{')) return <span title={text}>{templateInWords(text)}</span>
  if (field.holds === 'path') return <CellLines text={pathLines(text)} joint=" · " isQuiet />
  return text.includes('-') && !/\s/.test(text) ? <bdi className={classes.whole}>{text}</bdi> : <bdi>{text}</bdi>
}

/** A sentence of the server and the name of a country are in English; their reader may not be. */
function shownText(value: unknown, field: Field): string {
  const text = value === null || value === undefined ? '' : String(value)
  if (field.holds === 'place') return placeName(text)
  return field.holds === 'sentence' ? translated(text) : text
}

function textOf(value: unknown, field: Field): CellText {
  const text = shownText(value, field)
  if (field.holds === 'path') return pathLines(text)
  return field.holds === 'resource' ? resourceNameOf(text) : templateInWords(text).slice(0, mostOfLongText)
}

/** Returns a file's name and its folder: the end of a path tells more than its beginning. */
function pathLines(path: string): CellText {
  const end = path.lastIndexOf('/')
  return end < 0 ? path : [path.slice(end + 1), path.slice(0, end)]
}

function resourceNameOf(name: string): string {
  const resource = findResource(name)
  return resource ? resourceLabel(resource, 'one') : name
}

/** Shows a resource's name, as people call one of its records. */
export function ResourceNameCell({ name }: { name: string }) {
  return <>{resourceNameOf(name)}</>
}

const mostOfLongText = 300

/** Long text from elsewhere is a record, and is typeset as one. */
function LongTextCell({ value, field, isFull }: CellProps) {
  const text = shownText(value, field)
  if (!isFull) return <>{text.slice(0, mostOfLongText)}</>
  return <div className={field.readOnly ? classes.record : classes.lines}>{text}</div>
}
