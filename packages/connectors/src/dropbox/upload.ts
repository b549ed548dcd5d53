import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { Target } from '../connector-by-id.ts'
import { problemError, type StoreProblemError } from '../problems.ts'
import { partsOf } from '../ways/parts.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ApiAnswer } from '../ways/service-api.ts'
import type { UploadKey, Uploads } from '../ways/uploads.ts'
import type { DropboxCalls } from './calls.ts'
import { dropboxProblem, tagsOf } from './dropbox-problem.ts'
import { type DropboxOptions, targetPath } from './place.ts'

interface Uploading extends DropboxOptions {
  calls: DropboxCalls
}

/** One call takes up to 150 MB, but what is sent in pieces isn't sent again when a connection breaks. */
const largestAtOnce = 16_000_000
/** Dropbox advises multiples of 4 MB. */
const pieceSize = 8 * 1024 * 1024

const sessionForm = z.object({ session_id: z.string() })
const keptForm = z.extend(sessionForm, { path: z.string() })
const offsetForm = z.object({ error: z.object({ '.tag': z.literal('incorrect_offset'), correct_offset: z.number() }) })

/** Uploads a file without replacing another, and returns the answer that has it, or the conflict (409). */
export async function upload(file: FileToStore, target: Target, options: Uploading): Promise<ApiAnswer> {
  if (file.size > largestAtOnce) return uploadInPieces(file, { target, options })
  return options.calls.send('files/upload', commitTo(target), {
    what: `writing "${target.name}"`,
    meant: [409],
    body: bodyOf(() => checkedBytes(file), file.size),
  })
}

/** The same bytes under the name are no conflict, because `strict_conflict` is off. */
function commitTo(target: Target): object {
  return { path: targetPath(target), mode: 'add', autorename: false, strict_conflict: false }
}

interface InPieces {
  target: Target
  options: Uploading
}

/**
 * Uploads a file piece by piece; nothing is seen before the end. After a crash the next attempt asks up to where the
 * bytes are there, and goes on. Dropbox keeps a session for seven days.
 */
async function uploadInPieces(file: FileToStore, { target, options }: InPieces): Promise<ApiAnswer> {
  const { place, uploads, calls } = options
  const { firmId, credentialId } = place
  const key = { firmId, credentialId, idempotencyKey: file.idempotencyKey }
  const path = targetPath(target)
  const kept = keptForm.safeParse(await uploads.find(key)).data
  const there = kept?.path === path ? await findOffset(kept.session_id, { target, options }) : undefined
  const isContinued = there !== undefined && (there % pieceSize === 0 || there === file.size)
  const sessionId = kept && isContinued ? kept.session_id : await begin({ target, options, key, path })
  const from = isContinued ? Math.ceil(there / pieceSize) : 0
  for await (const { start, bytes } of partsOf(file, { size: pieceSize, from })) {
    const what = `writing a part of "${target.name}"`
    const argument = { cursor: { session_id: sessionId, offset: start }, close: false }
    const answer = await calls.send('files/upload_session/append_v2', argument, {
      what,
      meant: [409],
      body: bodyOf(() => once(bytes), bytes.byteLength),
    })
    if (answer.status === 409) throw await refused(answer, { what, key, uploads })
  }
  const what = `completing "${target.name}"`
  const answer = await calls.send(
    'files/upload_session/finish',
    { cursor: { session_id: sessionId, offset: file.size }, commit: commitTo(target) },
    { what, meant: [409], body: nothing },
  )
  if (isOfSession(answer)) throw await refused(answer, { what, key, uploads })
  // Of another error, such as a lack of space, the session is continued.
  if (answer.status !== 409 || tagsOf(answer).includes('/conflict')) await uploads.forget(key)
  return answer
}

/** Errors about a session that is gone, or stands elsewhere (Dropbox, `UploadSessionLookupError`). */
const lost: readonly string[] = ['lookup_failed', 'incorrect_offset', 'not_found', 'closed']

function isOfSession(answer: ApiAnswer): boolean {
  return answer.status === 409 && lost.includes(tagsOf(answer).split('/')[0] ?? '')
}

/** Such a session is of no use, so the next attempt begins another. */
async function refused(
  answer: ApiAnswer,
  { what, key, uploads }: { what: string; key: UploadKey; uploads: Uploads },
): Promise<StoreProblemError> {
  const told = dropboxProblem(answer, what)
  const sentence = told?.sentence ?? `Dropbox answered ${what} with a conflict (409).`
  if (!isOfSession(answer)) return problemError(told?.problem ?? 'transient', sentence)
  await uploads.forget(key)
  return problemError('transient', `${sentence} The upload begins again with the next try.`)
}

async function begin({
  target,
  options: { calls, uploads },
  key,
  path,
}: InPieces & { key: UploadKey; path: string }): Promise<string> {
  const what = `beginning to write "${target.name}"`
  const answer = await calls.send('files/upload_session/start', { close: false }, { what, body: nothing })
  const { session_id } = readAnswer(sessionForm, answer, what)
  await uploads.keep(key, { session_id, path })
  return session_id
}

/**
 * The bytes that a session has; undefined if there is none any more. Dropbox has no call for it, but says it when bytes
 * are sent for a wrong place: none at all, for the beginning.
 */
async function findOffset(sessionId: string, { target, options: { calls } }: InPieces): Promise<number | undefined> {
  const what = `continuing to write "${target.name}"`
  const argument = { cursor: { session_id: sessionId, offset: 0 }, close: false }
  const answer = await calls.send('files/upload_session/append_v2', argument, { what, meant: [409], body: nothing })
  if (answer.status !== 409) return 0
  const offset = offsetForm.safeParse(answer.json).data?.error.correct_offset
  const tags = tagsOf(answer)
  if (offset !== undefined || tags === 'not_found' || tags === 'closed') return offset
  const told = dropboxProblem(answer, what)
  throw problemError(told?.problem ?? 'transient', told?.sentence ?? `Dropbox answered ${what} with a conflict (409).`)
}

const nothing = bodyOf(async function* () {}, 0)

function bodyOf(bytes: () => AsyncIterable<Uint8Array>, size: number) {
  return { bytes, size, type: 'application/octet-stream' }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
