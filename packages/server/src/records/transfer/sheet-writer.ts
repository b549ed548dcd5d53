import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { offsetAt } from '@courtcrier/lib/zoned-time.ts'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { TableColumn, TableWriter } from './table-writer.ts'

/** Rows of a sheet, the header included (Excel's specifications and limits). */
export const mostSheetRows = 1_048_576
/** Characters Excel allows in a cell. */
const longestCell = 32_767

/**
 * Writes an Excel workbook of one sheet, piece by piece (ECMA-376). Texts are text cells, so none is a formula;
 * numbers, dates and times keep their types, times in the time zone given.
 */
export function makeSheetWriter({ title, zone }: { title: string; zone: string }): TableWriter {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    chunks.push(data)
  })
  const take = () => Buffer.concat(chunks.splice(0))
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 4 })
  const cellOf = makeCellWriter(zone)
  const { line, end } = makeLineWriter()
  return {
    head: (columns) => {
      for (const [name, text] of sheetParts(title)) {
        const part = new ZipDeflate(name, { level: 4 })
        zip.add(part)
        part.push(strToU8(text), true)
      }
      zip.add(sheet)
      const header = columns.map(({ header: text }) => textCell(text, styles.header))
      sheet.push(strToU8(`${sheetStart(columns)}${line(header)}`))
      return take()
    },
    rows: (columns, rows) => {
      sheet.push(strToU8(rows.map((row) => line(columns.map((column) => cellOf(column, row)))).join('')))
      return take()
    },
    tail: () => {
      sheet.push(strToU8(`</sheetData><autoFilter ref="A1:${end()}"/></worksheet>`), true)
      zip.end()
      return take()
    },
  }
}

/** Writes rows of cells, each of which says where it is, as some programs need; `end` is where the last one is. */
function makeLineWriter() {
  let count = 0
  let places: readonly string[] = []
  return {
    line: (cells: readonly string[]) => {
      count += 1
      if (places.length !== cells.length) places = cells.map((_, at) => columnName(at + 1))
      const placed = cells.map((cell, at) => cell.replace('<c', `<c r="${places[at]}${count}"`))
      return `<row r="${count}">${placed.join('')}</row>`
    },
    end: () => `${places.at(-1)}${count}`,
  }
}

/** Positions in the styles of `sheetParts`. */
const styles = { header: 1, text: 2, date: 3, moment: 4 } as const

function sheetStart(columns: readonly TableColumn[]): string {
  const widths = columns
    .map((column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`)
    .join('')
  return (
    `${xml}<worksheet xmlns="${main}">` +
    '<sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths}</cols><sheetData>`
  )
}

function widthOf({ header, field }: TableColumn): number {
  if (['date', 'timestamp', 'number', 'boolean'].includes(field.kind)) return Math.max(18, header.length + 4)
  return Math.max(field.kind === 'longText' ? 48 : 26, header.length + 4)
}

function makeCellWriter(zone: string): (column: TableColumn, row: AnyRow) => string {
  const days = makeDayCounter(zone)
  return ({ key, field }, row) => {
    const value = row[key]
    if (isEmptyValue(value)) return '<c/>'
    if (field.kind === 'number') return `<c><v>${Number(value)}</v></c>`
    if (field.kind === 'boolean') return `<c t="b"><v>${value === true ? 1 : 0}</v></c>`
    const day =
      field.kind === 'date' ? days.ofDate(String(value)) : field.kind === 'timestamp' ? days.ofMoment(String(value)) : 0
    if (day > 0) return `<c s="${field.kind === 'date' ? styles.date : styles.moment}"><v>${day}</v></c>`
    return textCell(kindOf(field).toCsv(value), styles.text)
  }
}

function textCell(text: string, style: number): string {
  const cut = text.length > longestCell ? `${text.slice(0, longestCell - 1).toWellFormed()}…` : text
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cut)}</t></is></c>`
}

/**
 * What XML can't represent is written `_x0007_`, and so is the beginning of a text that looks like that (ECMA-376,
 * 22.9.2.19).
 */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\r]/g,
      (mark) => `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** 1 is A, 27 is AA. */
function columnName(place: number): string {
  const rest = (place - 1) % 26
  const before = Math.floor((place - 1) / 26)
  return (before > 0 ? columnName(before) : '') + String.fromCharCode(65 + rest)
}

/** Days since 1899-12-30, as a spreadsheet counts them; 0 for dates it can't count. */
interface DayCounter {
  ofDate: (date: string) => number
  /** In the local time of the zone. */
  ofMoment: (moment: string) => number
}

const dayMs = 86_400_000
const dayZero = Date.UTC(1899, 11, 30)
/** Excel treats 1900 as a leap year, so a date before March 1, 1900, would be a different day there. */
const firstDay = 61

function makeDayCounter(zone: string): DayCounter {
  // A zone's offset changes only on a quarter hour, and the rows of one table are close together in time, so offsets
  // are cached.
  const offsets = new Map<number, number>()
  const offsetOf = (quarter: number) => {
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    if (offsets.size > 10_000) offsets.clear()
    const offset = offsetAt(quarter * quarterMs, zone)
    offsets.set(quarter, offset)
    return offset
  }
  const count = (time: number) => {
    const days = (time - dayZero) / dayMs
    return Number.isNaN(days) || days < firstDay ? 0 : days
  }
  return {
    ofDate: (date) => count(Date.parse(`${date}T00:00:00Z`)),
    ofMoment: (moment) => {
      const time = Date.parse(moment)
      return Number.isNaN(time) ? 0 : count(time + offsetOf(Math.floor(time / quarterMs)))
    },
  }
}

const quarterMs = 900_000

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook other than its one sheet (ECMA-376, part 1, section 12.2), by name. */
function sheetParts(title: string): readonly (readonly [string, string])[] {
  return [
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheetName(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styleSheet],
  ]
}

/** Cell formats 0 to 4: general, header, text, date, date and time. */
const styleSheet = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** A sheet's name has at most 31 characters and none of these. */
function sheetName(title: string): string {
  const plain = title
    .replace(/[^\p{L}\p{N} .,-]/gu, ' ')
    .trim()
    .slice(0, 31)
  return plain === '' ? 'Rows' : plain
}
