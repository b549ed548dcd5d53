import type { NoticeCase } from '@courtcrier/contract/notice.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import { findCaseName } from './case-name.ts'

/**
 * What happened, from a subject in a court's own form: "Ch-7 1:24-bk-70535 Notice of Appearance; Lowry Farms, Inc.",
 * "NEF: 22-22507-cgm Ch13 Affidavit Re: Gerasimos Stefanitsis". Every bankruptcy court has its own, so whatever the
 * notice already knows is removed, in any order, and the rest is the event. Undefined if the subject names none of the
 * cases, because then it isn't the court's; empty if nothing is left.
 */
export function eventOfSubject(subject: string, cases: readonly NoticeCase[]): string | undefined {
  const plain = subject.replaceAll(gone, ' ').replace(forwardPrefix, '')
  const withoutNumbers = removeNumbers(plain, cases)
  const withoutNames = removeNames(withoutNumbers, cases)
  const withoutLabel = withoutNames.replace(/^(?:NEF:|Multiple Cases\b:?)/i, gone)
  if (withoutLabel === plain) return undefined
  const rest = removeChapters(withoutLabel.replace(/\b(?:In )?Re: ?(?=\uE000)/gi, ''))
  return withoutQuotes(joinPieces(rest))
}

/** Marks where something known was removed: a private-use character, which subjects don't contain. */
const gone = '\uE000'
const forwardPrefix = /^(?:(?:fwd?|re|re-send): ?){0,5}/i

/** The subject names the first cases of a spread entry, if any. */
const mostCases = 100

/**
 * Judges' initials and the chapter follow the serial, up to four characters each, joined (`24-12480-JTD11`) or in
 * parentheses (`24-90123 (MI)`); a longer word isn't part of it.
 */
const numberPattern =
  /(?<![\w/])(?:\d{1,2}[:-])?(?:\d{4}|\d\d)-(?:[a-z]{1,4}-)?\d{1,7}(?:-(?:N\/A|[a-z0-9]{1,4}|[a-z]{2,4}1[1235])(?![a-z0-9])){0,4}(?![\w/])(?: \([a-z]{2,4}\))?/gi

/**
 * Removes the cases' numbers, and numbers of other cases (the main case of an adversary proceeding) if the subject
 * begins with them.
 */
function removeNumbers(text: string, cases: readonly NoticeCase[]): string {
  const known = new Set(cases.slice(0, mostCases).map(({ parts }) => keyOf(parts)))
  let openUntil = 0
  return text.replace(numberPattern, (number: string, at: number) => {
    const parts = parseDocketNumber(number.replace(/ \(.*/, ''))
    const isOpening = /^[\s,;&]*$/.test(text.slice(openUntil, at)) && /-\d{4}/.test(number)
    if (!parts || !(known.has(keyOf(parts)) || isOpening)) return number
    openUntil = at + number.length
    return gone
  })
}

function keyOf({ year, serial }: NoticeCase['parts']): string {
  return `${year}-${serial}`
}

function removeNames(text: string, cases: readonly NoticeCase[]): string {
  let rest = text
  for (const { name } of cases.slice(0, mostCases)) {
    const place = name && findCaseName(rest, name.value)
    if (place) rest = `${rest.slice(0, place.start)}${gone}${rest.slice(place.end)}`
  }
  return rest
}

/**
 * "Ch-7" and "CH11" next to the number or as their own segment, "Chapter 13" only between number and name: in "Notice
 * of Chapter 7 Bankruptcy Case" and "Motion to Convert Case to Chapter 7" it belongs to the event.
 */
function removeChapters(text: string): string {
  return (
    text
      .replace(/^\s?Ch\.?[- ]?\d{1,2}\b/i, gone)
      .replace(/(?<=\uE000\s?-?\s?)Ch\.?[- ]?\d{1,2}\b/gi, gone)
      .replace(/(?:(?<=\uE000\s?)|^)Chapter \d{1,2}\s?(?=\uE000)/gi, gone)
      .replace(/(?<=[\s"])-\s?(?:Ch(?:\.?[- ]?\d{1,2})?|AP|BK)\s?(?=-|$|\uE000)/gi, gone)
      // At the end it is separate, unless the preceding words lead to it: "Motion to Convert Case to Ch 7".
      .replace(
        /(?<!\b(?:to|from|of|under|in|a|an|the|for|and|or|re:?)\s)(?<=\s)Ch\.?[- ]?\d{1,2}(?=\s?(?:$|\uE000))/gi,
        gone,
      )
      .replace(/(?<=\s)\(Ch\.?[- ]?\d{1,2}\)(?=\s?(?:$|\uE000))/gi, gone)
  )
}

/** Removes punctuation only where it joined the event to something removed. */
function joinPieces(text: string): string {
  const pieces = text.split(gone)
  const tidied = pieces.map((piece, index) => {
    const open = index > 0 ? piece.replace(/^[\s.,;:\-\u2013\u2014]+/, '') : piece
    return index < pieces.length - 1 ? withoutEnd(open) : open.trim()
  })
  return tidied.filter((piece) => /[\p{L}\p{N}]/u.test(piece)).join(' ')
}

/** Without a regular expression, because one anchored at the end is tried at every position of a long text. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' ,;:-\u2013\u2014'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end).trim()
}

/**
 * Some courts put the event in quotation marks, followed by initials or the chapter (`"Close Adversary Case" - CH`);
 * removing parts of such a subject may leave a single mark. Quotes around words within the event stay.
 */
export function withoutQuotes(text: string): string {
  const closed = /^(.{1,2000}?["\u201d])\s?[-\u2013]\s?[A-Za-z]{2,4}$/.exec(text)?.[1] ?? text
  const marks = closed.match(/["\u201c\u201d]/g)?.length ?? 0
  const isOpen = /^["\u201c]/.test(closed)
  const isClosed = /["\u201d]$/.test(closed)
  if (marks === 2 && isOpen && isClosed) return closed.slice(1, -1).trim()
  if (marks % 2 === 0) return closed
  if (isClosed) return closed.slice(0, -1).trim()
  return isOpen ? closed.slice(1).trim() : closed
}
