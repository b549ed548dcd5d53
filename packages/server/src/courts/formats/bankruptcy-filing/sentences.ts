import type { Found, Notice } from '@courtcrier/contract/notice.ts'
import type { Court } from '../../directory/court.ts'
import { isoDate, readCourtTime } from '../../directory/court-time.ts'
import type { Body } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'

/**
 * "A bankruptcy case concerning the debtor(s) listed below was filed under Chapter 7 of the United States Bankruptcy
 * Code, entered on …".
 */
export interface FilingSentence {
  start: number
  end: number
  words: Found<string>
  chapter: string
  dates: Pick<Notice, 'enteredAt' | 'filedDate'>
}

/**
 * Every quantifier is bounded, so that endless text costs no time. No word boundary begins it, because between elements
 * there may be no space.
 */
const opening =
  /A\s{1,9}(?:(?:voluntary|involuntary)\s{1,9})?bankruptcy\s{1,9}case\s[^.]{0,160}?\bfiled\s{1,9}under\s{1,9}chapter\s{1,9}(\d{1,2})\b/gi
const mostSentences = 50

/** All such sentences in a body; each begins a notice. */
export function findFilingSentences(body: Body, court: Court | undefined): FilingSentence[] {
  const matches = Array.from(body.text.matchAll(opening)).slice(0, mostSentences)
  return matches.flatMap((match) => {
    const end = endOfSentence(body.text, match.index + match[0].length)
    const words = findWords(body, match.index, end)
    if (!words) return []
    const dates = readDates(body, match.index, { end, court })
    return { start: match.index, end, words, chapter: match[1] ?? '', dates }
  })
}

const longestSentence = 400

function endOfSentence(text: string, from: number): number {
  // "10:11 a.m." contains periods.
  const stop = /(?<![apAP]|[apAP]\.[mM])\.(?=\s|$)|(?<=[a-z\d])\.(?=[A-Z][a-z])|\n[^\S\n]*\n/.exec(
    text.slice(from, from + longestSentence),
  )
  if (!stop) return Math.min(text.length, from + longestSentence)
  return from + stop.index + (stop[0] === '.' ? 1 : 0)
}

const day = String.raw`\d{1,2}/\d{1,2}/\d{4}`
const enteredPattern = new RegExp(
  String.raw`\bentered\s{1,9}on\s{1,9}(?<date>${day})(?:,?\s{1,9}at)?\s{1,9}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s{0,9}(?<half>[AP])\.?M\b\.?(?:\s{1,9}(?<zone>(?!AND)[A-Z]{2,4}T)\b)?`,
  'di',
)
const filedPattern = new RegExp(String.raw`\bfiled\s{1,9}on\s{1,9}(${day})`, 'di')
/** "… of the United States Bankruptcy Code on 03/04/2024." */
const plainPattern = new RegExp(String.raw`\bon\s{1,9}(${day})`, 'di')

function readDates(
  body: Body,
  start: number,
  { end, court }: { end: number; court: Court | undefined },
): FilingSentence['dates'] {
  const sentence = body.text.slice(start, end)
  const entered = enteredPattern.exec(sentence)
  const { date = '', hour = '', minute = '', second, half = '', zone } = entered?.groups ?? {}
  const time = entered
    ? readCourtTime({ date, hour, minute, half: `${half}M`, ...(second && { second }), ...(zone && { zone }) }, court)
    : undefined
  const filed = filedPattern.exec(sentence) ?? (entered ? null : plainPattern.exec(sentence))
  const value = isoDate(filed?.[1] ?? '')
  const range = filed?.indices?.[1]
  const words = range && findWords(body, start + range[0], start + range[1])
  const from = start + (entered?.indices?.groups?.date?.[0] ?? 0)
  const until = start + (entered?.index ?? 0) + (entered?.[0].length ?? 0)
  return {
    ...(time && { enteredAt: { value: time, span: [from, until], from: 'body' } }),
    ...(value && words && { filedDate: { ...words, value } }),
  }
}

const assigned =
  /(?:assigned\s{1,9}(?:the\s{1,9})?case\s{1,9}(?:number|no\.?)|bankruptcy\s{1,9}case\s{1,9}(?:number|no\.?)|case\s{1,9}(?:number|no\.?)\s{0,9}:)\s{0,9}[:#]?\s{0,9}((?:\d{1,2}:|\d-)?\d\d-(?:[a-z]{2}-)?\d{4,6}(?:-[a-z0-9]{1,4}){0,3})(?![\w-])/di

/** The number in "The case was assigned case number 24-10234 to Judge Jane Roe." */
export function findAssignedNumber(body: Body, from = 0): Found<string> | undefined {
  const match = assigned.exec(body.text.slice(from))
  const range = match?.indices?.[1]
  return range && findWords(body, from + range[0], from + range[1])
}
