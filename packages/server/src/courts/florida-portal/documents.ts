import type { Found, NoticeDocument } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import type { Body } from '../body.ts'
import { readEfilingLink } from '../efiling-link.ts'
import { type EfilingRow, linesUnder } from '../efiling-rows.ts'
import { findWords, squeeze } from '../found.ts'
import { linksWithin } from '../visible-text.ts'

/**
 * The documents served: those the text lists (the portal has a table of titles and files, lawyers a list), each with its
 * link; PDF files that are attached and not listed follow. Attachments have no link, they came with the message.
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
}

/** Under "Documents" the cells of title and file alternate, below a row of headings. */
function portalTable(body: Body, rows: readonly EfilingRow[]): Draft[] {
  const cells = linesUnder(body, rows, /^documents\b/i)
    .flatMap((line) => cellsOf(body, line))
    .filter(({ value }) => !/^(?:title|file|no matching entries)$/i.test(value))
  const drafts: Draft[] = []
  for (const cell of cells) {
    if (!/^.{1,250}\.(?:pdf|docx?|zip)$/i.test(cell.value)) drafts.push({ title: cell })
    else addFile(body, cell, drafts)
  }
  return drafts
}

/** A table turned into plain text keeps its cells apart by a tab or a wide gap. */
function cellsOf(body: Body, { start, end }: Body['lines'][number]): Found<string>[] {
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

function addFile(body: Body, cell: Found<string>, drafts: Draft[]): void {
  const [visible] = cell.span ? linksWithin(body, cell.span[0], cell.span[1]) : []
  const link = visible && readEfilingLink(body, visible)
  const own = drafts.at(-1)
  const draft = own && !own.file ? own : { title: cell }
  if (draft !== own) drafts.push(draft)
  draft.file = cell.value
  if (link) draft.link = link
}

/** A lawyer's list: a line each, numbered or not. */
function listed(body: Body, rows: readonly EfilingRow[]): Draft[] {
  return rows
    .filter(({ key }) => key === 'document')
    .flatMap(({ lines }) => lines)
    .flatMap(([start, end]) => {
      const title = findWords(body, start + listMark(body, start, end), end)
      if (!title) return []
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

/** A list and a file's name spell a title alike but for its ending and punctuation. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.pdf$/, '')
    .replace(/[^a-z0-9]/g, '')
}
