import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Services } from '../../base/services.ts'
import { findEfilingByHost } from '../../courts/directory/directory.ts'
import type { CourtStamp } from '../../courts/stamps/find-stamps.ts'
import { documentUrl } from '../../retrieval/document-url.ts'
import { journalKey } from '../../retrieval/fetch-journal.ts'
import { openLink } from '../../retrieval/open-link.ts'
import { inspectPdf } from '../../retrieval/pdf.ts'
import { certainEnough, readScannedPage } from '../../retrieval/scan-stamps.ts'
import type { RetrieveDeps } from '../../retrieval/try-links.ts'
import { findStampContradiction, stampsOfNotice } from '../matching/stamp-contradiction.ts'
import type { StampWait, UnstampedDocument } from './wait-row.ts'

/** A stamped version of a document that was retrieved before without the stamp. */
export interface StampedVersion {
  documentId: string
  fileId: string
  size: number
  pages: number | undefined
  stamps: readonly CourtStamp[]
  /** Null for text. */
  certainty: number | null
  /** Journal keys of the links that were requested. */
  keys: readonly string[]
}

/** Asks the court again for the documents that aren't stamped yet, and returns the stamped ones, saved. */
export async function askForStamped(
  services: Services,
  retrieval: RetrieveDeps,
  wait: StampWait,
): Promise<readonly StampedVersion[]> {
  const versions: StampedVersion[] = []
  for (const document of wait.unstamped) {
    const link = document.links.find(mayOpenAgain)
    const version = link && (await askOnce({ services, retrieval, wait }, document, link))
    if (version) versions.push(version)
  }
  return versions
}

/** The court that would be asked; undefined if none would be. */
export function hostToAsk({ unstamped }: StampWait): string | undefined {
  return unstamped.flatMap(({ links }) => links.find(mayOpenAgain) ?? [])[0]?.host
}

/**
 * Whether a link shows its document as often as it is opened, as those of states' e-filing systems do. The free look of a
 * federal court is one, and is never spent on a second look.
 */
function mayOpenAgain({ host }: NoticeLink): boolean {
  return findEfilingByHost(host)?.isVerified === true
}

interface Asking {
  services: Services
  retrieval: RetrieveDeps
  wait: StampWait
}

async function askOnce(
  { services, retrieval, wait }: Asking,
  document: UnstampedDocument,
  link: NoticeLink,
): Promise<StampedVersion | undefined> {
  const keys = [journalKey(link)]
  // What the journal holds is the answer that had no stamp.
  retrieval.journal.forget(keys)
  const opened = await openLink(link, documentUrl(link), retrieval)
  if (opened.verdict !== 'fetched') return undefined
  const read = await readStamped(opened.body, wait.notice)
  if (!read || findStampContradiction(wait.notice, [{ position: document.position, stamps: read.stamps }]))
    return undefined
  const { sha256, size } = await services.blobs.put(opened.body)
  return { documentId: document.id, fileId: sha256, size, keys, ...read }
}

/** Undefined without a stamp of the court. Here a scan is worth waiting for. */
async function readStamped(
  body: Uint8Array,
  notice: Notice,
): Promise<Pick<StampedVersion, 'pages' | 'stamps' | 'certainty'> | undefined> {
  const { isBroken, pages, stamps } = await inspectPdf(body)
  if (isBroken || !stamps) return undefined
  if (stampsOfNotice(stamps.stamps, notice).length > 0) return { pages, stamps: stamps.stamps, certainty: null }
  const scanned = stamps.isScan ? await readScannedPage(body) : undefined
  if (!scanned || scanned.certainty < certainEnough || stampsOfNotice(scanned.stamps, notice).length === 0)
    return undefined
  return { pages, stamps: scanned.stamps, certainty: scanned.certainty }
}
