import { createHash } from 'node:crypto'
import { domainOf, findSenderOfDomain, isCourtDomain, type KnownSender } from '../directory/look-alike.ts'
import { nextLabel, senderLabel } from '../text/header-block.ts'
import type { Message } from './message.ts'
import { bodyToShow } from './mime.ts'

/** A message attached whole, so that its own signatures can still be checked. */
export interface AttachedOriginal {
  /** Its hash, by which exactly the checked message is found again. */
  id: string
  raw: Uint8Array
}

/** More attached messages than a person forwards at once aren't checked. */
export const mostOriginals = 10

/** The messages attached to a message: the first few that are no larger than a court's. */
export function findOriginals(message: Message): readonly AttachedOriginal[] {
  return innerMessages(message)
    .filter((content) => content.byteLength <= largestOriginal)
    .slice(0, mostOriginals)
    .map((content) => ({ id: idOf(content), raw: content }))
}

/** Returns the attached message with this hash; undefined if the message has no such attachment. */
export function findOriginal(message: Pick<Message, 'attachments'>, id: string): Uint8Array | undefined {
  return innerMessages(message).find((each) => idOf(each) === id)
}

/**
 * The raw messages attached whole, as "message/rfc822" or as a file, in order; nested ones come after all others. Each
 * is exactly what its sender signed.
 */
export function innerMessages(message: Pick<Message, 'attachments'>): readonly Uint8Array[] {
  return message.attachments.filter(({ isMessage }) => isMessage).map(({ content }) => content)
}

/** A court's message inside someone else's message. */
export interface Forward {
  /** The court or e-filing system in the quoted "From:" line: a claim, not proof. */
  from: KnownSender
  /** It is quoted as mail programs quote what someone answers: "On Mon, Sep 7, 2026 … wrote:". */
  isAnswered?: true
}

/** Finds the court's message that was forwarded; undefined if no court address follows a "From:" or precedes "wrote:". */
export function findForward(message: Message): Forward | undefined {
  const text = shownText(message)
  const from = firstKnown(quotedAddresses(text, mostQuotes))
  if (from) return { from }
  const answered = firstKnown(answeredAddresses(text))
  return answered && { from: answered, isAnswered: true }
}

/**
 * Finds the address in a court's domain that a message quotes as the sender of what it forwards, whether or not notices
 * are known to come from there: a claim, not proof.
 */
export function findCourtAddress(message: Message): string | undefined {
  const text = shownText(message)
  const quoted = [...quotedAddresses(text, mostQuotes), ...answeredAddresses(text)]
  return quoted.find((address) => isCourtDomain(domainOf(address)))
}

/** The addresses behind the first "From:" labels of a text, in any language, in order: claims, not proof. */
export function quotedAddresses(text: string, most: number): readonly string[] {
  const found: string[] = []
  let count = 0
  for (const { index, 0: label } of text.matchAll(senderLabel)) {
    if (++count > most) break
    const start = index + label.length
    const [quoted = ''] = text.slice(start, start + longestQuote).split(nextLabel)
    // A mailbox that redirects mail is quoted as "clerk@firm.example On Behalf Of ECF-CAND@cand.uscourts.gov".
    found.push(...(quoted.match(/[^\s<>"'@]{1,64}@[a-z0-9.-]{3,253}/gi) ?? []))
  }
  return found
}

const largestOriginal = 10 * 1024 * 1024
/** Quoted headers precede the notice; anything further down is the notice itself. */
const searchedLength = 200_000
const mostQuotes = 20
const longestQuote = 500

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
    .replace(/&#(\d{2,6});|&#x([\da-f]{2,5});/gi, decodeNumber)
}

/** Outlook writes labels that aren't Latin as numbers. */
function decodeNumber(_reference: string, decimal: string | undefined, hex: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0x10ffff ? ' ' : String.fromCodePoint(code)
}

function firstKnown(addresses: readonly string[]): KnownSender | undefined {
  return addresses.map((address) => findSenderOfDomain(domainOf(address))).find((found) => found !== undefined)
}

function answeredAddresses(text: string): readonly string[] {
  const found: string[] = []
  for (const [, address] of text.matchAll(aboveAnswered)) {
    if (found.length >= mostQuotes) break
    if (address) found.push(address)
  }
  return found
}

const aboveAnswered =
  /(?<![^\s<>"'@:;([])([^\s<>"'@:;([]{1,64}@[a-z0-9.-]{3,253})[\s<>)\]]{1,10}(?:wrote|escribió|a écrit|escreveu|ha scritto)\s?:/gi
