import type { MailAttachment } from './message.ts'

/** Whether a calendar file answers an invitation (RFC 5546) instead of being one. */
export function isCalendarAnswer({ mediaType, fileName = '', content }: MailAttachment): boolean {
  if (mediaType !== 'text/calendar' && !/\.ics$/i.test(fileName)) return false
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(longestHead, content.byteLength))
  return /^METHOD:\s{0,9}(?:REPLY|COUNTER|REFRESH|DECLINECOUNTER)\s{0,9}$/im.test(start.toString('latin1'))
}

/** The method is among the first lines. */
const longestHead = 4_000
