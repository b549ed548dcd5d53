import type { LinkVerdict, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { BlobStore, StoredBlob } from '@courtcrier/lib/blob-store.ts'
import { StorageError } from '@courtcrier/lib/storage-error.ts'
import type { TitleReading } from '../courts/titles/find-title.ts'
import type { MenuRow } from './attachment-menu.ts'
import { journalKey } from './fetch-journal.ts'
import { type LinkDeps, type OpenedLink, openLink } from './open-link.ts'
import { inspectPdf } from './pdf.ts'
import type { PdfStamps } from './pdf-stamps.ts'

export interface RetrieveDeps extends LinkDeps {
  blobs: BlobStore
  /** Documents of one filing that are retrieved at once; the same `perCourt` as for `openCourtHttp`. */
  perCourt?: number
}

/** State shared by the requests of one filing. */
export interface Retrieval {
  deps: RetrieveDeps
  /** Names of the links in the journal that this run has used. */
  keys: Set<string>
}

export function startRetrieval(deps: RetrieveDeps): Retrieval {
  return { deps, keys: new Set() }
}

/** One address of one link. */
export interface LinkAddress {
  link: NoticeLink
  url: string
}

export interface LinkResult {
  verdict: LinkVerdict | 'menu' | 'retry'
  sentence: string
  /** The link that worked, or the first that didn't. */
  link?: NoticeLink
  rows?: readonly MenuRow[]
  blob?: StoredBlob
  pages?: number
  stamps?: PdfStamps
  /** The title it gives itself. */
  ownTitle?: TitleReading
}

/**
 * Tries the addresses in order until one yields a document or a menu, and saves it. Continues only if another link may
 * do better: a sealed or restricted document remains so under every link, nothing is ever paid for, and a court that is
 * down must not use up the spare links too.
 */
export async function tryLinks(run: Retrieval, attempts: readonly LinkAddress[]): Promise<LinkResult> {
  const failed: LinkResult[] = []
  for (const attempt of attempts) {
    run.keys.add(journalKey(attempt.link))
    const tried = await keep(run, attempt, await openLink(attempt.link, attempt.url, run.deps))
    if (!worthAnother.has(tried.verdict)) return tried
    failed.push(tried)
  }
  return summary(failed)
}

const worthAnother = new Set<LinkResult['verdict']>(['spent', 'login', 'unavailable', 'broken', 'none'])

/** Saves the result to the blob store before anything relies on it. */
async function keep({ deps }: Retrieval, { link }: LinkAddress, opened: OpenedLink): Promise<LinkResult> {
  const { verdict, sentence } = opened
  if (verdict === 'menu') return { verdict, sentence, link, rows: opened.rows }
  if (!('body' in opened) || !opened.body) return { verdict, sentence, link }
  try {
    const blob = await deps.blobs.put(opened.body)
    if (verdict !== 'fetched') return { verdict, sentence, link, blob }
    const { pages, stamps, title, isBroken, sentence: problem } = await inspectPdf(opened.body)
    const outcome = isBroken
      ? { verdict: 'broken' as const, sentence: problem }
      : { verdict, sentence: problem || sentence }
    const read = { ...(stamps && { stamps }), ...(title && { ownTitle: title }) }
    return { ...outcome, link, blob, ...(pages !== undefined && { pages }), ...read }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    // The journal still has the answer, so the next run sends no request.
    deps.log.warn({ error }, 'document not saved yet')
    return {
      verdict: 'retry',
      sentence: `The document was retrieved and waits until it can be saved: ${error.message}`,
      link,
    }
  }
}

/** The reason given is the first link's, which is the firm's own. The file is from any link that returned one. */
function summary(failed: readonly LinkResult[]): LinkResult {
  const told = failed.filter(({ verdict }) => verdict !== 'none')
  const first = told[0] ?? failed[0]
  if (!first) return { verdict: 'none', sentence: 'The notice has no link to this document.' }
  const blob = failed.find((tried) => tried.blob)?.blob
  const others = new Set(told.map(({ link }) => link && journalKey(link))).size - 1
  const also =
    others > 0
      ? ` ${others === 1 ? 'Another link of this filing' : `${others} other links of this filing`} didn't work either.`
      : ''
  return { ...first, sentence: first.sentence + also, ...(blob && { blob }) }
}
