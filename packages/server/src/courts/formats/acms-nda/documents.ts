import type { Found, NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { NdaLayout, NdaLine } from '../../families/nda-layout.ts'
import type { Body } from '../../text/body.ts'
import { findWords, trimSpan } from '../../text/found.ts'
import { parseNoticeLink, unwrapLink } from '../../text/link.ts'
import { findNoticeTop } from '../../text/notice-start.ts'
import { linksWithin, type VisibleLink } from '../../text/visible-text.ts'

/** What the subject says about the main document. */
export interface MainDocument {
  number?: string
  title?: string
}

/**
 * The documents that the notice links to, main document first. Each has its own single-use link, so one missed here is
 * a document lost.
 */
export function readAcmsDocuments(body: Body, layout: NdaLayout, main: MainDocument): NoticeDocument[] {
  const links = documentLinks(body)
  if (links.length === 0) return unlinkedDocuments(body, layout, main)
  return links.map(({ link, shown }, index) => ({
    index,
    ...(index === 0 && main.number && { number: main.number }),
    description: readTitle(body, shown) ?? untitled(index, main),
    link,
  }))
}

/** Whether a line below the docket text names a document: "Document: Brief", a heading, or only a link. */
export function isDocumentLine(line: NdaLine, body: Body): boolean {
  if (/^(?:main )?document(?:s|\(s\))?\s{0,3}:/i.test(line.text)) return true
  // Words after "Attachments:" may be the clerk's own, unless they are links.
  if (/^attachment(?:s|\(s\))?\s{0,3}:$/i.test(line.text)) return true
  const links = linksWithin(body, line.start, line.end).filter(isDocumentLink)
  const first = links[0]
  if (!first) return false
  const before = body.text.slice(line.start, first.start).trim()
  return before === '' || /^[^.]{1,60}:$/.test(before)
}

interface DocumentLink {
  link: NoticeLink
  shown: VisibleLink
}

/** Each GUID once. Links above the notice are to documents of other filings. */
function documentLinks(body: Body): readonly DocumentLink[] {
  const found = new Map<string, DocumentLink>()
  const top = findNoticeTop(body)
  for (const shown of body.links) {
    if (shown.start < top) continue
    const parsed = looksLikeDocument(shown) ? parseNoticeLink(shown.href) : undefined
    if (!parsed?.token || found.has(parsed.token.toLowerCase())) continue
    const link = { ...parsed, span: trimSpan(body.text, shown.start, shown.end) }
    found.set(parsed.token.toLowerCase(), { link, shown })
  }
  return [...found.values()]
}

function isDocumentLink(link: VisibleLink): boolean {
  return looksLikeDocument(link) && parseNoticeLink(link.href)?.token !== undefined
}

/** Much faster than parsing the address. Mail gateways that rewrite links may have encoded the slashes, or all of it. */
function looksLikeDocument({ href }: VisibleLink): boolean {
  return documentPath.test(href) || (/\.sophos\.com\//i.test(href) && documentPath.test(unwrapLink(href)))
}

const documentPath = /(?:\/|%2F|_)NDA(?:\/|%2F|_)/i

/** If the address itself is shown, as in plain text, the words before it on its line are the title. */
function readTitle(body: Body, shown: VisibleLink): Found<string> | undefined {
  const words = findWords(body, shown.start, shown.end)
  if (words && !/^https?:/i.test(words.value)) return words
  const start = Math.max(0, shown.start - longestTitle)
  const line = body.text.slice(start, shown.start)
  const from = start + startOfTitle(line, body.kind)
  const label = /^[\s*]{0,8}(?:document|attachment)(?:s|\(s\)|\s\d{1,3})?\s{0,3}:[\s*]{0,8}/i.exec(
    body.text.slice(from, shown.start),
  )
  const title = findWords(body, from + (label?.[0].length ?? 0), shown.start)
  const end = title?.span && /[\s<(\][:-]{1,9}$/.exec(title.value)?.index
  if (!title?.span || end === undefined) return title
  return end > 0 ? findWords(body, title.span[0], title.span[0] + end) : undefined
}

const longestTitle = 300

/** In plain text a title may be wrapped: lines above it without a link, which is blank, or a label are part of it. */
function startOfTitle(before: string, kind: Body['kind']): number {
  let from = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('>')) + 1
  for (let count = 0; kind === 'text' && from > 0 && count < 4; count++) {
    const above = before.lastIndexOf('\n', from - 2) + 1
    const words = before.slice(above, from - 1)
    if (above >= from || words.trim() === '' || /(?: {9}|[:.][\s*]{0,9})$/.test(words)) break
    from = above
    if (/^[\s*]{0,8}(?:document|attachment)(?:s|\(s\))?\b/i.test(words)) break
  }
  return from
}

function untitled(index: number, { title }: MainDocument): Found<string> {
  return { value: index === 0 ? (title ?? 'Main Document') : `Attachment ${index}`, from: 'derived' }
}

/** A document named but not linked, because it is sealed or the links were stripped. */
function unlinkedDocuments(body: Body, layout: NdaLayout, main: MainDocument): NoticeDocument[] {
  return layout.documents
    .flatMap((line) => {
      const label = /^[\s>*]{0,20}(?:main )?document(?:s|\(s\))?\s{0,3}:\*{0,2}/i.exec(
        body.text.slice(line.start, line.end),
      )
      return (label && findWords(body, line.start + label[0].length, line.end)) ?? []
    })
    .map((description, index) => ({
      index,
      ...(index === 0 && main.number && { number: main.number }),
      description,
    }))
}
