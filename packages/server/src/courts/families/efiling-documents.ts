import type { Found, NoticeDocument, NoticeLink, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../text/body.ts'
import { findWords } from '../text/found.ts'
import { isNoDocument } from '../text/no-document.ts'
import { findNoticeStart } from '../text/notice-start.ts'
import { linksWithin } from '../text/visible-text.ts'
import { readEfilingLink } from './efiling-link.ts'
import { nameSpans } from './efiling-names.ts'
import type { EfilingRow } from './efiling-rows.ts'
import { isOutsideTyped, linksOfRow, ownLinks } from './own-links.ts'

export interface DocumentSources {
  body: Body
  rows: readonly EfilingRow[]
  /** What was filed; the title of a single document. */
  title?: Found<string>
  /** Whether a link outside the rows leads to a document. */
  isDocumentLink: (href: string) => boolean
}

/** Returns the documents of an e-filing service's notice, lead document first, each with its link if it has one. */
export function readEfilingDocuments({ body, rows, title, isDocumentLink }: DocumentSources): NoticeDocument[] {
  const drafts: Draft[] = []
  for (const [at, row] of rows.entries()) {
    if (row.key === 'document' || row.key === 'attachment') addNames(body, nameSpans(body, rows, at), drafts)
    if (row.key === 'link') for (const draft of draftsOf(body, linksOfRow(body, row))) addLink(draft, drafts)
  }
  if (!drafts.some((draft) => draft.link)) {
    const links = linksWithin(body, findTop(body, rows), body.text.length).filter((link) =>
      isOutsideTyped(body, rows, link),
    )
    const others = draftsOf(body, links).filter(({ link }) => link && isDocumentLink(link.url))
    for (const draft of others) addLink(draft, drafts)
  }
  return drafts.map((draft, index) => toDocument(draft, index, drafts.length === 1 ? title : undefined))
}

/** Below the header block of a forward, above which its sender may link to anything. */
function findTop(body: Body, rows: readonly EfilingRow[]): number {
  const { headings, isQuoted } = findNoticeStart(body)
  const first = rows[0]?.labelStart ?? 0
  return isQuoted ? Math.max(0, ...headings.filter((place) => place <= first)) : 0
}

interface Draft {
  name?: Found<string>
  link?: NoticeLink
}

/** A message with this many links is left to a person. */
export const mostDocuments = 1_000

function addNames(body: Body, names: readonly Span[], drafts: Draft[]): void {
  for (const [start, end] of names) {
    const name = findWords(body, start, end)
    if (!name || isNoDocument(name.value)) continue
    const [own] = draftsOf(body, ownLinks(body, start, end))
    if (own && /^https?:/i.test(name.value)) {
      addLink(own, drafts)
      continue
    }
    // The row of links may precede the names.
    const bare = drafts.find((draft) => !draft.name)
    if (bare && !own) bare.name = name
    else drafts.push({ name, ...(own?.link && { link: own.link }) })
  }
}

/** A link's text is the document's name unless it is an invitation to click. */
function draftsOf(body: Body, links: Body['links']): Draft[] {
  return links.slice(0, mostDocuments).flatMap((visible) => {
    const link = readEfilingLink(body, visible)
    if (!link) return []
    const name = findWords(body, visible.start, visible.end)
    return name && !invitation.test(name.value) && !isNoDocument(name.value) ? [{ link, name }] : [{ link }]
  })
}

const invitation = /^(?:(?:click )?here|(?:download|view|open|access)\b.{0,60}|file stamped copy|link|pdf|https?:.*)$/i

function addLink({ link, name }: Draft, drafts: Draft[]): void {
  if (!link || drafts.some((draft) => draft.link?.url === link.url)) return
  const same = name && drafts.find((draft) => !draft.link && draft.name?.value === name.value)
  const free = same ?? (name ? undefined : drafts.find((draft) => !draft.link))
  if (free) free.link = link
  else drafts.push({ link, ...(name && { name }) })
}

/** A single document with only a file name is titled with what was filed; several use their own names. */
function toDocument({ name, link }: Draft, index: number, title: Found<string> | undefined): NoticeDocument {
  const isFile = name && /\.[a-z]{3,4}$/i.test(name.value)
  return {
    index,
    description: (isFile || !name ? title : undefined) ?? name ?? { value: 'Document', from: 'derived' },
    ...(isFile && { originalFileName: name.value }),
    ...(link && { link }),
  }
}
