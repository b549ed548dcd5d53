import { expect, test } from 'vitest'
import { abbreviate } from './abbreviate.ts'

const list = [
  { name: 'Motion', short: 'Mot' },
  { name: 'Motion to Dismiss', short: 'MTD' },
  { name: 'Corporation', short: 'Corp.' },
  { name: 'Société', short: 'Sté' },
  { name: 'Notice (NEF)', short: 'NEF' },
  { name: '  ', short: 'x' },
]

test.each([
  ['Motion to Dismiss', 'MTD'],
  ['MOTION  to dismiss and motion', 'MTD and Mot'],
  ['Motions of Emotion', 'Motions of Emotion'],
  ['Acme Corporation/Motion', 'Acme Corp./Mot'],
  ['la société générale', 'la Sté générale'],
  ['Notice (NEF) 12', 'NEF 12'],
  ['nothing of it', 'nothing of it'],
])('%s becomes %s', (text, expected) => {
  expect(abbreviate(text, list)).toBe(expected)
})

test('without abbreviations a text stays as it is', () => {
  expect(abbreviate('Motion  to  Dismiss', [])).toBe('Motion  to  Dismiss')
})
