import type { Found, Notice, NoticeCase, NoticeDocument } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { type Body, readBody } from '../body.ts'
import { parseDocketNumber } from '../docket-number.ts'
import { findCourtCaseId, parseNoticeLink } from '../link.ts'
import { whyNotOneNotice } from '../one-notice.ts'
import type { CourtParser, KnownCourt, Reading } from '../parser.ts'
import { linksWithin } from '../visible-text.ts'
import { readDebtors } from './debtors.ts'
import { type FilingSentence, findAssignedNumber, findFilingSentences } from './sentences.ts'

/**
 * The Notice of Bankruptcy Case Filing in the form of a letter: who filed, under which chapter, and the number the case
 * got. Content as the courts publish it; sent with tables, as a Notice of Electronic Filing is, it is read as one of those.
 */
export const bankruptcyFiling: CourtParser = { name: 'bankruptcy-filing', score, read }

const title = /Notice\s{1,9}of\s{1,9}Bankruptcy\s{1,9}Case\s{1,9}Filing/i

function score(message: Message): number {
  const body = readBody(message)
  if (!/bankruptcy\s{1,9}case/i.test(body.text) || findFilingSentences(body, undefined).length === 0) return 0
  return title.test(body.text) ? 0.95 : 0.5
}

function read(message: Message, { court }: KnownCourt): Reading {
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
  const docketNumber = findAssignedNumber(body, end) ?? findAssignedNumber(body)
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
  const link = body.links.map(({ href }) => parseNoticeLink(href)).find((parsed) => parsed !== undefined)
  return link ? [{ index: 0, description: { value: 'Notice of Bankruptcy Case Filing', from: 'derived' }, link }] : []
}
