import { expect, test } from 'vitest'
import { writtenInWords } from './condition-words.ts'

test.each([
  ['court is "S.D. Fla."', 'the court is “S.D. Fla.”'],
  [
    'event contains "order", "judgment", "decree" and judge is not "Robin Peña"',
    "the event contains “order”, “judgment”, or “decree” and the judge isn't “Robin Peña”",
  ],
  [
    'case number starts with "1:24" and (docket text does not contain "sealed" or time is between 17:00 and 08:00)',
    "the case number starts with “1:24” and (the docket text doesn't contain “sealed” or the notice is received between 17:00 and 08:00)",
  ],
  [
    'court is "a" and judge is "b" or party is "c"',
    '(the court is “a” and the judge is “b”) or the filing party is “c”',
  ],
  // Nothing but the builder can write what it can't read; it is shown rather than hidden.
  ['court equals "a"', 'court equals "a"'],
  ['', undefined],
])('%s reads: %s', (text, words) => {
  expect(writtenInWords(text)).toBe(words)
})
