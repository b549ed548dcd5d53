import { expect, test } from 'vitest'
import { rankOf } from './rank-record.ts'

test.each([
  ['the text itself, whatever its case and accents', ['PEÑA'], 'pena', 0],
  ['a number beside the name', ['Okafor v. Lark', '1:24-cv-118'], '1:24-cv-118', 0],
  ['a beginning', ['Okafor v. Lark'], 'okaf', 1],
  ['the beginning of a word', ['Okafor v. Lark'], 'lark', 2],
  ['a part of a word', ['Okafor v. Lark'], 'for', 3],
  ['words apart', ['Okafor v. Lark'], 'lark okafor', 4],
  ['nothing to rank by', [null, ''], 'x', 4],
] as const)('%s', (_, texts, typed, rank) => {
  expect(rankOf(texts, typed)).toBe(rank)
})
