import { oneLine } from '@courtcrier/lib/mail-text.ts'
import type { MailAttachment, Message } from '../courts/message/message.ts'
import { type Header, readHeaders, readStructured } from '../courts/message/mime-headers.ts'
import { ownIdsIn } from './own-message-id.ts'

/** The outcome of an email as reported by a mail server (RFC 3464). */
export interface Bounce {
  /** Message-IDs of the mail it reports on, without brackets. */
  messageIds: readonly string[]
  action: 'failed' | 'delayed' | 'delivered'
  /** The refusing server's answer, such as `550 5.1.1 No such user`; empty if there was none. */
  answer: string
  /** Whom it was to; empty if that isn't said. */
  recipient: string
}

/** The delivery report contained in a message; undefined for any other message. */
export function findBounce({ headers, attachments }: Message): Bounce | undefined {
  const type = readStructured(fieldOf(headers, 'content-type'))
  if (type.value !== 'multipart/report' || type.parameters.get('report-type')?.toLowerCase() !== 'delivery-status')
    return undefined
  const status = attachments.find(({ mediaType }) => statusTypes.has(mediaType))
  if (!status) return undefined
  const [ofMessage = [], ...ofRecipients] = readGroups(status)
  const worst = (['failed', 'delayed', 'delivered'] as const)
    .map((action) => ({ action, of: ofRecipients.find((group) => actionOf(group) === action) }))
    .find(({ of }) => of !== undefined)
  if (!worst?.of) return undefined
  return {
    messageIds: messageIdsOf(ofMessage, attachments),
    action: worst.action,
    answer: answerOf(worst.of),
    recipient: recipientOf(worst.of),
  }
}

const statusTypes = new Set(['message/delivery-status', 'message/global-delivery-status'])
const originalTypes = new Set(['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'])
/** A report on mail to one recipient is a few hundred bytes, and the headers of a message a few thousand. */
const longestRead = 64 * 1024
const mostGroups = 50

/** The groups of fields separated by blank lines: first the message's, then one per recipient. */
function readGroups({ content }: MailAttachment): Header[][] {
  const bytes = Buffer.from(content.subarray(0, longestRead))
  const groups: Header[][] = []
  for (let start = 0; start < bytes.length && groups.length < mostGroups; ) {
    const { headers, bodyStart } = readHeaders(bytes, start, bytes.length)
    if (headers.length > 0) groups.push(headers)
    start = bodyStart
  }
  return groups
}

function actionOf(group: readonly Header[]): Bounce['action'] | undefined {
  const action = fieldOf(group, 'action')
    .split(/[\s(;]/)[0]
    ?.toLowerCase()
  if (action === 'failed' || action === 'delayed') return action
  return action === 'delivered' || action === 'relayed' || action === 'expanded' ? 'delivered' : undefined
}

/** `smtp; 550 5.1.1 No such user` without its type; the status code if there is no diagnostic. */
function answerOf(group: readonly Header[]): string {
  const diagnostic = fieldOf(group, 'diagnostic-code').replace(/^\s*[\w-]+\s*;/, '')
  return oneLine(diagnostic || fieldOf(group, 'status'), 400)
}

/** `rfc822; person@firm.example` without its type. */
function recipientOf(group: readonly Header[]): string {
  const field = fieldOf(group, 'original-recipient') || fieldOf(group, 'final-recipient')
  return oneLine(field.replace(/^\s*[\w-]+\s*;/, ''), 200)
}

function messageIdsOf(ofMessage: readonly Header[], attachments: readonly MailAttachment[]): string[] {
  const original = attachments.find(({ mediaType }) => originalTypes.has(mediaType))
  const bytes = original && Buffer.from(original.content.subarray(0, longestRead))
  const headers = bytes ? readHeaders(bytes, 0, bytes.length).headers : []
  const values = [
    ...ownIdsIn(headers),
    fieldOf(ofMessage, 'original-message-id'),
    fieldOf(ofMessage, 'x-original-message-id'),
  ]
  return values.flatMap((value) => /<([^<>\s]{1,300})>/.exec(value)?.[1] ?? [])
}

function fieldOf(headers: readonly Header[], key: string): string {
  return headers.find((header) => header.key === key)?.value ?? ''
}
