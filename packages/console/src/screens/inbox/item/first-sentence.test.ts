import { expect, test } from 'vitest'
import { firstSentence } from './first-sentence.ts'

test.each([
  ['Two cases have this number. Choose one.', 'Two cases have this number.', 'Choose one.'],
  ['No case has this number in N.D. Ill.', 'No case has this number in N.D. Ill.', ''],
  [
    'No case has this number in Bankr. D. Del. The rule "New" would make one.',
    'No case has this number in Bankr. D. Del.',
    'The rule "New" would make one.',
  ],
  [
    "The document couldn't be retrieved. M.D. Fla. asked for a login.",
    "The document couldn't be retrieved.",
    'M.D. Fla. asked for a login.',
  ],
  ['No case has this number in S.D.N.Y. Choose one.', 'No case has this number in S.D.N.Y.', 'Choose one.'],
])('the first sentence of “%s” includes the whole short name of a court', (text, first, rest) => {
  expect(firstSentence(text)).toEqual([first, rest])
})
