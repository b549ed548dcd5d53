import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, neutralize, restore } from './cells.ts'
import { makeCsvParser } from './csv-parser.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1 415 555', "'+1 415 555"],
  ['-x', "'-x"],
  ['@sum(A1)', "'@sum(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['＝1+1', "'＝1+1"],
  ["'=1", "''=1"],
  ['-5', '-5'],
  ['-5.5e3', '-5.5e3'],
  ["O'Brien", "O'Brien"],
  ["'quoted'", "'quoted'"],
  ['a=b', 'a=b'],
])('%j is written as %j and read back unchanged', (text, cell) => {
  expect(neutralize(text)).toBe(cell)
  expect(restore(cell)).toBe(text)
})

test('no text produces a cell that begins as a formula, and every text is read back unchanged', () => {
  const piece = fc.oneof(
    fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '＝', '1', 'a'),
    fc.string(),
  )
  const text = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      const line = csvLine([...cells.map(neutralize), 'end'])
      const parser = makeCsvParser()
      const rows = [...parser.push(line), ...parser.end()]
      expect(rows.map((row) => row.cells.map(restore))).toEqual([[...cells, 'end']])
      for (const cell of rows[0]?.cells ?? []) {
        if (!/^-\d/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }
    }),
  )
})
