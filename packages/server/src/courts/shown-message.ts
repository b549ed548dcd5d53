import type { MailAttachment, Message } from './message/message.ts'
import { longestBody } from './text/body.ts'
import { cleanHtml } from './text/clean-html.ts'

/** What is shown of a message: the sizes of its attachments only, and as much of its words as is read of them. */
export interface ShownMessage extends Pick<Message, 'from' | 'to' | 'subject' | 'date' | 'html' | 'text'> {
  /** Undefined if there is none, or for HTML that `cleanHtml` leaves out. */
  clean?: string | undefined
  attachments: readonly (Omit<MailAttachment, 'content' | 'isMessage'> & { size: number })[]
  /** Whether it has more words than that. */
  isCut: boolean
}

/** Either can be as long as a whole message, and the answer with both is in memory until it is received. */
export function shownMessage({ from, to, subject, date, html, text, attachments }: Message): ShownMessage {
  const clean = html === undefined ? undefined : cleanHtml(html)
  return {
    ...{ from, to, subject, date, clean },
    html: html?.slice(0, longestBody),
    text: text?.slice(0, longestBody),
    attachments: attachments.map(({ fileName, mediaType, content }) => ({
      ...(fileName !== undefined && { fileName }),
      mediaType,
      size: content.byteLength,
    })),
    isCut: [html, text].some((words) => words !== undefined && words.length > longestBody),
  }
}
