import type { Found, Notice } from '@courtcrier/contract/notice.ts'
import type { Court } from '../directory/court.ts'
import { isoDate, readCourtTime } from '../directory/court-time.ts'
import type { Body } from '../text/body.ts'
import { findWords } from '../text/found.ts'

/** When and by whom an entry at a court of appeals was made. */
export type NdaTransaction = Pick<Notice, 'enteredAt' | 'filedDate' | 'filingUser'>

/**
 * Reads "The following transaction was entered on 08/16/2022 at 10:21:24 AM Central Daylight Time and filed on
 * 08/16/2022". Many circuits only say when it was filed.
 */
export function readNdaTransaction(body: Body, start: number | undefined, court: Court | undefined): NdaTransaction {
  if (start === undefined) return {}
  const sentence = body.text.slice(start, start + longestSentence)
  const enteredAt = readEntered(sentence, start, court)
  const filedDate = readFiled(body, sentence, start)
  const user = userPattern.exec(sentence)?.indices?.[1]
  const filingUser = user && findWords(body, start + user[0], start + user[1])
  return { ...(enteredAt && { enteredAt }), ...(filedDate && { filedDate }), ...(filingUser && { filingUser }) }
}

const longestSentence = 500

/** Every quantifier is bounded, because endless text between the words would otherwise cause excessive backtracking. */
const opening = String.raw`^The\s{1,9}following\s{1,9}transaction\s{1,9}was\s{1,9}`
const day = String.raw`\d{1,2}/\d{1,2}/\d{4}`
const zoneName = String.raw`[A-Z]{1,4}T\b|[a-z-]{3,20}\s{1,9}(?:(?:daylight|standard)\s{1,9})?time\b`
const enteredPattern = new RegExp(
  String.raw`\bon\s{1,9}(?<date>${day})(?:\s{1,9}at)?\s{1,9}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s{0,9}(?<half>[AP]M)(?:\s{1,9}(?<zone>${zoneName}))?`,
  'di',
)
const filedPattern = new RegExp(String.raw`\bfiled\s{1,9}on\s{1,9}(${day})`, 'di')
const userPattern = new RegExp(
  String.raw`${opening}(?:entered|filed|received)\s{1,9}(?:by|from)\s{1,9}([^\n]{1,100}?)\s{1,9}on\s{1,9}\d`,
  'di',
)

function readEntered(sentence: string, start: number, court: Court | undefined): Notice['enteredAt'] {
  const match = enteredPattern.exec(sentence)
  const { date, hour, minute, second, half, zone } = match?.groups ?? {}
  if (!match || !date || !hour || !minute || !half) return undefined
  const value = readCourtTime({ date, hour, minute, half, ...(second && { second }), ...(zone && { zone }) }, court)
  const from = match.indices?.groups?.date?.[0] ?? match.index
  return value && { value, span: [start + from, start + match.index + match[0].length], from: 'body' }
}

function readFiled(body: Body, sentence: string, start: number): Found<string> | undefined {
  const match = filedPattern.exec(sentence)
  const value = isoDate(match?.[1] ?? '')
  const range = match?.indices?.[1]
  const words = range && findWords(body, start + range[0], start + range[1])
  return value && words ? { ...words, value } : undefined
}
