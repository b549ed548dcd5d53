import type { Notice, NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import { mayOpenHost } from '../../../courts/formats/firm-format/link-hosts.ts'
import type { EnteredNotice } from '../../../mail/origin.ts'
import { retrieveFiling } from '../../../retrieval/retrieve-filing.ts'
import type { RetrievedDocument } from '../../../retrieval/retrieve-together.ts'
import { askAgainMs, type Patience, patienceOf, withoutWaiting } from '../awaiting.ts'
import { filingDocuments, noticePosition } from '../filing-documents.ts'
import { type Known, readKnown } from '../known-links.ts'
import { findLostDocument, withLostLinks } from '../lost-links.ts'
import { printNotice } from '../print-notice.ts'
import type { FetchedDocument, Outcome, RetrieveResult, Stage, StageDeps, Work } from '../stage.ts'
import { retrieveWebLinks } from '../web-links.ts'

/**
 * Retrieves the filing's documents, once for all its recipients. A document that can't be retrieved doesn't delay
 * notifying them: the email mentions the gap, and the item ends in Action Required.
 */
export const retrieveStage: Stage<'retrieve'> = {
  name: 'retrieve',
  waitsOutside: true,
  // Notices of one filing arrive together; the second must find what the first retrieved.
  exclusiveKey: (work) => work.envelopeId,
  server: {
    name: (work) => hostAsked(work),
    isNeeded: async (work, deps) => {
      const { notice } = work.results.parse ?? {}
      if (!notice || filingDocuments(notice).length === 0 || work.firm.extractDocumentWebLinks) return true
      return missingOf(notice, await deps.read((trx) => readKnown(trx, work))).length > 0
    },
  },
  run: async (work, deps) => {
    const { notice } = work.results.parse ?? {}
    if (!notice || !work.envelopeId) throw new Error('an item reached retrieval without its notice')
    if (work.origin.entered) return hadAlready(work.origin.entered)
    const known = await deps.read((trx) => readKnown(trx, work))
    const patience = patienceOf(work, { isAwaited: known.awaited.size > 0, now: deps.retrieval.now() })
    const gate = { deps: await throughGate(work, deps, patience), patience }
    const listed = await retrieveListed(gate, { work, notice, known })
    const isLinkedDue = work.firm.extractDocumentWebLinks && listed.kind === 'done'
    const retrieved = isLinkedDue ? await addLinked(listed, work, gate) : listed
    const outcome = withAwaited(retrieved, { known, deps })
    const isNoticeDue = work.firm.storeNoticeAsDocketText && !known.settled.has(noticePosition)
    if (!isNoticeDue || outcome.kind !== 'done') return outcome
    // Printing waits for its own turn, in which the court has no part.
    deps.onWaiting?.()
    return addNotice(outcome, work, deps)
  },
}

interface Asked {
  work: Work
  notice: Notice
  known: Known
}

interface Gate {
  /** As `throughGate` returns them. */
  deps: StageDeps
  patience: Patience
}

async function retrieveListed(gate: Gate, asked: Asked): Promise<Outcome<RetrieveResult>> {
  const { work, notice, known } = asked
  const listed = filingDocuments(notice)
  const missing = missingOf(notice, known)
  if (listed.length === 0 && !hasMainLink(notice)) {
    const lost = known.settled.has(0) || notice.isSealed ? [] : await findLostDocument(work, notice)
    return lost.length > 0 ? retrieved(lost, []) : done('The court lists no document for this entry.')
  }
  if (missing.length === 0 && listed.length > 0) {
    return done('The documents were already retrieved with another notice of this filing.')
  }
  return fetchMissing(gate, asked)
}

/** Plans to ask for what is awaited, and notes that what was awaited has been retrieved. */
function withAwaited(
  outcome: Outcome<RetrieveResult>,
  { known, deps }: { known: Known; deps: StageDeps },
): Outcome<RetrieveResult> {
  if (outcome.kind !== 'done') return outcome
  const { documents } = outcome.result
  const isAwaited = documents.some(({ verdict }) => verdict === 'awaited')
  const isLate = documents.some(({ position, fileId }) => fileId !== undefined && known.awaited.has(position))
  const also = { ...(isAwaited && { askAgainMs: askAgainMs(deps.config) }), ...(isLate && { isLate }) }
  return { ...outcome, result: { ...outcome.result, ...also } }
}

/**
 * Lets retrieval open the hosts that it may open for the notice, and limits how long an unclear answer holds it up:
 * people are then notified without the document. What they were notified without is asked for until it is clear.
 */
async function throughGate(
  { firmId, results, attempts }: Work,
  deps: StageDeps,
  { isAwaited, isPastUse }: Patience,
): Promise<StageDeps> {
  const formats = await deps.formats(firmId, deps.read)
  const format = results.parse?.notice.format ?? ''
  const isAllowedHost = (host: string) => mayOpenHost(host, { format, formats })
  const awaitsClearAnswer = attempts < mostUnclear || (isAwaited && !isPastUse)
  return { ...deps, retrieval: { ...deps.retrieval, isAllowedHost, awaitsClearAnswer } }
}

/** Waits that double from a minute add up to half an hour over this many attempts. */
const mostUnclear = 5

/** Adds the documents that the notice only links to. */
async function addLinked(
  { sentence, result }: { sentence: string; result: RetrieveResult },
  work: Work,
  { deps, patience }: Gate,
): Promise<Outcome<RetrieveResult>> {
  const linked = await retrieveWebLinks(work, { ...deps, patience })
  if ('retry' in linked) return { kind: 'retry', sentence: linked.retry }
  const documents = [...result.documents, ...linked.documents]
  return {
    kind: 'done',
    sentence: [sentence, ...linked.sentences.filter((said) => !sentence.includes(said))].join(' '),
    result: { documents, keys: [...new Set([...result.keys, ...linked.keys])], gap: gapOf(documents) },
  }
}

/** Adds the notice itself to the filing's documents, once for all of its recipients. */
async function addNotice(
  { sentence, result }: { sentence: string; result: RetrieveResult },
  work: Work,
  deps: StageDeps,
): Promise<Outcome<RetrieveResult>> {
  const document = await printNotice(work, deps.retrieval.blobs)
  const documents = [...result.documents, document]
  return { kind: 'done', sentence: `${sentence} ${document.sentence}`, result: { ...result, documents } }
}

/** Uses documents that a person added, without requesting them from the court. */
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
        sentence: `Uploaded by ${by}.`,
        uploaded: true,
        sealed: notice.isSealed,
      },
    ]
  })
  const sentence =
    documents.length === 1 ? 'One document was uploaded.' : `${documents.length} documents were uploaded.`
  return { kind: 'done', sentence, result: { documents, keys: [], gap: '' } }
}

function missingOf(notice: Notice, { settled }: Known): NoticeDocument[] {
  return filingDocuments(notice).filter((document) => !settled.has(document.index))
}

/** The court whose links are opened first; undefined if none will be. */
function hostAsked({ results, origin }: Work): string | undefined {
  const { notice } = results.parse ?? {}
  if (!notice || origin.entered || notice.isSealed) return undefined
  const links = [...mainLinks(notice), ...filingDocuments(notice).flatMap(({ link }) => link ?? [])]
  return links.find(({ token }) => token)?.host
}

function hasMainLink(notice: Notice): boolean {
  return notice.cases.some((entry) => entry.link?.token)
}

async function fetchMissing(
  { deps, patience }: Gate,
  { work, notice, known }: Asked,
): Promise<Outcome<RetrieveResult>> {
  const links = [...mainLinks(notice), ...known.spare]
  const filing = await retrieveFiling({
    documents: filingDocuments(notice),
    links,
    isSealed: notice.isSealed,
    settled: known.settled,
    deps: deps.retrieval,
  })
  const every = [...links, ...filingDocuments(notice).flatMap(({ link }) => link ?? [])]
  const retrieval = withoutWaiting(filing, { patience, links: every })
  if (retrieval.retry !== undefined) return { kind: 'retry', sentence: retrieval.retry }
  const documents = retrieval.documents
    .filter((document) => !known.settled.has(document.index))
    .map((document) => fetchedDocument(notice, document))
  return retrieved(await withLostLinks(work, notice, documents), retrieval.keys)
}

function retrieved(documents: readonly FetchedDocument[], keys: readonly string[]): Outcome<RetrieveResult> {
  return { kind: 'done', sentence: summary(documents), result: { documents, keys, gap: gapOf(documents) } }
}

/** The links to the main document: in the rows of the cases, and in the list of documents. */
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
    stamps: document.stamps,
    ownTitle: document.ownTitle,
    courtDocumentId: document.linkUsed?.courtDocumentId ?? listed?.link?.courtDocumentId,
  }
}

function summary(documents: readonly FetchedDocument[]): string {
  const kept = documents.filter((document) => document.fileId)
  const others = [...new Set(documents.filter((document) => !document.fileId).map((document) => document.sentence))]
  const fetched = kept.length === 1 ? 'One document was retrieved.' : `${kept.length} documents were retrieved.`
  return kept.length > 0 || others.length === 0 ? [fetched, ...others].join(' ') : others.join(' ')
}

/** A sealed or restricted document isn't missing: no one at the firm may get it this way. */
function gapOf(documents: readonly FetchedDocument[]): string {
  const missing = documents.filter(
    (document) => !document.fileId && !['sealed', 'restricted', 'none'].includes(document.verdict),
  )
  if (missing.length === 0) return ''
  const which = documents.length === 1 ? 'The document' : `${missing.length} of ${documents.length} documents`
  return `${which} couldn't be retrieved. ${missing[0]?.sentence ?? ''}`
}

function done(sentence: string): Outcome<RetrieveResult> {
  return { kind: 'done', sentence, result: { documents: [], keys: [], gap: '' } }
}
