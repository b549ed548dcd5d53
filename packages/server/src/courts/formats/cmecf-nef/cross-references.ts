import type { Found, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../../text/body.ts'
import { linksWithin } from '../../text/visible-text.ts'

/**
 * Other docket entries that a docket text refers to, each number once: a number in brackets, a linked number, "ECF No.
 * 20", and a bare number between a referring word and a kind of document ("granting 11 Motion"). No other number counts
 * (amounts, dates, statutes, attachments).
 */
export function readCrossReferences(body: Body, span: Span | undefined): Found<string>[] {
  if (!span) return []
  const start = span[0]
  const text = body.text.slice(start, Math.min(span[1], start + longestText))
  const found = new Map<string, Found<string>>()
  let attachments: readonly Span[] | undefined
  for (const { 0: value, index: at } of text.matchAll(/(?<!\d)\d{1,5}(?!\d)/g)) {
    const number = { body, text, value, at, start }
    if (found.has(value) || !(isBracketed(number) || isWorded(number) || isLinked(number))) continue
    attachments ??= findAttachments(text)
    if (attachments.some(([from, to]) => at >= from && at < to)) continue
    found.set(value, { value, span: [start + at, start + at + value.length], from: 'body' })
  }
  return [...found.values()]
}

/** A longer docket text quotes an order. */
const longestText = 20_000

/** A number in a docket text that begins at `start` in the body. */
interface NumberPosition {
  body: Body
  text: string
  value: string
  at: number
  start: number
}

/** `[20]`, `[409][341]`, `[# 20]`, `[ECF 20]`. CM/ECF itself inserts the brackets, so they contain nothing else. */
function isBracketed({ text, value, at }: NumberPosition): boolean {
  if (text.charAt(at + value.length) !== ']') return false
  return /\[(?:(?:ECF|Dkt|Doc)\.? ?(?:No\.? ?)?)?(?:# ?)?$/i.test(text.slice(Math.max(0, at - 14), at))
}

function isLinked({ body, value, at, start }: NumberPosition): boolean {
  // The link may cover the spaces around its number.
  if (body.kind === 'text') return isFollowedByLink(body, start + at + value.length)
  const links = linksWithin(body, start + at - 2, start + at + value.length + 2)
  return links.some(
    (link) =>
      link.start <= start + at &&
      link.end >= start + at + value.length &&
      link.href.includes('doc1') &&
      body.text.slice(link.start, link.end).trim() === value,
  )
}

/** In plain text the address follows the number it was linked from. */
function isFollowedByLink(body: Body, end: number): boolean {
  const [next] = linksWithin(body, end, end + longestAddress)
  return next !== undefined && next.start <= end + 2 && next.href.includes('doc1')
}

const longestAddress = 4_100

function isWorded({ text, value, at }: NumberPosition): boolean {
  const before = text.slice(Math.max(0, at - 40), at)
  const after = text.slice(at + value.length, at + value.length + 24)
  if (named.test(after) && introduced.test(before)) return true
  if (related.test(before)) return !/^[\d/:-]/.test(after)
  return cited.test(before) && !/^(?:[/:]|-\d{3})/.test(after)
}

/** "ECF No. 20-1" is the first attachment of entry 20. A longer suffix makes it a case number. */
const cited = /\b(?:ECF|Dkt\.?|Doc\.?|D\.E\.|Docket(?: Entry)?|Document)(?: Nos?\.?| ?#| Number)(?: ?#)? ?$/i

const related = /\brelated (?:document|doc)(?:\(s\)|s)?:? $/i

/** What courts call their entries. */
const named =
  /^ (?:Joint|Unopposed|Consent|Emergency|Amended|Sealed|Proposed|First|Second|Third|Fourth|Corrected|Supplemental|Minute|Scheduling|Report|Findings|Ex Parte|Cross|Letter|Stipulated|Agreed|Renewed|Redacted|Status|Generic|Verified|Final|Voluntary|Bill|Memorandum|Order|Complaint|Answer|Notice|Response|Reply|Stipulation|Declaration|Affidavit|Brief|Objection|Petition|Application|Judgment|Transcript|Request|Summons|Certificate|Statement|Opposition|Mandate|Motion|Counterclaim|Crossclaim|Subpoena|Warrant|Indictment|Information|Plan|Schedules?)\b/i

/** The words before a number that make it a reference; a list continues with commas and "and". */
const introduced =
  /(?:\b(?:re:?|regarding|granting|denying|part|to|on|of|in|terminating|striking|adopting|vacating|setting|withdrawing|for|and|moot|resolving|modifying|amending|following)|[,;(]) ?$/i

/** "(Attachments: # 1 Exhibit, # 2 Proposed Order)" contains the attachments' own numbers. */
function findAttachments(text: string): Span[] {
  const spans: Span[] = []
  for (let open = nextAttachments(text, 0); open >= 0; open = nextAttachments(text, spans.at(-1)?.[1] ?? text.length)) {
    spans.push([open, closingOf(text, open)])
  }
  return spans
}

function nextAttachments(text: string, from: number): number {
  return text.indexOf('(Attachments:', from)
}

function closingOf(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}
