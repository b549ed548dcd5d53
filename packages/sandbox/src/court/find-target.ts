import type { Filing, FilingDocument, FilingNotice } from '../filings/filing.ts'
import type { FilingStore } from '../filings/filing-store.ts'
import { getCourt } from '../world/courts.ts'
import type { Court } from '../world/make-court.ts'
import type { LinkKey } from './ledger.ts'
import type { DocumentRequest } from './request.ts'

/** A document someone may request with a valid token. */
export interface Target {
  filing: Filing
  notice: FilingNotice
  document: FilingDocument
  key: LinkKey
}

/**
 * Finds the document of a request. Token, case and sequence must all match, as at courts that check them; the token's
 * link decides the rest.
 */
export function findTarget(filings: FilingStore, court: Court, asked: DocumentRequest): Target | undefined {
  if (asked.token === '') return undefined
  const found = asked.courtDocumentId === '' ? filings.findByToken(asked.token) : findByAddress(filings, asked)
  if (found === undefined || getCourt(found.filing.courtId).host !== court.host) return undefined
  const { filing, document, notice } = found
  const key = {
    filing: filing.number,
    token: asked.token,
    courtDocumentId: document.courtDocumentId,
    documentIndex: document.index,
  }
  return { filing, notice, document, key }
}

function findByAddress(filings: FilingStore, asked: DocumentRequest): Omit<Target, 'key'> | undefined {
  const found =
    asked.courtDocumentId.length === 4
      ? filings.findBySequence(asked.caseId ?? '', asked.sequence ?? '')
      : filings.findByDocumentId(asked.courtDocumentId)
  if (found === undefined) return undefined
  const { filing, document } = found
  const at = filing.associated.findIndex((entry) => entry.document === document)
  const place = filing.associated[at] ?? filing
  if (asked.caseId !== undefined && asked.caseId !== place.courtCaseId) return undefined
  if (asked.sequence !== undefined && asked.sequence !== place.sequence) return undefined
  const notice = filing.notices.find((each) => (each.associated[at]?.token ?? each.token) === asked.token)
  return notice && { filing, document, notice }
}
