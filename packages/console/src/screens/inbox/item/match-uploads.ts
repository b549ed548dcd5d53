import type { Notice } from '@courtcrier/contract/notice.ts'
import type { ManualFile } from '../../manual/manual-state.ts'
import { hasFile } from './document-word.ts'
import type { ItemView } from './item-view.ts'

export type MissingDocument = ItemView['documents'][number]

/** Returns the documents a user may add: not saved, not sealed, and with a document at the court. */
export function missingDocuments(documents: ItemView['documents']): readonly MissingDocument[] {
  return documents.filter(isAddable)
}

/** Returns whether a user may add the document. */
export function isAddable(document: Partial<MissingDocument>): boolean {
  return !hasFile(document) && !['sealed', 'restricted', 'none'].includes(document.verdict ?? 'none')
}

/** Returns whether the item's reason says for each missing document why it is, so that none has to repeat it. */
export function isSaidByReason(
  reason: string | null | undefined,
  missing: readonly Pick<MissingDocument, 'sentence'>[],
): boolean {
  return missing.every(({ sentence }) => Boolean(sentence && reason?.includes(sentence)))
}

type Uploaded = Pick<ManualFile, 'key' | 'upload'>

/**
 * Returns which document each uploaded file is, by its key: the one chosen for it, else the one whose number the court
 * stamped on its pages, else the only one left for the only file left. Files without a clear answer are absent.
 */
export function matchUploads(
  files: readonly Uploaded[],
  missing: readonly MissingDocument[],
  chosen: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const matched = new Map<number, string>()
  const isFree = (id: string) => ![...matched.values()].includes(id)
  for (const { key } of files) {
    const id = chosen.get(key)
    if (id && missing.some((document) => document.id === id) && isFree(id)) matched.set(key, id)
  }
  for (const { key, upload } of files) {
    const number = upload?.facts.number
    const document = number && !matched.has(key) ? missing.find((each) => each.number === number) : undefined
    if (document && isFree(document.id)) matched.set(key, document.id)
  }
  const [file, ...otherFiles] = files.filter(({ key }) => !matched.has(key))
  const [left, ...others] = missing.filter(({ id }) => isFree(id))
  if (file && left && otherFiles.length === 0 && others.length === 0) matched.set(file.key, left.id)
  return matched
}

/** Returns the court's address of a document, as the notice has it; undefined if it has none. */
export function courtAddress(notice: Partial<Notice>, { position }: MissingDocument): string | undefined {
  const listed = notice.documents?.find(({ index }) => index === position)?.link
  return (listed ?? (position === 0 ? notice.cases?.find(({ link }) => link)?.link : undefined))?.url
}
