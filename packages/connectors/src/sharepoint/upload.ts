import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { Target } from '../connector-by-id.ts'
import { problemError, StoreProblemError } from '../problems.ts'
import { partsOf } from '../ways/parts.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ApiAnswer } from '../ways/service-api.ts'
import type { UploadKey } from '../ways/uploads.ts'
import { isRewritten } from './names.ts'
import { childPath, type LibraryOptions } from './place.ts'

interface Uploading extends LibraryOptions {
  /** The library's address. */
  drive: string
}

/** Larger files are sent in pieces: what is sent when a connection breaks isn't sent again. */
const largestAtOnce = 4_000_000
/** Pieces have to be multiples of 320 KiB (Graph, "createUploadSession"). */
const pieceSize = 25 * 320 * 1024

/** At so many tries SharePoint may have every byte of a file without saving it. Then its upload begins again. */
const mostUnsaved = 3

/**
 * What is kept of an upload: where it goes, the address for its pieces if there is one, and at how many tries it had
 * every byte and wasn't saved.
 */
const keptForm = z.object({
  folderId: z.string(),
  name: z.string(),
  uploadUrl: z.optional(z.string()),
  unsaved: z.optional(z.number()),
})
const sessionForm = z.object({ uploadUrl: z.string() })
const rangesForm = z.object({ nextExpectedRanges: z.array(z.string()) })

/** Uploads a file, and returns the answer that has it, or the conflict (409). */
export async function upload(file: FileToStore, target: Target, options: Uploading): Promise<ApiAnswer> {
  const { uploads } = options
  const key = keyOf(options, file)
  if (file.size > largestAtOnce) return uploadInPieces(file, { target, key, options })
  // Such a file can't be recognized by its bytes, so the record of what was begun has to.
  if (isRewritten(target.name)) await uploads.keep(key, { ...target })
  return options.api.call({
    method: 'PUT',
    url: `${options.drive}/items/${childPath(target, 'content')}?@microsoft.graph.conflictBehavior=fail`,
    what: `writing "${target.name}"`,
    meant: [409],
    body: { bytes: () => checkedBytes(file), size: file.size, type: 'application/octet-stream' },
  })
}

/** Whether an upload of this very copy under this name was begun. */
export async function isOurUpload(options: LibraryOptions, file: FileToStore): Promise<boolean> {
  const kept = keptForm.safeParse(await options.uploads.find(keyOf(options, file))).data
  return kept !== undefined && kept.name === file.path.slice(file.path.lastIndexOf('/') + 1)
}

function keyOf({ place: { firmId, credentialId } }: LibraryOptions, { idempotencyKey }: FileToStore): UploadKey {
  return { firmId, credentialId, idempotencyKey }
}

interface InPieces {
  target: Target
  key: UploadKey
  options: Uploading
}

/**
 * Uploads a file piece by piece; no one sees it before the last piece. After a crash the next attempt asks which piece
 * is expected, and goes on there.
 */
async function uploadInPieces(file: FileToStore, { target, key, options }: InPieces): Promise<ApiAnswer> {
  const { uploads } = options
  const kept = keptForm.safeParse(await uploads.find(key)).data
  const isKept = kept?.folderId === target.folderId && kept.name === target.name
  const next =
    isKept && kept.uploadUrl !== undefined ? await findNext(kept.uploadUrl, { file, target, options }) : undefined
  const uploadUrl = (next === undefined ? undefined : kept?.uploadUrl) ?? (await begin({ target, key, options }))
  if (typeof uploadUrl !== 'string') return uploadUrl
  let from = next ?? 0
  for (;;) {
    const sent = await sendFrom(from, { file, uploadUrl, target, options })
    if (!sent)
      return waitOrEnd(uploadUrl, {
        unsaved: (next === undefined ? 0 : (kept?.unsaved ?? 0)) + 1,
        target,
        key,
        options,
      })
    const { answer, piece } = sent
    if (!misplaced.includes(answer.status)) return ended(answer, { target, key, options })
    const expected = await findNext(uploadUrl, { file, target, options })
    if (expected === undefined || expected === piece) return giveUp(answer, { target, key, options })
    if (expected < piece) throw problemError('transient', notTaken(target))
    from = expected
  }
}

interface Sending extends Omit<InPieces, 'key'> {
  file: FileToStore
  uploadUrl: string
}

/**
 * Sends pieces up to the one whose answer isn't that the next is expected, and returns that answer; undefined if
 * SharePoint has every piece and only that answer is missing.
 */
async function sendFrom(
  from: number,
  { file, uploadUrl, target, options }: Sending,
): Promise<{ answer: ApiAnswer; piece: number } | undefined> {
  for await (const { index, start, bytes } of partsOf(file, { size: pieceSize, from })) {
    const answer = await sendPiece(bytes, { start, size: file.size, uploadUrl, target, options })
    if (answer.status !== 202) return { answer, piece: index }
    demandNext(answer, { start: start + bytes.byteLength, file, target })
  }
  return undefined
}

/** SharePoint may need a while. An upload that it doesn't complete is ended, and never saved beside the next one. */
async function waitOrEnd(
  uploadUrl: string,
  { unsaved, target, key, options }: InPieces & { unsaved: number },
): Promise<never> {
  const { api, uploads } = options
  const { name } = target
  if (unsaved < mostUnsaved) {
    await uploads.keep(key, { ...target, uploadUrl, unsaved })
    throw problemError('transient', `SharePoint has all of "${name}" and hasn't saved it yet.`)
  }
  const what = `ending the upload of "${name}"`
  try {
    await api.call({ method: 'DELETE', url: uploadUrl, what, isPresigned: true, meant: over })
  } catch (error) {
    // It expires by itself, and can't save the file under a name that is taken by then.
    if (!(error instanceof StoreProblemError)) throw error
  }
  await beginAnew({ target, key, options })
  throw problemError(
    'transient',
    `SharePoint has all of "${name}" and doesn't save it. The upload begins again with the next try.`,
  )
}

/** Returns the address for the pieces, or the conflict. */
async function begin({ target, key, options }: InPieces): Promise<string | ApiAnswer> {
  const { api, drive, uploads } = options
  const what = `beginning to write "${target.name}"`
  const answer = await api.call({
    method: 'POST',
    url: `${drive}/items/${childPath(target, 'createUploadSession')}`,
    what,
    meant: [409],
    body: { json: { item: { '@microsoft.graph.conflictBehavior': 'fail', name: target.name } } },
  })
  if (answer.status === 409) return answer
  const { uploadUrl } = readAnswer(sessionForm, answer, what)
  if (!/^https?:$/.test(URL.parse(uploadUrl)?.protocol ?? ''))
    throw problemError('transient', `SharePoint answered ${what} with no usable address.`)
  await uploads.keep(key, { ...target, uploadUrl })
  return uploadUrl
}

/**
 * The piece that is expected next, or the one after the last if SharePoint has all; undefined if the upload is over or
 * stands within a piece.
 */
async function findNext(
  uploadUrl: string,
  { file, target, options: { api } }: Omit<Sending, 'uploadUrl'>,
): Promise<number | undefined> {
  const what = `continuing to write "${target.name}"`
  const answer = await api.call({ method: 'GET', url: uploadUrl, what, isPresigned: true, meant: over })
  if (over.includes(answer.status)) return undefined
  const start = startIn(answer, { file, what })
  if (start >= file.size) return Math.ceil(file.size / pieceSize)
  return start % pieceSize === 0 ? start / pieceSize : undefined
}

/** What the address for the pieces answers when its upload has ended or expired. */
const over: readonly number[] = [400, 401, 403, 404, 410]
/**
 * What it answers to a piece that is there already, as after an answer that was lost (416), or that isn't the expected
 * one, or when the upload is no more (400): which of these, only the upload itself says.
 */
const misplaced: readonly number[] = [400, 416]

interface Piece extends Omit<InPieces, 'key'> {
  start: number
  /** Of the whole file. */
  size: number
  uploadUrl: string
}

async function sendPiece(
  bytes: Buffer,
  { start, size, uploadUrl, target, options: { api } }: Piece,
): Promise<ApiAnswer> {
  return api.call({
    method: 'PUT',
    url: uploadUrl,
    what: `writing a part of "${target.name}"`,
    isPresigned: true,
    meant: [...over, ...misplaced, 409],
    headers: { 'content-range': `bytes ${start}-${start + bytes.byteLength - 1}/${size}` },
    body: { bytes: () => once(bytes), size: bytes.byteLength, type: 'application/octet-stream' },
  })
}

function demandNext(
  answer: ApiAnswer,
  { start, file, target }: { start: number; file: FileToStore; target: Target },
): void {
  if (startIn(answer, { file, what: `writing a part of "${target.name}"` }) === start) return
  throw problemError('transient', notTaken(target))
}

function notTaken({ name }: Target): string {
  return `SharePoint hasn't taken all of a part of "${name}". It is sent again.`
}

/** The position of the first byte that is missing: the end if none is. */
function startIn(answer: ApiAnswer, { file, what }: { file: FileToStore; what: string }): number {
  const [first] = readAnswer(rangesForm, answer, what).nextExpectedRanges
  return first === undefined ? file.size : Number.parseInt(first, 10)
}

async function ended(answer: ApiAnswer, { target, key, options }: InPieces): Promise<ApiAnswer> {
  if (over.includes(answer.status)) return giveUp(answer, { target, key, options })
  if (!isRewritten(target.name)) await options.uploads.forget(key)
  return answer
}

async function giveUp({ status }: ApiAnswer, { target, key, options }: InPieces): Promise<never> {
  await beginAnew({ target, key, options })
  throw problemError('transient', `SharePoint gave up the upload of "${target.name}" (${status}). It begins again.`)
}

/** The next attempt begins another upload, or finds what this one has saved. */
async function beginAnew({ target: { folderId, name }, key, options: { uploads } }: InPieces): Promise<void> {
  if (isRewritten(name)) await uploads.keep(key, { folderId, name })
  else await uploads.forget(key)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
