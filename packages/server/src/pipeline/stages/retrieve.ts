import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { type RetrievedDocument, retrieveFiling } from '../../retrieval/retrieve-filing.ts'
import type { FetchedDocument, Outcome, RetrieveResult, Stage, StageDeps, Work } from '../stage.ts'

/**
 * Fetches the filing's documents, once for all its recipients. What a document's link came to does not hold up
 * the people who must know of the filing: a gap is said in their mail and ends the item in Action Required.
 */
export const retrieveStage: Stage<'retrieve'> = {
  name: 'retrieve',
  usesNetwork: true,
  // Recipients of one filing arrive together; the second must find what the first fetched.
  exclusiveKey: (work) => work.envelopeId,
  run: async (work, deps) => {
    const { notice } = work.results.parse ?? {}
    if (!notice || !work.envelopeId) throw new Error('an item reached retrieval without its notice')
    const known = await deps.read((trx) => readKnown(work, trx))
    const missing = notice.documents.filter((document) => !known.settled.has(document.index))
    if (notice.documents.length === 0 && !hasMainLink(notice))
      return done('The court lists no document for this entry.')
    if (missing.length === 0 && notice.documents.length > 0) {
      return done('The documents are here already, from another notice of the same filing.')
    }
    const distrust = whyNotOpened(work)
    if (distrust) return { kind: 'review', sentence: distrust }
    return fetchMissing(deps, { notice, known })
  },
}

interface Known {
  /** Positions of the documents that need no fetching any more: kept, or sealed. */
  settled: ReadonlySet<number>
  /** Links of other recipients that nobody has asked yet. */
  spare: readonly NoticeLink[]
}

async function readKnown(work: Work, trx: Parameters<Parameters<StageDeps['read']>[0]>[0]): Promise<Known> {
  const { rows } = await sql<{ settled: number[] | null; spare: NoticeLink[] | null }>`
    select
      (select array_agg(position) from documents
        where firm_id = ${work.firmId} and envelope_id = ${work.envelopeId}
          and (file_id is not null or verdict in ('sealed', 'restricted'))) as settled,
      (select jsonb_agg(link order by id) from links
        where firm_id = ${work.firmId} and envelope_id = ${work.envelopeId}
          and requested_at is null and inbox_item_id <> ${work.itemId} and position = 0) as spare`.execute(trx)
  return { settled: new Set(rows[0]?.settled ?? []), spare: rows[0]?.spare ?? [] }
}

function hasMainLink(notice: Notice): boolean {
  return notice.cases.some((entry) => entry.link?.token)
}

function whyNotOpened(work: Work): string | undefined {
  if (work.results.authenticate?.trust !== 'unverified' || work.trustedBy) return undefined
  return 'The sender is not proven to be the court, so its links were not opened. Say that you trust it, or move it to manual.'
}

async function fetchMissing(
  deps: StageDeps,
  { notice, known }: { notice: Notice; known: Known },
): Promise<Outcome<RetrieveResult>> {
  const links = [...mainLinks(notice), ...known.spare]
  const retrieval = await retrieveFiling({
    documents: notice.documents,
    links,
    isSealed: notice.isSealed,
    settled: known.settled,
    deps: deps.retrieval,
  })
  if (retrieval.retry !== undefined) return { kind: 'retry', sentence: retrieval.retry }
  const documents = retrieval.documents
    .filter((document) => !known.settled.has(document.index))
    .map((document) => fetchedDocument(notice, document))
  return {
    kind: 'done',
    sentence: summary(documents),
    result: { documents, keys: retrieval.keys, gap: gapOf(documents) },
  }
}

/** The links to the main document: on the rows of the cases, and in the list of documents. */
function mainLinks(notice: Notice): NoticeLink[] {
  const all = [...notice.cases.map((entry) => entry.link), notice.documents.find((entry) => entry.index === 0)?.link]
  const links = all.filter((link) => link !== undefined)
  return links.filter((link, index) => links.findIndex((other) => other.url === link.url) === index)
}

function fetchedDocument(notice: Notice, document: RetrievedDocument): FetchedDocument {
  const listed = notice.documents.find((entry) => entry.index === document.index)
  const isMain = document.index === 0
  return {
    position: document.index,
    number: listed?.number,
    title:
      listed?.description.value || document.description || (isMain ? 'Main document' : `Attachment ${document.index}`),
    verdict: document.verdict,
    sentence: document.sentence,
    fileId: document.verdict === 'fetched' ? document.blob : undefined,
    size: document.size,
    pages: document.pages,
    courtDocumentId: document.linkUsed?.courtDocumentId ?? listed?.link?.courtDocumentId,
  }
}

function summary(documents: readonly FetchedDocument[]): string {
  const kept = documents.filter((document) => document.fileId)
  const others = [...new Set(documents.filter((document) => !document.fileId).map((document) => document.sentence))]
  const fetched =
    kept.length === 1 ? 'One document was fetched and kept.' : `${kept.length} documents were fetched and kept.`
  return kept.length > 0 || others.length === 0 ? [fetched, ...others].join(' ') : others.join(' ')
}

/** A sealed or restricted document is not missing: nobody of the firm may have it by this way. */
function gapOf(documents: readonly FetchedDocument[]): string {
  const missing = documents.filter(
    (document) => !document.fileId && !['sealed', 'restricted', 'none'].includes(document.verdict),
  )
  if (missing.length === 0) return ''
  const which = documents.length === 1 ? 'The document' : `${missing.length} of ${documents.length} documents`
  return `${which} could not be had: ${missing[0]?.sentence ?? ''}`
}

function done(sentence: string): Outcome<RetrieveResult> {
  return { kind: 'done', sentence, result: { documents: [], keys: [], gap: '' } }
}
