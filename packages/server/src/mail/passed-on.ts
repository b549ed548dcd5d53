import { automaticReplySubject } from '../courts/message/automatic-reply.ts'
import { isCalendarAnswer } from '../courts/message/calendar-answer.ts'
import type { Message } from '../courts/message/message.ts'
import { automaticKindOf } from './automatic.ts'
import { addressesIn } from './sent-by-list.ts'

/**
 * Returns the program by which a message was passed on in the firm's name, by what it writes into the headers: a help
 * desk, a form on a website or a flow, which quote what anyone wrote. Undefined if there is no such mark, as in what
 * people send themselves.
 */
export function findPassingProgram({ headers }: Pick<Message, 'headers'>): string | undefined {
  return findMark(headers, marks)
}

/** The help desk by which a message was passed on. Courts' systems may be programs of the other kinds themselves. */
export function findHelpDesk({ headers }: Pick<Message, 'headers'>): string | undefined {
  return findMark(headers, desks)
}

function findMark(headers: Message['headers'], among: readonly Mark[]): string | undefined {
  for (const { key, value } of headers) {
    const mark = among.find(({ header, says }) => header.test(key) && says.test(value.slice(0, longestHeader)))
    if (mark) return mark.program
  }
  return undefined
}

interface Mark {
  program: string
  /** Whether it is a help desk, which courts have too. */
  isDesk?: true
  header: RegExp
  says: RegExp
}

const anything = /^/
const mailer = /^(?:x-mailer|user-agent|x-powered-by)$/

/** As seen in public messages and programs, and in Microsoft's documentation of the Outlook connector. */
const marks: readonly Mark[] = [
  { program: 'Zendesk', isDesk: true, header: /^x-zendesk-/, says: anything },
  { program: 'Zendesk', isDesk: true, header: mailer, says: /^zendesk\b/i },
  { program: 'Freshdesk', isDesk: true, header: /^x-fd-(?:account|ticket)-id$/, says: anything },
  { program: 'Jira', isDesk: true, header: /^x-jira-/, says: anything },
  { program: 'ServiceNow', isDesk: true, header: /^x-servicenow-/, says: anything },
  { program: 'Salesforce', header: /^x-sfdc-(?:entityid|emailcategory)$/, says: anything },
  { program: 'Request Tracker', isDesk: true, header: /^x-rt-(?:ticket|originator|loop-prevention)$/, says: anything },
  { program: 'OTRS', isDesk: true, header: mailer, says: /^(?:otrs|znuny)\b/i },
  { program: 'osTicket', isDesk: true, header: mailer, says: /^osticket\b/i },
  { program: 'Zammad', isDesk: true, header: mailer, says: /^zammad\b/i },
  { program: 'HubSpot', header: /^x-(?:hubspot|hs)-/, says: anything },
  { program: 'Power Automate', header: /^x-ms-mail-application$/, says: anything },
  {
    program: 'a form of a website',
    header: mailer,
    says: /^(?:php\s?mailer|php\/|wordpress|wp\b|drupal|joomla|swift)/i,
  },
  { program: 'a form of a website', header: /^x-wpcf7-/, says: anything },
  // Webmail that is written in PHP (Roundcube) is what people use.
  {
    program: 'a form of a website',
    header: /^x-php-(?:originating-)?script$/,
    says: /^(?!\s{0,9}\d{1,9}:(?:main\.inc|rcube\w{0,20}\.php)\s{0,9}$)/i,
  },
]

const desks = marks.filter(({ isDesk }) => isDesk)

/** What no program needs. */
const longestHeader = 500

/** Whether Exchange wrote it for a journal rule: a report with a message attached that anyone may have written. */
export function isJournalReport({ headers }: Pick<Message, 'headers'>): boolean {
  return headers.some(({ key }) => /^x-ms-(?:exchange-organization-)?journal-report$/.test(key))
}

export const whyNotOfJournal =
  'it is a report of a journal rule of Exchange, which has whatever anyone wrote to the firm, and no court signed the message in it; have a rule redirect court mail to Courtcrier instead'

/** Whether an address is a program's: that of a mail server, or one that no one reads. */
export function isOfProgram({ from }: Pick<Message, 'from'>): boolean {
  return ofProgram.test(from?.address ?? '')
}

const ofProgram =
  /^(?:mailer-daemon|postmaster|no-?_?reply|do-?_?not-?_?reply|bounces?|microsoftexchange[\da-f]{32}|wordpress|www-data|apache|nginx|httpd|nobody|root|cron)(?:[+._-][^@]{0,60})?@/i

/**
 * Whether a message is a program's answer to another one: a reply while someone is away, a receipt, a report of a mail
 * server, or an answer to an invitation, which calendars give by themselves.
 */
export function isAutomaticAnswer(message: Message): boolean {
  const { headers, subject, attachments } = message
  if (automaticKindOf({ ...message, attachments: [] }) === 'reply' || automaticReplySubject.test(subject)) return true
  if (headers.some(({ key, value }) => key === 'content-type' && /^\s{0,9}multipart\/report\b/i.test(value)))
    return true
  return attachments.some((attachment) => isCalendarAnswer(attachment))
}

/** The addresses that answers to a message go to, besides its sender's; no more than a person names. */
export function answeredElsewhere({ headers, from }: Pick<Message, 'headers' | 'from'>): readonly string[] {
  const own = from?.address.toLowerCase()
  const named = headers.flatMap(({ key, value }) =>
    key === 'reply-to' ? addressesIn(value.toLowerCase().slice(0, longestHeader)) : [],
  )
  return [...new Set(named)].filter((address) => address !== own).slice(0, mostAnswered)
}

const mostAnswered = 5
