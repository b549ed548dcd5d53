import type { Random } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'
import type { Court } from '../world/make-court.ts'
import { onCourtDay } from './court-days.ts'
import type { EntryKind } from './other-kinds.ts'
import { addWorkingMinutes, type CourtTime, courtTime, noticeDate } from './times.ts'

/** The filer: occasionally the firm itself, mostly the other side; court staff have no name. */
export interface Filer {
  user?: string
  parties: readonly string[]
}

interface DocketTextInput {
  random: Random
  court: Court
  case: WorldCase
  kind: EntryKind
  attachments: readonly string[]
  time: CourtTime
  at: Date
  documentNumber: number
  filer: Filer
  /** ISO date of the hearing it sets; drawn at random if absent. */
  hearingOn?: string | undefined
}

/** Returns the docket text as the court's clerks write it: the entry, its attachments, who entered it. */
export function makeDocketText(input: DocketTextInput): string {
  const { random, court, kind } = input
  const plaintiffs = input.case.plaintiffs.join(', ')
  const text = kind.text({
    random,
    case: input.case,
    parties: input.filer.parties.join(', ') || plaintiffs,
    earlier: input.documentNumber - random.int(1, 12),
    hearing: noticeDate(courtTime(hearingTime(input), court.timeZone)),
    filed: noticeDate(input.time),
    lastMonth: lastMonth(input.time),
  })
  return habits[court.id]?.(input, text) ?? plain(input, text)
}

function hearingTime({ hearingOn, at, random }: DocketTextInput): Date {
  const drawn = onCourtDay(addWorkingMinutes(at, 600 * random.int(10, 40)))
  return hearingOn === undefined ? drawn : new Date(`${hearingOn}T18:00:00Z`)
}

/** Returns the last day of the month before: `October 31, 2026`. */
function lastMonth({ year, month }: CourtTime): string {
  const date = new Date(Date.UTC(year, month - 1, 0))
  return date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })
}

/** Deviations of individual courts. */
const habits: Record<string, (input: DocketTextInput, text: string) => string> = {
  cand: (input, text) => `${plain(input, text)} (Filed on ${noticeDate(input.time)})`,
  nysd: (input, text) =>
    plain(input, input.kind.by === 'attorney' ? text.replace(/ by ([^<]+)\.$/, '. Document filed by $1.') : text),
  txsd: (input, text) => plain(input, input.kind.by === 'attorney' ? `${text.replace(/\.$/, '')}, filed.` : text),
}

function plain(input: DocketTextInput, text: string): string {
  const list = input.attachments.map((name, index) => `# (${index + 1}) ${name}`).join(', ')
  const attachments = list === '' ? '' : ` (Attachments: ${list})`
  return `${text}${attachments}(${input.filer.user ?? clerk(input)})`
}

function clerk({ random }: DocketTextInput): string {
  return `${random.pick(['mll', 'dtr', 'jhs', 'ac', 'ewm'])}, COURT STAFF`
}
