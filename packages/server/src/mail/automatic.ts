import { automaticReplySubject } from '../courts/message/automatic-reply.ts'
import type { Message } from '../courts/message/message.ts'

/** What programs send of their own accord: a reply while someone is away, a receipt, or an issue of a newsletter. */
export type Automatic = 'reply' | 'newsletter'

/**
 * Returns what kind of automatic email this is; undefined for any other. Court notices are automatic too, and reach firms
 * through mailing lists, so this says nothing about whether a message is one.
 */
export function automaticKindOf({ headers, subject, attachments }: Message): Automatic | undefined {
  if (attachments.some(({ mediaType }) => mediaType === 'application/pdf')) return undefined
  const header = (key: string) => headers.find((each) => each.key === key)?.value.trim() ?? ''
  if (isReply(header, subject)) return 'reply'
  // Sending services add List-Unsubscribe alone to everything that is sent by them, courts' vendors' notices included.
  const isBulk = header('list-id') !== '' || /^(?:bulk|list)$/i.test(header('precedence'))
  return isBulk && header('list-unsubscribe') !== '' ? 'newsletter' : undefined
}

/** RFC 3834, RFC 8098 for receipts, and what programs do that came before them or don't keep to them. */
function isReply(header: (key: string) => string, subject: string): boolean {
  const submitted = header('auto-submitted').toLowerCase()
  if (submitted.startsWith('auto-replied')) return true
  if (header('x-autoreply') || header('x-autorespond') || /^auto_reply$/i.test(header('precedence'))) return true
  const type = header('content-type').toLowerCase()
  if (type.startsWith('multipart/report') && type.includes('disposition-notification')) return true
  // Exchange says "auto-generated" of its replies, as courts do of their notices.
  return submitted.startsWith('auto-generated') && header('in-reply-to') !== '' && automaticReplySubject.test(subject)
}
