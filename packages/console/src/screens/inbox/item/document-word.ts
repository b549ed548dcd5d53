import type { LinkVerdict } from '@courtcrier/contract/notice.ts'
import type { CourtDocument } from '@courtcrier/contract/resources/document.ts'

type Known = Partial<Pick<CourtDocument, 'verdict' | 'fileId' | 'size' | 'uploaded'>>

/** The word for what became of a document, and its tone. A document that is kept is kept, however it was got. */
export function documentWord(document: Known): { tone: 'ok' | 'warn' | 'bad' | 'neutral'; labelKey: string } {
  if (hasFile(document)) return { tone: 'ok', labelKey: 'inbox.documents.verdict.kept' }
  const verdict = document.verdict ?? 'none'
  return { tone: tones[verdict], labelKey: `inbox.documents.verdict.${verdict}` }
}

/** Whether there is a file to look at. A role may see the document and not the name of its file. */
export function hasFile({ verdict, fileId, uploaded }: Known): boolean {
  return Boolean(fileId) || verdict === 'fetched' || uploaded === true
}

const tones: Record<LinkVerdict, 'ok' | 'warn' | 'bad' | 'neutral'> = {
  fetched: 'ok',
  spent: 'bad',
  sealed: 'warn',
  restricted: 'warn',
  login: 'bad',
  unavailable: 'warn',
  broken: 'bad',
  refused: 'bad',
  none: 'neutral',
}
