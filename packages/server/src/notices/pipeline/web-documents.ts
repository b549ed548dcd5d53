import type { LinkVerdict, NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { parseNoticeLink } from '../../courts/text/link.ts'
import { addressOf, type WebLink } from '../../courts/web-links.ts'
import { journalKey } from '../../retrieval/fetch-journal.ts'
import { noticePosition, webLinkPosition } from './filing-documents.ts'
import type { Work } from './stage.ts'

/** A document that a notice links to, in its place among those of the filing. */
export interface WebDocument extends Pick<WebLink, 'link' | 'title'> {
  position: number
  /** Saved or sealed, so that it needs no retrieval. */
  isSettled: boolean
  /** Whether the link was requested before, for this filing or another. */
  wasOpened: boolean
  /** Its result so far, if the filing has it. */
  before?: { verdict: LinkVerdict; sentence: string }
}

interface KnownWebDocument {
  position: number
  title: string
  verdict: LinkVerdict
  sentence: string | null
  isSettled: boolean
  links: readonly NoticeLink[]
}

interface KnownWebDocuments {
  documents: readonly KnownWebDocument[]
  /** Journal keys of links that were requested. */
  opened: ReadonlySet<string>
}

/** Reads what the filing has of the documents that its notices link to. */
export async function readWebDocuments(
  trx: Trx,
  { work, links }: { work: Work; links: readonly WebLink[] },
): Promise<KnownWebDocuments> {
  const { firmId, envelopeId } = work
  const keys = links.map(({ link }) => journalKey(link))
  // A link that many notices have is recorded with the first one's filing only.
  const { rows: documents } = await sql<KnownWebDocument>`
    select d.position, d.title, d.verdict, d.sentence,
      (d.file_id is not null or d.verdict in ('sealed', 'restricted')) as "isSettled",
      coalesce((select jsonb_agg(l.link) from links l where l.firm_id = d.firm_id and l.position = d.position
        and (l.envelope_id = d.envelope_id or l.link_key = any(${keys}::text[]))), '[]') as links
    from documents d
    where d.firm_id = ${firmId} and d.envelope_id = ${envelopeId ?? null}::uuid
      and d.position >= ${webLinkPosition} and d.position < ${noticePosition}
    order by d.position`.execute(trx)
  const { rows: opened } = await sql<{ key: string }>`
    select distinct link_key as key from links
    where firm_id = ${firmId} and link_key = any(${keys}::text[]) and requested_at is not null`.execute(trx)
  return { documents, opened: new Set(opened.map(({ key }) => key)) }
}

/**
 * Gives each link the position of its document, which is the same for all recipients of the filing although their links
 * differ: by the address, by the court's own ID, and by the words of links that differ in their token only. The others
 * follow in the order of the notice.
 */
export function placeWebLinks(
  links: readonly WebLink[],
  { documents, opened }: KnownWebDocuments,
): readonly WebDocument[] {
  const placed = new Map<WebLink, KnownWebDocument>()
  const left = new Set(documents)
  for (const isSame of [hasAddress, hasCourtId, hasWords]) {
    for (const one of links) {
      const known = placed.has(one) ? undefined : [...left].find((document) => isSame(one, document))
      if (!known) continue
      placed.set(one, known)
      left.delete(known)
    }
  }
  let next = Math.max(webLinkPosition - 1, ...documents.map(({ position }) => position)) + 1
  return links.map((one) => {
    const known = placed.get(one)
    return {
      link: one.link,
      title: known?.title ?? one.title,
      position: known?.position ?? next++,
      isSettled: known?.isSettled === true,
      wasOpened: opened.has(journalKey(one.link)),
      ...(known && { before: { verdict: known.verdict, sentence: known.sentence ?? '' } }),
    }
  })
}

function hasAddress({ link }: WebLink, { links }: KnownWebDocument): boolean {
  return links.some(({ url }) => addressOf(url) === addressOf(link.url))
}

function hasCourtId({ link }: WebLink, { links }: KnownWebDocument): boolean {
  const { host, courtDocumentId } = link
  return (
    courtDocumentId !== undefined && links.some((own) => own.host === host && own.courtDocumentId === courtDocumentId)
  )
}

function hasWords({ link, title }: WebLink, document: KnownWebDocument): boolean {
  const isAlike = (own: NoticeLink) => withoutToken(own) === withoutToken(link)
  return link.token !== undefined && title === document.title && document.links.some(isAlike)
}

function withoutToken({ url, token }: NoticeLink): string {
  return token === undefined ? url : addressOf(url).replace(token, '')
}

/** Whether the court counts how often a link is opened. States' e-filing systems and firms' own hosts don't. */
export function isOneTime({ url }: NoticeLink): boolean {
  return parseNoticeLink(url) !== undefined
}
