import type { Random } from '../random.ts'
import type { Court } from '../world/make-court.ts'
import type { FilingDocument } from './filing.ts'
import type { EntryKind } from './other-kinds.ts'

/** Document IDs of one filing; the last ones are for the copies in associated cases. */
export const idsPerFiling = 64
export const firstAssociatedId = 48
const firstSerial = 20_000_000

interface DocumentsInput {
  random: Random
  court: Court
  n: number
  kind: EntryKind
  attachments: readonly string[]
}

/** Returns the main document and its attachments. */
export function makeDocuments({ random, court, n, kind, attachments }: DocumentsInput): FilingDocument[] {
  return ['Main Document', ...attachments].map((description, index) => ({
    index,
    courtDocumentId: documentId(court, n, index),
    description,
    originalFileName: random.chance(0.25) ? fileName(index === 0 ? kind.title : description) : 'n/a',
    stamp: random.hex(67) + random.hex(61),
    pages: index === 0 && kind.by === 'clerk' ? random.int(1, 3) : random.int(1, 5),
  }))
}

/** IDs leave room for 64 documents a filing, so they can't collide. */
export function documentId(court: Court, n: number, index: number): string {
  return `${court.documentPrefix}0${firstSerial + n * idsPerFiling + index}`
}

/** Returns the filing a document ID belongs to, whatever its fourth digit. */
export function filingOfDocumentId(courtDocumentId: string): number {
  return Math.floor((Number(courtDocumentId.slice(4)) - firstSerial) / idsPerFiling)
}

function fileName(title: string): string {
  return `${title.replace(/[^A-Za-z0-9]+/g, '_')}.pdf`
}
