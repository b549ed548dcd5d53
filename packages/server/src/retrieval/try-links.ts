import type { LinkVerdict, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { BlobStore, StoredBlob } from '../base/lib/blob-store.ts'
import { StorageError } from '../base/lib/storage-error.ts'
import type { MenuRow } from './attachment-menu.ts'
import { journalKey } from './fetch-journal.ts'
import { type LinkDeps, type OpenedLink, openLink } from './open-link.ts'
import { inspectPdf } from './pdf.ts'

export interface RetrieveDeps extends LinkDeps {
  blobs: BlobStore
  /** Documents of one filing that are fetched at once; the `perCourt` that the court's requests were given. */
  perCourt?: number
}

/** What the requests of one filing share. */
export interface Run {
  deps: RetrieveDeps
  /** Names of the links in the journal that this run has touched. */
  keys: Set<string>
}

export function startRun(deps: RetrieveDeps): Run {
  return { deps, keys: new Set() }
}

/** One address of one link. */
export interface Attempt {
  link: NoticeLink
  url: string
}

/** What trying came to. */
export interface Tried {
  verdict: LinkVerdict | 'menu' | 'retry'
  sentence: string
  /** The link that worked, or the first that didn't. */
  link?: NoticeLink
  rows?: readonly MenuRow[]
  blob?: StoredBlob
  pages?: number
}

/**
 * Tries the addresses in order until one yields a document or a menu, and keeps what it yields. Goes on only where
 * another link may do better: a sealed or restricted document stays so under every link, a price is never paid,
 * and a court that is down must not cost the spare links too.
 */
export async function tryLinks(run: Run, attempts: readonly Attempt[]): Promise<Tried> {
  const failed: Tried[] = []
  for (const attempt of attempts) {
    run.keys.add(journalKey(attempt.link))
    const tried = await keep(run, attempt, await openLink(attempt.link, attempt.url, run.deps))
    if (!worthAnother.has(tried.verdict)) return tried
    failed.push(tried)
  }
  return summary(failed)
}

const worthAnother = new Set<Tried['verdict']>(['spent', 'login', 'unavailable', 'broken', 'none'])

/** Puts into the blob store what came, before anybody relies on it. */
async function keep({ deps }: Run, { link }: Attempt, opened: OpenedLink): Promise<Tried> {
  const { verdict, sentence } = opened
  if (verdict === 'menu') return { verdict, sentence, link, rows: opened.rows }
  if (!('body' in opened) || !opened.body) return { verdict, sentence, link }
  try {
    const blob = await deps.blobs.put(opened.body)
    if (verdict !== 'fetched') return { verdict, sentence, link, blob }
    const { pages, isBroken, sentence: problem } = await inspectPdf(opened.body)
    const outcome = isBroken
      ? { verdict: 'broken' as const, sentence: problem }
      : { verdict, sentence: problem || sentence }
    return { ...outcome, link, blob, ...(pages !== undefined && { pages }) }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    // The journal still holds the answer, so the next run asks nobody.
    deps.log.warn({ error }, 'document not kept yet')
    return { verdict: 'retry', sentence: `The document is here and waits until it can be kept: ${error.message}`, link }
  }
}

/** The first link's reason, being the firm's own; with a file, if any link brought one. */
function summary(failed: readonly Tried[]): Tried {
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
