import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { type Layout, layoutOf } from './number-layout.ts'
import { columnNumber, noExtent, type SheetExtent, withCell, withRow } from './sheet-extent.ts'

/** Cells merged into one, by rows and columns from 0. */
interface Merged {
  column: number
  top: number
  bottom: number
}

interface SeenWorkbook {
  /** The workbook, with the numbers that a format shows as something else replaced by what it shows. */
  bytes: Uint8Array
  /** The first sheet that isn't hidden, counted from 1. */
  sheet: number
  merged: readonly Merged[]
  extent: SheetExtent
  /** What is in a cell that would be lost, and what to do. */
  problem: string | undefined
}

const workbookPart = 'xl/workbook.xml'
const relationsPart = 'xl/_rels/workbook.xml.rels'

/** Prepares a workbook so that it is read as a spreadsheet program shows it (ECMA-376), or says what it lacks. */
export function workbookAsSeen(bytes: Uint8Array): SeenWorkbook | { missing: 'workbook' | 'sheet' } {
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.xml(\.rels)?$/.test(name) })
  const relations = elementsOf(textOf(parts[relationsPart]), 'Relationship')
  const sheets = elementsOf(textOf(parts[workbookPart]), 'sheet')
  const isShown = (sheet: Attributes) => {
    const relation = relations.find(({ Id }) => Id === sheet.id)
    return /\/worksheet$/.test(relation?.Type ?? '') && !/^(veryH|h)idden$/.test(sheet.state ?? '')
  }
  const at = sheets.findIndex(isShown)
  const path = partPath(relations.find(({ Id }) => Id === sheets[at]?.id)?.Target)
  if (at === -1) return { missing: sheets.length > 0 ? 'sheet' : 'workbook' }
  if (!parts[path]) return { missing: 'workbook' }
  const stylesPath = partPath(relations.find(({ Type }) => /\/styles$/.test(Type ?? ''))?.Target ?? 'styles.xml')
  const layouts = layoutsOf(textOf(parts[stylesPath]))
  const { xml, ...seen } = sheetAsSeen(textOf(parts[path]), layouts)
  parts[path] = strToU8(xml)
  parts[workbookPart] = strToU8(textOf(parts[workbookPart]).replace(/\bdate1904="true"/, 'date1904="1"'))
  return { bytes: zipSync(parts, { level: 0 }), sheet: at + 1, ...seen }
}

function textOf(part: Uint8Array | undefined): string {
  return part ? strFromU8(part) : ''
}

function partPath(target = ''): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** What to do about a cell whose value can't be read. */
export const correctCell = 'Correct or empty it, then import the file again.'

type Attributes = Readonly<Record<string, string>>

/** The attributes of all elements of this name, without namespaces. */
function elementsOf(xml: string, name: string): Attributes[] {
  const found: Attributes[] = []
  onElements(xml, (element, attributes) => {
    if (element === name) found.push(attributes)
  })
  return found
}

function onElements(
  xml: string,
  onOpen: (name: string, attributes: Attributes) => void,
  onClose?: (name: string) => void,
) {
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        onOpen(local(name), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]))),
      onclosetag: (name) => onClose?.(local(name)),
    },
    { xmlMode: true },
  )
  parser.end(xml)
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Formats that every workbook has without defining them. */
const builtIn: Readonly<Record<string, string>> = {
  ...{ 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss' },
  ...{ 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mmss.0' },
}

/** The layout of each cell style, by its number. */
function layoutsOf(styles: string): readonly (Layout | undefined)[] {
  const formats = new Map(Object.entries(builtIn))
  const used: string[] = []
  let isOfCells = false
  onElements(
    styles,
    (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') formats.set(numFmtId, formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) used.push(numFmtId)
    },
    (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  )
  return used.map((id) => layoutOf(formats.get(id) ?? ''))
}

interface SeenSheet extends Pick<SeenWorkbook, 'extent' | 'problem'> {
  xml: string
  merged: Merged[]
}

/** Replaces the numbers of a sheet that a style lays out by their texts, and finds its merged cells and its extent. */
function sheetAsSeen(xml: string, layouts: readonly (Layout | undefined)[]): SeenSheet {
  const pieces: string[] = []
  const merged: Merged[] = []
  let extent = noExtent
  let copied = 0
  let cell: SeenCell | undefined
  let problem: string | undefined
  let isInValue = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (local(name) === 'row') extent = withRow(extent, attributes.r)
        if (local(name) === 'c') cell = newCell(name, attributes, parser.startIndex)
        else if (cell) notePart(cell, local(name))
        if (local(name) === 'mergeCell') merged.push(...mergedOf(attributes.ref))
        isInValue = local(name) === 'v'
      },
      ontext: (text) => {
        if (cell && isInValue) cell.value += text
      },
      onclosetag: (name) => {
        isInValue = false
        if (local(name) !== 'c' || !cell) return
        extent = withCell(extent, cell.attributes.r, cell.hasValue)
        problem ??= whyLost(cell)
        const text = laidOut(cell, layouts)
        if (text !== undefined) {
          pieces.push(xml.slice(copied, cell.start), textCell(cell, text))
          copied = parser.endIndex + 1
        }
        cell = undefined
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return { xml: [...pieces, xml.slice(copied)].join(''), merged, extent, problem }
}

interface Cell {
  name: string
  attributes: Attributes
  value: string
}

interface SeenCell extends Cell {
  start: number
  hasValue: boolean
  hasFormula: boolean
}

function newCell(name: string, attributes: Attributes, start: number): SeenCell {
  return { name, start, attributes, value: '', hasValue: false, hasFormula: false }
}

function notePart(cell: SeenCell, part: string): void {
  cell.hasValue ||= part === 'v' || part === 'is'
  cell.hasFormula ||= part === 'f'
}

/** Why a cell would be read as an empty one although it isn't; programs other than Excel leave out results. */
function whyLost({ attributes: { r: place = '', t: type = 'n' }, value, hasFormula }: SeenCell) {
  const at = place.slice(0, 10)
  if (type === 'e') return `Cell ${at} shows the error ${value.slice(0, 20)}. ${correctCell}`
  if (type === 'n' && isRounded(value))
    return `Cell ${at} has a number of more than 15 digits, of which Excel keeps 15. Format the column as text, enter it again, then import the file.`
  if (!hasFormula || type !== 'n' || value.trim() !== '') return undefined
  return `Cell ${at} has a formula without a result. Open the workbook in Excel and save it again.`
}

/** A whole number is written with an exponent once it is too long for its digits. */
function isRounded(written: string): boolean {
  const size = Math.abs(Number(written))
  return /e/i.test(written) && size >= 1e15 && Number.isFinite(size)
}

function laidOut({ attributes: { s: style, t: type = 'n' }, value }: Cell, layouts: readonly (Layout | undefined)[]) {
  // A date without a zone is read in the server's otherwise.
  if (type === 'd')
    return /^\d{4}-\d\d-\d\d(?=T00:00:00(?:\.0+)?$|$)|^\d{4}-\d\d-\d\dT\d\d:\d\d(?=[:\d.]*$)/
      .exec(value.trim())?.[0]
      .replace('T', ' ')
  return type === 'n' ? layouts[Number(style ?? -1)]?.(value.trim()) : undefined
}

function textCell({ name, attributes: { r: place } }: Cell, text: string): string {
  const prefix = name.slice(0, -1)
  const at = place === undefined ? '' : ` r="${escapeMarkup(place)}"`
  return `<${name}${at} t="str"><${prefix}v>${escapeMarkup(text)}</${prefix}v></${name}>`
}

function mergedOf(range = ''): Merged[] {
  const [, letters, top, bottom] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(range) ?? []
  return letters ? [{ column: columnNumber(letters) - 1, top: Number(top) - 1, bottom: Number(bottom) - 1 }] : []
}

/**
 * Gives each row of merged cells below the header the value they show. Rows that have nothing else stay empty, and
 * cells merged across columns belong to the first.
 */
export function fillMerged<Cell>(rows: (Cell | null)[][], merged: readonly Merged[]): void {
  for (const { column, top, bottom } of merged) {
    const value = rows[top]?.[column] ?? null
    if (top === 0 || value === null) continue
    for (const row of rows.slice(top + 1, bottom + 1))
      if (row.some((each) => each !== null) && (row[column] ?? null) === null) row[column] = value
  }
}
