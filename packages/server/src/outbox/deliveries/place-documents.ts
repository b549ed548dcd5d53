import { documentExtension } from '../copies/document-extension.ts'
import { safeFileName } from '../copies/safe-path.ts'
import type { MailDocument } from './filing-mail.ts'

/** Where a recipient finds a document. */
export type DocumentPlace =
  | { kind: 'attached'; fileName: string; url: string }
  | { kind: 'link'; url: string }
  /** Under seal; `url` is set if the firm has the document anyway. */
  | { kind: 'sealed'; sentence: string; url: string | undefined }
  | { kind: 'missing'; sentence: string }

export interface PlacedDocument {
  document: MailDocument
  place: DocumentPlace
}

/** In bytes; used if the firm hasn't set a limit. */
export const usualAttachmentLimit = 20_000_000

/**
 * Attaches all documents, or as many as an email can hold, starting with the first, and links the others: the main
 * document comes first in a filing, and the large ones follow it. A sealed document is never sent by email. `remark`
 * says how many are linked although all should be attached, so that a part isn't mistaken for the whole.
 */
export function placeDocuments(
  documents: readonly MailDocument[],
  { attaches, limit, urlOf, combinedName, singlesBecause }: PlaceOptions,
): { placed: readonly PlacedDocument[]; remark: string | undefined } {
  const present = documents.filter((document) => document.fileId && !document.sealed)
  const fitting = combinedName === undefined ? findFitting(present, limit) : present
  const attached = new Set(attaches ? fitting : [])
  const names = new Set<string>()
  const nameOf = (document: MailDocument) => combinedName ?? fileNameOf(document, names)
  const placed = documents.map((document) => ({
    document,
    place: placeOf(document, urlOf(document), attached.has(document) ? nameOf(document) : undefined),
  }))
  if (!attaches) return { placed, remark: undefined }
  if (attached.size < present.length) return { placed, remark: remarkOn(present, { attached: attached.size, limit }) }
  return { placed, remark: combinedName ? `The documents are attached as one PDF: ${combinedName}` : singlesBecause }
}

/** As many as fit, starting with the first and without gaps. */
function findFitting(present: readonly MailDocument[], limit: number): readonly MailDocument[] {
  let total = 0
  const end = present.findIndex(({ size }) => {
    total += size ?? Number.POSITIVE_INFINITY
    return total > limit
  })
  return end < 0 ? present : present.slice(0, end)
}

interface PlaceOptions {
  attaches: boolean
  /** In bytes. */
  limit: number
  urlOf: (document: MailDocument) => string
  /** The name of the one file that contains all of them. */
  combinedName?: string | undefined
  /** Why they aren't combined although the firm prefers that. */
  singlesBecause?: string | undefined
}

function placeOf(document: MailDocument, url: string, fileName: string | undefined): DocumentPlace {
  if (document.sealed) {
    const sentence = document.fileId
      ? 'Sealed, so it is not sent by mail.'
      : (document.sentence ?? 'Sealed by the court.')
    return { kind: 'sealed', sentence, url: document.fileId ? url : undefined }
  }
  if (!document.fileId) return { kind: 'missing', sentence: document.sentence ?? usualReason(document.verdict) }
  return fileName ? { kind: 'attached', fileName, url } : { kind: 'link', url }
}

/** `118-1 Declaration of R. Osei.pdf`; a second file with the same name gets a number. */
function fileNameOf(document: MailDocument, taken: Set<string>): string {
  const stem = `${document.number ?? ''} ${document.title}`
  const extension = documentExtension(document)
  for (let n = 1; ; n++) {
    const name = safeFileName({ stem, extension, suffix: n === 1 ? '' : ` (${n})` })
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

function remarkOn(present: readonly MailDocument[], { attached, limit }: { attached: number; limit: number }): string {
  const total = present.reduce((sum, { size }) => sum + (size ?? Number.POSITIVE_INFINITY), 0)
  const rest = present.length - attached
  if (present.length === 1)
    return Number.isFinite(total)
      ? `The document is ${megabytes(total)}, more than the ${megabytes(limit)} that are sent by mail, so it is behind a link.`
      : 'The size of the document is not known, so it is behind a link.'
  const where =
    attached === 0
      ? 'so they are behind links.'
      : `so ${attached} of ${present.length} ${attached === 1 ? 'is' : 'are'} attached and ${rest} ${rest === 1 ? 'is' : 'are'} behind ${rest === 1 ? 'a link' : 'links'}.`
  return Number.isFinite(total)
    ? `The documents come to ${megabytes(total)}, more than the ${megabytes(limit)} that are sent by mail, ${where}`
    : `The size of a document is not known, ${where}`
}

/** A size for people to read: `2.4 MB`. */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function usualReason(verdict: string): string {
  return reasons[verdict] ?? "It couldn't be retrieved."
}

const reasons: Readonly<Record<string, string>> = {
  none: 'The notice has no link to it.',
  spent: 'The free look was already used.',
  restricted: "The court doesn't provide it.",
  login: 'Login required (PACER).',
  unavailable: 'The court has not made it available.',
}
