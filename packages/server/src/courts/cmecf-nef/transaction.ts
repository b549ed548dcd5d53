import type { Found, Notice } from '@courtcrier/contract/notice.ts'
import type { Body } from '../body.ts'
import type { Court } from '../court.ts'
import { findWords } from '../found.ts'

/** When and by whom the entry was made. */
export type Transaction = Pick<Notice, 'enteredAt' | 'filedDate' | 'filingUser'>

/** Reads "The following transaction was entered by Green, Remy on 8/1/2022 at 8:02 PM EDT and filed on 8/1/2022". */
export function readTransaction(body: Body, start: number | undefined, court: Court | undefined): Transaction {
  if (start === undefined) return {}
  const match = sentence.exec(body.text.slice(start, start + longestSentence))
  if (!match?.groups || !match.indices?.groups) return {}
  const { indices } = match
  const groups = match.groups
  const found = (from: string, to = from): Found<string> | undefined => {
    const [first, last] = [indices.groups?.[from], indices.groups?.[to]]
    return first && last ? findWords(body, start + first[0], start + last[1]) : undefined
  }
  const enteredSpan = found('enteredDate', groups.zone ? 'zone' : 'half')?.span
  const local = localTime(groups)
  const user = found('user')
  const filed = found('filedDate')
  const filedIso = isoDate(groups.filedDate)
  return {
    ...(local && {
      enteredAt: { value: { local, ...zoneOf(local, groups.zone, court) }, span: enteredSpan, from: 'body' },
    }),
    ...(user && { filingUser: user }),
    ...(filed && filedIso && { filedDate: { ...filed, value: filedIso } }),
  }
}

const longestSentence = 700

/** Every run is bounded, because text without end between the words would otherwise be tried in every way. */
const space = String.raw`\s{1,12}`
const day = String.raw`\d{1,2}/\d{1,2}/\d{4}`
const sentence = new RegExp(
  [
    `^The${space}following${space}(?:transaction|claim)${space}was${space}(?:entered|received|edited|filed)`,
    String.raw`(?:${space}(?:by|from)${space}(?<user>[\s\S]{1,200}?))??(?:${space}entered)?${space}on${space}`,
    String.raw`(?<enteredDate>${day})(?:${space}at)?${space}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s{0,12}(?<half>[AP]M)`,
    `(?:${space}(?<zone>(?!AND)[A-Z]{2,4}T))?(?:${space}and${space}filed${space}on${space}(?<filedDate>${day}))?`,
  ].join(''),
  'di',
)

function localTime(groups: Record<string, string | undefined>): string | undefined {
  const date = isoDate(groups.enteredDate)
  const hour = Number(groups.hour)
  const minute = Number(groups.minute)
  // Entries of the night's batch are stamped "00:34 AM".
  if (!date || hour > 12 || minute > 59) return undefined
  const hours = (hour % 12) + (groups.half?.toUpperCase() === 'PM' ? 12 : 0)
  return `${date}T${pad(hours)}:${pad(minute)}:${groups.second ?? '00'}`
}

/** `8/1/2022` as `2022-08-01`; undefined when there is no such day. */
function isoDate(text: string | undefined): string | undefined {
  const [month = 0, day = 0, year = 0] = (text ?? '').split('/').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? `${year}-${pad(month)}-${pad(day)}` : undefined
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** Offsets in minutes of the zones that courts name; Guam's is ChST. */
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

/** A notice that names no zone means its court's own time. */
function zoneOf(
  local: string,
  zone: string | undefined,
  court: Court | undefined,
): { zone?: string; offsetMinutes?: number } {
  const named = zone === undefined ? undefined : offsets[zone.toUpperCase()]
  const offsetMinutes = named ?? (zone === undefined && court ? offsetAt(local, court.timeZone) : undefined)
  return { ...(zone && { zone }), ...(offsetMinutes !== undefined && { offsetMinutes }) }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The offset that a time zone keeps at a local time: the one that turns the local time into an instant it came from. */
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
