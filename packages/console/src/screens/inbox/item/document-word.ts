import type { LinkVerdict } from '@courtcrier/contract/notice.ts'
import type { CourtDocument } from '@courtcrier/contract/resources/document.ts'

type Known = Partial<Pick<CourtDocument, 'verdict' | 'fileId' | 'size' | 'uploaded'>>

/** Returns the word for a document's result, and its tone. A saved document is saved, however it was retrieved. */
export function documentWord(document: Known): { tone: 'ok' | 'warn' | 'bad' | 'neutral'; labelKey: string } {
  if (hasFile(document)) return { tone: 'ok', labelKey: 'inbox.documents.verdict.kept' }
  const verdict = document.verdict ?? 'none'
  return { tone: tones[verdict], labelKey: `inbox.documents.verdict.${verdict}` }
}

/** Returns whether there is a file to view. A role may see the document but not its file name. */
export function hasFile({ verdict, fileId, uploaded }: Known): boolean {
  return Boolean(fileId) || verdict === 'fetched' || uploaded === true
}

const tones: Record<LinkVerdict, 'ok' | 'warn' | 'bad' | 'neutral'> = {
  fetched: 'ok',
  spent: 'bad',
  sealed: 'warn',
  restricted: 'warn',
  login: 'bad',
  awaited: 'warn',
  unavailable: 'warn',
  broken: 'bad',
  refused: 'bad',
  none: 'neutral',
}
