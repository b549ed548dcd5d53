import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sandbox } from '@courtcrier/sandbox/sandbox.ts'
import { allRows, type Call } from './examine.ts'

/** What is wrong with the copies of a place. Every list must be empty. */
export interface CopyReport {
  notStored: string[]
  /** Recorded as stored, and not there, or with other bytes. */
  missing: string[]
  /** There, and nobody stored it: a second file of a copy, or what a try left. */
  stray: string[]
  /** Documents of the courts that are not there exactly once. */
  documentsNotOnce: string[]
}

interface Place {
  /** Of the policy. */
  policyId: string
  /** What is there: SHA-256 by path. */
  files: ReadonlyMap<string, string>
}

/** Compares what lies in a place with what Courtcrier says of it, and with what the courts filed. */
export async function examineCopies(
  call: Call,
  filings: ReturnType<Sandbox['filings']>,
  { policyId, files }: Place,
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

/** The files below a folder, temporary ones too: SHA-256 by path. */
export async function filesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const hashes = await Promise.all(
    files.map(async (file) => [path.relative(folder, file), await hashOf(file)] as const),
  )
  return new Map(hashes)
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
