import type { DocketParts, DocketScheme } from '@courtcrier/contract/notice.ts'

/** How certain courts number their cases. A number is read completely or not at all. */
export interface Numbering {
  /** The state whose courts use it; absent if courts of every state do. */
  state?: string
  /** The only court that uses it. */
  court?: string
  forms: readonly Form[]
  /**
   * Parts that a number may omit and still identify the same case. Any other part missing from one of two numbers makes
   * them different.
   */
  wild: readonly ComparedPart[]
}

export const comparedParts = ['court', 'county', 'year', 'type', 'office', 'defendant', 'party', 'branch'] as const
export type ComparedPart = (typeof comparedParts)[number]

/** Reads the parts of a number in this numbering. The text has plain hyphens and nothing around the number. */
export function readNumber({ forms }: Numbering, plain: string): DocketParts | undefined {
  for (const { pattern, read } of forms) {
    const groups = pattern.exec(plain)?.groups
    if (groups) return withoutGaps(read(groups))
  }
  return undefined
}

/** Writes a number with a scheme in its one spelling. */
export function writeStateNumber(parts: DocketParts): string {
  if (!parts.scheme) throw new Error('a docket number without a scheme is a federal one')
  return writers[parts.scheme](parts)
}

/** Electronic dockets go back to cases of the 1970s. */
export function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/** Two digits if they are read back as the same year, otherwise four. */
export function shortYear(year = 0): string {
  const digits = padded(year % 100, 2)
  return fullYear(digits) === year ? digits : String(year)
}

export function padded(value: number | undefined, length: number): string {
  return String(value ?? '').padStart(length, '0')
}

type Groups = Readonly<Record<string, string | undefined>>

/** As parsed; missing parts are undefined. */
type ReadParts = { [Key in keyof DocketParts]: DocketParts[Key] | undefined }

interface Form {
  /** Matches the whole number. Every quantifier is bounded, so hostile text costs no time. */
  pattern: RegExp
  read: (groups: Groups) => ReadParts
}

const texas: Numbering = {
  state: 'Texas',
  wild: ['branch'],
  forms: [
    {
      // Courts of Appeals: 01-24-00089-CV.
      pattern: /^(?<court>\d\d)-(?<year>\d\d)-(?<serial>\d{5})-(?<type>CV|CR)$/i,
      read: (groups) => ({ scheme: 'texas-appellate', ...common(groups) }),
    },
    {
      // Court of Criminal Appeals: PD-0912-91 is a petition of 1991; WR-81,580-02 is the second writ of one convict.
      pattern: /^(?<court>PD|WR|AP)-(?<serial>\d{1,3},\d{3}|\d{3,6})(?:-(?<last>\d\d))?$/i,
      read: ({ court, serial = '', last }) => ({
        scheme: 'texas-appellate',
        court: court?.toUpperCase(),
        serial: Number(serial.replace(',', '')),
        ...(court?.toUpperCase() === 'PD'
          ? { year: last === undefined ? undefined : fullYear(last) }
          : { branch: last }),
      }),
    },
    {
      // Travis County: D-1-FM-26-000123.
      pattern: /^(?<court>[DC]-1)-(?<type>[A-Z]{2})-(?<year>\d\d)-(?<serial>\d{6})$/i,
      read: (groups) => ({ scheme: 'texas-trial', ...common(groups) }),
    },
  ],
}

const florida: Numbering = {
  state: 'Florida',
  wild: ['county', 'party', 'branch'],
  forms: [
    {
      // District Courts of Appeal and Supreme Court: 1D2024-1234, SC2024-1234, older SC17-1234.
      pattern: /^(?<court>[1-6]D|SC)(?<year>(?:19|20)\d\d|\d\d)-(?<serial>\d{1,5})$/i,
      read: (groups) => ({ scheme: 'florida-appellate', ...common(groups) }),
    },
    {
      // The Uniform Case Number of 20 characters, or its first 14: county, year, type, serial, party, branch.
      pattern:
        /^(?<county>\d\d)-?(?<year>(?:19|20)\d\d)-?(?<type>[A-Z]{2})-?(?<serial>\d{6})(?:-?(?<party>[A-Z0-9]{4})-?(?<branch>[A-Z0-9]{2}))?$/i,
      read: (groups) => ({
        scheme: 'florida',
        ...common(groups),
        county: groups.county,
        party: isPlaceholder(groups.party) ? undefined : groups.party?.toUpperCase(),
        branch: isPlaceholder(groups.branch) ? undefined : groups.branch?.toUpperCase(),
      }),
    },
    {
      // The local form, followed by the section: 24-001234-CA-01, 2024-001234-CA-01.
      pattern: /^(?<year>(?:20)?\d\d)-(?<serial>\d{6})-(?<type>[A-Z]{2})-(?<branch>\d\d)$/i,
      read: (groups) => ({ scheme: 'florida', ...common(groups), branch: groups.branch }),
    },
    {
      // The short form used by most counties: 2024-CA-001234.
      pattern: /^(?<year>(?:19|20)\d\d|\d\d)[- ]?(?<type>[A-Z]{2})[- ]?(?<serial>\d{5,6})$/i,
      read: common,
    },
  ],
}

const newJersey: Numbering = {
  state: 'New Jersey',
  wild: [],
  forms: [
    {
      // Superior Court: MER-L-002371-25.
      pattern: /^(?<county>[A-Z]{3})[ -](?<type>[A-Z]{1,2})[ -](?<serial>\d{1,6})[ -](?<year>\d\d)$/i,
      read: (groups) => ({ scheme: 'new-jersey', ...common(groups), county: groups.county?.toUpperCase() }),
    },
    {
      // Appellate Division: A-001234-24.
      pattern: /^(?<court>A)-(?<serial>\d{4,6})-(?<year>\d\d)$/i,
      read: (groups) => ({ scheme: 'new-jersey', ...common(groups) }),
    },
  ],
}

const newYork: Numbering = {
  state: 'New York',
  wild: [],
  forms: [
    {
      // Court of Appeals: APL-2024-00177.
      pattern: /^APL-(?<year>(?:19|20)\d\d)-(?<serial>\d{5})$/i,
      read: (groups) => ({ scheme: 'new-york-appeals', ...common(groups) }),
    },
    {
      // Index numbers: 500136/2006E, where the letter marks e-filed cases. A month and a year are shorter.
      pattern: /^(?:(?<serial>\d{3,7})\/(?<year>(?:19|20)\d\d)|(?<longSerial>\d{5,7})\/(?<shortYear>\d\d))E?$/i,
      read: ({ serial, longSerial, year, shortYear: short }) => ({
        scheme: 'new-york',
        year: fullYear(year ?? short ?? ''),
        serial: Number(serial ?? longSerial),
      }),
    },
  ],
}

const california: Numbering = {
  state: 'California',
  // The serial is followed by the case's kind and the courthouse: 30-2025-01400999-CU-BC-CJC.
  wild: ['type', 'branch'],
  forms: [
    {
      pattern:
        /^(?<county>\d\d)-(?<year>(?:19|20)\d\d)-(?<serial>\d{8})(?:-(?<type>[A-Z]{2}-[A-Z]{2})(?:-(?<branch>[A-Z]{2,4}))?)?$/i,
      read: (groups) => ({
        scheme: 'california',
        ...common(groups),
        county: groups.county,
        branch: groups.branch?.toUpperCase(),
      }),
    },
  ],
}

const washington: Numbering = {
  state: 'Washington',
  wild: ['branch'],
  forms: [
    {
      // Superior courts: year, kind, serial, check digit, and King County's courthouse: 24-2-01234-5 SEA.
      pattern: /^(?<year>\d\d)-(?<type>\d)-(?<serial>\d{5})-(?<party>\d)(?:[ -]?(?<branch>SEA|KNT))?$/i,
      read: (groups) => ({
        scheme: 'washington',
        ...common(groups),
        party: groups.party,
        branch: groups.branch?.toUpperCase(),
      }),
    },
  ],
}

const delaware: Numbering = {
  state: 'Delaware',
  wild: [],
  forms: [
    {
      // The Court of Chancery appends the judge's initials, which change: 2024-0123-JTL.
      pattern: /^(?<year>20\d\d)-(?<serial>\d{4})(?:-[A-Z]{2,4})?$/i,
      read: common,
    },
  ],
}

const taxCourt: Numbering = {
  court: 'tax',
  // The letter says how the case is tried and may be omitted: 12345-24S is a small case.
  wild: ['type'],
  forms: [
    {
      pattern: /^(?!(?:19|20)\d\d-)(?<serial>\d{3,5})-(?<year>\d\d)(?<type>[SLPRWX]?)$/i,
      read: (groups) => ({ scheme: 'tax-court', ...common(groups) }),
    },
  ],
}

/** Year, kind and serial, as used by county courts in many states: 2024CA001234, 24 CH 01234, 2026-CI-01234. */
const counties: Numbering = {
  wild: [],
  forms: [
    {
      pattern: /^(?<year>(?:19|20)\d\d|\d\d)[- ]?(?<type>[A-Z]{1,4})[- ]?(?<serial>\d{3,7})$/i,
      read: common,
    },
  ],
}

/** Numberings outside the federal courts on CM/ECF, in the order in which they are tried. */
export const numberings: readonly Numbering[] = [
  texas,
  florida,
  newJersey,
  newYork,
  california,
  washington,
  delaware,
  taxCourt,
  counties,
]

function common({ court, year, type, serial }: Groups): DocketParts {
  return {
    ...(court && { court: court.toUpperCase() }),
    ...(year && { year: fullYear(year) }),
    ...(type && { type: type.toLowerCase() }),
    serial: Number(serial),
  }
}

/** Florida's clerks fill unused places with X or 0. */
function isPlaceholder(text: string | undefined): boolean {
  return text === undefined || /^(?:X+|0+)$/i.test(text)
}

function withoutGaps(parts: ReadParts): DocketParts {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

const writers: Readonly<Record<DocketScheme, (parts: DocketParts) => string>> = {
  'tax-court': ({ serial, year, type = '' }) => `${padded(serial, 3)}-${shortYear(year)}${type.toUpperCase()}`,
  'texas-appellate': ({ court, year, serial, type, branch }) => {
    if (type) return `${court}-${shortYear(year)}-${padded(serial, 5)}-${type.toUpperCase()}`
    const last = branch ?? (year === undefined ? undefined : shortYear(year))
    return `${court}-${padded(serial, 4)}${last ? `-${last}` : ''}`
  },
  'texas-trial': ({ court, type = '', year, serial }) =>
    `${court}-${type.toUpperCase()}-${shortYear(year)}-${padded(serial, 6)}`,
  'florida-appellate': ({ court, year, serial }) => `${court}${year}-${padded(serial, 4)}`,
  florida: ({ county, year, type = '', serial, party, branch }) => {
    if (!county) return `${shortYear(year)}-${padded(serial, 6)}-${type.toUpperCase()}-${branch}`
    const rest = party || branch ? `${party ?? 'XXXX'}${branch ?? 'XX'}` : ''
    return `${county}${year}${type.toUpperCase()}${padded(serial, 6)}${rest}`
  },
  'new-york': ({ serial, year }) => `${padded(serial, 6)}/${year}`,
  'new-york-appeals': ({ year, serial }) => `APL-${year}-${padded(serial, 5)}`,
  'new-jersey': ({ county, court, type, serial, year }) =>
    county
      ? `${county}-${type?.toUpperCase()}-${padded(serial, 6)}-${shortYear(year)}`
      : `${court}-${padded(serial, 6)}-${shortYear(year)}`,
  california: ({ county, year, serial, type, branch }) =>
    [county, year, padded(serial, 8), type?.toUpperCase(), branch].filter(Boolean).join('-'),
  washington: ({ year, type, serial, party, branch }) =>
    `${shortYear(year)}-${type}-${padded(serial, 5)}-${party}${branch ? ` ${branch}` : ''}`,
}
