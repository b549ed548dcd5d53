import type { Found, Notice, NoticeCase } from '@courtcrier/contract/notice.ts'
import { isoDate } from '../../directory/court-time.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'

/** CaseMail, the alerts that Texas appellate courts send from their case management system. */
export const tames: CourtParser = { name: 'tames', score, read }

const subjectPattern = /\bAutomated Case Update(?: from (?:the )?(.{3,80}))?$/i
const introduction =
  /\bThe Following are actions taken by (?:the )?(.{3,80}?) in cases in which you have requested notice/i
const caseSearch = /^https?:\/\/search\.txcourts\.gov\//i

function score(message: Message): number {
  const body = readBody(message)
  const isUpdate = subjectPattern.test(message.subject.slice(0, 500)) || introduction.test(body.text.slice(0, 5_000))
  if (!isUpdate) return 0
  return body.links.slice(0, 50).some(({ href }) => caseSearch.test(href)) ? 0.9 : 0.5
}

/**
 * Alerts say that something happened in a case, and seldom what; the courts warn that some are triggered by
 * housekeeping. Such an alert is a change to the case; one that quotes entries is a filing.
 */
function read(message: Message): NoticeReading {
  const body = readBody(message)
  const courtId = readCourt(message, body)
  const cases = readCases(body)
  const quoting = cases.find((one) => one.docketText)
  const filedDate = readDate(body, quoting?.docketText)
  const understood: Partial<Notice> = {
    kind: quoting ? 'filing' : 'modification',
    ...(courtId && { courtId }),
    cases,
    ...(quoting?.docketText && { docketText: quoting.docketText }),
    ...(filedDate && { filedDate }),
    event: { value: eventName, from: message.subject.includes(eventName) ? 'subject' : 'derived' },
  }
  if (cases.length < mostCases) return { understood }
  return { understood, obstacle: `This notice names ${mostCases} cases or more.` }
}

const eventName = 'Automated Case Update'

/** The court's name as written in the alert; the directory has one entry for all intermediate courts. */
function readCourt(message: Message, body: Body): Found<string> | undefined {
  const named = subjectPattern.exec(message.subject.slice(0, 500))?.[1]
  if (named) return toCourt(named, { from: 'subject' })
  const match = introduction.exec(body.text.slice(0, 5_000))
  const name = match?.[1]
  if (!match || !name) return undefined
  const start = match.index + match[0].indexOf(name)
  return toCourt(name, { from: 'body', span: [start, start + name.length] })
}

function toCourt(name: string, evidence: Pick<Found<string>, 'from' | 'span'>): Found<string> | undefined {
  if (/criminal appeals/i.test(name)) return { value: 'texcrimapp', ...evidence }
  if (/supreme court/i.test(name)) return { value: 'tex', ...evidence }
  return /court of appeals/i.test(name) ? { value: 'texapp', ...evidence } : undefined
}

type Line = Body['lines'][number]
interface CaseLines {
  /** Where the number starts. */
  start: number
  line: Line
  rest: Line[]
}

const mostCases = 500
const numberLabel = /^\s{0,20}Case\s{1,5}Number\s{0,5}:\s{0,20}/i
const ending = /^\s{0,20}To discontinue\b/i

/** Each case has its own line: "Case Number: 01-24-00089-CV Nguyen vs Tran", then its docket's address. */
function readCases(body: Body): readonly NoticeCase[] {
  const groups: CaseLines[] = []
  for (const line of body.lines) {
    const raw = body.text.slice(line.start, Math.min(line.end, line.start + 5_000))
    const label = numberLabel.exec(raw)
    if (ending.test(raw) || groups.length >= mostCases) break
    if (label) groups.push({ start: line.start + label[0].length, line, rest: [] })
    else groups.at(-1)?.rest.push(line)
  }
  return groups.flatMap((group) => readCase(body, group) ?? [])
}

function readCase(body: Body, { start, line, rest }: CaseLines): NoticeCase | undefined {
  const number = /^[A-Z0-9][A-Z0-9,-]{2,30}/i.exec(body.text.slice(start, Math.min(line.end, start + 40)))?.[0]
  if (!number || !/\d/.test(number)) return undefined
  const end = start + number.length
  const below = linesOfName(body, rest)
  const name = findWords(body, end, below.at(-1)?.end ?? line.end)
  const docketText = readActions(body, rest.slice(below.length))
  return {
    ...(name && { name }),
    docketNumber: { value: number, span: [start, end], from: 'body' },
    parts: parseDocketNumber(number) ?? {},
    ...(docketText && { docketText }),
  }
}

/** In plain text a name may be wrapped: up to the docket's address, which follows it on a line of its own. */
function linesOfName(body: Body, rest: readonly Line[]): readonly Line[] {
  if (body.kind === 'html') return []
  const address = rest.findIndex(({ start, end }) => isAddress(body.text.slice(start, end)))
  const lines = rest.slice(0, Math.max(0, address))
  return lines.length <= mostNameLines && lines.every(({ breaks }) => breaks === 1) ? lines : []
}

const mostNameLines = 20

function isAddress(text: string): boolean {
  return /^\s{0,50}https?:\/\//i.test(text)
}

/** Everything the court lists below a case except the docket's address, verbatim. */
function readActions(body: Body, lines: readonly Line[]): Found<string> | undefined {
  const own = lines.filter(({ start, end }) => !isAddress(body.text.slice(start, end)))
  const words = own.flatMap((line) => findWords(body, line.start, line.end) ?? [])
  const [first, last] = [words[0]?.span, words.at(-1)?.span]
  if (!first || !last) return undefined
  return { value: words.map((line) => line.value).join('\n'), span: [first[0], last[1]], from: 'body' }
}

function readDate(body: Body, text: Found<string> | undefined): Found<string> | undefined {
  if (!text?.span) return undefined
  const match = /(?<!\d)\d{1,2}\/\d{1,2}\/\d{4}(?!\d)/.exec(body.text.slice(text.span[0], text.span[1]))
  const value = isoDate(match?.[0] ?? '')
  const start = text.span[0] + (match?.index ?? 0)
  return match && value ? { value, span: [start, start + match[0].length], from: 'body' } : undefined
}
