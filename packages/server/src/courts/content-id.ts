import { createHash } from 'node:crypto'
import type { Message } from './message/message.ts'
import { type Body, readBody } from './text/body.ts'
import { parseNoticeLink, unwrapLink } from './text/link.ts'

/**
 * Identifies what a message says: its subject, all of its visible text, where its links lead, and its attachments. Copies
 * for several recipients have one ID, although the token in each court link is the recipient's own. Undefined for a
 * message that is too long to be read whole.
 */
export function contentIdOf(message: Message): string | undefined {
  const body = readBody(message)
  if (body.isCut) return undefined
  const addresses = body.links.map(({ href }) => withoutToken(href))
  const files = message.attachments.map(({ content }) => createHash('sha256').update(content).digest('hex'))
  const text = textBesidesAddresses(body).replace(/\s+/g, ' ').trim()
  return createHash('sha256')
    .update(JSON.stringify([message.subject, text, addresses, files]))
    .digest('hex')
}

/** In plain text, links are the addresses themselves, with their tokens. */
function textBesidesAddresses({ kind, text, links }: Body): string {
  if (kind === 'html') return text
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of links) {
    pieces.push(text.slice(from, start))
    from = Math.max(from, end)
  }
  return [...pieces, text.slice(from)].join(' ')
}

function withoutToken(href: string): string {
  const { token } = parseNoticeLink(href) ?? {}
  return token === undefined ? href : unwrapLink(href).replaceAll(token, '')
}
