import type { Found, NoticeDocument } from '@courtcrier/contract/notice.ts'
import { readEfilingLink } from '../../families/efiling-link.ts'
import { type EfilingRow, isHeading, linesUnder } from '../../families/efiling-rows.ts'
import { ownLinks } from '../../families/own-links.ts'
import type { Message } from '../../message/message.ts'
import type { Body } from '../../text/body.ts'
import { findWords, squeeze } from '../../text/found.ts'
import { isNoDocument } from '../../text/no-document.ts'
import { linksWithin } from '../../text/visible-text.ts'

/**
 * The documents served: those listed in the text (the portal has a table of titles and files, attorneys write a list),
 * each with its link, followed by attached PDF files that aren't listed. Attachments have no link, because they came
 * with the message.
 */
export function readFloridaDocuments(message: Message, body: Body, rows: readonly EfilingRow[]): NoticeDocument[] {
  const drafts = [...portalTable(body, rows), ...listed(body, rows)]
  for (const fileName of attachedFiles(message)) {
    const key = keyOf(fileName)
    const known = drafts.find(({ title, file }) => keyOf(file ?? title?.value ?? '') === key)
    if (known) known.file = fileName
    else drafts.push({ file: fileName })
  }
  return drafts.map(({ title, file, link }, index) => ({
    index,
    description: title ?? { value: (file ?? 'Document').replace(/\.pdf$/i, ''), from: 'derived' },
    ...(file && { originalFileName: file }),
    ...(link && { link }),
  }))
}

interface Draft {
  title?: Found<string>
  file?: string
  link?: NoticeDocument['link']
  /** Its file name is its title until a title follows. */
  isNamedByFile?: boolean
}

/** Every table of documents, because a message with several parts may contain more than one. */
function portalTable(body: Body, rows: readonly EfilingRow[]): Draft[] {
  const headings = rows.flatMap((row, at) => (isHeading(body, row, /^documents\b/i) ? [at] : []))
  return headings.flatMap((at) => {
    const cells = linesUnder(body, rows.slice(at), /^documents\b/i).flatMap((line) => cellsOf(body, line))
    return readTable(body, cells)
  })
}

type Column = 'title' | 'file' | 'link' | 'other'

const columnHeads: readonly (readonly [Column, RegExp])[] = [
  ['title', /^(?:document )?(?:title|name|description)$|^documents?$/i],
  ['file', /^(?:document )?file(?: ?name)?s?$/i],
  ['link', /^(?:links?|download|view|document link)$/i],
  [
    'other',
    /^(?:#|no\.?|number|doc(?:ument)? (?:no\.?|#|number|type)|type|pages?|page count|(?:date|time)(?: (?:filed|served))?|fil(?:ed|ing)(?: date| time)?|filed by|filer|attorney|submitted by|party|on behalf of|status|fees?|size|security|confidential)$/i,
  ],
]

function columnOf(words: string): Column | undefined {
  return columnHeads.find(([, pattern]) => pattern.test(words))?.[0]
}

/**
 * Reads titles and files below a row of headings. If rows are complete, other columns are excluded by their headings.
 * If cells are blank, they are recognized by their content, and next to a column of people a title counts only with its
 * file.
 */
function readTable(body: Body, cells: readonly Found<string>[]): Draft[] {
  const columns: Column[] = []
  for (const { value } of cells) {
    const column = columnOf(value)
    if (!column) break
    columns.push(column)
  }
  const data = cells.slice(columns.length)
  const isWhole =
    columns.length > 1 &&
    data.length % columns.length === 0 &&
    data.every((cell, at) => columns[at % columns.length] !== 'file' || isFile(cell.value))
  const own = isWhole ? data.filter((_, at) => columns[at % columns.length] !== 'other') : data
  const drafts = readDrafts(
    body,
    own.filter(({ value }) => !isNoDocument(value)),
  )
  return isWhole || !columns.includes('other')
    ? drafts
    : drafts.filter(({ file, link }) => file !== undefined || link !== undefined)
}

function readDrafts(body: Body, cells: readonly Found<string>[]): Draft[] {
  const drafts: Draft[] = []
  for (const cell of cells) {
    const link = linkIn(body, cell)
    const last = drafts.at(-1)
    if (isFile(cell.value)) addFile(cell, link, drafts)
    else if (invitation.test(cell.value)) {
      if (last && link) last.link ??= link
    } else if (last?.isNamedByFile) Object.assign(last, { title: cell, isNamedByFile: false, link: last.link ?? link })
    else drafts.push({ title: cell, ...(link && { link }) })
  }
  return drafts
}

const invitation =
  /^(?:(?:click )?here|(?:download|view|open|access)(?: (?:the |this )?(?:document|file|pdf))?|link|pdf)$/i

function isFile(words: string): boolean {
  return /^.{1,250}\.(?:pdf|docx?|rtf|txt|tiff?|zip)$/i.test(words)
}

function linkIn(body: Body, { span }: Found<string>): NoticeDocument['link'] {
  const [visible] = span ? ownLinks(body, span[0], endOfAddress(body, span[1])) : []
  return visible && readEfilingLink(body, visible)
}

/** In plain text, the address of a link stands behind its words, and is blank. */
function endOfAddress({ kind, text }: Body, wordsEnd: number): number {
  let end = wordsEnd
  while (kind === 'text' && end - wordsEnd < longestAddress && text[end] === ' ') end++
  return end
}

const longestAddress = 4_200

/** A table converted to plain text separates its cells with a tab or a wide gap. */
function cellsOf(body: Body, { start, end }: { start: number; end: number }): Found<string>[] {
  if (body.kind === 'html') return [findWords(body, start, end) ?? []].flat()
  const pieces = body.text.slice(start, Math.min(end, start + 1_000)).split(/(\t+| {3,})/)
  const mark = listMark(body, start, end)
  let at = start
  return pieces.flatMap((piece, place) => {
    const from = place === 0 ? at + mark : at
    at += piece.length
    return place % 2 === 0 ? (findWords(body, from, at) ?? []) : []
  })
}

function listMark(body: Body, start: number, end: number): number {
  return (
    /^[\s>]*(?:\(?\d{1,3}[.)]|[-*\u2022])\s+/.exec(body.text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0
  )
}

function addFile(cell: Found<string>, link: NoticeDocument['link'], drafts: Draft[]): void {
  const last = drafts.at(-1)
  if (last && last.file === undefined) {
    last.file = cell.value
    if (link) last.link = link
  } else drafts.push({ title: cell, file: cell.value, isNamedByFile: true, ...(link && { link }) })
}

/** An attorney's list: one per line, numbered or not. */
function listed(body: Body, rows: readonly EfilingRow[]): Draft[] {
  return rows
    .filter(({ key }) => key === 'document')
    .flatMap(({ lines }) => lines)
    .flatMap(([start, end]) => {
      const title = findWords(body, start + listMark(body, start, end), end)
      const isOfHeads = cellsOf(body, { start, end }).every(({ value }) => columnOf(value))
      if (!title || isNoDocument(title.value) || isOfHeads) return []
      const [visible] = linksWithin(body, start, end)
      const link = visible && readEfilingLink(body, visible)
      return [{ title, ...(link && { link }) }]
    })
}

function attachedFiles({ attachments }: Message): string[] {
  return attachments.flatMap(({ fileName, mediaType }) => {
    const name = squeeze(fileName ?? '')
    const isPdf = mediaType === 'application/pdf' || /\.pdf$/i.test(name)
    return isPdf && name !== '' ? [name] : []
  })
}

/** Lists and file names spell a title the same except for extension and punctuation. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.pdf$/, '')
    .replace(/[^a-z0-9]/g, '')
}
