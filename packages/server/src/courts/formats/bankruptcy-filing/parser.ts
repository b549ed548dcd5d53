import type { Found, Notice, NoticeCase, NoticeDocument } from '@courtcrier/contract/notice.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import { whyNotOneNotice } from '../../families/one-notice.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findWords, squeeze } from '../../text/found.ts'
import { findCourtCaseId, parseNoticeLink } from '../../text/link.ts'
import { findNoticeTop } from '../../text/notice-start.ts'
import { linksWithin } from '../../text/visible-text.ts'
import { type FilingSentence, findAssignedNumber, findFilingSentences } from './sentences.ts'

const mostLines = 40
const endsDebtors =
  /^(?:the\s)?(?:case was|bankruptcy trustee|debtor'?\u2019?s? attorney|attorney for|in most instances|if you|you may)\b/i

/**
 * The Notice of Bankruptcy Case Filing as a letter: who filed, under which chapter, and the number assigned to the
 * case. Content as published by the courts. If sent with tables, like a Notice of Electronic Filing, it is read as one
 * of those.
 */
export const bankruptcyFiling: CourtParser = { name: 'bankruptcy-filing', score, read }

const title = /Notice\s{1,9}of\s{1,9}Bankruptcy\s{1,9}Case\s{1,9}Filing/i

function score(message: Message): number {
  const body = readBody(message)
  if (!/bankruptcy\s{1,9}case/i.test(body.text) || findFilingSentences(body, undefined).length === 0) return 0
  return title.test(body.text) ? 0.95 : 0.5
}

function read(message: Message, { court }: KnownCourt): NoticeReading {
  const body = readBody(message)
  const sentences = findFilingSentences(body, court)
  const [sentence] = sentences
  if (!sentence) return { understood: {} }
  const one = readCase(body, sentence)
  const understood: Partial<Notice> = {
    kind: 'filing',
    event: readTitle(body),
    docketText: sentence.words,
    ...sentence.dates,
    ...(one && { cases: [one], documents: readDocuments(body) }),
  }
  const obstacle = whyNotOneNotice(body, { transactions: sentences.length, cases: one ? [one] : [] })
  return obstacle ? { understood, obstacle } : { understood }
}

function readTitle(body: Body): Found<string> {
  const match = title.exec(body.text)
  const value = 'Notice of Bankruptcy Case Filing'
  if (!match) return { value, from: 'derived' }
  return { value, span: [match.index, match.index + match[0].length], from: 'body' }
}

function readCase(body: Body, { end, chapter }: FilingSentence): NoticeCase | undefined {
  const docketNumber = findAssignedNumber(body, end) ?? findAssignedNumber(body, findNoticeTop(body))
  if (!docketNumber) return undefined
  const name = readDebtors(body, end)
  const courtCaseId = readCaseId(body, docketNumber)
  return {
    ...(name && { name }),
    docketNumber,
    parts: { chapter, ...parseDocketNumber(docketNumber.value) },
    ...(courtCaseId && { courtCaseId }),
  }
}

function readCaseId(body: Body, { span: [start, end] = [0, 0] }: Found<string>): Found<string> | undefined {
  for (const link of linksWithin(body, start - 1, end + longestLink)) {
    const value = link.start > end + 3 ? undefined : findCourtCaseId(link.href)
    if (value) return { value, span: [link.start, link.end], from: 'body' }
  }
  return undefined
}

const longestLink = 4_000

function readDocuments(body: Body): NoticeDocument[] {
  const own = linksWithin(body, findNoticeTop(body), body.text.length)
  const link = own.map(({ href }) => parseNoticeLink(href)).find((parsed) => parsed !== undefined)
  return link ? [{ index: 0, description: { value: 'Notice of Bankruptcy Case Filing', from: 'derived' }, link }] : []
}

/**
 * The debtors' names, each above an address and the last digits of a number; two are joined by "and", as on the court's
 * docket. Undefined if there are none.
 */
function readDebtors(body: Body, start: number): Found<string> | undefined {
  const names: Found<string>[] = []
  let isNext = true
  let count = 0
  for (const line of body.lines) {
    if (line.end <= start) continue
    const from = Math.max(line.start, start)
    const text = squeeze(body.text.slice(from, line.end))
    if (endsDebtors.test(text) || ++count > mostLines) break
    const isNumber = /\b(?:SSN|ITIN|EIN|Tax[ -]?ID|Taxpayer)\b|^x{2,3}-x{2}-/i.test(text)
    if (isNumber) isNext = true
    else if (isNext && isName(text)) {
      const name = findWords(body, from, line.end)
      if (name) names.push(name)
      isNext = false
    }
  }
  const [first, last] = [names[0]?.span, names.at(-1)?.span]
  if (!first || !last) return undefined
  const value = names.map((name) => name.value).join(' and ')
  return { value, span: [first[0], last[1]], from: names.length > 1 ? 'derived' : 'body' }
}

function isName(text: string): boolean {
  if (text.length > 200 || !/\p{L}/u.test(text)) return false
  return !/^(?:aka|a\/k\/a|fka|f\/k\/a|dba|d\/b\/a|fdba|debtor|and$|\d|P\.? ?O\.? ?Box)\b/i.test(text)
}
