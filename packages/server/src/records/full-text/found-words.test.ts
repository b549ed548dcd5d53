import { expect, test } from 'vitest'
import { cutPieces, hasFound } from './found-words.ts'

const found = new Set(['motion', 'dismiss', 'Motion'])
const written = (text: string, most = 80) =>
  cutPieces(text, found, most)
    .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
    .join('')

test('a short text is shown whole, with its found words as pieces of their own', () => {
  expect(cutPieces('A motion to dismiss.', found, 80)).toEqual([
    { text: 'A ', found: false },
    { text: 'motion', found: true },
    { text: ' to ', found: false },
    { text: 'dismiss', found: true },
    { text: '.', found: false },
  ])
  expect(written('Nothing of it')).toBe('Nothing of it')
  expect(written('')).toBe('')
})

test('a long text is cut where most of the different words are, between words', () => {
  const filler = 'lorem ipsum '.repeat(30)
  const text = written(`motion motion ${filler}the Motion to dismiss was denied ${filler}motion`, 120)
  expect(text).toMatch(/^… \S.*the \[Motion\] to \[dismiss\] was denied.*\S …$/)
  expect(text.length).toBeLessThan(140)
})

test('a text without spaces is cut too', () => {
  expect(written('x'.repeat(5000), 80).length).toBeLessThan(90)
})

test('only whole words are marked', () => {
  expect(written('promotion of dismissals')).toBe('promotion of dismissals')
  expect([hasFound('“motion,”', found), hasFound('promotion', found)]).toEqual([true, false])
})
