import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { makeDayCounter } from './sheet-days.ts'
import { sheetParts } from './sheet-parts.ts'
import type { TableColumn, TableWriter } from './table-writer.ts'

/** Rows of a sheet, the header included (Excel's specifications and limits). */
export const mostSheetRows = 1_048_576
/** Characters that Excel takes in a cell. */
const longestCell = 32_767

/**
 * Writes an Excel workbook of one sheet, piece by piece (ECMA-376). Texts stand in their cells as texts, so that none
 * is a formula; numbers, dates and moments are what they are, moments by the clock of the zone.
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
  let rowCount = 0
  let width = 0
  const line = (cells: string) => {
    rowCount += 1
    return `<row r="${rowCount}">${cells}</row>`
  }
  return {
    head: (columns) => {
      width = columns.length
      for (const [name, text] of sheetParts(title)) {
        const part = new ZipDeflate(name, { level: 4 })
        zip.add(part)
        part.push(strToU8(text), true)
      }
      zip.add(sheet)
      const header = columns.map(({ header: text }) => textCell(text, styles.header)).join('')
      sheet.push(strToU8(`${sheetStart(columns)}${line(header)}`))
      return take()
    },
    rows: (columns, rows) => {
      sheet.push(strToU8(rows.map((row) => line(columns.map((column) => cellOf(column, row)).join(''))).join('')))
      return take()
    },
    tail: () => {
      const range = `A1:${columnName(width)}${rowCount}`
      sheet.push(strToU8(`</sheetData><autoFilter ref="${range}"/></worksheet>`), true)
      zip.end()
      return take()
    },
  }
}

/** Places in the list of styles of `sheetParts`. */
const styles = { header: 1, text: 2, date: 3, moment: 4 } as const

function sheetStart(columns: readonly TableColumn[]): string {
  const widths = columns
    .map((column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`)
    .join('')
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
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

/** What XML cannot hold is written `_x0007_`, and so is the beginning of a text that looks like that (ECMA-376, 22.9.2.19). */
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
