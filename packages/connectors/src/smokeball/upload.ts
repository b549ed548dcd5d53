import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { FoundFile, Target } from '../connector-by-id.ts'
import { problemError } from '../problems.ts'
import { AddressRefusedError, sendPresigned } from '../ways/presigned.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { UploadKey } from '../ways/uploads.ts'
import { additionalDataOf } from './additional-data.ts'
import {
  fileForm,
  filePath,
  findName,
  foundOf,
  isComplete,
  isNamed,
  keyName,
  listFolder,
  placeOf,
  type SmokeballFile,
} from './folder-listing.ts'
import type { SmokeballOptions } from './smokeball-api.ts'

const addressForm = z.object({ fileId: z.string(), uploadUrl: z.string() })
type Address = z.output<typeof addressForm>

/** An upload under way: which file it is, and whether its bytes were sent. */
const keptForm = z.object({ fileId: z.string(), folderId: z.string(), name: z.string(), isSent: z.boolean() })
type Kept = z.output<typeof keptForm>

/**
 * Uploads in two steps: a file is announced, and its bytes are sent to an address that Smokeball gives. Smokeball takes
 * them in a little later. What was announced is kept, and continued by the next attempt.
 */
export async function uploadToSmokeball(
  file: FileToStore,
  target: Target,
  options: SmokeballOptions,
): Promise<FoundFile | undefined> {
  const { place, uploads } = options
  const key = { ...place, idempotencyKey: file.idempotencyKey }
  const state = keptForm.safeParse(await uploads.find(key)).data
  const kept = state?.folderId === target.folderId && state.name === target.name ? state : undefined
  const known = kept ?? (file.attempt > 1 ? await findListed(file, target, options) : undefined)
  const arrived = known?.isSent ? await waitForBytes(known.fileId, target, options) : undefined
  const done = arrived ?? (await send(file, target, { known, key, options }))
  await uploads.forget(key)
  return foundOf(done, placeOf(target.folderId))
}

interface Sending {
  /** The file of an earlier attempt. */
  known: Kept | undefined
  key: UploadKey
  options: SmokeballOptions
}

async function send(file: FileToStore, target: Target, { known, key, options }: Sending): Promise<SmokeballFile> {
  const { api, uploads } = options
  const again = known && (await findAddress(known.fileId, target, options))
  const { fileId, uploadUrl } = again ?? (await announce(file, target, options))
  await uploads.keep(key, { fileId, ...target, isSent: false })
  try {
    await sendPresigned(api, {
      url: uploadUrl,
      // Smokeball's addresses are for an empty type, and no other.
      headers: { 'content-type': '' },
      bytes: () => checkedBytes(file),
      size: file.size,
      what: `writing "${target.name}"`,
    })
  } catch (error) {
    if (error instanceof AddressRefusedError) await uploads.forget(key)
    throw error
  }
  await uploads.keep(key, { fileId, ...target, isSent: true })
  const taken = await waitForBytes(fileId, target, options)
  if (taken) return taken
  throw problemError('transient', `Smokeball is still processing "${target.name}".`)
}

function waitForBytes(fileId: string, target: Target, options: SmokeballOptions): Promise<SmokeballFile | undefined> {
  return options.waitUntil(async () => {
    const found = await readFile(fileId, target, options)
    return found && isComplete(found) && !found.isCancelled && !found.isDeleted ? found : undefined
  })
}

/** An announced file whose answer was lost is known by its key. Those under another name are removed. */
async function findListed(
  { idempotencyKey }: FileToStore,
  { folderId, name }: Target,
  { api }: SmokeballOptions,
): Promise<Kept | undefined> {
  const place = placeOf(folderId)
  const { files } = await listFolder(api, place)
  const halves = files.filter((each) => !isComplete(each) && each.additionalData?.[keyName] === idempotencyKey)
  const half = halves.find((each) => isNamed(findName(each), name))
  for (const { id } of halves.filter((each) => each !== half)) {
    const url = api.at(filePath(`${place.matterId}/${id}`))
    await api.call({ method: 'DELETE', url, what: 'removing a file', meant: [404] })
  }
  return half && { fileId: half.id, folderId, name, isSent: false }
}

async function announce(
  file: FileToStore,
  { folderId: folder, name }: Target,
  { api }: SmokeballOptions,
): Promise<Address> {
  const { matterId, folderId } = placeOf(folder)
  const what = `announcing "${name}"`
  const answer = await api.call({
    method: 'POST',
    url: api.at(`/matters/${matterId}/documents/files`),
    what,
    body: {
      json: { fileName: name, ...(folderId ? { folderId } : {}), fileAdditionalData: additionalDataOf(file) },
    },
  })
  return readAnswer(addressForm, answer, what)
}

/** Another address for a file; undefined if there is no such file any more. */
async function findAddress(fileId: string, target: Target, { api }: SmokeballOptions): Promise<Address | undefined> {
  const what = `continuing to write "${target.name}"`
  const url = api.at(`${pathOfFile(fileId, target)}/upload`)
  const answer = await api.call({ method: 'GET', url, what, meant: [403, 404] })
  return answer.status >= 400 ? undefined : readAnswer(addressForm, answer, what)
}

async function readFile(fileId: string, target: Target, { api }: SmokeballOptions): Promise<SmokeballFile | undefined> {
  const what = `looking at "${target.name}"`
  const answer = await api.call({ method: 'GET', url: api.at(pathOfFile(fileId, target)), what, meant: [403, 404] })
  return answer.status >= 400 ? undefined : readAnswer(fileForm, answer, what)
}

function pathOfFile(fileId: string, { folderId }: Target): string {
  return filePath(`${placeOf(folderId).matterId}/${fileId}`)
}
