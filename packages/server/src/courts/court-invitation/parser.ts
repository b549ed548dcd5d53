import type { Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { readBody } from '../body.ts'
import { parseDocketNumber } from '../docket-number.ts'
import type { CourtParser, KnownCourt, Reading } from '../parser.ts'
import { type CalendarEvent, readCalendar } from './calendar.ts'
import { readWrittenTime } from './written-time.ts'

/** Invitations to hearings and conferences: a chambers' mail with Zoom's words, a calendar part, or both. */
export const courtInvitation: CourtParser = { name: 'court-invitation', score, read }

const invites =
  /\b(?:inviting\s{1,9}you\s{1,9}to\s{1,9}(?:join\s{1,9})?a\s{1,9}scheduled\s{1,9}(?:zoom|webex|teams)|join\s{1,9}zoomgov\s{1,9}meeting)/i
const opening = 6_000

/** A notice of filing may quote an invitation or carry one; its own score is higher. */
function score(message: Message): number {
  if (message.attachments.some(({ mediaType }) => mediaType === 'text/calendar')) return 0.6
  return invites.test(readBody(message).text.slice(0, opening)) ? 0.5 : 0
}

function read(message: Message, { found }: KnownCourt): Reading {
  const calendar = readCalendar(message)
  const schedule = calendar?.schedule ?? readWrittenTime(readBody(message))
  const subject = message.subject.replace(/^(?:(?:fwd?|re): ?){0,5}/i, '').slice(0, 1_000)
  const understood: Partial<Notice> = {
    kind: 'invitation',
    ...readEvent(subject, calendar),
    cases: readCases(subject, calendar?.summary),
    ...(schedule && { schedule }),
  }
  if (found) return { understood }
  return {
    understood,
    obstacle: 'This is an invitation to a hearing or meeting, but it does not show which court sent it.',
  }
}

function readEvent(subject: string, calendar: CalendarEvent | undefined): Pick<Notice, 'event'> {
  const title = subject || calendar?.summary
  if (!title) return {}
  const isTold = !calendar?.isCancelled || /\bcancell?ed\b/i.test(title)
  if (!isTold) return { event: { value: `Canceled: ${title}`, from: 'derived' } }
  return { event: { value: title, from: subject ? 'subject' : 'derived' } }
}

/** The subject names the case, else the title of the calendar's event does. */
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

/** "22-59 Settlement Conference (Cabatek v. Nextlight)": without parties beside it, it might as well be a date. */
const short = /^(?:\d{1,2}[:-])?\d\d-\d{4,7}(?![\w-])|^\d\d-\d{1,3}(?![\w-])(?=.{0,500} vs?\.? )/i
