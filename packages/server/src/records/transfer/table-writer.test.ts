import { text } from '@courtcrier/contract/fields/text.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeSheetWriter } from './sheet-writer.ts'
import { csvWriter } from './table-writer.ts'

const formula = '=HYPERLINK("http://evil.example")'

test("a column's header, which may be the firm's own word, is no formula either", () => {
  const head = csvWriter.head([{ key: 'name', field: text(4), header: formula }])
  expect(Buffer.from(head).toString()).toBe(`\ufeff"'=HYPERLINK(""http://evil.example"")"\r\n`)
})

test('a sheet has a name that Excel takes, and nothing of it is markup', () => {
  const columns = [{ key: 'name', field: text(4), header: formula }]
  const titles = ['Matters & "Cases" <of>/[us]', '*?:\\', 'x'.repeat(40)]
  const names = titles.map((title) => {
    const writer = makeSheetWriter({ title, zone: 'UTC' })
    const parts = unzipSync(Buffer.concat([writer.head(columns), writer.rows(columns, []), writer.tail()]))
    return /<sheets><sheet name="([^"<>&]*)" sheetId="1" r:id="rId1"\/><\/sheets>/.exec(
      strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array()),
    )?.[1]
  })
  expect(names).toEqual(['Matters    Cases   of   us', 'Rows', 'x'.repeat(31)])
})
