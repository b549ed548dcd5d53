import { expect, test } from 'vitest'
import { inFonts, printable } from './printable.ts'

test.each([
  ['what the fonts have', 'Ünal § 1983, Ελλάδα, Україна, “Đặng”, €5', 'Ünal § 1983, Ελλάδα, Україна, “Đặng”, €5'],
  ['letters in two parts', 'Mu\u0308ller', 'Müller'],
  ['Chinese', '通知 A', '通知 A'],
  ['Korean, Thai and Armenian', '통지 แจ้ง Ծանուցում', '통지 แจ้ง Ծանուցում'],
  ['signs of the basic plane', '✓ ☎ →', '✓ ☎ →'],
  ['Hebrew', 'דין', '[U+05D3 U+05D9 U+05DF]'],
  ['an emoji', 'ok 👍', 'ok [U+1F44D]'],
  ['letters that have an equal', 'Ａ①\u202f℡', 'A1 TEL'],
  ['what turns the order of reading', 'a\u202eb', 'a[U+202E]b'],
  ['joiners and soft hyphens', 'co\u00adop\u200d\ufe0f', 'coop'],
  ['control characters', 'a\0b\u0007', 'a[U+0000]b[U+0007]'],
  ['half a character', 'a\ud83d', 'a\ufffd'],
  ['line ends and tabs', 'a\r\nb\rc\u2028d\te', 'a\nb\nc\nd    e'],
])('%s are printed without losing anything silently', (_, text, printed) => {
  expect(printable(text)).toBe(printed)
})

test('assigns each part to the font that has its letters', () => {
  expect(inFonts('Re: 通知 (notice) ✓')).toEqual([
    { text: 'Re: ', font: 'Roboto' },
    { text: '通知', font: 'Unifont' },
    { text: ' (notice) ', font: 'Roboto' },
    { text: '✓', font: 'Unifont' },
  ])
  expect(inFonts('')).toEqual([{ text: '', font: 'Roboto' }])
})
