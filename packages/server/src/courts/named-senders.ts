import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import { quotedAddresses } from './message/forwarding.ts'
import type { Message } from './message/message.ts'
import { type Body, readBody } from './text/body.ts'
import type { VisibleLine, VisibleLink } from './text/visible-text.ts'

/**
 * Returns the addresses that a message names as its writers, in lower case: its own "From" and those of the messages that
 * are quoted in it or attached to it. Of one of several notices, only those within its part. Claims, not proof.
 */
export function findNamedSenders(message: Message): readonly string[] {
  const own = message.from?.address ?? ''
  const quoted = quotedAddresses(linesOf(readBody(message)), mostQuotes)
  // A sentence may end with the address.
  const named = [own, ...quoted].map((address) => withoutEnd(address.toLowerCase(), /\./))
  return [...new Set(named)].filter((address) => address !== '')
}

/** A message with more is an archive. */
const mostQuotes = 500

/** Mail programs quote a sender by name alone, too, with the address in the link. */
function linesOf({ text, lines, links }: Body): string {
  const mails = links.filter(({ href }) => /^mailto:/i.test(href))
  let at = 0
  return lines
    .map((line) => {
      const own: string[] = []
      while (at < mails.length && (mails[at]?.start ?? 0) < line.end) own.push(...addressIn(mails[at++], line))
      return [text.slice(line.start, line.end), ...own].join(' ')
    })
    .join('\n')
}

function addressIn(link: VisibleLink | undefined, { start }: VisibleLine): readonly string[] {
  if (!link || link.start < start) return []
  const [address = ''] = link.href.slice('mailto:'.length).split('?')
  return [address]
}
