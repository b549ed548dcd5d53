import type { Notice, NoticeKind, ParseResult } from '@courtcrier/contract/notice.ts'
import type { CourtDetection } from './directory/detect-court.ts'
import { notesOf } from './message/attached-words.ts'
import { automaticReplySubject } from './message/automatic-reply.ts'
import { isCalendarAnswer } from './message/calendar-answer.ts'
import type { Message } from './message/message.ts'
import { readBody } from './text/body.ts'

/** Says what a message that no parser reads seems to be, so that a person can handle it. */
export function describeUnread(message: Message, { found: court, evidence }: CourtDetection): ParseResult {
  const description = message.attachments.some(isCalendarAnswer) ? calendarAnswer : findDescription(message)
  const understood: Partial<Notice> = {
    ...(description?.kind && { kind: description.kind }),
    ...(court && { courtId: court }),
    ...(evidence.length > 0 && { courtEvidence: evidence }),
  }
  if (description) return { unclear: description.sentence, understood }
  const [note] = notesOf(message)
  if (note) return { unclear: note, understood }
  if (court) {
    return { unclear: 'This message comes from a court, but it is not a notice Courtcrier can read yet.', understood }
  }
  return { unclear: 'This message is not a court notice Courtcrier can read yet.', understood }
}

interface Description {
  sentence: string
  kind?: NoticeKind
  /** What identifies it in the subject, the beginning of the text or the types of its parts. */
  subject?: RegExp
  text?: RegExp
  part?: RegExp
}

const calendarAnswer: Description = { sentence: 'This is an answer to an invitation, not a court notice.' }

const descriptions: readonly Description[] = [
  {
    sentence: 'This is a delivery report of a mail server, not a court notice.',
    part: /^message\/(?:delivery-status|disposition-notification)$/,
    subject: /^(?:undeliverable|delivery status notification|mail delivery (?:failed|subsystem)|returned mail)/i,
  },
  {
    sentence: 'This is an automatic reply, not a court notice.',
    subject: automaticReplySubject,
  },
  {
    sentence: 'The court changed an entry it had made before; this message announces the change and no new filing.',
    kind: 'modification',
    subject: /docket entry #?\d+ has been updated|modified (?:dkt|docket) text|modified date filed/i,
    text: /\b(?:modified (?:dkt|docket) text from|modified date filed from|added correct pdf to document)\b/i,
  },
  {
    sentence: 'This is a notice of a court of appeals, which Courtcrier cannot read yet.',
    text: /notice of docket activity/i,
  },
]

/** Messages begin with what they are; searching further could find a quoted phrase. */
const opening = 6_000

function findDescription(message: Message): Description | undefined {
  const text = readBody(message).text.slice(0, opening).replace(/\s+/g, ' ')
  return descriptions.find(
    ({ subject, text: words, part }) =>
      subject?.test(message.subject) ||
      words?.test(text) ||
      (part && message.attachments.some((attachment) => part.test(attachment.mediaType))),
  )
}
