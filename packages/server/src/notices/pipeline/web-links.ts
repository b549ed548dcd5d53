import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import { messageReader } from '../../courts/read-on-thread.ts'
import { addressOf, type WebLink } from '../../courts/web-links.ts'
import { servesAt, servesCourt, writesForWhom } from '../../mail/writers.ts'
import { whyNotOpened } from '../../retrieval/document-url.ts'
import { retrieveFiling } from '../../retrieval/retrieve-filing.ts'
import type { RetrievedDocument } from '../../retrieval/retrieve-together.ts'
import type { RetrieveDeps } from '../../retrieval/try-links.ts'
import { type Patience, withoutWaiting } from './awaiting.ts'
import { filingDocuments } from './filing-documents.ts'
import { findLimitedWriter } from './limited-writer.ts'
import { receivedOf } from './received.ts'
import type { FetchedDocument, StageDeps, Work } from './stage.ts'
import { isOneTime, placeWebLinks, readWebDocuments, type WebDocument } from './web-documents.ts'

/** What became of the links in a notice's text; documents that need no retrieval are left out. */
interface WebRetrieval {
  documents: readonly FetchedDocument[]
  /** Journal keys of the links that were requested. */
  keys: readonly string[]
  sentences: readonly string[]
}

interface WebDeps extends Pick<StageDeps, 'read' | 'formats'> {
  retrieval: RetrieveDeps
  patience: Patience
}

/**
 * Retrieves the documents that a notice's text links to and its parser didn't list, through the same gate: on hosts that
 * may be opened for the notice and that its proven sender writes for, or else its court's own, free of charge, one-time
 * links once. No other link is requested; the sentences name their hosts. Safe to repeat after any crash.
 */
export async function retrieveWebLinks(work: Work, deps: WebDeps): Promise<WebRetrieval | { retry: string }> {
  const { notice } = work.results.parse ?? {}
  if (!notice) throw new Error('an item reached retrieval without its notice')
  const found = await messageReader.webLinks(await receivedOf(work))
  if ('problem' in found) return nothing([`The links in the notice couldn't be read: ${found.problem}`])
  const { read, retrieval, patience } = deps
  const mayBeTyped = formatsOfServices.has(notice.format)
  const hosts = await findHosts(notice, work, deps)
  const { toOpen, sentences } = sortLinks(unlisted(found.links, notice), { ...hosts, mayBeTyped })
  if (toOpen.length === 0) return nothing(sentences)
  const known = await read((trx) => readWebDocuments(trx, { work, links: toOpen }))
  const documents = placeWebLinks(toOpen, known).filter(({ isSettled }) => !isSettled)
  const retrieved = await retrieveEach(documents, { notice, retrieval, patience })
  if ('retry' in retrieved) return retrieved
  return { ...retrieved, sentences: [...saidOf(retrieved.documents), ...sentences] }
}

function nothing(sentences: readonly string[]): WebRetrieval {
  return { documents: [], keys: [], sentences }
}

/** The links to what the notice doesn't list, whether or not they are written the same. */
function unlisted(links: readonly WebLink[], notice: Notice): readonly WebLink[] {
  const known = new Set(linksOf(notice).flatMap((link) => namesOf(link)))
  return links.filter(({ link }) => !namesOf(link).some((name) => known.has(name)))
}

function linksOf(notice: Notice): NoticeLink[] {
  return [...notice.cases, ...filingDocuments(notice)].flatMap(({ link }) => link ?? [])
}

function namesOf({ url, host, courtDocumentId }: NoticeLink): string[] {
  return [addressOf(url), ...(courtDocumentId ? [`${host} ${courtDocumentId}`] : [])]
}

/** What filers type stands unchanged in the messages of states' e-filing services. */
const formatsOfServices: ReadonlySet<string> = new Set([
  ...['tyler-efile', 'florida-portal', 'nyscef', 'file-servexpress', 'california-efsp'],
])

/** More than that isn't a list of documents. */
const mostWebDocuments = 50

interface Hosts {
  isAllowedHost: (host: string) => boolean
  /** Whether an allowed host belongs to the one whom this notice speaks for. */
  isOwn: (host: string) => boolean
  sayOthers: (hosts: string) => string
}

/**
 * The hosts of the one who is proven to have written the notice, if anyone is, and of the notice's court otherwise. Those
 * of the documents that it lists are believed as the notice is, and seen by anyone who trusts it.
 */
async function findHosts(notice: Notice, work: Work, deps: WebDeps): Promise<Hosts> {
  const { isAllowedHost } = deps.retrieval
  const listed = linksOf(notice).map(({ host }) => host)
  const writer = await findLimitedWriter(notice.format, work, deps)
  if (writer !== undefined) {
    const isOwn = (host: string) => listed.includes(host) || servesAt(writer, host)
    return { isAllowedHost, isOwn, sayOthers: (hosts) => writersSentence(writer, hosts) }
  }
  const formats = await deps.formats(work.firmId, deps.read)
  const known = [...listed, ...(formats.find(({ name }) => name === notice.format)?.linkHosts ?? [])]
  const court = findCourt(notice.courtId.value)
  const isOwn = (host: string) => known.includes(host) || (court !== undefined && servesCourt(court, host))
  return { isAllowedHost, isOwn, sayOthers: (hosts) => courtsSentence(court?.citation ?? notice.courtId.value, hosts) }
}

function sortLinks(
  links: readonly WebLink[],
  { isAllowedHost, isOwn, sayOthers, mayBeTyped }: Hosts & { mayBeTyped: boolean },
) {
  const [allowed, elsewhere] = split(links, ({ link, isDocument }) => isDocument && isAllowedHost(link.host))
  const [own, others] = split(allowed, ({ link }) => isOwn(link.host))
  const [typed, written] = split(own, ({ isTyped }) => mayBeTyped && isTyped)
  const [free, unfree] = split(written, ({ link }) => whyNotOpened(link) === undefined)
  const [toOpen, tooMany] = [free.slice(0, mostWebDocuments), free.slice(mostWebDocuments)]
  const sentences = [
    ...named(tooMany, (hosts) => `Not opened, because the notice links to too many documents: links to ${hosts}.`),
    ...named(unfree, (hosts) => `Not opened, because the court gives no free access with them: links to ${hosts}.`),
    ...named(typed, (hosts) => `Not opened, because a filer may have typed them: links to ${hosts}.`),
    ...named(others, sayOthers),
    ...named(
      elsewhere,
      (hosts) => `Not opened, because they don't lead to a document on a court's host: links to ${hosts}.`,
    ),
  ]
  return { toOpen, sentences }
}

function courtsSentence(court: string, hosts: string): string {
  return `Not opened, because they lead to a court other than the notice's, ${court}: links to ${hosts}.`
}

function writersSentence(writer: string, hosts: string): string {
  const whom = writesForWhom(writer) ?? writer
  return `Not opened, because the notice is from ${writer}, which writes for ${whom}: links to ${hosts}.`
}

function split<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))]
}

const mostHosts = 10

/** Hosts only: anyone who reads the rest of an address could open it. */
function named(links: readonly WebLink[], say: (hosts: string) => string): string[] {
  const hosts = [...new Set(links.map(({ link }) => link.host))]
  if (hosts.length === 0) return []
  return [say(hosts.slice(0, mostHosts).join(', ') + (hosts.length > mostHosts ? ', …' : ''))]
}

async function retrieveEach(
  documents: readonly WebDocument[],
  { notice, retrieval, patience }: { notice: Notice; retrieval: RetrieveDeps; patience: Patience },
): Promise<Omit<WebRetrieval, 'sentences'> | { retry: string }> {
  const [spent, fresh] = split(documents, ({ link, wasOpened }) => wasOpened && isOneTime(link))
  const filing = await retrieveFiling({
    documents: fresh.map(({ position, title, link }) => ({
      index: position,
      description: { value: title, from: 'body' },
      link,
    })),
    links: [],
    isSealed: notice.isSealed,
    deps: retrieval,
  })
  const links = fresh.map(({ link }) => link)
  const { retry, ...retrieved } = withoutWaiting(filing, { patience, links })
  if (retry !== undefined) return { retry }
  const results = new Map(retrieved.documents.map((document) => [document.index, document]))
  return {
    documents: documents.flatMap((document) => {
      const result = results.get(document.position) ?? (spent.includes(document) ? openedBefore(document) : undefined)
      return result ? [fetchedDocument(document, result)] : []
    }),
    keys: retrieved.keys,
  }
}

/** What was said of it then, unless that was in another filing. */
function openedBefore({ position, before }: WebDocument): Pick<RetrievedDocument, 'index' | 'verdict' | 'sentence'> {
  return { index: position, verdict: 'spent', sentence: 'The link works once and was opened before.', ...before }
}

/** Its stamps are left out: it may be another case's, which says nothing against the notice. */
function fetchedDocument({ position, title, link }: WebDocument, result: RetrievedDocument): FetchedDocument {
  const { verdict, sentence, blob, size, pages, ownTitle } = result
  return {
    position,
    title,
    verdict,
    sentence,
    fileId: verdict === 'fetched' ? blob : undefined,
    size,
    pages,
    ownTitle,
    courtDocumentId: link.courtDocumentId,
    webLink: link,
  }
}

function saidOf(documents: readonly FetchedDocument[]): string[] {
  const { length } = documents.filter(({ fileId }) => fileId)
  const others = documents.filter(({ fileId }) => !fileId).map(({ sentence }) => sentence)
  const fetched =
    length === 1
      ? 'One document that the notice links to was retrieved.'
      : `${length} documents that the notice links to were retrieved.`
  return [...(length > 0 ? [fetched] : []), ...new Set(others)]
}
