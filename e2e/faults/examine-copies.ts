import type { Sandbox } from '@courtcrier/sandbox/sandbox.ts'
import { allRows, type Call } from './examine.ts'

/** Problems with the copies in a store. Every list must be empty. */
export interface CopyReport {
  notStored: string[]
  /** Recorded as saved, but missing or with different bytes. */
  missing: string[]
  /** Files not recorded: a second file of a copy, or one left by a failed attempt. */
  stray: string[]
  /** Documents of the courts that aren't in the store exactly once. */
  documentsNotOnce: string[]
}

interface SavedFiles {
  /** ID of the policy. */
  policyId: string
  /** The files found: SHA-256 by path. */
  files: ReadonlyMap<string, string>
}

/** Compares the files in a store with Courtcrier's records of them, and with what the courts filed. */
export async function examineCopies(
  call: Call,
  filings: ReturnType<Sandbox['filings']>,
  { policyId, files }: SavedFiles,
): Promise<CopyReport> {
  const copies = (await allRows(call, 'document_copy', 'document_copies')).filter(
    (copy) => copy.storage_policy_id === policyId,
  )
  const paths = new Set(copies.map((copy) => String(copy.path)))
  const stored = [...files.values()]
  return {
    notStored: copies
      .filter(({ status }) => status !== 'succeeded')
      .map(({ status, path: at, sentence }) => `${status} ${at}: ${sentence}`),
    missing: copies.filter((copy) => files.get(String(copy.path)) !== copy.file_id).map((copy) => String(copy.path)),
    stray: [...files.keys()].filter((file) => !paths.has(file)),
    documentsNotOnce: filings
      .filter((filing) => filing.isObtainable)
      .flatMap((filing) => filing.documents.filter((document) => !document.isSealed))
      .map(({ courtDocumentId, sha256 }) => ({
        courtDocumentId,
        count: stored.filter((each) => each === sha256).length,
      }))
      .filter(({ count }) => count !== 1)
      .map(({ courtDocumentId, count }) => `${courtDocumentId}: ${count} times`),
  }
}
