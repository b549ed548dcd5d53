import type { Found, Notice, NoticeCase, NoticeDocument } from '@courtcrier/contract/notice.ts'
import { readHeadingLine } from '../../directory/court-headings.ts'
import { findCourt } from '../../directory/directory.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, NoticeReading } from '../../parser.ts'
import { readBody } from '../../text/body.ts'
import { type ListedNotice, mostNotices, readListed } from './listed.ts'

/**
 * Mail from the Bankruptcy Noticing Center, which sends the bankruptcy courts' own notices to creditors and debtors at
 * night. Content as documented by the courts (nyeb and tneb "How DeBN Email Works": case number, form code, originating
 * court and title for each notice; ebnuscourts.com "How Email Link Noticing Works": single-use links valid for 30 days,
 * up to 25 per message). No real message was available, so anything without a case and its court is unclear.
 */
export const bncNotice: CourtParser = { name: 'bnc-notice', score, read }

const senders =
  /(?:^|[@.])(?:noticingcenter\.com|bankruptcynotices\.uscourts\.gov|ebn\.uscourts\.gov|ebnuscourts\.com)$/i

function score(message: Message): number {
  if ([message.from, message.sender].some((mailbox) => senders.test(mailbox?.address ?? ''))) return 0.9
  const text = readBody(message).text.slice(0, 3_000)
  if (!/\bBankruptcy\s{1,9}Noticing\s{1,9}Center\b/i.test(text)) return 0
  return /the\s{1,9}following\s{1,9}transaction\s{1,9}was\s/i.test(text) ? 0 : 0.3
}

function read(message: Message): NoticeReading {
  const listed = readListed(readBody(message))
  const cases = listed.map(toCase)
  const courts = new Set(listed.map(({ court }) => court && courtOf(court)?.value))
  const courtId = listed[0]?.court && courtOf(listed[0].court)
  const titles = new Set(listed.map(({ title }) => title?.value))
  const title = listed[0]?.title
  const understood: Partial<Notice> = {
    kind: 'filing',
    cases: cases.map((one, index) => withCopies(one, index, listed)),
    documents: listed[0] ? documentsOf(listed[0]) : [],
    ...(courtId && { courtId }),
    ...(title && titles.size === 1 && { event: title }),
    ...(title && titles.size > 1 && { docketText: title }),
  }
  const obstacle = findObstacle(listed, courts)
  return obstacle ? { understood, obstacle } : { understood }
}

function findObstacle(listed: readonly ListedNotice[], courts: ReadonlySet<string | undefined>): string | undefined {
  if (listed.length > mostNotices) return `This message lists more than ${mostNotices} notices.`
  if (courts.size > 1) return 'This message lists notices of several courts. Read it and enter each one manually.'
  return undefined
}

/** The court's name in words, "Eastern District of Tennessee"; the center serves bankruptcy courts only. */
function courtOf(name: Found<string>): Found<string> | undefined {
  const words = name.value.replace(/^(?:U\.?S\.?|United States) Bankruptcy Court,?\s*(?:for the\s)?/i, '')
  const court = readHeadingLine(words, 'BANKRUPTCY')?.court ?? findCourt(name.value)
  return court?.type === 'BANKRUPTCY' ? { ...name, value: court.id } : undefined
}

function toCase({ docketNumber, name, title, link }: ListedNotice): NoticeCase {
  return {
    docketNumber,
    parts: parseDocketNumber(docketNumber.value) ?? {},
    ...(name && { name }),
    ...(title && { docketText: title }),
    ...(link && { link }),
  }
}

/** The first case's title and document are the notice's own. */
function withCopies(one: NoticeCase, index: number, listed: readonly ListedNotice[]): NoticeCase {
  const first = listed[0]
  const { docketText, ...rest } = one
  const isSame = docketText?.value === first?.title?.value
  const own = listed[index]
  return {
    ...rest,
    ...(docketText && !isSame && { docketText }),
    ...(index > 0 && own?.link && { documents: documentsOf(own) }),
  }
}

function documentsOf({ title, link }: ListedNotice): NoticeDocument[] {
  if (!link) return []
  return [{ index: 0, description: title ?? { value: 'Notice', from: 'derived' }, link }]
}
