import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { FoundFile, IdService, Target } from '../connector-by-id.ts'
import { problemError } from '../problems.ts'
import { multipartBody } from '../ways/multipart.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ApiAnswer, ServiceApi } from '../ways/service-api.ts'
import { forgettingUploads } from '../ways/uploads.ts'
import type { BoxAccess } from './box-access.ts'
import { isTemporary, passingProblem } from './box-problem.ts'
import { metadataPath, planMetadata, saveMetadata } from './custom-metadata.ts'
import { uploadInParts } from './upload-session.ts'

/** Sessions are for files from 20 MB, and one request takes up to 50 MB (Box developer guide, "Chunked uploads"). */
const sessionFrom = 20_000_000

const fileForm = z.object({
  id: z.string(),
  size: z.optional(z.number()),
  sha1: z.optional(z.string()),
})
const uploadedForm = z.object({ entries: z.array(fileForm).check(z.minLength(1)) })
const folderForm = z.object({ id: z.string() })
/** The conflict is one item for files, and a list for folders. */
const conflictForm = z.object({
  context_info: z.object({ conflicts: z.union([z.array(conflictingForm()), conflictingForm()]) }),
})

function conflictingForm() {
  return z.object({ id: z.string(), type: z.string(), size: z.optional(z.number()), sha1: z.optional(z.string()) })
}

interface BoxFile extends FoundFile {
  sha1: string | undefined
}

/** A folder in Box and what is below it; names there ignore case. */
export function openBoxFolder(access: BoxAccess, rootId: string): IdService {
  const { api, hosts } = access
  const at = (path: string) => `${hosts.api}/2.0${path}`
  return {
    createsFirst: true,
    rootId: () => findRoot(api, at, rootId),
    findFolder: (parentId, name) => findFolder(api, at, { parentId, name }),
    makeFolder: (parentId, name) => makeFolder(api, at, { parentId, name }),
    findFile: async ({ folderId, name }) => {
      const conflict = await preflight(api, at, { folderId, name })
      return conflict && boxFileOf(conflict)
    },
    upload: (file, target) =>
      file.size >= sessionFrom
        ? uploadInParts(file, target, { ...access, foundOf })
        : uploadAtOnce(file, target, access),
    forgetUpload: forgettingUploads(access),
    read: ({ id }) => api.read({ method: 'GET', url: at(`/files/${id}/content`), what: 'reading a file' }),
    removeFile: ({ id }) => remove(api, at(`/files/${id}`)),
    removeFolder: (id) => remove(api, at(`/folders/${id}`)),
    isSame: async (found, file) => (found as BoxFile).sha1 === (await sha1Of(file)),
    plan: async (properties) => planMetadata(properties),
    afterSaving: (found, { properties }, wasThere) =>
      saveMetadata(api, at(metadataPath(found)), { properties, wasThere }),
  }
}

type At = (path: string) => string

async function findRoot(api: ServiceApi, at: At, rootId: string): Promise<string> {
  const what = 'looking at the folder of the credential'
  const url = at(`/folders/${encodeURIComponent(rootId)}?fields=id`)
  const answer = await api.call({ method: 'GET', url, what, meant: [404] })
  if (answer.status === 404) throw problemError('auth', invisible(rootId))
  return readAnswer(folderForm, answer, what).id
}

function invisible(folderId: string): string {
  return `Box shows no folder ${folderId} to this account. Invite the account to the folder as an editor; the service account of an application has an email address of its own, in the Developer Console under General Settings.`
}

async function makeFolder(
  api: ServiceApi,
  at: At,
  { parentId, name }: { parentId: string; name: string },
): Promise<{ id: string; made: boolean }> {
  const what = `making the folder "${name}"`
  const body = { json: { name, parent: { id: parentId } } }
  const answer = await api.call({ method: 'POST', url: at('/folders'), what, meant: [409], body })
  if (answer.status !== 409) return { id: readAnswer(folderForm, answer, what).id, made: true }
  const existing = conflictIn(answer)
  if (existing?.type === 'folder') return { id: existing.id, made: false }
  if (existing) throw problemError('rejected', `"${name}" can't be a folder: a file has that name.`)
  throw passingProblem(answer, what)
}

/** Asks Box whether a name is free, which costs one call however many files there are. */
async function preflight(
  api: ServiceApi,
  at: At,
  { folderId, name }: Target,
): Promise<z.output<ReturnType<typeof conflictingForm>> | undefined> {
  const what = `looking for "${name}"`
  const answer = await api.call({
    method: 'OPTIONS',
    url: at('/files/content'),
    what,
    meant: [409],
    body: { json: { name, parent: { id: folderId } } },
  })
  if (answer.status !== 409) return undefined
  const conflict = conflictIn(answer)
  if (!conflict) throw passingProblem(answer, what)
  return conflict
}

async function findFolder(
  api: ServiceApi,
  at: At,
  { parentId, name }: { parentId: string; name: string },
): Promise<string | undefined> {
  const conflict = await preflight(api, at, { folderId: parentId, name })
  if (conflict?.type === 'folder') return conflict.id
  if (conflict) throw problemError('rejected', `"${name}" can't be a folder: a file has that name.`)
  return undefined
}

async function uploadAtOnce(
  file: FileToStore,
  { folderId, name }: Target,
  { api, hosts }: BoxAccess,
): Promise<FoundFile | undefined> {
  const what = `writing "${name}"`
  const answer = await api.call({
    method: 'POST',
    url: `${hosts.upload}/api/2.0/files/content`,
    what,
    meant: [409],
    // The attributes have to come first.
    body: multipartBody([['attributes', JSON.stringify({ name, parent: { id: folderId } })]], {
      field: 'file',
      fileName: name,
      size: file.size,
      bytes: () => checkedBytes(file),
    }),
  })
  return foundOf(answer, what)
}

/** The uploaded file; undefined if another one has its name. */
function foundOf(answer: ApiAnswer, what: string): BoxFile | undefined {
  if (answer.status === 409) {
    if (conflictIn(answer)) return undefined
    throw passingProblem(answer, what)
  }
  const [uploaded] = readAnswer(uploadedForm, answer, what).entries
  return uploaded && boxFileOf(uploaded)
}

function boxFileOf({ id, size, sha1 }: z.output<typeof fileForm>): BoxFile {
  return { id, size, sha1, link: `https://app.box.com/file/${id}` }
}

/** What has the name; undefined for another conflict, and for one of a moment. */
function conflictIn(answer: ApiAnswer) {
  if (isTemporary(answer)) return undefined
  const { data } = conflictForm.safeParse(answer.json)
  const conflicts = data?.context_info.conflicts
  return Array.isArray(conflicts) ? conflicts[0] : conflicts
}

async function remove(api: ServiceApi, url: string): Promise<void> {
  await api.call({ method: 'DELETE', url, what: 'removing a file', meant: [404] })
}

async function sha1Of(file: FileToStore): Promise<string> {
  const hash = createHash('sha1')
  for await (const chunk of checkedBytes(file)) hash.update(chunk)
  return hash.digest('hex')
}
