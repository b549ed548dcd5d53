import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import { type FoundFile, preferOwn, type Target } from '../connector-by-id.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { isRewritten } from '../sharepoint/names.ts'
import { multipartBody } from '../ways/multipart.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { type Entry, idOf, isSameName, libraryId } from './answers.ts'
import { keyIn, profileOf, remarkOn } from './profile.ts'

const documentForm = z.object({ data: z.object({ id: libraryId, comment: z.optional(z.nullable(z.string())) }) })
const uploadedForm = z.object({
  data: z.object({ id: libraryId, size: z.nullish(z.number()) }),
  warnings: z.optional(z.nullable(z.array(z.object({ field: z.optional(z.string()), error: z.optional(z.string()) })))),
})

const documentTypes: readonly string[] = ['document', 'email']

export interface DocumentOptions {
  api: ServiceApi
  /** Makes the address of what is at a path in the library. */
  at: (path: string) => string
  /** The address at which a person opens a document. */
  linkTo: (id: string) => string
}

interface Wanted {
  name: string
  entries: readonly Entry[]
  /** The copy's own key. */
  idempotencyKey: string | undefined
}

/**
 * Finds a document in a folder. Names may occur twice there: the copy itself counts before any other document that
 * Courtcrier saved, and that before a person's.
 */
export async function findDocument(
  { api, at, linkTo }: DocumentOptions,
  { name, entries, idempotencyKey }: Wanted,
): Promise<FoundFile | undefined> {
  const what = `looking for "${name}"`
  const found: FoundFile[] = []
  for (const entry of entries) {
    if (!isDocument(entry) || !isSameName(fullName(entry), name)) continue
    const answer = await api.call({ method: 'GET', url: at(`documents/${idOf(entry)}`), what })
    const { id, comment } = readAnswer(documentForm, answer, what).data
    found.push({ id, link: linkTo(id), idempotencyKey: keyIn(comment) })
  }
  const [saved, others] = [found.filter(isSaved), found.filter((each) => !isSaved(each))]
  return preferOwn([...saved, ...others], idempotencyKey)
}

function isSaved({ idempotencyKey }: FoundFile): boolean {
  return idempotencyKey !== undefined
}

function isDocument({ wstype }: Entry): boolean {
  return !wstype || documentTypes.includes(wstype)
}

function fullName({ name, extension }: Entry): string | null | undefined {
  return name && extension ? `${name}.${extension}` : name
}

/** Whether documents can be in it: a library and a workspace take none. */
export function takesDocuments(container: string): boolean {
  return container.startsWith('folders/')
}

export async function uploadDocument(
  { api, at, linkTo }: DocumentOptions,
  { file, target: { folderId, name }, settings }: { file: FileToStore; target: Target; settings: PlaceSettings },
): Promise<FoundFile> {
  if (!takesDocuments(folderId))
    throw problemError(
      'rejected',
      "Documents are in folders in iManage, not directly in a library or a workspace. Add a folder to the policy's path.",
    )
  const { fields, unknown } = profileOf(file, name, settings)
  const what = `writing "${name}"`
  const profile = {
    // Otherwise a document with a field missing is refused, and the copy waits for someone to fill it in.
    warnings_for_required_and_disabled_fields: true,
    // The client and the matter of the folder's workspace.
    inherit_profile_from_folder: true,
    doc_profile: fields,
  }
  const answer = await api.call({
    method: 'POST',
    url: at(`${folderId}/documents`),
    what,
    // The profile has to come first.
    body: multipartBody([['profile', profile]], {
      field: 'file',
      fileName: name,
      size: file.size,
      bytes: () => checkedBytes(file),
    }),
  })
  const { data, warnings } = readAnswer(uploadedForm, answer, what)
  // A server that writes the profile into Office files changes their length.
  const size = isRewritten(name) ? undefined : (data.size ?? undefined)
  return { id: data.id, size, link: linkTo(data.id), remark: remarkOn(unknown, warnings ?? []) }
}
