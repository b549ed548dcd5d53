import { strToU8, zipSync } from 'fflate'
import { sheetAsCsv } from './read-sheet.ts'

const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** What a workbook says of its sheets; the state is the first one's. */
export function workbookXml({ state = 'visible', date1904 = '0' } = {}): string {
  return `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904}"/><sheets><sheet name="Cases" sheetId="1" state="${state}" r:id="r1"/><sheet name="Other" sheetId="2" r:id="r2"/></sheets></workbook>`
}

/** A workbook as Excel writes one, with these rows of cells in its first sheet, and what follows them. */
export function workbook(rows: string, more: Record<string, Uint8Array> = {}, after = ''): Uint8Array {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (inner: string) =>
    strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`,
    )
  return zipSync({
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': strToU8(workbookXml()),
    'xl/_rels/workbook.xml.rels': relations(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('r2', 'worksheet', 'worksheets/sheet2.xml') +
        relation('r3', 'styles', 'styles.xml') +
        ('xl/sharedStrings.xml' in more ? relation('r4', 'sharedStrings', 'sharedStrings.xml') : ''),
    ),
    'xl/styles.xml': strToU8(
      `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ),
    'xl/worksheets/sheet2.xml': strToU8(
      `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Secret</t></is></c></row></sheetData></worksheet>`,
    ),
    ...more,
  })
}

/** A cell at this address with a text of its own. */
export const text = (at: string, value: string): string =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`

export const header = `<row r="1">${text('A1', 'Name')}${text('B1', 'Number')}${text('C1', 'Opened')}${text('D1', 'Open')}</row>`

/** What is imported of a workbook. */
export async function csvOf(bytes: Uint8Array): Promise<string> {
  return new TextDecoder().decode(await sheetAsCsv(bytes))
}

/** The text of one cell with this number format, below a header. */
export async function shown(format: string, value: string, { is1904 = '' } = {}): Promise<string | undefined> {
  const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`
  const bytes = workbook(`${header}<row r="2"><c r="A2" s="1"><v>${value}</v></c></row>`, {
    'xl/styles.xml': strToU8(styles),
    ...(is1904 && { 'xl/workbook.xml': strToU8(workbookXml({ date1904: is1904 })) }),
  })
  return (await csvOf(bytes)).split('\r\n')[1]?.split(',')[0]
}
