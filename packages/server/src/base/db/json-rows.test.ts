import { expect, test } from 'vitest'
import { jsonRows } from './json-rows.ts'

test('what jsonb refuses is replaced or left out, however deep', () => {
  const rows = [{ text: 'a\0b', list: ['cut \ud83d'] }, { result: { note: '\udc00 cut' } }]
  expect(JSON.parse(jsonRows(rows))).toEqual([{ text: 'ab', list: ['cut \ufffd'] }, { result: { note: '\ufffd cut' } }])
})

test('a row that has nothing of it does not protect the others', () => {
  expect(JSON.parse(jsonRows([{ text: 'plain' }, { text: '\0' }]))).toEqual([{ text: 'plain' }, { text: '' }])
})

test('everything else stays as it is, even what looks like an escape', () => {
  const rows = [{ text: 'é 😀 \u0001 \n "', seen: String.raw`\u0000 \ud83d`, none: null, number: 1.5 }]
  expect(JSON.parse(jsonRows(rows))).toEqual(rows)
})
