import { expect, test } from 'vitest'
import { readCaptionCourt, readPageStamp } from './page-stamp.ts'

test.each([
  [
    'Case 1:24-cv-01234-ABC Document 12 Filed 03/04/26 Page 1 of 9',
    { docketNumber: '1:24-cv-01234-ABC', documentNumber: '12', filedDate: '2026-03-04' },
  ],
  [
    'Case 4:20-cv-05640-YGR   Document 118-1\nFiled 11/20/26   Page 1 of 27 Page ID #:1234',
    { docketNumber: '4:20-cv-05640-YGR', documentNumber: '118', attachment: '118-1', filedDate: '2026-11-20' },
  ],
  [
    'Case: 1:22-cv-01234 Document #: 12 Filed: 03/04/22 Page 1 of 9 PageID #:123',
    { docketNumber: '1:22-cv-01234', documentNumber: '12', filedDate: '2022-03-04' },
  ],
  [
    'Case 2:22-cv-00125-TOR ECF No. 7 filed 03/04/22 PageID.123 Page 1 of 9',
    { docketNumber: '2:22-cv-00125-TOR', documentNumber: '7', filedDate: '2022-03-04' },
  ],
  [
    'Case 23-20091-JNP Doc 118 Filed 03/04/26 Entered 03/04/26 12:33:10 Desc Main Document Page 1 of 9',
    { docketNumber: '23-20091-JNP', documentNumber: '118', filedDate: '2026-03-04' },
  ],
  [
    'Case: 22-15815, 10/19/2022, ID: 12567890, DktEntry: 24-1, Page 1 of 9',
    { docketNumber: '22-15815', documentNumber: '24', attachment: '24-1', filedDate: '2022-10-19' },
  ],
  [
    'Case: 21-1975 Document: 45 Page: 1 Date Filed: 03/04/2022',
    { docketNumber: '21-1975', documentNumber: '45', filedDate: '2022-03-04' },
  ],
  [
    'Case 22-1234, Document 45, 03/04/2022, 3271234, Page1 of 9',
    { docketNumber: '22-1234', documentNumber: '45', filedDate: '2022-03-04' },
  ],
  [
    'USCA Case #22-5001 Document #1937485 Filed: 03/04/2022 Page 1 of 9',
    { docketNumber: '22-5001', documentNumber: '1937485', filedDate: '2022-03-04' },
  ],
  [
    'USCA4 Appeal: 22-1234 Doc: 12 Filed: 03/04/2022 Pg: 1 of 9',
    { docketNumber: '22-1234', documentNumber: '12', filedDate: '2022-03-04' },
  ],
])('the stamp of a page is read: %s', (text, stamp) => {
  expect(readPageStamp(`UNITED STATES DISTRICT COURT\n${text}\nMOTION`)).toEqual(stamp)
})

test.each(['', 'A letter in the case of Ortiz', 'Document 12 Filed yesterday', 'Case 1:24-cv-01234 was closed.'])(
  'a text without a stamp has none: %s',
  (text) => {
    expect(readPageStamp(text)).toBeUndefined()
  },
)

test('a day that is none is left out', () => {
  expect(readPageStamp('Case 1:24-cv-01234-ABC Document 12 Filed 13/45/26 Page 1 of 9')).toEqual({
    docketNumber: '1:24-cv-01234-ABC',
    documentNumber: '12',
  })
})

test('text that is made to cost time costs none', () => {
  const began = performance.now()
  for (const text of ['Case '.repeat(40_000), `Case ${'1-'.repeat(90_000)}`, 'Case: 1:24 '.repeat(20_000)])
    readPageStamp(text)
  expect(performance.now() - began).toBeLessThan(500)
})

test.each([
  ['UNITED STATES DISTRICT COURT\nNORTHERN DISTRICT OF CALIFORNIA\nMARIA ORTIZ, Plaintiff', 'cand'],
  ['Case 23-20091 Doc 118\nUNITED STATES BANKRUPTCY COURT\nDISTRICT OF NEW JERSEY', 'njb'],
  ['UNITED STATES COURT OF APPEALS\nFOR THE NINTH CIRCUIT', 'ca9'],
  ['Dear counsel,\nthe court will hear you.', undefined],
])('the caption names its court: %s', (text, court) => {
  expect(readCaptionCourt(text)).toBe(court)
})
