import { expect, test } from 'vitest'
import { joinBrokenWords, lineEndHyphen, withoutLineEndHyphens } from './broken-words.ts'

test('a word that a line breaks is one word, and its hyphen is known', () => {
  const joined = joinBrokenWords('The plain-\ntiff and a third-\n party,\nhowever')
  expect(joined).toBe(`The plain${lineEndHyphen}tiff and a third${lineEndHyphen}party,\nhowever`)
  expect(withoutLineEndHyphens(joined)).toBe('The plaintiff and a thirdparty,\nhowever')
})

test('a hyphen that is only there to break a word is left out', () => {
  expect(joinBrokenWords('juris\u00ad\ndiction, juris\u00addiction')).toBe('jurisdiction, jurisdiction')
})

test.each(['24-cv-\n01234', 'third-party', 'the rule -\nas written', 'Page 2-\n'])('%j stays as it is', (text) => {
  expect(joinBrokenWords(text)).toBe(text)
})
