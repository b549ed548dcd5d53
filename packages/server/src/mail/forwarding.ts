import { domainOf, findSenderOfDomain, type KnownSender } from './look-alike.ts'
import type { Message } from './message.ts'
import { bodyToShow } from './mime.ts'

/** A court's message inside the message of somebody else. */
export interface Forward {
  /** The court or e-filing system that the quoted "From:" line names. */
  from: KnownSender
  /** The raw messages that were attached whole, whose signatures can still be checked. */
  originals: readonly Uint8Array[]
}

/** The court's message that somebody passed on; undefined when no court's address stands after a "From:". */
export function findForward(message: Message): Forward | undefined {
  const from = quotedSender(shownText(message))
  if (!from) return undefined
  const originals = message.attachments.filter((part) => part.mediaType === 'message/rfc822')
  return {
    from,
    originals: originals
      .map((part) => part.content)
      .filter((content) => content.byteLength <= largestOriginal)
      .slice(0, mostOriginals),
  }
}

const mostOriginals = 3
const largestOriginal = 10 * 1024 * 1024
/** Quoted headers stand before the notice; what is further down is the notice. */
const searchedLength = 200_000
const mostQuotes = 20
const longestQuote = 500
const nextLabel = /\b(?:To|Sent|Date|Subject|Cc|An|Gesendet|Datum):/i

function shownText(message: Message): string {
  const source = bodyToShow(message).source.slice(0, searchedLength)
  return source
    .replace(/<([^<>@]{0,1000})>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
}

function quotedSender(text: string): KnownSender | undefined {
  let count = 0
  for (const { index } of text.matchAll(/\b(?:From|Von|De|Da):/gi)) {
    if (++count > mostQuotes) return undefined
    const [quoted = ''] = text.slice(index + 3, index + longestQuote).split(nextLabel)
    // A mailbox that passes mail on is quoted as "clerk@firm.example On Behalf Of ECF-CAND@cand.uscourts.gov".
    const addresses = quoted.match(/[^\s<>"'@]{1,64}@[a-z0-9.-]{3,253}/gi) ?? []
    const known = addresses.map((address) => findSenderOfDomain(domainOf(address))).find((found) => found !== undefined)
    if (known) return known
  }
  return undefined
}
