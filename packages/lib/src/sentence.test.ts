import { expect, test } from 'vitest'
import { asSentence } from './sentence.ts'

test.each([
  ['Assigned to the case Ortiz v. Meridian Freight Co', 'Assigned to the case Ortiz v. Meridian Freight Co.'],
  ['No case has this number in N.D. Cal.', 'No case has this number in N.D. Cal.'],
])('%s ends with one period', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence)
})
