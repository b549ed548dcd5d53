import type { Found, NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Body } from '../body.ts'
import { findWords } from '../found.ts'
import type { Line } from './layout.ts'

/** What the case tables say of a case's main document, and the title to use where the notice lists no documents. */
export interface MainDocument {
  number?: string
  link?: NoticeLink
  title?: string
}

/**
 * The documents of the filing on each case's docket, main document first. Bankruptcy's adversary proceeding and its main
 * case each have copies of their own, listed one case after the other; a spread entry of a district court has one set
 * of documents, which is the first case's. Some courts leave the list out although there is a document; then the link
 * on the case's row is the evidence for it.
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

/** Which documents are whose: a set for every case that has a document of its own, or one set for all. */
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

/** The short ids of some bankruptcy courts name no document, so those links are told apart as a whole. */
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
  /** The set of files it belongs to, by its stamp. */
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

/** Browsers hide where a file lay: `C:\fakepath\Order`. A path that the filer's program tells is the record's own. */
function withoutFakePath(text: string): string {
  return text.replace(/^C:\\fakepath\\/i, '')
}

function fieldOf(body: Body, lines: readonly Line[], label: Line['label']): Found<string> | undefined {
  const first = lines.findIndex((line) => line.label === label)
  const start = lines[first]
  if (!start) return undefined
  const after = lines.slice(first + 1)
  const next = after.findIndex((line) => line.label !== undefined)
  // A description may be wrapped in plain text; a stamp always takes several lines.
  const last = (next < 0 ? after : after.slice(0, next)).at(-1) ?? start
  return findWords(body, start.valueStart, last.end)
}

/** Courts write a word where the filer gave no file or the court does not tell its name. */
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
