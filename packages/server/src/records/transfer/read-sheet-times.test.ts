import { expect, test } from 'vitest'
import { csvOf, header, shown, workbook } from './workbook.fixture.ts'

test.each([
  ['h:mm', '0.5', '12:00'],
  ['h:mm AM/PM', '0.3541666666666667', '08:30'],
  ['[$-409]h:mm AM/PM;@', '0.9993055555555556', '23:59'],
  ['m/d/yyyy h:mm', '46085.354166666664', '2026-03-04 08:30'],
  ['yyyy-mm-dd', '46085', '2026-03-04'],
])('a time with the format %s is read to the minute: %s as %s', async (format, value, text) => {
  expect(await shown(format, value)).toBe(text)
})

test.each([
  ['[h]:mm', '1.5', '36:00'],
  ['[h]:mm:ss;@', '1.0423726851851852', '25:01:01'],
  ['[hh]:mm', '0.0625', '01:30'],
  ['[mm]:ss', '0.0625', '90:00'],
  ['[s]', '0.001', '86'],
  ['mm:ss', '0.0104166666666667', '15:00'],
])('a length of time with the format %s is read as it is seen: %s as %s', async (format, value, text) => {
  expect(await shown(format, value)).toBe(text)
})

test.each([
  ['1', '1900-01-01'],
  ['59', '1900-02-28'],
  ['61', '1900-03-01'],
  ['1.5', '1900-01-01 12:00'],
])('a date of early 1900 is the one that Excel shows: %s as %s', async (value, text) => {
  expect(await shown('yyyy-mm-dd hh:mm', value)).toBe(text)
})

test.each(['1', 'true'])('dates that count from 1904 are read as such (date1904="%s")', async (is1904) => {
  expect(await shown('yyyy-mm-dd', '44623', { is1904 })).toBe('2026-03-04')
  expect(await shown('h:mm', '0.5', { is1904 })).toBe('12:00')
})

test('a date that is written as one is the same wherever the server is', async () => {
  const cells =
    '<c r="A2" t="d"><v>2026-03-04T00:00:00</v></c><c r="B2" t="d"><v>2026-03-04T09:30:15.000</v></c><c r="C2" t="d"><v>2026-03-04</v></c>'
  expect(await csvOf(workbook(`${header}<row r="2">${cells}</row>`))).toContain(
    '\r\n2026-03-04,2026-03-04 09:30,2026-03-04,',
  )
})
