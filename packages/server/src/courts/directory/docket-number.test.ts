import { describe, expect, test } from 'vitest'
import { matchDocketNumbers, normalizeDocketNumber, parseDocketNumber } from './docket-number.ts'

test.each([
  ['4:22-cv-05541-JST', { office: '4', year: 2022, type: 'cv', serial: 5541, judges: ['JST'] }],
  [
    '3:20-cr-00070-TKW-MAL-1',
    { office: '3', year: 2020, type: 'cr', serial: 70, judges: ['TKW', 'MAL'], defendant: '1' },
  ],
  ['2:15-cv-00208', { office: '2', year: 2015, type: 'cv', serial: 208 }],
  ['23-20091', { year: 2023, serial: 20091 }],
  ['22-7', { year: 2022, serial: 7 }],
  ['98-1234', { year: 1998, serial: 1234 }],
  ['1-23-42603', { office: '1', year: 2023, serial: 42603 }],
  ['1-23-01071-nhl', { office: '1', year: 2023, serial: 1071, judges: ['NHL'] }],
  ['10-01083-8-RDD', { office: '8', year: 2010, serial: 1083, judges: ['RDD'] }],
  ['14-80555-JJG-13', { year: 2014, serial: 80555, judges: ['JJG'], chapter: '13' }],
  ['24-04888-CL7', { year: 2024, serial: 4888, judges: ['CL'], chapter: '7' }],
  ['22-30500-swe7', { year: 2022, serial: 30500, judges: ['SWE'], chapter: '7' }],
  ['6:22-bk-13643-SY', { office: '6', year: 2022, type: 'bk', serial: 13643, judges: ['SY'] }],
  ['1:21-cv-00057-WS-N', { office: '1', year: 2021, type: 'cv', serial: 57, judges: ['WS', 'N'] }],
  ['1:10-cv-00001-N/A', { office: '1', year: 2010, type: 'cv', serial: 1 }],
  ['NYE/1:21-cv-02960', { office: '1', year: 2021, type: 'cv', serial: 2960 }],
  ['Case No. 3:26\u2011cv\u201104417\u2011RS', { office: '3', year: 2026, type: 'cv', serial: 4417, judges: ['RS'] }],
  ['MDL No. 2967', { type: 'mdl', serial: 2967 }],
])('parses %s', (text, parts) => {
  expect(parseDocketNumber(text)).toEqual(parts)
})

test.each([
  '22-00193 WARNING: CASE',
  'Case No. 3:26-cv-04417-RS, as filed',
  '1:20-cv-08 924',
  '1:24-cv-01234 and 1:24-cv-01235',
  '24-10001-42',
])('"%s" is not read as a number: words, a gap or stray digits may hide another', (text) => {
  expect(parseDocketNumber(text)).toBeUndefined()
})

test.each(['', 'not a number', '1:2-3', '2024', '555-1234567890', '1:26-cv-12345678901'])(
  '"%s" is not a docket number',
  (text) => {
    expect(parseDocketNumber(text)).toBeUndefined()
  },
)

test.each([
  `1:26-cv-${'1'.repeat(10_000)}`,
  '1'.repeat(10_000),
  '-'.repeat(10_000),
  '1-'.repeat(5_000),
  '1:26-cv-1'.repeat(1_200),
])('10,000 characters are not a docket number', (text) => {
  expect(parseDocketNumber(text)).toBeUndefined()
  expect(normalizeDocketNumber(text).length).toBeLessThanOrEqual(300)
  expect(matchDocketNumbers(text, text)).toBe('different')
})

test.each([
  ['4:22-CV-5541-JST', '4:22-cv-05541'],
  ['22-5541', '22-05541'],
  ['3:20-cr-00070-TKW-MAL-1', '3:20-cr-00070-1'],
  ['MDL 2967', 'MDL-2967'],
  [' mer-l-002371-25 ', 'MER-L-002371-25'],
])('normalizes %s', (text, normal) => {
  expect(normalizeDocketNumber(text)).toBe(normal)
})

describe('two docket numbers', () => {
  test.each([
    ['4:22-cv-05541-JST', '4:22-cv-5541-JST', 'same'],
    ['4:22-cv-05541-JST', '4:22-cv-05541-RS', 'same'],
    ['4:22-cv-05541', '22-cv-5541', 'compatible'],
    ['4:22-cv-05541', '22-5541', 'compatible'],
    ['3:20-cr-00070-TKW-1', '3:20-cr-00070-TKW', 'compatible'],
    ['3:20-cr-00070-TKW-1', '3:20-cr-00070-TKW-2', 'different'],
    ['1:20-cv-00001', '2:20-cv-00001', 'different'],
    ['1:20-cv-00001', '1:20-cr-00001', 'different'],
    ['1:20-cv-00001', '1:21-cv-00001', 'different'],
    ['1:20-cv-00001', '1:20-cv-00002', 'different'],
    ['24-01365-VFP', '24-01365-ABA', 'compatible'],
    ['24-01365-VFP', '24-01365', 'compatible'],
    ['MDL No. 2967', 'MDL-2967', 'same'],
    ['MER-L-002371-25', 'mer-l-002371-25', 'same'],
    ['MER-L-002371-25', '4:22-cv-05541', 'different'],
    ['', '', 'different'],
  ] as const)('%s and %s are %s', (a, b, expected) => {
    expect(matchDocketNumbers(a, b)).toBe(expected)
    expect(matchDocketNumbers(b, a)).toBe(expected)
  })
})
