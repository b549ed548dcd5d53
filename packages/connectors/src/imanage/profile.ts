import type { FileToStore } from '../connector.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { homelessOf, leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'

/** A document's profile as it is sent, and the policy's properties for which iManage has no field. */
export interface Profile {
  fields: Readonly<Record<string, string | number | boolean>>
  unknown: readonly string[]
}

/** The names of fields that a policy may fill in, besides the numbered ones. */
const namedFields: readonly string[] = [
  'author',
  'class',
  'subclass',
  'comment',
  'alias',
  'operator',
  'default_security',
]
const lastCustom = 30

/** The types of documents by their extensions; iManage finds any other by the extension itself. */
const types: Readonly<Record<string, string>> = {
  pdf: 'ACROBAT',
  docx: 'WORDX',
  doc: 'WORD',
  xlsx: 'EXCELX',
  xls: 'EXCEL',
  pptx: 'PPTX',
  ppt: 'PPT',
  eml: 'MIME',
  msg: 'MIME',
  txt: 'ANSI',
  htm: 'HTML',
  html: 'HTML',
  tif: 'TIFF',
  tiff: 'TIFF',
}

/** The profile of a file: what the credential says of every document, and what the policy says of this one. */
export function profileOf(file: FileToStore, name: string, settings: PlaceSettings): Profile {
  const { stem, extension } = splitName(name)
  const type = types[extension.toLowerCase()]
  const fields: Record<string, string | number | boolean> = {
    name: stem,
    ...(extension === '' ? {} : { extension }),
    ...(type === undefined ? {} : { type }),
    size: file.size,
  }
  const planned = planProfile(file.properties, settings)
  for (const { name: field, value } of sentOf(planned)) fields[field] = typedValue(field, value)
  return { fields: { ...fields, comment: commentOf(file, fields.comment) }, unknown: homelessOf(planned) }
}

/** Returns the field of each property: what the credential says of every document, unless the policy says otherwise. */
export function planProfile(properties: Readonly<Record<string, string>>, settings: PlaceSettings): PlannedProperty[] {
  const planned = Object.entries(properties).map(([property, text]) => {
    const [field, value] = [fieldOf(property), text.trim()]
    if (value === '') return withoutValue(property)
    if (field === undefined) return leftOut(property, value, 'iManage has no field of this name.')
    return sentAs(field, { property, value })
  })
  const taken = new Set(planned.map(({ name }) => name))
  const own = ownSettings.flatMap(([field, setting]) => {
    const value = settings[setting]
    return value && !taken.has(field) ? [sentAs(field, { value, setting })] : []
  })
  const comment = taken.has('comment') ? [] : [sentAs('comment', { value: usualComment })]
  return [...own, ...planned, ...comment]
}

const ownSettings = [
  ['author', 'authorField'],
  ['class', 'documentClass'],
  ['subclass', 'documentSubclass'],
] as const

const usualComment = 'From a court notice'

/** iManage keeps a name and an extension. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || dot === name.length - 1) return { stem: name, extension: '' }
  return { stem: name.slice(0, dot), extension: name.slice(dot + 1) }
}

/** The field that a property is named for: `Custom 1`, `custom1`, `Sub-class`; undefined if there is none. */
function fieldOf(property: string): string | undefined {
  const word = property
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const [, number] = /^custom_?(\d{1,2})$/.exec(word) ?? []
  if (number !== undefined)
    return Number(number) >= 1 && Number(number) <= lastCustom ? `custom${Number(number)}` : undefined
  const named = word === 'sub_class' ? 'subclass' : word
  return namedFields.includes(named) ? named : undefined
}

/** Custom fields 17 to 20 hold numbers, and 25 to 28 yes or no; iManage says so where a text is neither. */
function typedValue(field: string, text: string): string | number | boolean {
  const [, number = '0'] = /^custom(\d+)$/.exec(field) ?? []
  const index = Number(number)
  if (index >= 17 && index <= 20 && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)) return Number(text)
  if (index >= 25 && index <= 28 && /^(?:yes|no|true|false)$/i.test(text)) return /^[yt]/i.test(text)
  return text
}

/** In characters: the length of the field in a library of older servers. */
const longestComment = 254

const keyMark = '[Courtcrier '

/** Has the copy's own key at its end, by which a later attempt finds it. */
function commentOf({ idempotencyKey }: FileToStore, given: unknown): string {
  const mark = ` ${keyMark}${idempotencyKey}]`
  const text = String(given)
  return `${text.slice(0, Math.max(0, longestComment - mark.length))}${mark}`.trim()
}

/** The copy's key in a comment; undefined if someone else saved the document. */
export function keyIn(comment: string | null | undefined): string | undefined {
  const text = comment?.trimEnd() ?? ''
  const start = text.lastIndexOf(keyMark)
  const key = text.slice(start + keyMark.length, -1)
  return start >= 0 && text.endsWith(']') && key !== '' && !key.includes(']') ? key : undefined
}

export interface Warning {
  field?: string | undefined
  error?: string | undefined
}

/** A sentence on what iManage didn't take of a profile; undefined if it took everything. */
export function remarkOn(unknown: readonly string[], warnings: readonly Warning[]): string | undefined {
  const told = warnings
    .map(({ field, error }) => [field, error && `(${error})`].filter(Boolean).join(' '))
    .filter(Boolean)
  const sentences = [
    unknown.length > 0 && `These document properties have no field in iManage: ${unknown.join(', ')}.`,
    told.length > 0 && `The profile is not all that iManage expects: ${told.join(', ')}.`,
  ]
  return sentences.filter(Boolean).join(' ').slice(0, 500) || undefined
}
