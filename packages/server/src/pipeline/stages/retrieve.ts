import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { together } from '../../base/db/together.ts'
import { mayOpenHost } from '../../courts/firm-format/link-hosts.ts'
import type { EnteredNotice } from '../../mail/origin.ts'
import { retrieveFiling } from '../../retrieval/retrieve-filing.ts'
import type { RetrievedDocument } from '../../retrieval/retrieve-together.ts'
import { filingDocuments } from '../filing-documents.ts'
import type { FetchedDocument, Outcome, RetrieveResult, Stage, StageDeps, Work } from '../stage.ts'

/**
 * Fetches the filing's documents, once for all its recipients. What a document's link came to does not hold up
 * the people who must know of the filing: a gap is said in their mail and ends the item in Action Required.
 */
export const retrieveStage: Stage<'retrieve'> = {
  name: 'retrieve',
  waitsOutside: true,
  // Recipients of one filing arrive together; the second must find what the first fetched.
  exclusiveKey: (work) => work.envelopeId,
  run: async (work, deps) => {
    const { notice } = work.results.parse ?? {}
    if (!notice || !work.envelopeId) throw new Error('an item reached retrieval without its notice')
    if (work.origin.entered) return hadAlready(work.origin.entered)
    const known = await deps.read((trx) => readKnown(trx, work))
    const listed = filingDocuments(notice)
    const missing = listed.filter((document) => !known.settled.has(document.index))
    if (listed.length === 0 && !hasMainLink(notice)) return done('The court lists no document for this entry.')
    if (missing.length === 0 && listed.length > 0) {
      return done('The documents are here already, from another notice of the same filing.')
    }
    const formats = await deps.formats(work.firmId, deps.read)
    const isAllowedHost = (host: string) => mayOpenHost(host, { format: notice.format, formats })
    return fetchMissing({ ...deps, retrieval: { ...deps.retrieval, isAllowedHost } }, { notice, known })
  },
}

/** Documents that somebody added are here; nothing is asked of the court. */
function hadAlready({ by, notice, files }: EnteredNotice): Outcome<RetrieveResult> {
  const documents = files.flatMap((file, at): FetchedDocument[] => {
    const listed = notice.documents[at]
    if (!listed) return []
    return [
      {
        ...file,
        position: listed.index,
        number: listed.number,
        title: listed.description.value,
        verdict: 'fetched',
        sentence: `Added by hand by ${by}.`,
        uploaded: true,
        sealed: notice.isSealed,
      },
    ]
  })
  const sentence =
    documents.length === 1 ? 'One document was added by hand.' : `${documents.length} documents were added by hand.`
  return { kind: 'done', sentence, result: { documents, keys: [], gap: '' } }
}

interface Known {
  /** Positions of the documents that need no fetching any more: kept, or sealed. */
  settled: ReadonlySet<number>
  /** Links of other recipients that nobody has asked yet. */
  spare: readonly NoticeLink[]
}

/** What is known of the filing of each. */
const readKnown = together(async (trx: Trx, works: readonly Work[]) => {
  const [{ firmId } = { firmId: 0 }] = works
  const keys = works.map(({ envelopeId, itemId }) => ({ envelope_id: envelopeId, item_id: itemId }))
  const { rows } = await sql<{ itemId: string; settled: number[] | null; spare: NoticeLink[] | null }>`
    select r.item_id as "itemId",
      (select array_agg(position) from documents
        where firm_id = ${firmId} and envelope_id = r.envelope_id
          and (file_id is not null or verdict in ('sealed', 'restricted'))) as settled,
      (select jsonb_agg(link order by id) from links
        where firm_id = ${firmId} and envelope_id = r.envelope_id
          and requested_at is null and inbox_item_id <> r.item_id and position = 0) as spare
    from jsonb_to_recordset(${jsonRows(keys)}::text::jsonb) as r (envelope_id uuid, item_id uuid)`.execute(trx)
  const found = new Map(rows.map((row) => [row.itemId, row]))
  return works.map(({ itemId }): Known => {
    const row = found.get(itemId)
    return { settled: new Set(row?.settled ?? []), spare: row?.spare ?? [] }
  })
})

function hasMainLink(notice: Notice): boolean {
  return notice.cases.some((entry) => entry.link?.token)
}

async function fetchMissing(
  deps: StageDeps,
  { notice, known }: { notice: Notice; known: Known },
): Promise<Outcome<RetrieveResult>> {
  const links = [...mainLinks(notice), ...known.spare]
  const retrieval = await retrieveFiling({
    documents: filingDocuments(notice),
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
  const listed = filingDocuments(notice).find((entry) => entry.index === document.index)
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
