import type { NoticeSchedule } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { ianaZone } from './time-zone.ts'

/** What a calendar part says of its first event. */
export interface CalendarEvent {
  summary?: string
  schedule?: NoticeSchedule
  isCancelled: boolean
}

/** Reads the iCalendar part of a message (RFC 5545), as far as an invitation needs it; undefined when there is none. */
export function readCalendar(message: Message): CalendarEvent | undefined {
  const part = message.attachments.find(({ mediaType }) => mediaType === 'text/calendar')
  if (!part) return undefined
  const lines = unfold(new TextDecoder().decode(part.content.subarray(0, longestPart)))
  const start = lines.findIndex((line) => /^BEGIN:VEVENT$/i.test(line))
  // The time zone's own block has dates too, those of its changes.
  const end = lines.findIndex((line, index) => index > start && /^(?:END:VEVENT|BEGIN:VALARM)$/i.test(line))
  const event = start < 0 ? [] : lines.slice(start + 1, end < 0 ? undefined : end)
  const fields = fieldsOf(event)
  const summary = unescapeText(fields.get('SUMMARY')?.value)
  const schedule = scheduleOf(fields)
  const isCancelled =
    lines.some((line) => /^METHOD:CANCEL$/i.test(line)) || /^CANCELLED$/i.test(fields.get('STATUS')?.value ?? '')
  return { ...(summary && { summary }), ...(schedule && { schedule }), isCancelled }
}

/** Invitations carry their whole text a second time as HTML; still none comes near this size. */
const longestPart = 256 * 1024
const mostLines = 5_000

function unfold(text: string): string[] {
  return text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/, mostLines)
}

interface Field {
  parameters: string
  value: string
}

function fieldsOf(lines: readonly string[]): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const line of lines) {
    const [, name = '', parameters = '', value = ''] =
      /^([A-Z-]{1,40})((?:;(?:[^:";]|"[^"]{0,200}"){0,200}){0,10}):(.{0,2000})/i.exec(line) ?? []
    if (name !== '' && !fields.has(name.toUpperCase())) fields.set(name.toUpperCase(), { parameters, value })
  }
  return fields
}

function scheduleOf(fields: ReadonlyMap<string, Field>): NoticeSchedule | undefined {
  const begin = fields.get('DTSTART')
  const starts = begin && localTime(begin.value)
  if (!begin || !starts) return undefined
  const end = fields.get('DTEND')
  const ends = end && localTime(end.value)
  const timeZone = begin.value.endsWith('Z') ? 'UTC' : zoneOf(begin.parameters)
  const location = unescapeText(fields.get('LOCATION')?.value)
  return { starts, ...(ends && { ends }), ...(timeZone && { timeZone }), ...(location && { location }) }
}

/** `20230104T090000` as `2023-01-04T09:00:00`; a day alone begins at midnight. */
function localTime(value: string): string | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(value) ?? []
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = Date.parse(`${local}Z`)
  return year && !Number.isNaN(time) && new Date(time).toISOString().startsWith(local) ? local : undefined
}

function zoneOf(parameters: string): string | undefined {
  const name = /;TZID="?([^";]{1,80})/i.exec(parameters)?.[1]
  return name && ianaZone(name)
}

function unescapeText(value: string | undefined): string | undefined {
  const text = value
    ?.replace(/\\([nN,;\\])/g, (_whole, character: string) => (/n/i.test(character) ? ' ' : character))
    .trim()
  return text || undefined
}
