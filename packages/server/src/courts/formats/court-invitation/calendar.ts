import type { NoticeSchedule } from '@courtcrier/contract/notice.ts'
import ICAL from 'ical.js'
import type { Message } from '../../message/message.ts'
import { ianaZone } from './time-zone.ts'

/** The first event of a calendar part. */
export interface CalendarEvent {
  summary?: string
  schedule?: NoticeSchedule
  isCanceled: boolean
}

/** Invitations repeat their whole text as HTML; even so, none comes near this size. */
const longestPart = 256 * 1024

/**
 * Reads the iCalendar part of a message (RFC 5545) as far as an invitation needs it. Undefined if there is none that
 * can be read, so that the message's words are used instead.
 */
export function readCalendar(message: Message): CalendarEvent | undefined {
  const part = message.attachments.find(({ mediaType }) => mediaType === 'text/calendar')
  const calendar = part && part.content.length <= longestPart && parseCalendar(new TextDecoder().decode(part.content))
  if (!calendar) return undefined
  // Some systems send the event without the enclosing calendar.
  const event = calendar.name === 'vevent' ? calendar : calendar.getFirstSubcomponent('vevent')
  const summary = event && textOf(event, 'summary')
  const schedule = event && scheduleOf(event)
  const isCanceled =
    textOf(calendar, 'method')?.toUpperCase() === 'CANCEL' ||
    (event && textOf(event, 'status')?.toUpperCase()) === 'CANCELLED'
  return { ...(summary && { summary }), ...(schedule && { schedule }), isCanceled }
}

/** The first calendar or event in the text; a part may contain several in a row, or none. */
function parseCalendar(text: string): ICAL.Component | undefined {
  const parsed = unlessBroken(() => ICAL.parse(text))
  const first = parsed && Array.isArray(parsed[0]) ? parsed[0] : parsed
  return typeof first?.[0] === 'string' ? new ICAL.Component(first) : undefined
}

/** The library throws ParserError, TypeError and Error for "not a calendar" and "not a time", and has no predicate. */
function unlessBroken<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function scheduleOf(event: ICAL.Component): NoticeSchedule | undefined {
  const starts = timeOf(event, 'dtstart')
  if (!starts) return undefined
  const ends = timeOf(event, 'dtend')
  const zone = starts.isUtc ? 'UTC' : ianaZone(starts.zone)
  const location = textOf(event, 'location')
  return {
    starts: starts.local,
    ...(ends && { ends: ends.local }),
    ...(zone && { timeZone: zone }),
    ...(location && { location }),
  }
}

/** A time as written, `2023-01-04T09:00:00`, and its zone's name. A date without a time begins at midnight. */
function timeOf(event: ICAL.Component, name: string): { local: string; isUtc: boolean; zone: string } | undefined {
  const property = event.getFirstProperty(name)
  const value = property && unlessBroken(() => property.getFirstValue())
  if (!property || !(value instanceof ICAL.Time)) return undefined
  // As written, because the parsed value has already turned February 31 into an existing date.
  const written = String(property.toJSON()[3])
  const local = `${written.slice(0, 10)}T${value.isDate ? '00:00:00' : written.slice(11, 19)}`
  const time = Date.parse(`${local}Z`)
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(local)) return undefined
  return { local, isUtc: written.endsWith('Z'), zone: String(property.getParameter('tzid') ?? '') }
}

function textOf(component: ICAL.Component, name: string): string | undefined {
  const value = unlessBroken(() => component.getFirstPropertyValue(name))
  const text = typeof value === 'string' ? value.replaceAll('\n', ' ').trim() : ''
  return text || undefined
}
