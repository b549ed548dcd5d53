import type { Found, NoticeCase, NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import { parseDocketNumber } from '../../directory/docket-number.ts'
import type { Body } from '../../text/body.ts'
import { findWords, squeeze, trimSpan } from '../../text/found.ts'
import { findCourtCaseId, parseNoticeLink } from '../../text/link.ts'
import { findMailWords } from '../../text/mail-words.ts'
import { linksWithin } from '../../text/visible-text.ts'
import { goesOnBelow } from '../../text/wrapped-lines.ts'

/**
 * The entries of a summary, in order, each as the case it was made in. The first one's document is the notice's own.
 */
export interface Summary {
  cases: NoticeCase[]
  documents: NoticeDocument[]
  /** Whether it exceeded the limit and was cut. */
  isCut: boolean
}

/** Splits a summary into its entries. */
export function readEntries(body: Body): Summary {
  const lines = body.lines.slice(0, mostLines)
  const entries: Entry[] = []
  let current: CaseHead | undefined
  let isText = false
  for (const [at, line] of lines.entries()) {
    const head = readHead(body, line)
    if (head) {
      current = withLineBelow(body, head, line, lines[at + 1])
      entries.push({ head: current, words: [] })
      isText = false
      continue
    }
    if (!current) continue
    const link = readDocument(body, line)
    const above = link && isOwnTitle(body, lines[at - 1], line) ? lines[at - 1] : undefined
    if (above && isText) entries.at(-1)?.words.pop()
    const label = docketLabel.exec(body.text.slice(line.start, Math.min(line.end, line.start + 60)))
    const isNext = link !== undefined || (label !== null && isText)
    if (isNext) entryFor(entries, current, link !== undefined).document = link && withTitleAbove(body, link, above)
    if (link || label) isText = label !== null
    if (isText) entries.at(-1)?.words.push(findWords(body, line.start + (label?.[0].length ?? 0), line.end))
  }
  const documents = entries.map(documentsOf)
  const cases = entries.map((entry, index) => toCase(body, entry, index === 0 ? [] : (documents[index] ?? [])))
  return { cases, documents: documents[0] ?? [], isCut: body.lines.length > mostLines }
}

type Line = Body['lines'][number]

/** Far more than on a firm's busiest day in one court. */
const mostLines = 50_000

interface CaseHead {
  docketNumber: Found<string>
  name?: Found<string>
  courtCaseId?: Found<string>
}

interface EntryDocument {
  link: NoticeLink
  number?: Found<string>
  /** The words before the document's number on the line. */
  title?: Found<string>
}

interface Entry {
  head: CaseHead
  document?: EntryDocument
  words: (Found<string> | undefined)[]
}

const docketLabel = /^\s*docket text\s*:/i

/** A case's first entry belongs to its heading; each further document starts another. */
function entryFor(entries: Entry[], head: CaseHead, hasDocument: boolean): Entry {
  const last = entries.at(-1)
  if (last && last.head === head && last.words.length === 0 && !last.document && hasDocument) return last
  const entry = { head, words: [] }
  entries.push(entry)
  return entry
}

const number =
  /^(?:Case(?: Number)?:? ?)?((?:\d{1,2}[:-])?\d\d-(?:[a-z]{2,4}-)?\d{4,6}(?:-[a-z0-9/]{1,4}){0,3})(?![\w])/i

/** A case's line begins with its number; in HTML the number links to its docket. */
function readHead(body: Body, line: Line): CaseHead | undefined {
  const raw = body.text.slice(line.start, Math.min(line.end, line.start + 500))
  const match = number.exec(squeeze(raw))
  const value = match?.[1]
  if (!value || !parseDocketNumber(value)) return undefined
  const link = linksWithin(body, line.start, line.end).find(({ href }) => findCourtCaseId(href))
  if (body.kind === 'html' ? !link : line.breaks < 2 && !link) return undefined
  const start = line.start + raw.indexOf(value)
  const rest = body.text.slice(start + value.length, line.end)
  const address = rest.search(/https?:\/\//i)
  const name = findWords(body, start + value.length, address < 0 ? line.end : start + value.length + address)
  const courtCaseId = link && findCourtCaseId(link.href)
  return {
    docketNumber: { value, span: [start, start + value.length], from: 'body' },
    ...(name && { name }),
    ...(link && courtCaseId && { courtCaseId: { value: courtCaseId, span: [link.start, link.end], from: 'body' } }),
  }
}

/** In plain text the docket's address or the name may be on the line below the number. */
function withLineBelow(body: Body, head: CaseHead, line: Line, below: Line | undefined): CaseHead {
  if (body.kind === 'html' || !below || below.breaks > 1) return head
  const [link] = linksWithin(body, below.start, below.end)
  const value = link && !head.courtCaseId ? findCourtCaseId(link.href) : undefined
  if (link && value) return { ...head, courtCaseId: { value, span: [link.start, link.end], from: 'body' } }
  const words = link ? undefined : findWords(body, below.start, below.end)
  if (!words || docketLabel.test(words.value)) return head
  if (!head.name?.span) return { ...head, name: words }
  const name = goesOnBelow(body, line, below) ? findWords(body, head.name.span[0], below.end) : undefined
  return name ? { ...head, name } : head
}

function readDocument(body: Body, line: Line): EntryDocument | undefined {
  for (const link of linksWithin(body, line.start, line.end)) {
    const parsed = parseNoticeLink(link.href)
    if (!parsed) continue
    const span = trimSpan(body.text, link.start, link.end)
    const value = /^\d{1,7}$/.exec(body.text.slice(span[0], span[1]))?.[0]
    const words = findWords(body, line.start, link.start)
    const number: Found<string> | undefined = value ? { value, span, from: 'body' } : numberBehind(body, words)
    const title = value || !number?.span ? words : findWords(body, line.start, number.span[0])
    return { link: { ...parsed, span }, ...(number && { number }), ...(title && { title }) }
  }
  return undefined
}

/** In plain text, a link is an address behind the number that it was on. */
function numberBehind(body: Body, words: Found<string> | undefined): Found<string> | undefined {
  const [, value] = (body.kind === 'text' && /\s(\d{1,7})$/.exec(words?.value ?? '')) || []
  if (!value || !words?.span) return undefined
  return { value, span: [words.span[1] - value.length, words.span[1]], from: 'body' }
}

/** In plain text a document's number with its address may be on the line below its title. */
function isOwnTitle(body: Body, above: Line | undefined, line: Line): boolean {
  const isNumber = /^\s{0,20}\d{1,7}\s{9}/.test(body.text.slice(line.start, line.end))
  return body.kind === 'text' && isNumber && line.breaks === 1 && above !== undefined && above.breaks > 1
}

function withTitleAbove(body: Body, document: EntryDocument, above: Line | undefined): EntryDocument {
  const title = above && findWords(body, above.start, above.end)
  return title && document.title ? { ...document, number: document.title, title } : document
}

function documentsOf({ document }: Entry): NoticeDocument[] {
  if (!document) return []
  const { link, number: found, title } = document
  const description = title ?? { value: 'Document', from: 'derived' as const }
  return [{ index: 0, ...(found && { number: found.value }), description, link }]
}

function toCase(body: Body, { head, document, words }: Entry, documents: readonly NoticeDocument[]): NoticeCase {
  const all = words.filter((one) => one !== undefined)
  const found = all.slice(
    0,
    findMailWords(
      all.map(({ value: text }) => ({ text })),
      1,
    ),
  )
  const [first, last] = [found[0]?.span, found.at(-1)?.span]
  const value = found.map((one) => one.value).join(body.kind === 'html' ? '\n' : ' ')
  return {
    ...head,
    parts: parseDocketNumber(head.docketNumber.value) ?? {},
    ...(document?.number && { documentNumber: document.number }),
    ...(document && { link: document.link }),
    ...(documents.length > 0 && { documents }),
    ...(first && last && { docketText: { value, span: [first[0], last[1]], from: 'body' } }),
  }
}
