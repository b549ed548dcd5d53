import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { FoundFile, Target } from '../connector-by-id.ts'
import { problemError } from '../problems.ts'
import { AddressRefusedError, sendPresigned } from '../ways/presigned.ts'
import { readAnswer } from '../ways/read-answer.ts'
import {
  documentForm,
  type FilevineOptions,
  fileOf,
  isNamed,
  ownUnder,
  partnerOf,
  partsOfId,
  removeDocument,
} from './documents.ts'
import { identifierForm } from './filevine-api.ts'

const begunForm = z.object({ documentid: identifierForm, url: z.string(), contenttype: z.nullish(z.string()) })
const keptForm = z.object({
  documentId: z.string(),
  url: z.string(),
  contentType: z.optional(z.string()),
  folderId: z.string(),
  name: z.string(),
  /** Whether the address took every byte. */
  isSent: z.optional(z.boolean()),
})
type Begun = z.output<typeof keptForm>

/**
 * Uploads in three steps: Filevine gives an ID and an address for five hours, takes the bytes there, and adds the
 * document to the project. Until then no one sees it. What was given is kept, and used again by the next attempt; bytes
 * that Filevine took aren't sent again.
 */
export async function uploadToFilevine(
  file: FileToStore,
  target: Target,
  options: FilevineOptions,
): Promise<FoundFile | undefined> {
  const { api, place, uploads } = options
  const key = { ...place, idempotencyKey: file.idempotencyKey }
  const kept = keptForm.safeParse(await uploads.find(key)).data
  const isKept = kept?.folderId === target.folderId && kept.name === target.name
  const begun = isKept ? kept : await begin(file, target, options)
  if (begun !== kept) await uploads.keep(key, begun)
  try {
    if (!begun.isSent) {
      await sendBytes(file, begun, api)
      await uploads.keep(key, { ...begun, isSent: true })
    }
    const added = await addToProject(begun, target, options)
    await uploads.forget(key)
    return added
  } catch (error) {
    // The next attempt begins with another address.
    if (error instanceof AddressRefusedError) await uploads.forget(key)
    throw error
  }
}

function sendBytes(file: FileToStore, { url, contentType, name }: Begun, api: FilevineOptions['api']): Promise<void> {
  return sendPresigned(api, {
    url,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    bytes: () => checkedBytes(file),
    size: file.size,
    what: `writing "${name}"`,
  })
}

async function begin(file: FileToStore, target: Target, options: FilevineOptions): Promise<Begun> {
  const partner = partnerOf(file)
  const what = `announcing "${target.name}"`
  // An attempt whose answer was lost may have taken the key. What it began is never seen.
  const begun =
    (await announce(partner, { file, target, options, what, meant: [400, 409, 422] })) ??
    (await announce(`${partner}-${randomUUID().slice(0, 8)}`, { file, target, options, what, meant: [] }))
  if (!begun) throw problemError('transient', `Filevine refused ${what}.`)
  const { documentid: id, url, contenttype: contentType } = begun
  return { documentId: String(id.native), url, ...target, ...(contentType ? { contentType } : {}) }
}

interface Announcing {
  file: FileToStore
  target: Target
  options: FilevineOptions
  what: string
  /** Refusals that are no problem. */
  meant: readonly number[]
}

/** Undefined if it is refused. */
async function announce(partner: string, { file, target, options: { api }, what, meant }: Announcing) {
  const [projectId, folderId] = partsOfId(target.folderId)
  const answer = await api.call({
    method: 'POST',
    url: api.at('/Documents'),
    what,
    meant,
    body: {
      json: {
        Filename: target.name,
        Size: file.size,
        ProjectId: { Native: Number(projectId) },
        FolderId: { Native: Number(folderId) },
        DocumentId: { Partner: partner },
      },
    },
  })
  return answer.status >= 400 ? undefined : readAnswer(begunForm, answer, what)
}

/**
 * Undefined if the name was taken: Filevine then gives the document another one, and it is removed. Where the account
 * may not remove it, it is the copy.
 */
async function addToProject(
  { documentId }: Begun,
  { folderId: folder, name }: Target,
  { api }: FilevineOptions,
): Promise<FoundFile | undefined> {
  const [projectId = '', folderId] = partsOfId(folder)
  const what = `adding "${name}" to the project`
  const answer = await api.call({
    method: 'POST',
    url: api.at(`/Projects/${projectId}/Documents/${documentId}`, { folderId }),
    what,
    meant: [400, 404, 409, 422],
  })
  if (answer.status >= 400) throw new AddressRefusedError(`Filevine refused ${what} (${answer.status}).`)
  const added = readAnswer(documentForm, answer, what)
  const document = ownUnder(fileOf(added, { api, projectId }), { filename: added.filename, name })
  return isNamed(added.filename, name) || !(await removeDocument(api, documentId)) ? document : undefined
}
