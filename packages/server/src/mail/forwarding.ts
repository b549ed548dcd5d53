import { createHash } from 'node:crypto'
import { domainOf, findSenderOfDomain, type KnownSender } from './look-alike.ts'
import type { Message } from './message.ts'
import { bodyToShow, type DecodedMail, decodeMessage } from './mime.ts'

/** A message that was attached whole, so that its own signatures can still be checked. */
export interface AttachedOriginal {
  /** Its hash: what was checked is found again by it, and nothing else. */
  id: string
  raw: Uint8Array
}

/** The messages attached to a message, the first few that are no larger than a court's. */
export function findOriginals(message: Message): readonly AttachedOriginal[] {
  return innerMessages(message)
    .filter((content) => content.byteLength <= largestOriginal)
    .slice(0, mostOriginals)
    .map((content) => ({ id: idOf(content), raw: content }))
}

/** The attached message whose signature was checked, decoded: nothing of the message around it is in it. */
export async function decodeOriginal(message: Message, id: string): Promise<DecodedMail> {
  const content = innerMessages(message).find((each) => idOf(each) === id)
  return content ? decodeMessage(content) : { problem: 'The attached original is not in the message any more.' }
}

/**
 * The raw messages that were attached whole, as "message/rfc822" or as a file, in their order; those within another come
 * after all that are not. Each is what its sender signed.
 */
export function innerMessages(message: Pick<Message, 'attachments'>): readonly Uint8Array[] {
  return message.attachments.filter(({ isMessage }) => isMessage).map(({ content }) => content)
}

/** A court's message inside the message of somebody else. */
export interface Forward {
  /** The court or e-filing system that the quoted "From:" line names: a claim, and no proof. */
  from: KnownSender
}

/** The court's message that somebody passed on; undefined when no court's address stands after a "From:". */
export function findForward(message: Message): Forward | undefined {
  const from = quotedSender(shownText(message))
  return from && { from }
}

const mostOriginals = 10
const largestOriginal = 10 * 1024 * 1024
/** Quoted headers stand before the notice; what is further down is the notice. */
const searchedLength = 200_000
const mostQuotes = 20
const longestQuote = 500
const nextLabel = /\b(?:To|Sent|Date|Subject|Cc|An|Gesendet|Datum):/i

function idOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

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
