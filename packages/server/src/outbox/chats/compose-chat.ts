import type { ChatService } from '@courtcrier/contract/chat-services.ts'
import { oneLine } from '@courtcrier/lib/mail-text.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import { shortCourtName } from '../../courts/directory/short-name.ts'
import type { ChatFiling } from './chat-row.ts'

/** A message to a channel, the same for every service: texts as they are, and where they lead. */
export interface ChatMessage {
  heading: string
  lines: readonly string[]
  url: string
}

/**
 * What a channel learns of a filing: which case, what was filed and when, with a link that needs a login. Never the
 * docket text, which may be confidential, nor a document; of a sealed filing only that there is one.
 */
export function chatOfFiling(
  { courtId, event, caseName, docketNumber, date, isSealed }: ChatFiling,
  { itemId, consoleUrl }: { itemId: string; consoleUrl: string },
): ChatMessage {
  const url = `${consoleUrl}/load-notice/${encodeURIComponent(itemId)}`
  if (isSealed) return { heading: 'A sealed filing', lines: [], url }
  const court = courtId ? findCourt(courtId) : undefined
  const place = [court && shortCourtName(court), docketNumber].filter(Boolean).join(' · ')
  return {
    heading: plain(event ?? '', 150) || 'New filing',
    lines: [
      plain(caseName ?? '', 300),
      plain(place, 200),
      date ? `Filed ${days.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))}` : '',
    ].filter(Boolean),
    url,
  }
}

/** The message of a test. */
export function chatOfTest(groupName: string, consoleUrl: string): ChatMessage {
  return {
    heading: 'Test from Courtcrier',
    lines: [plain(`Filings of the preference group ${groupName} are announced here.`, 300)],
    url: consoleUrl,
  }
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * One line of text that can't be a mention or link of any service: what Slack reads as one is between angle brackets, so
 * they are replaced by similar characters.
 */
function plain(text: string, longest: number): string {
  return oneLine(text.replaceAll('<', '‹').replaceAll('>', '›'), longest)
}

/** Returns the body that the service documents for its incoming messages. */
export function chatBody(service: ChatService, message: ChatMessage): string {
  return JSON.stringify(service === 'SLACK' ? slackBody(message) : teamsBody(message))
}

const linkText = 'Open in Courtcrier'

/**
 * Everything that isn't ours is plain text, in which Slack reads no formatting, emoji, mention or link. `text` is what
 * its notifications show, and the only place where it has to be escaped.
 */
function slackBody({ heading, lines, url }: ChatMessage) {
  const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false })
  return {
    text: escapeSlack([heading, ...lines.slice(0, 1)].join(': ')),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plainText(heading) },
      ...(lines.length > 0 ? [{ type: 'section', text: plainText(lines.join('\n')) }] : []),
      { type: 'section', text: { type: 'mrkdwn', text: `<${url}|${linkText}>` } },
    ],
  }
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text runs have no Markdown, unlike text blocks, in which a case's name could be a link. */
function teamsBody({ heading, lines, url }: ChatMessage) {
  const block = (text: string, look: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...look }],
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block(heading, { weight: 'Bolder', size: 'Medium' }), ...lines.map((line) => block(line))],
          actions: [{ type: 'Action.OpenUrl', title: linkText, url }],
        },
      },
    ],
  }
}
