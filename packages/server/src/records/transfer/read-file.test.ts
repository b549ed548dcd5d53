import { expect, test } from 'vitest'
import { longestCell } from './csv-parser.ts'
import { openImportFile } from './read-file.ts'

async function read(content: Uint8Array | string, { name = 'file.csv', pieces = 7 } = {}) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const open = async function* () {
    for (let start = 0; start < bytes.length; start += pieces) yield bytes.subarray(start, start + pieces)
  }
  const opened = await openImportFile({ name, open })
  const rows: (readonly [number, ...string[]])[] = []
  for await (const { number, cells } of opened.rows()) rows.push([number, ...cells])
  return { header: opened.header, rows }
}

const windows1252 = Buffer.from([...Buffer.from('Name,Note\r\nM'), 0xfc, ...Buffer.from('ller,'), 0x80, 0x35])
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

test.each<[string, Uint8Array | string, (string | number)[][]]>([
  ['UTF-8', 'Name,Note\r\nMüller,€5', [[2, 'Müller', '€5']]],
  ['UTF-8 with a mark', '\ufeffName,Note\nMüller,€5\n', [[2, 'Müller', '€5']]],
  ['UTF-16, little end first', utf16('Name,Note\r\nMüller,€5', false), [[2, 'Müller', '€5']]],
  ['UTF-16, big end first', utf16('Name,Note\r\nMüller,€5', true), [[2, 'Müller', '€5']]],
  ['windows-1252', windows1252, [[2, 'Müller', '€5']]],
  [
    'lone carriage returns',
    'Name,Note\rA,B\rC,D\r',
    [
      [2, 'A', 'B'],
      [3, 'C', 'D'],
    ],
  ],
  [
    'mixed line ends and empty lines',
    'Name,Note\r\n\r\nA,B\n,\nC,D',
    [
      [3, 'A', 'B'],
      [5, 'C', 'D'],
    ],
  ],
  ['quotes, commas and line breaks', 'Name,Note\n"A, ""the"" B","x\r\ny"\n', [[2, 'A, "the" B', 'x\r\ny']]],
  ['quotes within a cell as they are', 'Name,Note\n5" pipe,"a"b\n', [[2, '5" pipe', 'ab']]],
  ['empty quotes', 'Name,Note\n"",B\n', [[2, '', 'B']]],
  [
    'ragged rows',
    'Name,Note\nA\nA,B,C\n',
    [
      [2, 'A'],
      [3, 'A', 'B', 'C'],
    ],
  ],
  ['an emoji', 'Name,Note\n👩‍⚖️,B', [[2, '👩‍⚖️', 'B']]],
])('%s is read, in pieces of any size', async (_, content, rows) => {
  for (const pieces of [1, 2, 3, 7, 100_000]) {
    expect(await read(content, { pieces })).toEqual({ header: ['Name', 'Note'], rows })
  }
})

test.each<[string, Uint8Array | string, RegExp, string?]>([
  ['no bytes', '', /^The file is empty\.$/],
  ['a mark and nothing else', '\ufeff', /^The file is empty\.$/],
  ['blank lines only', '\r\n\r\n', /^The file is empty\.$/],
  ['a header only', 'Name,Note\r\n', /^The file is empty\. It has a header and no rows\.$/],
  ['NUL', 'Name,Note\nA\0,B', /comma-separated values\. This one is not text/],
  ['more columns than any record', `${'x,'.repeat(500)}x\nA`, /^Row 1 has more than 500 columns\.$/],
  ['a row with more cells than that', `Name,Note\n${','.repeat(500)}`, /^Row 2 has more than 500 columns\.$/],
  ['a header longer than any', `Name,${'x'.repeat(201)}\nA,B`, /^A column's header may have at most 200 characters\.$/],
  ['tabs', 'Name\tNote\nA\tB', /comma-separated values\. The header of this one has no comma/],
  ['semicolons', 'Name;Note\nA;B', /has no comma/],
  ['a quotation mark nobody closes', 'Name,Note\nA,"B\nC,D\n', /starts in row 2 has no closing quotation mark/],
  [
    'a cell longer than any',
    `Name,Note\nA,${'x'.repeat(longestCell + 1)}`,
    /^A cell of row 2 has more than 1,000,000 characters/,
  ],
  ['a workbook named as text', Buffer.from('PK\x03\x04\0\0'), /Give a workbook the ending \.xlsx\.$/, 'file.csv'],
  [
    'a spreadsheet with macros',
    'PK',
    /^This kind of spreadsheet can't be read\. Save it as \.xlsx or \.csv\.$/,
    'file.xlsm',
  ],
  ['a spreadsheet of another program', 'PK', /^This kind of spreadsheet/, 'file.ods'],
  ['another type', 'Name,Note\nA,B', /must be an Excel workbook \(\.xlsx\), or a \.txt or \.csv/, 'file.doc'],
])('%s is refused with a sentence', async (_, content, sentence, name = 'file.txt') => {
  await expect(read(content, { name })).rejects.toThrow(sentence)
})

test('a cell of 10 MB is refused before it is read in full', async () => {
  let given = 0
  const open = async function* () {
    yield Buffer.from('Name,Note\nA,"')
    for (; given < 10_000_000; given += 100_000) yield Buffer.alloc(100_000, 'x')
  }
  await expect(openImportFile({ name: 'big.csv', open })).rejects.toThrow(
    /starts in row 2 has no closing quotation mark/,
  )
  // Detecting the encoding reads the whole file first.
  expect(given - 10_000_000).toBeLessThanOrEqual(longestCell + 100_000)
})

test('at most 500,000 rows are read', async () => {
  const open = async function* () {
    yield Buffer.from('Name,Note\n')
    for (let block = 0; block < 501; block++) yield Buffer.from('A,B\n'.repeat(1000))
  }
  const opened = await openImportFile({ name: 'long.csv', open })
  const count = async () => {
    let rows = 0
    for await (const _ of opened.rows()) rows += 1
    return rows
  }
  await expect(count()).rejects.toThrow(/at most 500000 rows/)
})
