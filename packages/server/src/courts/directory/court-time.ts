import type { Court } from './court.ts'

/** A moment as written in a notice: ISO local date-time, and its UTC offset in minutes if known. */
export interface CourtTime {
  local: string
  zone?: string
  offsetMinutes?: number
}

/** The parts of `08/16/2022 at 10:21:24 AM Central Daylight Time` as written. */
export interface WrittenTime {
  date: string
  hour: string
  minute: string
  second?: string
  /** AM or PM. */
  half: string
  zone?: string
}

/** The moment that the words state; undefined if there is none. Without a zone it is in the court's own time. */
export function readCourtTime(written: WrittenTime, court: Court | undefined): CourtTime | undefined {
  const date = isoDate(written.date)
  const hour = Number(written.hour)
  // Entries from a nightly batch are stamped "00:34 AM".
  if (!date || hour > 12 || Number(written.minute) > 59) return undefined
  const hours = (hour % 12) + (/^p/i.test(written.half) ? 12 : 0)
  const local = `${date}T${pad(hours)}:${written.minute}:${written.second ?? '00'}`
  const zone = written.zone?.replace(/\s+/g, ' ')
  const short = zone && shortZone(zone)
  const named = short ? offsets[short] : undefined
  const offsetMinutes = named ?? (court && isOwnTime(short) ? offsetAt(local, court.timeZone) : undefined)
  return { local, ...(zone && { zone }), ...(offsetMinutes !== undefined && { offsetMinutes }) }
}

/** Converts `8/1/2022` or `08/01/22` to `2022-08-01`; undefined if there is no such day. */
export function isoDate(text: string): string | undefined {
  const [month = 0, day = 0, written = 0] = text.split('/').map(Number)
  const year = written < 100 ? 2000 + written : written
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? `${year}-${pad(month)}-${pad(day)}` : undefined
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

const letters: Readonly<Record<string, string>> = {
  atlantic: 'A',
  eastern: 'E',
  central: 'C',
  mountain: 'M',
  pacific: 'P',
  alaska: 'AK',
  alaskan: 'AK',
  hawaii: 'H',
  'hawaii-aleutian': 'H',
  chamorro: 'CH',
  samoa: 'S',
}

/** `Central Daylight Time` as `CDT`. */
function shortZone(words: string): string {
  const [, place = '', season = ''] = /^([a-z-]+)\s+(?:(daylight|standard)\s+)?time$/i.exec(words) ?? []
  const letter = letters[place.toLowerCase()]
  return letter ? `${letter}${season.charAt(0).toUpperCase()}T` : words.toUpperCase()
}

/** "ET" names the zone but not the season, which is determined by date and court. */
function isOwnTime(zone: string | undefined): boolean {
  return zone === undefined || /^[ECMP]T$/.test(zone)
}

/** Offsets in minutes of the zones that courts use; Guam's is ChST. */
const offsets: Readonly<Record<string, number>> = {
  AST: -240,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  HDT: -540,
  CHST: 600,
  SST: -660,
  GMT: 0,
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A time zone's offset at a local time: the one for which the resulting instant has that local time. */
function offsetAt(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}Z`)
  const first = offsetOfInstant(asUtc, timeZone)
  return offsetOfInstant(asUtc - first * 60_000, timeZone)
}

function offsetOfInstant(time: number, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const name = format.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -size : size
}
