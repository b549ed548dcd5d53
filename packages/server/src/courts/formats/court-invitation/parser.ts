import type { Notice, NoticeCase, NoticeSchedule } from '@courtcrier/contract/notice.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import { isCalendarAnswer } from '../../message/calendar-answer.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { invites, untitledOpening } from '../../text/untitled-notice.ts'
import { type CalendarEvent, readCalendar } from './calendar.ts'
import { ianaZone } from './time-zone.ts'

/** Invitations to hearings and conferences: a message from chambers with Zoom's text, a calendar part, or both. */
export const courtInvitation: CourtParser = { name: 'court-invitation', score, read }

/** A notice of filing may quote or contain an invitation; its own score is higher. */
function score(message: Message): number {
  if (message.attachments.some(isCalendarAnswer)) return 0
  if (message.attachments.some(({ mediaType }) => mediaType === 'text/calendar')) return 0.6
  return invites.test(readBody(message).text.slice(0, untitledOpening)) ? 0.5 : 0
}

function read(message: Message, { found }: KnownCourt): NoticeReading {
  const calendar = readCalendar(message)
  const written = readWrittenTime(readBody(message))
  const schedule = calendar?.schedule ?? written
  const subject = message.subject.replace(/^(?:(?:fwd?|re): ?){0,5}/i, '').slice(0, 1_000)
  const understood: Partial<Notice> = {
    kind: 'invitation',
    ...readEvent(subject, calendar),
    cases: readCases(subject, calendar?.summary),
    ...(schedule && { schedule }),
  }
  const doubt = whyDoubtful(calendar?.schedule, written)
  if (found) return { understood, ...(doubt && { obstacle: doubt }) }
  return {
    understood,
    obstacle: 'This is an invitation to a hearing or meeting, but it does not show which court sent it.',
  }
}

/**
 * Says if the calendar part is about another day than the words, of which mail programs may show only one. Within a day,
 * both may be right: in another zone, or all day long.
 */
function whyDoubtful(calendar: NoticeSchedule | undefined, written: NoticeSchedule | undefined): string | undefined {
  if (!calendar || !written) return undefined
  const [one, other] = [calendar, written].map(({ starts }) => Date.parse(`${starts}Z`)) as [number, number]
  if (Math.abs(one - other) <= day) return undefined
  return `This invitation says ${inWords(other)}, but its calendar file says ${inWords(one)}. Ask the court which is right.`
}

const day = 24 * 60 * 60_000

function inWords(time: number): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/**
 * The one time stated in an invitation's words, as clerks write it ("1/4/2023 at 9:00 A.M. EST") or as in Zoom's text
 * ("Time: Jan 4, 2023 09:00 AM Eastern Time (US and Canada)"). Undefined if there is none, or if there are different
 * ones.
 */
function readWrittenTime(body: Body): NoticeSchedule | undefined {
  const text = body.text.slice(0, longestText).replace(/\s+/g, ' ')
  const times = new Map<string, NoticeSchedule>()
  for (const match of text.matchAll(writtenTime)) {
    const schedule = match.groups && scheduleOf(match.groups)
    if (schedule && !times.has(schedule.starts)) times.set(schedule.starts, schedule)
  }
  return times.size === 1 ? [...times.values()][0] : undefined
}

const longestText = 20_000

const writtenTime =
  /\b(?:(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})|(?<name>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? (?<dayOf>\d{1,2}), (?<yearOf>\d{4}))(?:,? at|,)? (?<hour>\d{1,2}):(?<minute>\d\d) ?(?<half>[AP])\.?M\.?(?: (?<zone>(?:Eastern|Central|Mountain|Pacific|Alaska|Hawaii) Time\b|[ECMP][SD]?T\b|AK[SD]T\b|HST\b))?/gi

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function scheduleOf(groups: Record<string, string | undefined>): NoticeSchedule | undefined {
  const month = groups.month ? Number(groups.month) : months.indexOf(groups.name?.toLowerCase() ?? '') + 1
  const day = Number(groups.day ?? groups.dayOf)
  const hour = Number(groups.hour)
  if (hour < 1 || hour > 12 || Number(groups.minute) > 59) return undefined
  const hours = (hour % 12) + (groups.half?.toUpperCase() === 'P' ? 12 : 0)
  const date = `${groups.year ?? groups.yearOf}-${pad(month)}-${pad(day)}`
  const time = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) return undefined
  const timeZone = groups.zone && ianaZone(groups.zone)
  return { starts: `${date}T${pad(hours)}:${groups.minute}:00`, ...(timeZone && { timeZone }) }
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

function readEvent(subject: string, calendar: CalendarEvent | undefined): Pick<Notice, 'event'> {
  const title = subject || calendar?.summary
  if (!title) return {}
  const isTold = !calendar?.isCanceled || /\bcancell?ed\b/i.test(title)
  if (!isTold) return { event: { value: `Canceled: ${title}`, from: 'derived' } }
  return { event: { value: title, from: subject ? 'subject' : 'derived' } }
}

/** The case is named in the subject, otherwise in the calendar event's title. */
function readCases(subject: string, summary: string | undefined): NoticeCase[] {
  return caseIn(subject, 'subject') ?? (summary ? caseIn(summary, 'derived') : undefined) ?? []
}

function caseIn(text: string, from: 'subject' | 'derived'): NoticeCase[] | undefined {
  const number = (typed.exec(text) ?? short.exec(text))?.[0].trim()
  const parts = number === undefined ? undefined : parseDocketNumber(number)
  if (!number || !parts) return undefined
  const name = /\(([^()]{1,150}? vs?\.? [^()]{1,150})\)/i.exec(text)?.[1]
  return [{ docketNumber: { value: number, from }, parts, ...(name && { name: { value: name.trim(), from } }) }]
}

const typed = /(?<![\w-])(?:\d{1,2}:)?\d\d-[a-z]{2,5}-\d{1,7}(?:-[a-z/]{1,6}){0,3}(?![\w])/i

/** "22-59 Settlement Conference (Cabatek v. Nextlight)": without parties, it could be a date. */
const short = /^(?:\d{1,2}[:-])?\d\d-\d{4,7}(?![\w-])|^\d\d-\d{1,3}(?![\w-])(?=.{0,500} vs?\.? )/i
