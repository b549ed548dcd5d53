import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

describeFixtures(new URL('fixtures/', import.meta.url))

/** As Exchange writes it: a zone with a Windows name and its own dates, folded lines, escaped commas. */
const calendar = `BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VTIMEZONE
TZID:Eastern Standard Time
BEGIN:STANDARD
DTSTART:16010101T020000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
SUMMARY;LANGUAGE=en-US:2:26-cv-00059-KAJ Settlement Conference (Doe
  v. Roe)
DTSTART;TZID="Eastern Standard Time":20260704T090000
DTEND;TZID=Eastern Standard Time:20260704T103000
LOCATION;LANGUAGE=en-US:Courtroom 226\\, Columbus
BEGIN:VALARM
TRIGGER;RELATED=START:-PT15M
END:VALARM
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n')

function read(parts: { subject?: string; ics?: string; text?: string }): Notice {
  const { subject = 'Settlement Conference', ics, text = 'You are invited.' } = parts
  const attachments = ics === undefined ? [] : [{ mediaType: 'text/calendar', content: Buffer.from(ics) }]
  const result = parseNotice(messageOf({ subject, text, attachments }), 'ohsd')
  if ('unclear' in result) throw new Error(result.unclear)
  return result.notice
}

test('the calendar part says when, where and in which case', () => {
  expect(read({ ics: calendar })).toMatchObject({
    kind: 'invitation',
    event: { value: 'Settlement Conference', from: 'subject' },
    cases: [{ docketNumber: { value: '2:26-cv-00059-KAJ' }, name: { value: 'Doe v. Roe' } }],
    schedule: {
      starts: '2026-07-04T09:00:00',
      ends: '2026-07-04T10:30:00',
      timeZone: 'America/New_York',
      location: 'Courtroom 226, Columbus',
    },
  })
})

test.each([
  ['another day', 'Time: Jul 7, 2026 09:00 AM Eastern Time', true],
  ['the same day in another zone', 'Time: Jul 4, 2026 06:00 AM Pacific Time', false],
  ['the same day later', 'The conference is on 7/4/2026 at 1:00 P.M. EDT', false],
  ['two days', 'Time: Jul 7, 2026 09:00 AM Eastern Time, moved from Jul 4, 2026 09:00 AM Eastern Time', false],
])('a calendar part and words that say %s: whether a person compares them', (_, text, isHeld) => {
  const attachments = [{ mediaType: 'text/calendar', content: Buffer.from(calendar) }]
  const result = parseNotice(messageOf({ subject: 'Settlement Conference', text, attachments }), 'ohsd')
  expect('unclear' in result && result.unclear).toBe(
    isHeld &&
      'This invitation says July 7, 2026, but its calendar file says July 4, 2026. Ask the court which is right.',
  )
})

test.each([
  ['DTSTART:20260704T130000Z', '2026-07-04T13:00:00', 'UTC'],
  ['DTSTART;VALUE=DATE:20260704', '2026-07-04T00:00:00', undefined],
  ['DTSTART;TZID=America/Chicago:20260704T090000', '2026-07-04T09:00:00', 'America/Chicago'],
  ['DTSTART;TZID=Hawaiian Standard Time:20260704T090000', '2026-07-04T09:00:00', 'Pacific/Honolulu'],
  ['DTSTART;TZID=W. Europe Standard Time:20260704T090000', '2026-07-04T09:00:00', undefined],
])('%s is %s in %s', (line, starts, timeZone) => {
  const { schedule } = read({ ics: `BEGIN:VEVENT\r\n${line}\r\nEND:VEVENT` })
  expect(schedule).toEqual({ starts, ...(timeZone && { timeZone }) })
})

test('an impossible time is left out', () => {
  expect(read({ ics: 'BEGIN:VEVENT\nDTSTART:20260231T090000\nEND:VEVENT' })).not.toHaveProperty('schedule')
})

test.each([
  ['nothing', ''],
  ['lines that are no calendar', 'a:b\r\nEND:VEVENT\r\n'],
  ['two empty calendars', 'BEGIN:VCALENDAR\nEND:VCALENDAR\nBEGIN:VCALENDAR\nEND:VCALENDAR'],
  ['a time that is a word', 'BEGIN:VEVENT\nDTSTART:garbage\nEND:VEVENT'],
  ['a time of another kind', 'BEGIN:VEVENT\nDTSTART;VALUE=PERIOD:x\nEND:VEVENT'],
  ['a summary of another kind', 'BEGIN:VEVENT\nSUMMARY;VALUE=UTC-OFFSET:9\nEND:VEVENT'],
])("for a calendar part with %s, the message's words are used", (_what, ics) => {
  expect(read({ ics }).event?.value).toBe('Settlement Conference')
})

test('reads the first of two calendars in one part', () => {
  const { schedule } = read({ ics: `BEGIN:VEVENT\nDTSTART:20260704T130000Z\nEND:VEVENT\n${calendar}` })
  expect(schedule?.starts).toBe('2026-07-04T13:00:00')
})

test('an answer to an invitation is none', () => {
  const content = Buffer.from(calendar.replace('REQUEST', 'REPLY'))
  const attachments = [{ mediaType: 'text/calendar', content }]
  const message = messageOf({ subject: 'Accepted: Settlement Conference', text: zoom, attachments })
  expect(parseNotice(message)).toMatchObject({ unclear: 'This is an answer to an invitation, not a court notice.' })
})

test('a canceled meeting says so', () => {
  expect(read({ ics: calendar.replace('REQUEST', 'CANCEL') }).event?.value).toBe('Canceled: Settlement Conference')
  const told = read({ ics: calendar.replace('REQUEST', 'CANCEL'), subject: 'Canceled: Settlement Conference' })
  expect(told.event?.value).toBe('Canceled: Settlement Conference')
})

const zoom = 'Chambers is inviting you to a scheduled ZoomGov meeting.'

test.each([
  ['Set for Wednesday, 1/4/2023 at 9:00 A.M. EST via ZoomGov; again 1/4/2023 at 9:00 A.M. EST', 'America/New_York'],
  ['Time: Jan 4, 2023 09:00 AM Central Time (US and Canada)', 'America/Chicago'],
  ['Time: January 4, 2023 at 9:00 am', undefined],
])('reads the time in words: %s', (words, timeZone) => {
  const { schedule } = read({ text: `${zoom}\n${words}` })
  expect(schedule).toEqual({ starts: '2023-01-04T09:00:00', ...(timeZone && { timeZone }) })
})

test('two times in words count as none', () => {
  const text = `${zoom} 1/4/2023 at 9:00 AM EST, moved to 1/5/2023 at 9:00 AM EST`
  expect(read({ text })).not.toHaveProperty('schedule')
})

test.each([
  ['1:26-cv-00417-RS Status Conference', '1:26-cv-00417-RS'],
  ['26-10417 Trial', '26-10417'],
  ['22-59 Conference (Cabatek v. Nextlight)', '22-59'],
  ['12-15 Conference', undefined],
  ['Conference on 12-15', undefined],
])('the case of "%s" is %s', (subject, number) => {
  expect(read({ subject, text: zoom }).cases[0]?.docketNumber.value).toBe(number)
})

test('an invitation that does not show its court is unclear', () => {
  expect(parseNotice(messageOf({ subject: 'Lunch', text: zoom }))).toMatchObject({
    unclear: expect.stringContaining('does not show which court'),
  })
})

test.each([
  ['a calendar of a million lines', 'BEGIN:VEVENT\r\n'.repeat(1_000_000)],
  ['a field with endless parameters', `BEGIN:VEVENT\r\nDTSTART${';A="b"'.repeat(300_000)}:20260704T090000`],
  ['a line without end', `BEGIN:VEVENT\r\nSUMMARY:${'a\r\n '.repeat(300_000)}`],
  ['bytes that are no text', '\u0000\u00ff'.repeat(100_000)],
])('reads %s quickly', (_what, ics) => {
  expect(read({ ics })).not.toHaveProperty('schedule')
})
