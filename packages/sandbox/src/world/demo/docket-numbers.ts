import type { Random } from '../../random.ts'
import type { Court, Judge } from '../make-court.ts'

/** About how many cases a court opens a year; in districts with several offices, how many the office opens. */
const yearly: Readonly<Record<string, number>> = {
  'cand/3': 5_400,
  'cand/4': 2_600,
  'cand/5': 2_700,
  'nysd/1': 10_800,
  'nysd/7': 1_200,
  'ilnd/1': 13_500,
  'ilnd/3': 480,
  'cacd/2': 11_600,
  'cacd/5': 2_700,
  'cacd/8': 2_900,
  'txsd/4': 6_100,
  'txsd/7': 420,
  'txsd/2': 310,
  'flmd/8': 3_100,
  'flmd/6': 2_500,
  'flmd/3': 1_500,
  'nyed/1': 6_400,
  'nyed/2': 2_100,
  'ded/1': 1_500,
  njb: 22_000,
  deb: 2_600,
  nysb: 2_100,
  ca3: 3_300,
  ca5: 9_000,
  ca9: 8_000,
  illcirctcook: 13_000,
  texdistcttravis: 9_500,
  flacirct15pal: 13_800,
  nysupctnewyork: 7_200,
  calsuppctla: 38_000,
}

interface DocketInput {
  random: Random
  court: Court
  /** ISO date on which the case was opened. */
  filedOn: string
  judges: readonly (Judge | undefined)[]
}

/** Returns a number in the court's own form, as high as the court would have counted by that day of the year. */
export function makeDemoDocketNumber({ random, court, filedOn, judges }: DocketInput): string {
  const year = filedOn.slice(0, 4)
  const office = court.kind === 'district' ? random.pick(court.offices)[0] : undefined
  const count = yearly[office === undefined ? court.id : `${court.id}/${office}`] ?? 1_000
  const dayOfYear = Math.floor((Date.parse(filedOn) - Date.parse(`${year}-01-01`)) / 86_400_000)
  const serial = Math.floor((count * dayOfYear) / 366) + random.int(1, Math.ceil(count / 366) + 1)
  const initials = judges.flatMap((judge) => (judge?.initials ? [judge.initials] : []))
  const write = forms[court.id] ?? forms[court.kind]
  if (write === undefined) throw new Error(`The sandbox has no docket numbers for ${court.id}`)
  return write({ year, serial, office, initials })
}

interface NumberParts {
  year: string
  serial: number
  office: number | undefined
  initials: readonly string[]
}

const forms: Readonly<Record<string, (parts: NumberParts) => string>> = {
  district: ({ year, serial, office, initials }) =>
    [`${office}:${year.slice(2)}-cv-${padded(serial, 5)}`, ...initials].join('-'),
  // Delaware's and New York's bankruptcies begin at 10001, New Jersey's at 10000 for Newark, Trenton and Camden alike.
  bankruptcy: ({ year, serial, initials }) => [`${year.slice(2)}-${10_000 + serial}`, ...initials].join('-'),
  ca3: ({ year, serial }) => `${year.slice(2)}-${1_000 + serial}`,
  // The Fifth Circuit's second digit block is the district an appeal comes from.
  ca5: ({ year, serial }) => `${year.slice(2)}-20${padded(serial % 1_000, 3)}`,
  ca9: ({ year, serial }) => `${year.slice(2)}-${serial}`,
  illcirctcook: ({ year, serial }) => `${year}L${padded(serial, 6)}`,
  texdistcttravis: ({ year, serial }) => `D-1-GN-${year.slice(2)}-${padded(serial, 6)}`,
  flacirct15pal: ({ year, serial }) => `50${year}CA${padded(serial, 6)}XXXAMB`,
  nysupctnewyork: ({ year, serial }) => `${650_000 + serial}/${year}`,
  calsuppctla: ({ year, serial }) => `${year.slice(2)}STCV${padded(serial, 5)}`,
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0')
}
