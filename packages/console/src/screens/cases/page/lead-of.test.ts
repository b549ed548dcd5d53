import { expect, test } from 'vitest'
import { leadOf } from './lead-of.ts'

test.each([
  ['MOTION to Compel filed by A.', 'MOTION', ' to Compel filed by A.'],
  ['NOTICE OF APPEAL as to 158 Order', 'NOTICE OF APPEAL', ' as to 158 Order'],
  ['ORDER granting 158', 'ORDER', ' granting 158'],
  ['Minute Entry. Conference held.', '', 'Minute Entry. Conference held.'],
  ['ALL IN CAPITALS', '', 'ALL IN CAPITALS'],
  ['A brief', '', 'A brief'],
  ['ORDERed by the court', '', 'ORDERed by the court'],
  ['', '', ''],
])('the words in capitals that open docket text are its lead: %s', (text, lead, rest) => {
  expect(leadOf(text)).toEqual({ lead, rest })
})
