import type { Notice } from '@courtcrier/contract/notice.ts'
import { whyReplaced } from '../../courts/lost-links.ts'
import { messageReader } from '../../courts/read-on-thread.ts'
import { findOpaqueLink } from '../../courts/text/link.ts'
import { filingDocuments } from './filing-documents.ts'
import { receivedOf } from './received.ts'
import type { FetchedDocument, Work } from './stage.ts'

/** Says of the documents of a notice whose links were lost on the way that they are missing, and why. */
export async function withLostLinks(
  work: Work,
  notice: Notice,
  documents: readonly FetchedDocument[],
): Promise<readonly FetchedDocument[]> {
  const linkOf = ({ position }: FetchedDocument) =>
    filingDocuments(notice).find(({ index }) => index === position)?.link
  const isUnlinked = (document: FetchedDocument) => document.verdict === 'none' && linkOf(document) === undefined
  const why = documents.some(isUnlinked) ? await whyLost(work) : undefined
  return documents.map((document) => {
    const replaced = document.verdict === 'refused' ? findOpaqueLink(linkOf(document)?.url ?? '') : undefined
    const sentence = replaced ? whyReplaced(replaced) : isUnlinked(document) ? why : undefined
    return sentence === undefined ? document : { ...document, verdict: 'unavailable', sentence }
  })
}

/** The document of a notice that lists none because its link was lost on the way; none if it has no document. */
export async function findLostDocument(work: Work, { kind }: Notice): Promise<readonly FetchedDocument[]> {
  if (kind === 'announcement' || kind === 'invitation' || kind === 'summary') return []
  const sentence = await whyLost(work)
  return sentence === undefined ? [] : [{ position: 0, title: 'Main document', verdict: 'unavailable', sentence }]
}

async function whyLost(work: Work): Promise<string | undefined> {
  const read = await messageReader.lostLinks(await receivedOf(work))
  return 'problem' in read ? undefined : read.why
}
