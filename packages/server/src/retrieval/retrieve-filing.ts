import type { NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { MenuRow } from './attachment-menu.ts'
import { defaultPerCourt } from './court-http.ts'
import { documentUrl, isMenuNeeded, linkToDocument, menuUrl } from './document-url.ts'
import { journalKey } from './fetch-journal.ts'
import { type FilingDocument, pairMenu } from './pair-menu.ts'
import type { RetrievedDocument } from './retrieve-together.ts'
import { retrieveTogether } from './retrieve-together.ts'
import {
  type LinkAddress,
  type LinkResult,
  type Retrieval,
  type RetrieveDeps,
  startRetrieval,
  tryLinks,
} from './try-links.ts'

/** A filing's documents, and every known link to it. */
export interface FilingLinks {
  /** As the notice lists them, main document first. */
  documents: readonly NoticeDocument[]
  /** For the main document: the notice's own link first, then spare ones from other recipients of the same filing. */
  links: readonly NoticeLink[]
  /** The notice itself says that the filing is sealed, so nothing is opened. */
  isSealed?: boolean
  /** Indexes of documents that no longer need retrieving; they are left out of the result. */
  settled?: ReadonlySet<number>
  deps: RetrieveDeps
}

export interface FilingRetrieval {
  documents: readonly RetrievedDocument[]
  /** The court's attachment menu, if it was shown. */
  menu?: readonly MenuRow[]
  /** Why another run is needed; absent if every document has its final result. */
  retry?: string
  /** Names of the links in the journal. Pass them to `journal.forget` once this result is committed, not before. */
  keys: readonly string[]
}

/**
 * Retrieves the documents of one filing. Never logs in, never buys, never opens what the court says is sealed, and
 * never calls a document sealed for any other reason. Safe to run again after any crash: what the court has already
 * answered isn't requested again. Every blob is durable when the promise resolves.
 */
export async function retrieveFiling(filing: FilingLinks): Promise<FilingRetrieval> {
  const { settled = new Set() } = filing
  const listed = filing.documents.length > 0 ? filing.documents : documentsOfLinks(filing.links)
  const wanted = listed.filter(({ index }) => !settled.has(index))
  if (wanted.length === 0) return { documents: [], keys: [] }
  if (filing.isSealed) return { documents: wanted.map(sealedByNotice), keys: [] }
  const run = startRetrieval(filing.deps)
  const links = mainLinks(listed, filing.links)
  const opening = await tryLinks(run, openingAttempts(wanted, links))
  const known = { listed, settled, links, opening }
  const retrieved = opening.verdict === 'menu' ? await retrieveByMenu(run, known) : await retrieveByLinks(run, known)
  const retry = retrieved.find(({ verdict }) => verdict === 'retry')?.sentence
  return {
    documents: retrieved,
    keys: [...run.keys],
    ...(opening.rows && { menu: opening.rows }),
    ...(retry !== undefined && { retry }),
  }
}

interface Known {
  listed: readonly NoticeDocument[]
  settled: ReadonlySet<number>
  /** Links that open the main document. */
  links: readonly NoticeLink[]
  /** The result of the first request that worked, or a summary if none did. */
  opening: LinkResult
}

/** Some notices list no document but still have a link. */
function documentsOfLinks(links: readonly NoticeLink[]): readonly NoticeDocument[] {
  return links.length === 0 ? [] : [{ index: 0, description: { value: 'Main Document', from: 'derived' } }]
}

function sealedByNotice({ index }: NoticeDocument): RetrievedDocument {
  return { index, verdict: 'sealed', sentence: 'The notice says that the filing is sealed, so nothing was opened.' }
}

function mainLinks(documents: readonly NoticeDocument[], links: readonly NoticeLink[]): readonly NoticeLink[] {
  const own = documents.find(({ index }) => index === 0)?.link
  const attachments = new Set(documents.filter(({ index }) => index > 0).map(({ link }) => link && journalKey(link)))
  const all = new Map([...(own ? [own] : []), ...links].map((link) => [journalKey(link), link]))
  const others = [...all].filter(([key]) => !attachments.has(key)).map(([, link]) => link)
  // Each case in a bankruptcy notice has its own document, and one isn't a spare link for another.
  const main = others.find(({ courtDocumentId }) => courtDocumentId !== undefined)?.courtDocumentId
  return others.filter(({ courtDocumentId }) => courtDocumentId === undefined || courtDocumentId === main)
}

/**
 * The menu comes first if attachments have no links of their own, because once a document has been retrieved, the court
 * no longer shows the menu (courtlistener issue 2263). Without a menu, the document itself comes first.
 */
function openingAttempts(wanted: readonly NoticeDocument[], links: readonly NoticeLink[]): LinkAddress[] {
  const isMainWanted = wanted.some(({ index }) => index === 0)
  const hasUnlinked = wanted.some(({ index, link }) => index > 0 && link === undefined)
  return links.flatMap((link) => {
    const menu = hasUnlinked || (isMainWanted && isMenuNeeded(link)) ? menuUrl(link) : undefined
    return [menu, isMainWanted ? documentUrl(link) : undefined]
      .filter((url) => url !== undefined)
      .map((url) => ({ link, url }))
  })
}

/** The token that opened the menu opens every document on it; other recipients' tokens are tried after it. */
async function retrieveByMenu(
  run: Retrieval,
  { listed, settled, links, opening }: Known,
): Promise<RetrievedDocument[]> {
  const { link: opened, rows = [] } = opening
  const spare = links.filter((link) => link !== opened && isSameDocument(link, opened))
  const keys = opened ? [opened, ...spare] : spare
  const wanted = pairMenu(listed, rows).filter(({ index }) => !settled.has(index))
  const retrieve = async (each: FilingDocument) => {
    const described = each.row ? { description: each.row.description } : {}
    return { ...(await retrieveListed(run, each, { keys, links })), ...described }
  }
  return retrieveTogether({ items: wanted, width: widthOf(run), retrieve })
}

async function retrieveListed(
  run: Retrieval,
  { index, document, row }: FilingDocument,
  { keys, links }: { keys: readonly NoticeLink[]; links: readonly NoticeLink[] },
): Promise<RetrievedDocument> {
  if (row?.isRestricted) {
    return { index, verdict: 'restricted', sentence: "The court's menu lists this document and withholds it." }
  }
  if (row)
    return retrieveDocument(
      run,
      index,
      keys.map((key) => linkToDocument(key, row)),
    )
  if (document?.link) return retrieveDocument(run, index, [document.link])
  if (index === 0) return retrieveDocument(run, index, links)
  return { index, verdict: 'unavailable', sentence: "The court's menu doesn't list this document." }
}

/** Without a menu, each document has its own link or none. */
function retrieveByLinks(run: Retrieval, { listed, settled, links, opening }: Known): Promise<RetrievedDocument[]> {
  const wanted = listed.filter(({ index }) => !settled.has(index))
  const retrieve = async ({ index, link }: NoticeDocument) => {
    if (index === 0) return toRetrieved(index, opening)
    if (!link) return { index, ...withoutMenu(opening) }
    return retrieveDocument(run, index, [link, ...links.filter((spare) => isSameDocument(spare, link))])
  }
  return retrieveTogether({ items: wanted, width: widthOf(run), retrieve })
}

/** As many as may be requested from a court at a time; more would only wait with their links claimed. */
function widthOf({ deps }: Retrieval): number {
  return deps.perCourt ?? defaultPerCourt
}

/** The result for an attachment that only the menu could have led to. */
function withoutMenu({ verdict, sentence }: LinkResult): Pick<RetrievedDocument, 'verdict' | 'sentence'> {
  if (verdict === 'fetched')
    return { verdict: 'unavailable', sentence: 'The court showed no menu with this attachment.' }
  if (verdict !== 'sealed' && verdict !== 'menu') return { verdict, sentence }
  return { verdict: 'unavailable', sentence: 'Not opened, because the court says that the main document is sealed.' }
}

async function retrieveDocument(
  run: Retrieval,
  index: number,
  links: readonly NoticeLink[],
): Promise<RetrievedDocument> {
  return toRetrieved(
    index,
    await tryLinks(
      run,
      links.map((link) => ({ link, url: documentUrl(link) })),
    ),
  )
}

function toRetrieved(index: number, tried: LinkResult): RetrievedDocument {
  const { verdict, sentence, link, blob, pages, stamps, ownTitle } = tried
  if (verdict === 'menu') {
    return { index, verdict: 'unavailable', sentence: 'The court shows its menu in place of this document.' }
  }
  return {
    index,
    verdict,
    sentence,
    ...(blob && { blob: blob.sha256, size: blob.size }),
    ...(pages !== undefined && { pages }),
    ...(stamps && { stamps }),
    ...(ownTitle && { ownTitle }),
    ...(verdict === 'fetched' && link && { linkUsed: link }),
  }
}

/** Links without a document id (ACMS) can't be compared, and a wrong guess would save one document as another. */
function isSameDocument(a: NoticeLink, b: NoticeLink | undefined): boolean {
  return b?.courtDocumentId !== undefined && a.host === b.host && a.courtDocumentId === b.courtDocumentId
}
