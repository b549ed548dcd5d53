import type { Found, NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Body } from '../body.ts'
import { findWords } from '../found.ts'
import type { Line } from './layout.ts'

/** What the case tables say of the main document, and the title to use where the notice lists no documents. */
export interface MainDocument {
  number?: string
  link?: NoticeLink
  title?: string
}

/**
 * The documents of the filing, main document first. Some courts leave the list out although there is a document; then
 * the link on the case's row is the evidence for it.
 */
export function readDocuments(body: Body, lines: readonly Line[], main: MainDocument): NoticeDocument[] {
  const listed = groupDocuments(lines).map((group) => readDocument(body, group))
  if (listed.length === 0) return main.link ? [{ index: 0, ...numbered(main, 0), ...unlisted(main) }] : []
  return listed.map((document, index) => ({
    index,
    ...numbered(main, index),
    ...document,
    ...(index === 0 && main.link && { link: main.link }),
  }))
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

function readDocument(body: Body, lines: readonly Line[]): DocumentWords {
  const description = fieldOf(body, lines, 'description') ?? { value: 'Document', from: 'derived' as const }
  const fileName = fieldOf(body, lines, 'filename')?.value
  const stamp = stampOf(fieldOf(body, lines, 'stamp')?.value ?? '')
  return {
    description,
    ...(fileName && isFileName(fileName) && { originalFileName: fileName }),
    ...(stamp && { stamp }),
  }
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
  return !/^(?:n\/a|not available|suppressed|none)$/i.test(text)
}

/** `[STAMP dcecfStamp_ID=… [Date=…] [FileNumber=…] [<hexadecimal lines>]]`: only the last group is the stamp itself. */
function stampOf(text: string): string | undefined {
  const open = text.lastIndexOf('[')
  const close = text.indexOf(']', open)
  if (open < 0) return undefined
  const stamp = text.slice(open + 1, close < 0 ? undefined : close).replaceAll(' ', '')
  return /^[0-9a-f]{16,}$/i.test(stamp) ? stamp : undefined
}
