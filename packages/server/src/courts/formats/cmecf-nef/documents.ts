import type { Found, NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Body } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'
import type { Line } from './layout.ts'

/** What the case tables say about a case's main document, and the title to use if the notice lists no documents. */
export interface MainDocument {
  number?: string
  link?: NoticeLink
  title?: string
}

/**
 * Returns the filing's documents on each case's docket, main document first. A bankruptcy adversary proceeding and its
 * main case each have their own copies, listed one case after the other; a spread entry in a district court has one set
 * of documents, the first case's. Some courts omit the list although there is a document; then the link in the case's
 * row is the evidence for it.
 */
export function readDocuments(body: Body, lines: readonly Line[], mains: readonly MainDocument[]): NoticeDocument[][] {
  const listed = groupDocuments(lines).map((group) => readDocument(body, group))
  const perCase = shareOut(listed, mains)
  const first = mains[0]
  return mains.map((main, place) => {
    const own = perCase.get(place)
    if (own) return own.map((document, index) => withRow(document.words, main, index))
    const isOther = place === 0 || (first?.link && main.link && keyOf(main.link) !== keyOf(first.link))
    return isOther && main.link ? [{ index: 0, ...numbered(main, 0), ...unlisted(main) }] : []
  })
}

/** Assigns documents to cases: one set to every case with its own document, or one set for all. */
function shareOut(listed: readonly Listed[], mains: readonly MainDocument[]): Map<number, Listed[]> {
  if (listed.length === 0) return new Map()
  const sets = splitByFile(listed)
  const keys = new Set<string>()
  const holders = mains.flatMap((main, place) => {
    const key = main.link && keyOf(main.link)
    if (!key || keys.has(key)) return []
    keys.add(key)
    return place
  })
  const isOneEach = sets.length > 1 && sets.length === holders.length && holders[0] === 0
  return isOneEach ? new Map(holders.map((place, index) => [place, sets[index] ?? []])) : new Map([[0, [...listed]]])
}

/** `[FileNumber=13822416-1]`: the first number is the set's, the second counts within it. */
function splitByFile(listed: readonly Listed[]): Listed[][] {
  const sets: Listed[][] = []
  let current: string | undefined
  for (const document of listed) {
    const isNext = document.file !== undefined && current !== undefined && document.file !== current
    if (isNext || sets.length === 0) sets.push([])
    sets.at(-1)?.push(document)
    current = document.file ?? current
  }
  return sets
}

/**
 * The short ids of some bankruptcy courts identify no document, so those links are distinguished by the whole address.
 */
function keyOf(link: NoticeLink): string {
  return link.courtDocumentId ?? link.url
}

function withRow(words: DocumentWords, main: MainDocument, index: number): NoticeDocument {
  return { index, ...numbered(main, index), ...words, ...(index === 0 && main.link && { link: main.link }) }
}

function groupDocuments(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = []
  for (const line of lines) {
    if (line.label === 'description') groups.push([])
    if (line.label !== 'documents') groups.at(-1)?.push(line)
  }
  return groups
}

function numbered(main: MainDocument, index: number): { number?: string } {
  if (!main.number) return {}
  return { number: index === 0 ? main.number : `${main.number}-${index}` }
}

function unlisted({ title, link }: MainDocument): Pick<NoticeDocument, 'description' | 'link'> {
  return { description: { value: title ?? 'Main Document', from: 'derived' }, link }
}

type DocumentWords = Pick<NoticeDocument, 'description' | 'originalFileName' | 'stamp'>

interface Listed {
  words: DocumentWords
  /** The set of files that it belongs to, according to its stamp. */
  file?: string
}

function readDocument(body: Body, lines: readonly Line[]): Listed {
  const description = fieldOf(body, lines, 'description') ?? { value: 'Document', from: 'derived' as const }
  const fileName = withoutFakePath(fieldOf(body, lines, 'filename')?.value ?? '')
  const stampText = (fieldOf(body, lines, 'stamp')?.value ?? '').replaceAll(' ', '')
  const stamp = stampOf(stampText)
  const file = /\[FileNumber=(\d{1,15})/i.exec(stampText)?.[1]
  const words = {
    description,
    ...(isFileName(fileName) && { originalFileName: fileName }),
    ...(stamp && { stamp }),
  }
  return { words, ...(file && { file }) }
}

/**
 * Browsers hide a file's folder: `C:\fakepath\Order`. A path given by the filer's own program is part of the record.
 */
function withoutFakePath(text: string): string {
  return text.replace(/^C:\\fakepath\\/i, '')
}

function fieldOf(body: Body, lines: readonly Line[], label: Line['label']): Found<string> | undefined {
  const first = lines.findIndex((line) => line.label === label)
  const start = lines[first]
  if (!start) return undefined
  const after = lines.slice(first + 1)
  const next = after.findIndex((line) => line.label !== undefined)
  // A description may be wrapped in plain text; a stamp always spans several lines.
  const last = (next < 0 ? after : after.slice(0, next)).at(-1) ?? start
  return findWords(body, start.valueStart, last.end)
}

/** Courts insert a placeholder if the filer gave no file or the court doesn't show its name. */
function isFileName(text: string): boolean {
  return text !== '' && !/^(?:n\/a|not available|suppressed|none)$/i.test(text)
}

/** `[STAMP dcecfStamp_ID=… [Date=…] [FileNumber=…] [<hexadecimal lines>]]`: only the last group is the stamp itself. */
function stampOf(text: string): string | undefined {
  const open = text.lastIndexOf('[')
  const close = text.indexOf(']', open)
  if (open < 0) return undefined
  const stamp = text.slice(open + 1, close < 0 ? undefined : close)
  return /^[0-9a-f]{16,}$/i.test(stamp) ? stamp : undefined
}
