import type { DocketParts, DocketScheme } from '@courtcrier/contract/notice.ts'

/** A docket number of a state's courts or the Tax Court in the text; its dashes are plain hyphens. */
export function parseStateNumber(plain: string): DocketParts | undefined {
  for (const { pattern, read } of schemes) {
    const groups = pattern.exec(plain)?.groups
    if (groups) return withoutGaps(read(groups))
  }
  return undefined
}

/** The one spelling of a number with a scheme. */
export function writeStateNumber(parts: DocketParts): string {
  if (!parts.scheme) throw new Error('a docket number without a scheme is a federal one')
  return writers[parts.scheme](parts)
}

/** Courts began electronic dockets with cases of the 1970s. */
export function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/** Two digits where they are read as the same year again, else four. */
export function shortYear(year = 0): string {
  const digits = padded(year % 100, 2)
  return fullYear(digits) === year ? digits : String(year)
}

export function padded(value: number | undefined, length: number): string {
  return String(value ?? '').padStart(length, '0')
}

type Groups = Readonly<Record<string, string | undefined>>

/** As read from the text, where a part that is not there is undefined. */
type ReadParts = { [Key in keyof DocketParts]: DocketParts[Key] | undefined }

interface Scheme {
  pattern: RegExp
  read: (groups: Groups) => ReadParts
}

/** In the order in which they are tried. Every quantifier is bounded, so hostile text costs no time. */
const schemes: readonly Scheme[] = [
  {
    // Texas Courts of Appeals: 01-24-00089-CV.
    pattern: /(?<![\w:-])(?<court>\d\d)-(?<year>\d\d)-(?<serial>\d{5})-(?<type>CV|CR)(?![\w-])/i,
    read: (groups) => ({ scheme: 'texas-appellate', ...common(groups) }),
  },
  {
    // Texas Court of Criminal Appeals: PD-0912-91 is a petition of 1991, WR-81,580-02 the second writ of one convict.
    pattern: /(?<![\w-])(?<court>PD|WR|AP)-(?<serial>\d{1,3},\d{3}|\d{3,6})(?:-(?<last>\d\d))?(?![\w,-])/i,
    read: ({ court, serial = '', last }) => ({
      scheme: 'texas-appellate',
      court: court?.toUpperCase(),
      serial: Number(serial.replace(',', '')),
      ...(court?.toUpperCase() === 'PD' ? { year: last === undefined ? undefined : fullYear(last) } : { branch: last }),
    }),
  },
  {
    // Travis County, Texas: D-1-FM-26-000123.
    pattern: /(?<![\w-])(?<court>[DC]-1)-(?<type>[A-Z]{2})-(?<year>\d\d)-(?<serial>\d{6})(?![\w-])/i,
    read: (groups) => ({ scheme: 'texas-trial', ...common(groups) }),
  },
  {
    // Florida's courts of appeal and Supreme Court: 1D2024-1234, SC2024-1234, older SC17-1234.
    pattern: /(?<![\w-])(?<court>[1-6]D|SC)(?<year>(?:19|20)\d\d|\d\d)-(?<serial>\d{1,5})(?![\w-])/i,
    read: (groups) => ({ scheme: 'florida-appellate', ...common(groups) }),
  },
  {
    // Florida's Uniform Case Number of 20 characters, or its first 14: county, year, type, serial, party, branch.
    pattern:
      /(?<![\w-])(?<county>\d\d)-?(?<year>(?:19|20)\d\d)-?(?<type>[A-Z]{2})-?(?<serial>\d{6})(?:-?(?<party>[A-Z0-9]{4})-?(?<branch>[A-Z0-9]{2}))?(?![\w-])/i,
    read: (groups) => ({
      scheme: 'florida',
      ...common(groups),
      county: groups.county,
      party: isPlaceholder(groups.party) ? undefined : groups.party?.toUpperCase(),
      branch: isPlaceholder(groups.branch) ? undefined : groups.branch?.toUpperCase(),
    }),
  },
  {
    // Florida's local form with the section behind: 24-001234-CA-01, 2024-001234-CA-01.
    pattern: /(?<![\w:-])(?<year>(?:20)?\d\d)-(?<serial>\d{6})-(?<type>[A-Z]{2})-(?<branch>\d\d)(?![\w-])/i,
    read: (groups) => ({ scheme: 'florida', ...common(groups), branch: groups.branch }),
  },
  {
    // New Jersey's Superior Court: MER-L-002371-25.
    pattern: /(?<![\w-])(?<county>[A-Z]{3})[ -](?<type>[A-Z]{1,2})[ -](?<serial>\d{1,6})[ -](?<year>\d\d)(?![\w-])/i,
    read: (groups) => ({ scheme: 'new-jersey', ...common(groups), county: groups.county?.toUpperCase() }),
  },
  {
    // New Jersey's Appellate Division: A-001234-24.
    pattern: /(?<![\w-])(?<court>A)-(?<serial>\d{4,6})-(?<year>\d\d)(?![\w-])/i,
    read: (groups) => ({ scheme: 'new-jersey', ...common(groups) }),
  },
  {
    // New York Court of Appeals: APL-2024-00177.
    pattern: /(?<![\w-])APL-(?<year>(?:19|20)\d\d)-(?<serial>\d{5})(?![\w-])/i,
    read: (groups) => ({ scheme: 'new-york-appeals', ...common(groups) }),
  },
  {
    // New York's index numbers: 500136/2006E, the letter for e-filed ones. A month and a year are shorter.
    pattern:
      /(?<![\w/-])(?<serial>\d{3,7})\/(?<year>(?:19|20)\d\d)E?(?![\w/-])|(?<![\w/-])(?<longSerial>\d{5,7})\/(?<shortYear>\d\d)E?(?![\w/-])/i,
    read: ({ serial, longSerial, year, shortYear: short }) => ({
      scheme: 'new-york',
      year: fullYear(year ?? short ?? ''),
      serial: Number(serial ?? longSerial),
    }),
  },
  {
    // The Tax Court, which puts the year last: 12345-24, 12345-24S for a small case.
    pattern: /(?<![\w:/-])(?!(?:19|20)\d\d-)(?<serial>\d{3,5})-(?<year>\d\d)(?<type>[SLPRWX]?)(?![\w-])/i,
    read: (groups) => ({ scheme: 'tax-court', ...common(groups) }),
  },
  {
    // Written without hyphens by many county courts: 2024CA001234, 2026CI01234.
    pattern: /(?<![\w-])(?<year>(?:19|20)\d\d)(?<type>[A-Z]{2})(?<serial>\d{5,6})(?![\w-])/i,
    read: common,
  },
]

function common({ court, year, type, serial }: Groups): DocketParts {
  return {
    ...(court && { court: court.toUpperCase() }),
    ...(year && { year: fullYear(year) }),
    ...(type && { type: type.toLowerCase() }),
    serial: Number(serial),
  }
}

/** Florida's clerks fill the places they do not use with X or 0. */
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
}
