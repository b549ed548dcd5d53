import type { DocketParts } from '@courtcrier/contract/notice.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastThreadTimeOf } from '../testing/thread-time.ts'
import { findCourt } from './directory/directory.ts'
import {
  matchDocketNumbers,
  matchDocketParts,
  normalizeDocketNumber,
  parseDocketNumber,
} from './directory/docket-number.ts'

/** A number as courts write it, its normal form, and its parts. */
type Row = readonly [text: string, normal: string, parts: DocketParts]

const district: readonly Row[] = [
  ['1:21-cv-00057-WS-N', '1:21-cv-00057', { office: '1', year: 2021, type: 'cv', serial: 57, judges: ['WS', 'N'] }],
  ['9:18-cv-80176-BB', '9:18-cv-80176', { office: '9', year: 2018, type: 'cv', serial: 80176, judges: ['BB'] }],
  ['0:24-cv-60001', '0:24-cv-60001', { office: '0', year: 2024, type: 'cv', serial: 60001 }],
  ['12:20-mc-00003', '12:20-mc-00003', { office: '12', year: 2020, type: 'mc', serial: 3 }],
  ['20-cv-1', '20-cv-00001', { year: 2020, type: 'cv', serial: 1 }],
  ['98-CV-1232', '98-cv-01232', { year: 1998, type: 'cv', serial: 1232 }],
  ['2:24-mj-00123-P1', '2:24-mj-00123', { office: '2', year: 2024, type: 'mj', serial: 123, judges: ['P1'] }],
  ['1:22-cv-00104-M_M', '1:22-cv-00104', { office: '1', year: 2022, type: 'cv', serial: 104, judges: ['M_M'] }],
  ['1:10-cv-00001-N/A', '1:10-cv-00001', { office: '1', year: 2010, type: 'cv', serial: 1 }],
  ['1:10-cv-00001-N/A-RDB', '1:10-cv-00001', { office: '1', year: 2010, type: 'cv', serial: 1, judges: ['RDB'] }],
  ['3:23-cr-00012-PSOT', '3:23-cr-00012', { office: '3', year: 2023, type: 'cr', serial: 12, judges: ['PSOT'] }],
  ['1:99-~gr-00012', '1:99-~gr-00012', { office: '1', year: 1999, type: '~gr', serial: 12 }],
  ['2:05-crcor-00044', '2:05-crcor-00044', { office: '2', year: 2005, type: 'crcor', serial: 44 }],
  ['1:93-14-00123', '1:93-14-00123', { office: '1', year: 1993, type: '14', serial: 123 }],
  ['1:93-014-00123', '1:93-014-00123', { office: '1', year: 1993, type: '014', serial: 123 }],
  ['3:20-cr-00070-TKW-MAL-1', '3:20-cr-00070-1', { defendant: '1', judges: ['TKW', 'MAL'] }],
  ['3:20-cr-00070-TKW-MAL-01', '3:20-cr-00070-1', { defendant: '1' }],
  ['3:20-cr-00070-12', '3:20-cr-00070-12', { defendant: '12' }],
  ['1:2024-cv-00012', '1:24-cv-00012', { office: '1', year: 2024, type: 'cv', serial: 12 }],
  ['2024-cv-00012', '24-cv-00012', { year: 2024, type: 'cv', serial: 12 }],
  ['1965-cv-00012', '1965-cv-00012', { year: 1965, type: 'cv', serial: 12 }],
  ['69-cv-1', '69-cv-00001', { year: 2069 }],
  ['70-cv-1', '70-cv-00001', { year: 1970 }],
  ['Case No. 3:26\u2011cv\u201104417\u2011RS', '3:26-cv-04417', { office: '3', year: 2026 }],
  ['Civil Action No. 1:24-cv-1-JPO (consolidated)', '1:24-cv-00001', { judges: ['JPO'] }],
  ['NYE/1:21-cv-02960', '1:21-cv-02960', { office: '1', serial: 2960 }],
  ['CAN/3:21-cv-00123', '3:21-cv-00123', { office: '3', serial: 123 }],
  ['1:20-vv-01234', '1:20-vv-01234', { type: 'vv', serial: 1234 }],
  ['1:24-dp-20001', '1:24-dp-20001', { type: 'dp', serial: 20001 }],
  ['2:22-sw-0999', '2:22-sw-00999', { type: 'sw' }],
  ['5:19-po-00001-MTW-1', '5:19-po-00001-1', { type: 'po', defendant: '1' }],
]

const bankruptcy: readonly Row[] = [
  ['23-20091', '23-20091', { year: 2023, serial: 20091 }],
  ['24-01365-VFP', '24-01365', { year: 2024, serial: 1365, judges: ['VFP'] }],
  ['1-23-42603', '1:23-42603', { office: '1', year: 2023, serial: 42603 }],
  ['1-23-01071-nhl', '1:23-01071', { office: '1', judges: ['NHL'] }],
  ['8-24-70001-ast', '8:24-70001', { office: '8', year: 2024, serial: 70001, judges: ['AST'] }],
  ['10-01083-8-RDD', '8:10-01083', { office: '8', year: 2010, serial: 1083, judges: ['RDD'] }],
  ['14-80555-JJG-13', '14-80555', { chapter: '13', judges: ['JJG'] }],
  ['24-10001-7', '24-10001', { year: 2024, serial: 10001, chapter: '7' }],
  ['24-10001-11', '24-10001', { chapter: '11' }],
  ['6:22-bk-13643-SY', '6:22-bk-13643', { office: '6', type: 'bk', judges: ['SY'] }],
  ['2:24-bk-10001-WB-7', '2:24-bk-10001', { chapter: '7', judges: ['WB'] }],
  ['2:24-ap-01001-WB', '2:24-ap-01001', { type: 'ap', serial: 1001 }],
  ['24-ap-01001', '24-ap-01001', { year: 2024, type: 'ap', serial: 1001 }],
  ['3:24-br-10001', '3:24-br-10001', { type: 'br' }],
  ['24-10001 (JTD)', '24-10001', { year: 2024, serial: 10001 }],
  ['24-10001-PSOT', '24-10001', { judges: ['PSOT'] }],
  ['24-10001-P1', '24-10001', { judges: ['P1'] }],
  ['24-10001-CR', '24-10001', { judges: ['CR'] }],
]

const appellate: readonly Row[] = [
  ['22-7', '22-00007', { year: 2022, serial: 7 }],
  ['22-123', '22-00123', { year: 2022, serial: 123 }],
  ['21-1975', '21-01975', { year: 2021, serial: 1975 }],
  ['21-1975-cv', '21-cv-01975', { year: 2021, type: 'cv', serial: 1975 }],
  ['12-1234-ag', '12-ag-01234', { year: 2012, type: 'ag', serial: 1234 }],
  ['23-7005-CR', '23-cr-07005', { year: 2023, type: 'cr', serial: 7005 }],
  ['23-7005-W', '23-07005', { year: 2023, serial: 7005, judges: ['W'] }],
  ['24-1001-MA', '24-01001', { judges: ['MA'] }],
  ['24-1001-JJ', '24-01001', { judges: ['JJ'] }],
  ['12-1234P', '12-01234', { year: 2012, serial: 1234 }],
  ['21-55001', '21-55001', { year: 2021, serial: 55001 }],
  ['No. 98-1232', '98-01232', { year: 1998, serial: 1232 }],
  ['21-1975(L)', '21-01975', { serial: 1975 }],
  ['12A1234', '12A1234', { year: 2012, type: 'a', serial: 1234 }],
  ['25A1208', '25A1208', { year: 2025, type: 'a', serial: 1208 }],
  ['No. 25a1208', '25A1208', { type: 'a' }],
  ['24M12', '24M12', { year: 2024, type: 'm', serial: 12 }],
  ['22O141', '22O141', { year: 2022, type: 'o', serial: 141 }],
  ['25-250', '25-00250', { year: 2025, serial: 250 }],
  ['MDL No. 2967', 'MDL-2967', { type: 'mdl', serial: 2967 }],
  ['MDL-2967', 'MDL-2967', { type: 'mdl', serial: 2967 }],
  ['MDL 3', 'MDL-3', { type: 'mdl', serial: 3 }],
  ['MDL Case 2741', 'MDL-2741', { type: 'mdl', serial: 2741 }],
  ['12345-24', '12345-24', { scheme: 'tax-court', serial: 12345, year: 2024 }],
  ['Docket No. 12345-24S', '12345-24S', { scheme: 'tax-court', type: 's' }],
  ['1234-24L', '1234-24L', { scheme: 'tax-court', serial: 1234, type: 'l' }],
]

const texas: readonly Row[] = [
  ['01-24-00089-CV', '01-24-00089-CV', { scheme: 'texas-appellate', court: '01', year: 2024, serial: 89, type: 'cv' }],
  ['14-23-00912-CR', '14-23-00912-CR', { scheme: 'texas-appellate', court: '14', type: 'cr' }],
  ['No. 15-24-00001-cv', '15-24-00001-CV', { court: '15', serial: 1 }],
  ['PD-0912-91', 'PD-0912-91', { scheme: 'texas-appellate', court: 'PD', serial: 912, year: 1991 }],
  ['PD-0012-24', 'PD-0012-24', { court: 'PD', serial: 12, year: 2024 }],
  ['WR-81,580-02', 'WR-81580-02', { scheme: 'texas-appellate', court: 'WR', serial: 81580, branch: '02' }],
  ['WR-81580-02', 'WR-81580-02', { court: 'WR', serial: 81580 }],
  ['WR-81,580', 'WR-81580', { court: 'WR', serial: 81580 }],
  ['AP-77,042', 'AP-77042', { court: 'AP', serial: 77042 }],
  ['22-0001', '22-00001', { year: 2022, serial: 1 }],
  ['2026-CI-01234', '26-ci-01234', { year: 2026, type: 'ci', serial: 1234 }],
  ['2026CI01234', '26-ci-01234', { year: 2026, type: 'ci', serial: 1234 }],
  [
    'D-1-FM-26-000123',
    'D-1-FM-26-000123',
    { scheme: 'texas-trial', court: 'D-1', type: 'fm', year: 2026, serial: 123 },
  ],
  ['D-1-GN-24-001234', 'D-1-GN-24-001234', { court: 'D-1', type: 'gn' }],
  ['C-1-CV-25-000777', 'C-1-CV-25-000777', { court: 'C-1', type: 'cv' }],
  ['Cause No. d-1-fm-26-000123', 'D-1-FM-26-000123', { court: 'D-1' }],
]

const ucn = { scheme: 'florida', county: '13', year: 2024, type: 'ca', serial: 1234 } as const
const florida: readonly Row[] = [
  ['1D2024-1234', '1D2024-1234', { scheme: 'florida-appellate', court: '1D', year: 2024, serial: 1234 }],
  ['6D23-123', '6D2023-0123', { court: '6D', year: 2023, serial: 123 }],
  ['SC2024-1234', 'SC2024-1234', { court: 'SC', year: 2024, serial: 1234 }],
  ['SC17-869', 'SC2017-0869', { court: 'SC', year: 2017, serial: 869 }],
  ['Case No. sc2024-0001', 'SC2024-0001', { court: 'SC', serial: 1 }],
  ['132024CA001234000001', '132024CA001234XXXX01', { ...ucn, branch: '01' }],
  ['132024CA001234XXXXXX', '132024CA001234', ucn],
  ['502025CC018057XXXANB', '502025CC018057XXXANB', { county: '50', year: 2025, party: 'XXXA', branch: 'NB' }],
  ['502025CC018057XXXXNB', '502025CC018057XXXXNB', { branch: 'NB', serial: 18057 }],
  ['132024CA001234', '132024CA001234', ucn],
  ['13-2024-CA-001234-0000-01', '132024CA001234XXXX01', { ...ucn, branch: '01' }],
  ['13-2024-CA-001234', '132024CA001234', ucn],
  ['CASE NUMBER 132024CF001234A00001', '132024CF001234A00001', { party: 'A000', branch: '01', type: 'cf' }],
  ['2024-CA-001234', '24-ca-01234', { year: 2024, type: 'ca', serial: 1234 }],
  ['2024CA001234', '24-ca-01234', { year: 2024, type: 'ca', serial: 1234 }],
  ['24-001234-CA-01', '24-001234-CA-01', { scheme: 'florida', year: 2024, type: 'ca', serial: 1234, branch: '01' }],
  ['2024-001234-CA-01', '24-001234-CA-01', { scheme: 'florida', year: 2024, branch: '01' }],
  ['24-CA-001234', '24-ca-01234', { year: 2024, type: 'ca', serial: 1234 }],
]

const east: readonly Row[] = [
  ['500136/2006E', '500136/2006', { scheme: 'new-york', serial: 500136, year: 2006 }],
  ['500136/2006', '500136/2006', { scheme: 'new-york', serial: 500136, year: 2006 }],
  ['Index No. 651234/24', '651234/2024', { scheme: 'new-york', serial: 651234, year: 2024 }],
  ['Index No. 1234/2019', '001234/2019', { scheme: 'new-york', serial: 1234, year: 2019 }],
  ['EF2024-1234', 'EF2024-1234', {}],
  ['APL-2024-00177', 'APL-2024-00177', { scheme: 'new-york-appeals', year: 2024, serial: 177 }],
  ['apl-2024-00177', 'APL-2024-00177', { scheme: 'new-york-appeals' }],
  ['MER-L-002371-25', 'MER-L-002371-25', { scheme: 'new-jersey', county: 'MER', type: 'l', serial: 2371, year: 2025 }],
  ['MER L 2371-25', 'MER-L-002371-25', { scheme: 'new-jersey', county: 'MER', serial: 2371 }],
  ['BER-DC-012345-24', 'BER-DC-012345-24', { county: 'BER', type: 'dc', serial: 12345 }],
  ['SWC-F-001234-24', 'SWC-F-001234-24', { county: 'SWC', type: 'f' }],
  ['ESX-C-000012-24', 'ESX-C-000012-24', { county: 'ESX', type: 'c' }],
  ['A-001234-24', 'A-001234-24', { scheme: 'new-jersey', court: 'A', serial: 1234, year: 2024 }],
  ['A-1234-24', 'A-001234-24', { scheme: 'new-jersey', court: 'A' }],
]

const rows = [...district, ...bankruptcy, ...appellate, ...texas, ...florida, ...east]
const numbers = rows.filter(([, , parts]) => Object.keys(parts).length > 0)

test('the table has at least 120 numbers', () => {
  expect(rows.length).toBeGreaterThanOrEqual(120)
})

test.each(numbers)('%s is %s', (text, normal, parts) => {
  expect(parseDocketNumber(text)).toMatchObject(parts)
  expect(normalizeDocketNumber(text)).toBe(normal)
  expect(normalizeDocketNumber(normal)).toBe(normal)
  expect(matchDocketNumbers(text, normal)).not.toBe('different')
})

test.each([...district, ...bankruptcy])('%s and %s are the same in a federal court', (text, normal) => {
  const court = findCourt('nysd')
  expect(court && matchDocketNumbers(text, normal, court)).toBe('same')
})

test.each(['EF2024-1234', 'no number', '12/2024', '01/02/2024', 'page 3 of 9', '(555) 123-4567', 'A-1'])(
  '"%s" is not a number of a known form',
  (text) => {
    expect(parseDocketNumber(text)).toBeUndefined()
  },
)

describe('missing parts are wildcards', () => {
  test.each([
    ['132024CA001234XXXX01', '2024-CA-001234', 'compatible'],
    ['132024CA001234XXXX01', '24-001234-CA-01', 'compatible'],
    ['132024CA001234XXXX01', '132024CA001234', 'compatible'],
    ['132024CA001234000001', '13-2024-CA-001234-XXXX-01', 'same'],
    ['132024CA001234XXXX01', '502024CA001234XXXX01', 'different'],
    ['132024CA001234XXXX01', '132024CC001234XXXX01', 'different'],
    ['132024CA001234XXXX01', '132024CA001234XXXX02', 'different'],
    ['132024CA001234', '132023CA001234', 'different'],
    ['24-001234-CA-01', '2024-CA-001234', 'compatible'],
    ['24-001234-CA-01', '24-001234-CA-02', 'different'],
    ['1D2024-1234', '2D2024-1234', 'different'],
    ['1D24-1234', '1D2024-1234', 'same'],
    ['SC2024-1234', '1D2024-1234', 'different'],
    ['01-24-00089-CV', '14-24-00089-CV', 'different'],
    ['01-24-00089-CV', '01-24-00089-CR', 'different'],
    ['01-24-00089-CV', 'No. 01-24-00089-cv', 'same'],
    ['PD-0912-91', 'PD-0912-92', 'different'],
    ['WR-81,580-01', 'WR-81580-02', 'different'],
    ['WR-81,580', 'WR-81,580-02', 'compatible'],
    ['2026-CI-01234', '2026CI01234', 'same'],
    ['500136/2006E', '500136/2006', 'same'],
    ['500136/2006E', '500136/2007', 'different'],
    ['MER-L-002371-25', 'MER-L-2371-25', 'same'],
    ['MER-L-002371-25', 'BER-L-002371-25', 'different'],
    ['MER-L-002371-25', 'A-002371-25', 'different'],
    ['APL-2024-00177', 'APL-2024-00178', 'different'],
    ['21-1975-cv', '21-1975', 'compatible'],
    ['21-1975-cv', '21-1975-cr', 'different'],
    ['25A1208', '25-1208', 'different'],
    ['25A1208', '24A1208', 'different'],
    ['12345-24S', '12345-24', 'compatible'],
    ['1:93-14-00123', '1:93-cv-00123', 'different'],
    ['8:10-01083', '10-01083-8-RDD', 'same'],
    ['8:10-01083', '10-01083', 'compatible'],
    ['24-10001-7', '24-10001-13', 'compatible'],
    ['500136/2006', '20-cv-500136', 'different'],
  ] as const)('%s and %s are %s', (a, b, expected) => {
    expect(matchDocketNumbers(a, b)).toBe(expected)
    expect(matchDocketNumbers(b, a)).toBe(expected)
  })
})

const separators = fc.constantFrom('-', '\u2011', '\u2013', ':', '/', ' ', ',', '')
const junk = fc
  .array(fc.oneof(fc.constantFrom(...numbers.map(([text]) => text)), separators, fc.string({ maxLength: 12 })), {
    maxLength: 8,
  })
  .map((pieces) => pieces.join(''))

test('the normal form of any text is its own normal form and identifies the same case', () => {
  fc.assert(
    fc.property(junk, (text) => {
      const normal = normalizeDocketNumber(text)
      expect(normalizeDocketNumber(normal)).toBe(normal)
      if (parseDocketNumber(text)) expect(matchDocketNumbers(text, normal)).not.toBe('different')
    }),
    { numRuns: 3_000 },
  )
})

test('comparing two texts gives the same result in either order', () => {
  fc.assert(
    fc.property(junk, junk, (a, b) => {
      expect(matchDocketNumbers(a, b)).toBe(matchDocketNumbers(b, a))
    }),
    { numRuns: 3_000 },
  )
})

test('a federal number with parts omitted is compatible with the whole one, never different', () => {
  const federal = [...district, ...bankruptcy]
  fc.assert(
    fc.property(
      fc.constantFrom(...federal),
      fc.subarray(['office', 'type', 'defendant', 'judges'] as const),
      ([text], left) => {
        const whole = parseDocketNumber(text) ?? {}
        const less = Object.fromEntries(Object.entries(whole).filter(([key]) => !left.some((each) => each === key)))
        expect(matchDocketParts(whole, less)).not.toBe('different')
      },
    ),
  )
})

test('the longest texts take time in proportion to their length', () => {
  const pieces = ['1-', '20-', '2024', 'MER-L-', '1:2', 'D-1-', 'CA0', '/2', '00', 'a', '-cv-', ',1']
  for (const piece of pieces) {
    const text = piece.repeat(300).slice(0, 300)
    const took = leastThreadTimeOf(() => {
      for (let n = 0; n < 200; n++) parseDocketNumber(text)
    })
    expect(took, piece).toBeLessThan(400)
  }
})
