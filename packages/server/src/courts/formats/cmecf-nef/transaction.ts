import type { Found, Notice } from '@courtcrier/contract/notice.ts'
import type { Court } from '../../directory/court.ts'
import { type CourtTime, isoDate, readCourtTime } from '../../directory/court-time.ts'
import type { Body } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'

/** When and by whom the entry was made. */
export type Transaction = Pick<Notice, 'enteredAt' | 'filedDate' | 'filingUser'>

/** Reads "The following transaction was entered by Green, Remy on 8/1/2022 at 8:02 PM EDT and filed on 8/1/2022". */
export function readTransaction(body: Body, start: number | undefined, court: Court | undefined): Transaction {
  if (start === undefined) return {}
  const match = sentence.exec(body.text.slice(start, start + longestSentence))
  if (!match?.groups || !match.indices?.groups) return {}
  const { indices } = match
  const groups = match.groups
  const found = (from: string, to = from): Found<string> | undefined => {
    const [first, last] = [indices.groups?.[from], indices.groups?.[to]]
    return first && last ? findWords(body, start + first[0], start + last[1]) : undefined
  }
  const enteredSpan = found('enteredDate', groups.zone ? 'zone' : 'half')?.span
  const entered = enteredTime(groups, court)
  const user = found('user')
  const filed = found('filedDate')
  const filedIso = isoDate(groups.filedDate ?? '')
  return {
    ...(entered && { enteredAt: { value: entered, span: enteredSpan, from: 'body' } }),
    ...(user && { filingUser: user }),
    ...(filed && filedIso && { filedDate: { ...filed, value: filedIso } }),
  }
}

const longestSentence = 700

/** Every quantifier is bounded, because endless text between the words would otherwise cause excessive backtracking. */
const space = String.raw`\s{1,12}`
const day = String.raw`\d{1,2}/\d{1,2}/\d{4}`
const sentence = new RegExp(
  [
    `^The${space}following${space}(?:transaction|claim)${space}was${space}(?:entered|received|edited|filed)`,
    String.raw`(?:${space}(?:by|from)${space}(?<user>[\s\S]{1,200}?))??(?:${space}entered)?${space}on${space}`,
    String.raw`(?<enteredDate>${day})(?:${space}at)?${space}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s{0,12}(?<half>[AP]M)`,
    `(?:${space}(?<zone>(?!AND)[A-Z]{2,4}T))?(?:${space}and${space}filed${space}on${space}(?<filedDate>${day}))?`,
  ].join(''),
  'di',
)

function enteredTime(groups: Record<string, string | undefined>, court: Court | undefined): CourtTime | undefined {
  const { enteredDate: date = '', hour = '', minute = '', second, half = '', zone } = groups
  return readCourtTime({ date, hour, minute, half, ...(second && { second }), ...(zone && { zone }) }, court)
}
