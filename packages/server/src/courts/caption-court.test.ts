import { expect, test } from 'vitest'
import { readCaptionCourt } from './caption-court.ts'

test.each([
  ['UNITED STATES DISTRICT COURT\nNORTHERN DISTRICT OF CALIFORNIA\nMARIA ORTIZ, Plaintiff', 'cand'],
  ['Case 23-20091 Doc 118\nUNITED STATES BANKRUPTCY COURT\nDISTRICT OF NEW JERSEY', 'njb'],
  ['UNITED STATES COURT OF APPEALS\nFOR THE NINTH CIRCUIT', 'ca9'],
  ['Dear counsel,\nthe court will hear you.', undefined],
])('the caption identifies its court: %s', (text, court) => {
  expect(readCaptionCourt(text)).toBe(court)
})
