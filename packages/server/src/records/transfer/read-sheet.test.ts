import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { longTest } from '../../testing/in-long-run.ts'
import { openSheetThreads, sheetAsCsv } from './read-sheet.ts'
import { csvOf, header, main, shown, text, workbook, workbookXml } from './workbook.fixture.ts'

test('the first sheet is read, with texts, whole and broken numbers, dates, yes and no, and formulas by their results', async () => {
  const row = `<row r="2">${text('A2', 'Müller, &quot;Sons&quot;')}<c r="B2"><v>9007199254740993</v></c><c r="C2" s="1"><v>46085</v></c><c r="D2" t="b"><v>1</v></c></row>`
  const formula = `<row r="3">${text('A3', 'B')}<c r="B3"><f>0.1+0.2</f><v>0.30000000000000004</v></c></row>`
  expect(await csvOf(workbook(`${header}${row}${formula}`))).toBe(
    'Name,Number,Opened,Open\r\n"Müller, ""Sons""",9007199254740993,2026-03-04,true\r\nB,0.30000000000000004,,\r\n',
  )
})

test.each([
  ['00000', '123', '00123'],
  ['00000', '123456', '123456'],
  ['00000', '12.5', '12.5'],
  ['000\\-00\\-0000', '12345678', '012-34-5678'],
  ['[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####', '2125550134', '(212) 555-0134'],
  ['[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####', '5550134', '555-0134'],
  ['&quot;CV-&quot;0000', '77', 'CV-0077'],
  ['0', '7', '7'],
  ['#,##0', '1234', '1234'],
  ['0.00', '5', '5'],
  ['&quot;$&quot;0', '5', '5'],
  ['00000', '-5', '-5'],
])('a number with the format %s is read as it is seen: %s as %s', async (format, value, text) => {
  expect(await shown(format, value)).toBe(text)
})

test.each(['hidden', 'veryHidden'])('a sheet that is %s is passed over', async (state) => {
  const bytes = workbook(header, { 'xl/workbook.xml': strToU8(workbookXml({ state })) })
  expect(await csvOf(bytes)).toBe('Secret\r\n')
})

test('cells merged down a column are the value of each row, and those merged across only of the first column', async () => {
  const rows = [
    `<row r="2">${text('A2', 'Acme')}${text('B2', '1')}</row>`,
    `<row r="3">${text('B3', '2')}</row>`,
    `<row r="4"><c r="A4"/></row>`,
    `<row r="5">${text('A5', 'Wide')}${text('D5', 'yes')}</row>`,
  ]
  const merges = '<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="A5:B5"/></mergeCells>'
  expect(await csvOf(workbook(`${header}${rows.join('')}`, {}, merges))).toBe(
    'Name,Number,Opened,Open\r\nAcme,1,,\r\nAcme,2,,\r\n,,,\r\nWide,,,yes\r\n',
  )
})

test('a text that a spreadsheet would run as a formula stays the same text', async () => {
  expect(await csvOf(workbook(`<row r="1">${text('A1', '=1+1')}${text('B1', '-5')}</row>`))).toBe("'=1+1,-5\r\n")
})

test('a text with formatted parts is their whole text, without how it is pronounced', async () => {
  const parts = `<si><r><t>Acme </t></r><r><rPr><b/></rPr><t xml:space="preserve">&amp; Sons</t></r><rPh sb="0" eb="1"><t>AKME</t></rPh></si>`
  const plain = '<si><t>R&amp;D &lt;1&gt;</t></si>'
  const inline = '<c r="C1" t="inlineStr"><is><r><t>A</t></r><r><rPr><i/></rPr><t>&amp;B</t></r></is></c>'
  const sheet = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${inline}</row>`
  const bytes = workbook(sheet, { 'xl/sharedStrings.xml': strToU8(`<sst xmlns="${main}">${parts}${plain}</sst>`) })
  expect(await csvOf(bytes)).toBe('Acme & Sons,R&D <1>,A&B\r\n')
})

test('a percentage is the number that the file has, and yes and no are words', async () => {
  const styles = `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="10" applyNumberFormat="1"/></cellXfs></styleSheet>`
  const cells = '<c r="A2" s="1"><v>0.25</v></c><c r="B2" t="b"><v>0</v></c><c r="C2" t="b"><f>1=1</f><v>1</v></c>'
  const bytes = workbook(`${header}<row r="2">${cells}</row>`, { 'xl/styles.xml': strToU8(styles) })
  expect(await csvOf(bytes)).toContain('\r\n0.25,false,true,')
})

test('an empty row keeps its place, so that errors name the rows that Excel shows', async () => {
  const csv = await csvOf(workbook(`${header}<row r="4">${text('A4', 'Far')}</row>`))
  expect(csv.split('\r\n').findIndex((line) => line.startsWith('Far'))).toBe(3)
})

test.each<[string, Uint8Array, RegExp]>([
  ['is no archive', strToU8('Name,Number\r\nA,1'), /isn't an Excel workbook/],
  ['is another archive', zipSync({ 'a.txt': strToU8('a') }), /isn't an Excel workbook|is damaged/],
  ['is cut off', workbook(header).slice(0, 400), /isn't an Excel workbook|is damaged/],
  ['has no rows', workbook(''), /empty/],
  ['holds a broken sheet', workbook('<row r="1"><c r="A1" t="s"><v>99</v></c>'), /is damaged|empty|isn't/],
])('a file that %s is refused with what to do', async (_, bytes, sentence) => {
  await expect(sheetAsCsv(bytes)).rejects.toThrow(sentence)
})

const old = (inside: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from(inside, 'utf16le'),
    Buffer.alloc(600),
  ])

test.each<[string, Uint8Array, string]>([
  [
    'needs a password',
    old('EncryptedPackage'),
    'The workbook needs a password. Remove it in Excel, then import it again.',
  ],
  [
    'is of Excel before 2007',
    old('Workbook'),
    "Workbooks of Excel before 2007 (.xls) can't be read. Save it as .xlsx or .csv.",
  ],
  ['is text', strToU8('Name,Number\r\nA,1'), "The file isn't an Excel workbook but text. Give it the ending .csv."],
  [
    'shows no sheet',
    workbook(header, { 'xl/worksheets/sheet2.xml': strToU8(''), 'xl/workbook.xml': strToU8(allHidden()) }),
    'The workbook shows no sheet: all are hidden. Show one in Excel and save it again.',
  ],
])('a file that %s is refused with a sentence of its own', async (_, bytes, sentence) => {
  await expect(sheetAsCsv(bytes)).rejects.toThrow(sentence)
})

function allHidden(): string {
  return workbookXml({ state: 'hidden' }).replace('sheetId="2"', 'sheetId="2" state="veryHidden"')
}

test.each([
  [
    'a formula without a result',
    '<c r="B2"><f>A1+1</f></c>',
    'Cell B2 has a formula without a result. Open the workbook in Excel and save it again.',
  ],
  ['an empty result of a number', '<c r="B2"><f>A1+1</f><v></v></c>', 'Cell B2 has a formula'],
  [
    'an error',
    '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    'Cell B2 shows the error #DIV/0!. Correct or empty it, then import the file again.',
  ],
  [
    'a date before 1900',
    '<c r="B2" s="1"><v>-5</v></c>',
    "Cell B2 has a date that Excel can't show. Correct or empty it, then import the file again.",
  ],
  [
    'a date that never was',
    '<c r="B2" s="1"><v>60</v></c>',
    "Cell B2 has a date that Excel can't show. Correct or empty it, then import the file again.",
  ],
  ['a date of no day', '<c r="B2" s="1"><v>0</v></c>', "Cell B2 has a date that Excel can't show."],
  [
    'a number that Excel rounded',
    '<c r="B2"><v>1.2345678901234568E+17</v></c>',
    'Cell B2 has a number of more than 15 digits, of which Excel keeps 15. Format the column as text, enter it again, then import the file.',
  ],
  ['a date after 9999', '<c r="B2" s="1"><v>99999999999</v></c>', "Cell B2 has a date that Excel can't show."],
  ['a number that is none', '<c r="B2"><v>abc</v></c>', 'is damaged'],
])('%s is refused with its cell, instead of becoming an empty one', async (_, cell, sentence) => {
  await expect(sheetAsCsv(workbook(`${header}<row r="2">${text('A2', 'x')}${cell}</row>`))).rejects.toThrow(sentence)
})

test('a formula whose result is an empty text is empty, and a number beyond any is as it is written', async () => {
  const cells = '<c r="B2" t="str"><f>IF(1=2,1,"")</f><v></v></c><c r="C2"><v>1E+400</v></c>'
  expect(await csvOf(workbook(`${header}<row r="2">${text('A2', 'x')}${cells}</row>`))).toContain('\r\nx,,1E+400,\r\n')
})

test('a workbook that unpacks to more than there may be is refused before it is unpacked', async () => {
  const zeros = new Uint8Array(1_234_567)
  const harmless = workbook(header, { 'xl/media/zeros.bin': zeros })
  expect(await csvOf(harmless)).toContain('Name')
  // Compressing so much takes seconds, and only what the file says of itself is asked.
  const bomb = resized(harmless, zeros.length, 320_000_000)
  await expect(sheetAsCsv(bomb)).rejects.toThrow('may unpack to at most 300 MB')
})

/** A ZIP file that says of an entry of one size that it has another. */
function resized(zip: Uint8Array, from: number, to: number): Uint8Array {
  const file = Buffer.from(zip)
  const [was, is] = [Buffer.alloc(4), Buffer.alloc(4)]
  was.writeUInt32LE(from)
  is.writeUInt32LE(to)
  for (let at = file.indexOf(was); at >= 0; at = file.indexOf(was, at + 1)) is.copy(file, at)
  return file
}

const tight = openSheetThreads({ computeMs: 60_000, memoryMb: 24 })
afterAll(() => tight.close())

const shared = (value: string) => strToU8(`<sst xmlns="${main}"><si><t xml:space="preserve">${value}</t></si></sst>`)

test.each([
  ['a value in column ZZZZZZ', `<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>`],
  ['a value in the last cell of all', `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`],
  ['a row of no end', `<row r="99999999999"><c r="A99999999999"><v>1</v></c></row>`],
  ['a row without a number that ends nowhere', `<row><c r="A9999999999"><v>1</v></c></row>`],
  ['a row that is no number', `<row r="Infinity"><c r="A2"><v>1</v></c></row>`],
  ['an address that is none', `<row><c r="A1e9"><v>1</v></c></row>`],
])('a small workbook with %s is refused before the space between is filled', async (_, row) => {
  await expect(sheetAsCsv(workbook(`${header}${row}`), tight)).rejects.toThrow('may have at most')
  expect(await csvOf(workbook(header))).toContain('Name')
})

test('cells without a value, as formatting leaves them, do not count', async () => {
  const formatted = `<row r="2">${text('A2', 'Acme')}<c r="XFD2" s="1"/></row><row r="1048576"><c r="XFD1048576" s="1"/></row>`
  expect(await csvOf(workbook(`${header}${formatted}`))).toBe('Name,Number,Opened,Open\r\nAcme,,,\r\n')
})

test('a workbook whose cells all show one long text is refused before they are written out', async () => {
  const cells = Array.from(
    { length: 10_500 },
    (_, at) => `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>0</v></c></row>`,
  )
  const bomb = workbook(`${header}${cells.join('')}`, {
    'xl/sharedStrings.xml': shared('x'.repeat(30_000)),
  })
  expect(bomb.byteLength).toBeLessThan(100_000)
  await expect(sheetAsCsv(bomb)).rejects.toThrow('may unpack to at most 300 MB')
})

longTest('one that lies about its size, or has millions of cells, ends its thread and not the process', async () => {
  const cells = Array.from({ length: 200_000 }, (_, at) => `<row r="${at + 1}">${text(`A${at + 1}`, 'x')}</row>`).join(
    '',
  )
  await expect(sheetAsCsv(workbook(cells), tight)).rejects.toThrow('takes too long or too much memory')
  expect(await csvOf(workbook(header))).toContain('Name')
})
