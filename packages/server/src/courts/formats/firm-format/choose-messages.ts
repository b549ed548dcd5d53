import type { Message } from '../../message/message.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findAddresses } from '../../text/email-addresses.ts'
import { squeeze } from '../../text/found.ts'
import type { FormatProblem } from './definition.ts'
import type { FormatPlan } from './plan.ts'
import { findPattern, type PlaceSpans } from './word-pattern.ts'

/** Whether a format applies to a message, by everything it specifies about sender, subject and text. */
export function isForFormat(plan: FormatPlan, message: Message): boolean {
  return hasSender(plan, message) && hasSubject(plan, message) && hasPhrases(plan, message)
}

/** What in the message doesn't fit the format, for the person trying the format on it. */
export function whyNotForFormat(plan: FormatPlan, message: Message): FormatProblem[] {
  const from = message.from?.address ?? 'Nobody'
  const subject = `The subject "${plainSubject(message).slice(0, 200)}"`
  return [
    ...(hasSender(plan, message) ? [] : [misfit('senderDomains', `${from} isn't a sender of this format.`)]),
    ...(hasSubject(plan, message) ? [] : [misfit('subjectPatterns', `${subject} does not have the words asked for.`)]),
    ...(hasPhrases(plan, message) ? [] : [misfit('bodyPhrases', 'The text does not have all the words asked for.')]),
  ]
}

function misfit(field: FormatProblem['field'], sentence: string): FormatProblem {
  return { field, sentence }
}

/** The subject without prefixes added by mail programs, cut to a subject's length. */
export function plainSubject(message: Message): string {
  return squeeze(message.subject.slice(0, longestSubject)).replace(/^(?:(?:re|fwd?|aw|wg|tr)\s?:\s?){1,5}/i, '')
}

/** The values that the first matching pattern finds in the subject. */
export function findInSubject(plan: FormatPlan, subject: string): PlaceSpans | undefined {
  for (const pattern of plan.subjects) {
    const found = findPattern(pattern, subject)
    if (found) return found
  }
  return undefined
}

const longestSubject = 2_000

function hasSubject(plan: FormatPlan, message: Message): boolean {
  return plan.subjects.length === 0 || findInSubject(plan, plainSubject(message)) !== undefined
}

function hasSender(plan: FormatPlan, message: Message): boolean {
  if (plan.senders.size === 0 && plan.domains.size === 0) return true
  const own = [message.from?.address, message.sender?.address].filter((address) => address !== undefined)
  return own.some((address) => isSender(plan, address)) || isForwarded(plan, readBody(message))
}

function isSender({ senders, domains }: FormatPlan, address: string): boolean {
  const plain = address.toLowerCase()
  return senders.has(plain) || domains.has(plain.slice(plain.lastIndexOf('@') + 1))
}

/** The quoted headers of a forwarded message come first. */
const headerLines = 80

function isForwarded(plan: FormatPlan, { lines, text }: Body): boolean {
  return lines.slice(0, headerLines).some(({ start, end }) => {
    const line = text.slice(start, Math.min(end, start + longestSubject))
    return quotedFrom.test(line) && findAddresses(line).some(({ address }) => isSender(plan, address))
  })
}

const quotedFrom = /^[\s>*|-]{0,20}(?:from|von|de|da)\s?\*?:/i

function hasPhrases(plan: FormatPlan, message: Message): boolean {
  if (plan.phrases.length === 0) return true
  const words = openingWords(readBody(message))
  return plan.phrases.every((phrase) => findPattern(phrase, words) !== undefined)
}

/** A message says what it is at its beginning. Lines are joined, because mail programs break them anywhere. */
const longestOpening = 200_000

function openingWords(body: Body): string {
  const known = openings.get(body)
  if (known !== undefined) return known
  const lines: string[] = []
  let length = 0
  for (const { start, end } of body.lines) {
    if (length > longestOpening) break
    lines.push(body.text.slice(start, Math.min(end, start + longestOpening)))
    length += end - start
  }
  const words = squeeze(lines.join(' ').slice(0, longestOpening))
  openings.set(body, words)
  return words
}

/** Cached, because all of a firm's formats need the same. */
const openings = new WeakMap<Body, string>()
